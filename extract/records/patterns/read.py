"""Read the items of a page by a pattern of its site, and say where that no longer fits."""

from collections.abc import Iterator, Mapping

from pagesight.extract.errors import PatternError
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR
from pagesight.extract.records.patterns.pattern import PagePaths, Pattern, parsed
from pagesight.extract.records.record import Record
from pagesight.extract.text.safe import is_safe_address

_LEAST_FILLED = 0.5  # share of the items that have a field, where the pattern fits
_OWN_FIELDS = ("title", "price", "date", "author")  # of records; others are attributes

Fields = Mapping[str, tuple[int, str]]  # the element and the text of each


def read_by_pattern(document: Document, pattern: Pattern) -> tuple[Record, ...]:
    """Return the items of a page. Raises PatternError where the pattern no longer fits it.

    It does not if it finds no items, or if few of them have one of its fields.
    """
    page = PagePaths(document)
    found = [(row, _fields(page, row, pattern)) for row in _outermost(page, pattern)]
    filled = [(row, fields) for row, fields in found if fields]
    name = document.page.url or "the page"
    if not filled:
        raise PatternError(f"{name}: the pattern no longer fits: there is no {pattern.item}")
    for field in pattern.fields:
        has = sum(field in fields for _, fields in filled)
        if has < _LEAST_FILLED * len(filled):
            raise PatternError(
                f"{name}: the pattern no longer fits: of {len(filled)} items {has} have a {field}"
            )
    return tuple(_record(page, row, fields) for row, fields in filled)


def _outermost(page: PagePaths, pattern: Pattern) -> Iterator[int]:
    """Yield the items that are in no other."""
    end = 0
    for row in page.found(0, parsed(pattern.item)[0]):
        if row >= end:
            end = page.end(row)
            yield row


def _fields(page: PagePaths, item: int, pattern: Pattern) -> Fields:
    """Return what an item has of each field; what it lacks is left out."""
    rows = {name: page.at(item, *parsed(path)) for name, path in pattern.fields.items()}
    texts = {name: (row, page.text(row)) for name, row in rows.items() if row >= 0}
    return {name: (row, text) for name, (row, text) in texts.items() if text}


def _record(page: PagePaths, item: int, fields: Fields) -> Record:
    texts = {name: text for name, (_, text) in fields.items()}
    return Record(
        title=texts.get("title", ""),
        url=_link(page, item, next(iter(fields.values()))[0]),
        text=page.text(item),
        price=texts.get("price", ""),
        image=_image(page, item),
        date=texts.get("date", ""),
        author=texts.get("author", ""),
        attributes={name: text for name, text in texts.items() if name not in _OWN_FIELDS},
        type="product" if "price" in texts else "item",
    )


def _link(page: PagePaths, item: int, title: int) -> str:
    """Return where the item leads: where its title does, else its first link; or ""."""
    table = page.table
    inside = [row for row in range(item, page.end(item)) if table.tag[row] == ANCHOR]
    around = [row for row in table.chain(title)[::-1] if table.tag[row] == ANCHOR]
    in_title = [row for row in inside if title <= row < page.end(title)]
    addresses = (
        _absolute(page, table.own(row).get("href")) for row in (*around, *in_title, *inside)
    )
    return next(filter(None, addresses), "")


def _image(page: PagePaths, item: int) -> str:
    images = page.table.nodes[item].iter("img")
    sources = (_absolute(page, image.get("src") or image.get("data-src")) for image in images)
    return next(filter(None, sources), "")


def _absolute(page: PagePaths, reference: str | None) -> str:
    if not reference or reference.startswith(("#", "data:")):
        return ""
    address = page.document.origin.addresses.absolute(reference.strip())
    return address if is_safe_address(address) else ""
