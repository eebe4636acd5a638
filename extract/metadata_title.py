"""The title of a page, without the name of its site."""

import re
from urllib.parse import urlsplit

from pagesight.extract.document import Document
from pagesight.extract.metadata_sources import Sources, clean, inner_text

_SEPARATOR = re.compile(r"\s+[|\-–—·•»«:~]+\s+|\s*[|»]\s*")
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
    heading = _heading(document, " ".join(given), site_name)
    if heading:
        return heading
    shorter = (without_site(text, site_name, document.page.url) for text in given)
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


def _heading(document: Document, given: str, site_name: str) -> str:
    """Return the `h1` that shares most of its words with the titles given; "" if none is fit."""
    wanted = set(_words(given.lower()))
    best, best_share = "", 0.0
    for element in document.tree.iter("h1"):
        text = inner_text(element)
        words = set(_words(text.lower()))
        if not words or len(text) > 300 or _squeezed(text) == _squeezed(site_name):
            continue
        share = len(words & wanted) / len(words) if wanted else 1.0
        if share > best_share:
            best, best_share = text, share
    return best


def _squeezed(text: str) -> str:
    return "".join(_words(text.lower()))
