"""The day a page was published."""

import re
from collections.abc import Iterator
from datetime import datetime

from pagesight.extract.metadata.sources import Sources
from pagesight.extract.page.document import Document

_META_NAMES = (
    "article:published_time", "article:published:time", "og:article:published_time",
    "datepublished", "og:published_time", "citation_publication_date", "citation_online_date",
    "citation_date", "dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created",
    "parsely-pub-date", "sailthru.date", "publishdate", "publish_date", "publish-date",
    "published_time", "pubdate", "publication_date", "article.published",
    "cxenseparse:recs:publishtime", "date", "dc.date", "dcterms.date", "datecreated",
)  # fmt: skip
_ISO = re.compile(
    r"\s*((?:19|20)\d\d)[-/.](\d\d?)[-/.](\d\d?)"
    r"(?:[T ]\s?(\d\d:\d\d)(?::(\d\d))?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?",
    re.I,
)
_FORMATS = (
    "%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y", "%d %B, %Y",
    "%d %b, %Y", "%m/%d/%Y", "%d.%m.%Y", "%a, %d %b %Y", "%A, %B %d, %Y", "%a, %m/%d/%Y", "%Y%m%d",
)  # fmt: skip
_TIME_OF_DAY = re.compile(r"[T,\s-]+\d\d?:\d\d.*$")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b|(?<=[A-Za-z]{3})\.")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_SHOWN = re.compile(
    rf"\b{_MONTH}\s+\d\d?(?:st|nd|rd|th)?,?\s+20\d\d|\b\d\d?(?:st|nd|rd|th)?\s+{_MONTH},?\s+20\d\d"
    r"|\b20\d\d-\d\d-\d\d|\b\d\d?/\d\d?/20\d\d|\b\d\d?\.\d\d?\.20\d\d",
    re.I,
)
_BEFORE, _AFTER = 4, 12  # blocks around the title that may show the date
_MAX_SHOWN_CHARS = 120
_MAX_COMMENTS = 100  # begun in attributes
_PUBLISHED = "//time[@pubdate or @itemprop='datePublished' or contains(@class, 'publish')]"


def date(document: Document, sources: Sources) -> str:
    """Return the day of publication in ISO 8601, with the time where the page gives it.

    What the page states for machines comes first; htmldate reads the rest (Barbaresi 2020,
    https://doi.org/10.21105/joss.02439), with its looser searches left out.
    """
    stated = next(filter(None, map(iso, _stated(document, sources))), "")
    return stated or next(_shown(document), "") or _read(document)


def iso(text: str) -> str:
    """Return a date in ISO 8601, "" if the text does not begin with one.

    >>> iso("2024-02-01 10:30:00+01:00"), iso("Feb 1st, 2024"), iso("soon")
    ('2024-02-01T10:30:00+01:00', '2024-02-01', '')
    """
    found = _ISO.match(text)
    if found:
        return _iso_of(found)
    day = _ORDINAL.sub("", _TIME_OF_DAY.sub("", text[:60])).strip().replace("Sept ", "Sep ")
    for form in _FORMATS:
        try:
            parsed = datetime.strptime(day, form)
        except ValueError:
            continue
        return f"{parsed:%Y-%m-%d}" if 1990 <= parsed.year < 2100 else ""
    return ""


def _iso_of(found: re.Match[str]) -> str:
    year, month, day, minutes, seconds, zone = found.groups()
    plain = f"{year}-{int(month):02}-{int(day):02}"
    zone = "+00:00" if (zone or "").upper() == "Z" else zone or ""
    if zone and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    full = f"{plain}T{minutes}:{seconds or '00'}{zone}" if minutes else plain
    for text in (full, plain):
        try:
            datetime.fromisoformat(text)
        except ValueError:
            continue
        return text
    return ""


def _stated(document: Document, sources: Sources) -> Iterator[str]:
    yield from sources.of_items("datePublished")[:1]
    for name in _META_NAMES:
        yield from sources.meta.get(name, ())[:1]
    yield sources.of_microdata("datepublished")
    for element in document.tree.xpath(_PUBLISHED):
        yield element.get("datetime") or ""
    yield from sources.of_items("dateCreated")[:1]
    yield from sources.of_items("uploadDate")[:1]


def _shown(document: Document) -> Iterator[str]:
    """Yield the dates in short lines near the page's first heading."""
    headings = (block.order for block in document.blocks if block.tag == "h1")
    heading = next(headings, 0)
    for block in document.blocks[max(0, heading - _BEFORE) : heading + _AFTER]:
        found = _SHOWN.search(block.text) if len(block.text) <= _MAX_SHOWN_CHARS else None
        if found:
            yield from filter(None, [iso(found[0])])


def _read(document: Document) -> str:
    from htmldate import find_date

    if _begins_comments(document):
        return ""
    url = document.page.url or None
    return find_date(document.tree, extensive_search=False, original_date=True, url=url) or ""


def _begins_comments(document: Document) -> bool:
    """Return whether many attributes begin comments.

    htmldate serialises the page, and libxml2 looks for the end of each to the page's end.
    """
    html = document.page.html
    if html.count("!--") + html.count("&#") <= _MAX_COMMENTS:  # of signs, and of their numbers
        return False
    values = document.tree.xpath("//@*[contains(., '<!--')]")
    return bool(sum(value.count("<!--") for value in values) > _MAX_COMMENTS)
