"""Read where the things of a list take place: a line of each, or a sentence of the page."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.records.links import Span
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.places import is_address, names_street, names_venue

_says_where = re.compile(
    r"\b(?:(?:held|meets?|meetings?|takes? place|convenes?|gather)\b[^.;]{0,120}?\b(?:in|at)"
    r"|location\s*:|where\s*:|venue\s*:)\s+(?:the\s+)?([^;]{5,200})",
    re.I,
).search
_ends_place = re.compile(
    r"(?<!\b[A-Z])\.\s+[A-Z]|\bunless\b|,?\s*(?:at|from)\s+\d{1,2}(?::\d\d)?\s*[ap]\.?m|\s+on\s+(?:the\s+)?\w+day|\.$"
).split
_without_times = re.compile(
    r"(?:\b(?:at|from|um)\s+)?\d{1,2}(?::\d\d)?\s*(?:[ap]\.?\s?m\b\.?|noon|uhr)(?:\s+p\.?[sd]\.?t\b)?",
    re.I,
).sub
_names_meetings = re.compile(
    r"meeting|agenda|minutes|hearing|calendar|\bevents?\b|schedule|sitzung|termine|veranstaltung"
    r"|réunion|agenda|reuni",
    re.I,
).search
_MOST_CHARS = 160  # of a line that says where
_MOST_SENTENCE = 600  # characters of a block with such a sentence
_MOST_WORDS = 12  # of a line that names a room or a house and no street
_DATED = 0.5  # share of the records of a list of meetings that have a date
_OWN = 0.5  # share of the records that say where: of the others the page does not say it
_MOST_LINES = 3  # above the town of an address
_NEAR = 40  # blocks before a list in which its address may stand
_NAMES = ("location", "address")


def with_places(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...]
) -> tuple[Record, ...]:
    """Return the records, those of a dated list with a place where a line of them says one.

    Where few do, it is the place at which a sentence of the page says that meetings are held, or
    the address above the list.
    """
    dated = sum(bool(record.date) for record in records)
    if dated < max(_DATED * len(records), 2) or not _is_of_meetings(document):
        return records
    own = [_place_of(record) for record in records]
    if sum(map(bool, own)) < _OWN * len(own):
        usual = next(_said(document), "") or _above(document, spans)
        own = [place or usual for place in own]
    return tuple(
        replace(record, attributes={"location": place, **record.attributes})
        if place and not any(name in record.attributes for name in _NAMES)
        else record
        for record, place in zip(records, own, strict=True)
    )


def _is_of_meetings(document: Document) -> bool:
    """Return whether the page's title, or a heading, says that it lists meetings."""
    headings = (block.text for block in document.blocks if block.tag in ("h1", "h2", "h3"))
    return any(map(_names_meetings, (document.once(page_title), *headings)))


def _place_of(record: Record) -> str:
    """Return the lines of a record that say where, the first and those right after it."""
    found: list[str] = []
    for line in record.text.split("\n"):
        if _is_place(line) and (line != record.title or _has_address(line)):
            found.append(line)
        elif found and not line.startswith("-"):
            break
    return ", ".join(found)


def _is_place(line: str) -> bool:
    if not 4 < len(line) <= _MOST_CHARS or line.endswith((".", "!", "?", ":", "…")):
        return False
    if is_address(line):
        return True
    return len(line.split()) <= _MOST_WORDS and bool(names_venue(line)) and not date_in(line)


def _said(document: Document) -> Iterator[str]:
    """Yield the places at which sentences of the page say that meetings are held."""
    for text in document.cuts.texts:
        if len(text) > _MOST_SENTENCE:
            continue
        found = _says_where(_without_times("", " ".join(text.split())))
        place = _ends_place(found[1])[0].strip(" ,.") if found else ""
        if names_street(place) or names_venue(place):
            yield place


def _above(document: Document, spans: Sequence[Span]) -> str:
    """Return the address nearest above most of a list of meetings, with the lines before it."""
    items = {at for span in spans for at in range(*span)}
    above = [at for at in range(spans[len(spans) // 2][0]) if at not in items][-_NEAR:]
    texts = [document.cuts.texts[at] for at in above]
    lines = [line for text in texts for line in text.split("\n")]
    last = next((at for at in range(len(lines) - 1, -1, -1) if _has_address(lines[at])), -1)
    first = last
    while first > 0 and last - first < _MOST_LINES and _is_place(lines[first - 1]):
        first -= 1
    return ", ".join(lines[first : last + 1]) if last >= 0 else ""


def _has_address(line: str) -> bool:
    return _is_place(line) and is_address(line)
