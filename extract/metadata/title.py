"""The title of a page, without the name of its site."""

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.metadata.sources import Sources, clean, inner_text
from pagesight.extract.page.document import Document

_SEPARATOR = re.compile(r"\s+[|\-–—·•»«:~]+\s+|\s*[|»]\s*")
_MAX_CHARS = 300
_MOST_HEADINGS = 100  # looked at
_MAX_SEPARATED = 1000  # characters of a title that may have its site's name at an end
_MIN_LIKENESS = (
    0.25  # headings less like the titles are slogans (tuned on WCXB dev, half its sites)
)
_find_host = re.compile(r"[a-z]+://([^/:?#]*)", re.I).match
_is_home = re.compile(r"(?:https?:)?//[^/?#]*/?|/", re.I).fullmatch
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
    if len(text) > _MAX_SEPARATED:
        return text
    host, site = _host(url), _squeezed(site_name)
    separators = list(_SEPARATOR.finditer(text))
    for separator in separators:
        if _is_site(text[separator.end() :], site, host):
            return text[: separator.start()]
    if separators and _is_site(text[: separators[0].start()], site, ""):
        return text[separators[0].end() :]
    last = separators[-1] if separators else None
    if last and "|" in last[0] and last.start() >= len(text) - last.end():
        return text[: last.start()]
    return text


def _heading(document: Document, given: Sequence[str], site_name: str) -> str:
    """Return the `h1` that is most like one of the titles given; "" if none is fit."""
    host, site = _host(document.page.url), _squeezed(site_name)
    titles = [_words_of(title) for title in given]
    best, best_likeness = "", _MIN_LIKENESS
    for element in islice(document.tree.iter("h1"), _MOST_HEADINGS):
        text = inner_text(element, 2 * _MAX_CHARS)
        if len(text) > _MAX_CHARS or _links_home(element) or _is_site(text, site, host):
            continue
        words = _words_of(text)
        likeness = max((_likeness(words, title) for title in titles), default=1.0)
        if text and likeness > best_likeness:
            best, best_likeness = text, likeness
    return best


def _links_home(heading: HtmlElement) -> bool:
    """Return whether the heading is the name of the site, which leads to its front page."""
    links = (*heading.iter("a"), *heading.iterancestors("a"))
    return any(_is_home(link.get("href") or "") for link in links)


def _is_site(text: str, site: str, host: str) -> bool:
    """Return whether the text is nothing but the name of the site, which is given squeezed."""
    name = _squeezed(text)
    return bool(name) and (name == site or (len(name) > 3 and name in host))


def _host(url: str) -> str:
    """Return the letters and digits of the address's host name."""
    found = _find_host(url)
    return _squeezed(found[1]) if found else ""


def _likeness(words: frozenset[str], wanted: frozenset[str]) -> float:
    """Return the F1 of the words that two titles share."""
    return 2 * len(words & wanted) / ((len(words) + len(wanted)) or 1)


def _words_of(title: str) -> frozenset[str]:
    return frozenset(_words(title.lower()))


def _squeezed(text: str) -> str:
    return "".join(_words(text.lower()))
