"""The day a page was published."""

from collections.abc import Iterator

from pagesight.extract.metadata.language import day_first, language
from pagesight.extract.metadata.shown_date import ShownDates
from pagesight.extract.metadata.sources import Sources
from pagesight.extract.page.document import Document
from pagesight.extract.text.dates import find_date, month_in

_META_NAMES = (
    "article:published_time", "article:published:time", "og:article:published_time",
    "datepublished", "og:published_time", "citation_publication_date", "citation_online_date",
    "citation_date", "dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created",
    "parsely-pub-date", "sailthru.date", "publishdate", "publish_date", "publish-date",
    "published_time", "pubdate", "publication_date", "article.published",
    "cxenseparse:recs:publishtime", "date", "dc.date", "dcterms.date", "datecreated",
)  # fmt: skip
_EARLIEST = "1900"  # of a page that gives the date of what it reprints
_LATEST = "2100"
_EPOCH = "1970-01-01"  # the date that programs give for none
_COMPACT = 8  # digits of 20240131
_MAX_COMMENTS = 100  # begun in attributes
_PUBLISHED = "//time[@pubdate or @itemprop='datePublished' or contains(@class, 'publish')]"


def date(document: Document, sources: Sources, title: str) -> str:
    """Return the day of publication in ISO 8601, with the time where the page gives it.

    A page that gives no day may give the month: "2021-05". What the page states for machines comes
    first, then what it shows at its title; htmldate reads the rest (Barbaresi 2020,
    https://doi.org/10.21105/joss.02439), with its looser searches left out.
    """
    texts = (text for text in document.cuts.texts if len(text) < _COMPACT * 4)
    is_day_first = day_first(document.tree, sources, document.page.url, texts)
    spoken = language(document.tree, sources)
    stated = (_stated_date(value, is_day_first, spoken) for value in _stated(document, sources))
    found = next(filter(None, stated), "")
    if found:
        return found
    shown = ShownDates(document, title, is_day_first, spoken)
    return shown.best or _read(document, shown)


def _stated_date(value: str, is_day_first: bool, spoken: str) -> str:
    """Return the date that a value for machines begins with, "" if it is none.

    >>> _stated_date("2024-02-01 10:30:00+01:00", False, ""), _stated_date("soon", False, "")
    ('2024-02-01T10:30:00+01:00', '')
    """
    text = value.strip()[:60]
    if len(text) >= _COMPACT and text[:_COMPACT].isdecimal():
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    found = find_date(text, day_first=is_day_first, language=spoken)
    iso = found.iso if found else month_in(text, spoken)
    return iso if _EARLIEST <= iso < _LATEST and iso[:10] != _EPOCH else ""


def _stated(document: Document, sources: Sources) -> Iterator[str]:
    yield from sources.of_items("datePublished")[:1]
    for name in _META_NAMES:
        yield from sources.meta.get(name, ())[:1]
    yield sources.of_microdata("datepublished")
    for element in document.tree.xpath(_PUBLISHED):
        yield element.get("datetime") or ""
    yield from sources.of_items("dateCreated")[:1]
    yield from sources.of_items("uploadDate")[:1]


def _read(document: Document, shown: ShownDates) -> str:
    """Return what htmldate finds, unless the page shows it only where it speaks of other things."""
    from htmldate import find_date as find_in_html

    if _begins_comments(document):
        return ""
    url = document.page.url or None
    found = find_in_html(document.tree, extensive_search=False, original_date=True, url=url) or ""
    return "" if found in shown.of_other_things() else found


def _begins_comments(document: Document) -> bool:
    """Return whether many attributes begin comments.

    htmldate serialises the page, and libxml2 looks for the end of each to the page's end.
    """
    html = document.page.html
    if html.count("!--") + html.count("&#") <= _MAX_COMMENTS:  # of signs, and of their numbers
        return False
    values = document.tree.xpath("//@*[contains(., '<!--')]")
    return bool(sum(value.count("<!--") for value in values) > _MAX_COMMENTS)
