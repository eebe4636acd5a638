"""The title of a page, without the name of its site."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from pagesight.extract.document import Document
from pagesight.extract.metadata_sources import Sources, clean, inner_text

_SEPARATOR = re.compile(r"\s+[|\-–—·•»«:~]+\s+|\s*[|»]\s*")
_MAX_CHARS = 300
_MIN_LIKENESS = (
    0.25  # headings less like the titles are slogans (tuned on WCXB dev, half its sites)
)
_words = re.compile(r"\w+").findall


def title(document: Document, sources: Sources, site_name: str) -> str:
    """Return the page's title: a top heading that its other titles agree with, else one of those.

    Headings come first because `title` and `og:title` are often written for search engines.
    """
    bare = document.tree.find(".//title")
    given = [
        *sources.of_items("headline")[:1],
        sources.of_meta("og:title", "twitter:title", "dc.title", "dcterms.title", "citation_title"),
        inner_text(bare) if bare is not None else "",
        *sources.of_items("name")[:1],
    ]
    given = [clean(text) for text in given if text.strip()]
    heading = _heading(document, given, site_name)
    shorter = (
        without_site(text, site_name, document.page.url) for text in (heading, *given) if text
    )
    return next(filter(None, shorter), "")


def without_site(text: str, site_name: str, url: str) -> str:
    """Return a title without the site's name at its end or its beginning.

    >>> without_site("Tea | The Shop", "The Shop", "")
    'Tea'
    >>> without_site("The Shop: Tea", "", "https://theshop.org")
    'The Shop: Tea'
    """
    site, host = _squeezed(site_name), _squeezed(urlsplit(url).hostname or "")
    separators = list(_SEPARATOR.finditer(text))
    for separator in separators:
        tail = _squeezed(text[separator.end() :])
        if tail and (tail == site or (len(tail) > 3 and tail in host)):
            return text[: separator.start()]
    if separators and _squeezed(text[: separators[0].start()]) == site:
        return text[separators[0].end() :]
    last = separators[-1] if separators else None
    if last and "|" in last[0] and last.start() >= len(text) - last.end():
        return text[: last.start()]
    return text


def _heading(document: Document, given: Sequence[str], site_name: str) -> str:
    """Return the `h1` that is most like one of the titles given; "" if none is fit."""
    names = {_squeezed(site_name), _squeezed(urlsplit(document.page.url).hostname or "")}
    best, best_likeness = "", _MIN_LIKENESS
    for element in document.tree.iter("h1"):
        text = inner_text(element)
        if len(text) > _MAX_CHARS or _squeezed(text) in names or _links_home(element):
            continue
        likeness = max((_likeness(text, title) for title in given), default=1.0)
        if text and likeness > best_likeness:
            best, best_likeness = text, likeness
    return best


def _links_home(heading: HtmlElement) -> bool:
    """Tell whether the heading is the name of the site, which leads to its front page."""
    links = (*heading.iter("a"), *heading.iterancestors("a"))
    return any(urlsplit((a.get("href") or "x").strip("[]")).path in ("", "/") for a in links)


def _likeness(text: str, title: str) -> float:
    """Return the F1 of the words that two titles share."""
    words, wanted = set(_words(text.lower())), set(_words(title.lower()))
    return 2 * len(words & wanted) / ((len(words) + len(wanted)) or 1)


def _squeezed(text: str) -> str:
    return "".join(_words(text.lower()))
