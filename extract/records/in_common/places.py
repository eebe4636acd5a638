"""Read where the things of a list take place: a line of each, or a sentence of the page."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pagesight.extract.page.document import Document
from pagesight.extract.records.fields.links import Span
from pagesight.extract.records.fields.prices import sums_in
from pagesight.extract.records.groups.telling import names_meetings
from pagesight.extract.records.in_common.alike import said_alike
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.labels import split_label
from pagesight.extract.text.places import is_address, names_street, names_venue
from pagesight.extract.text.time_words import is_timestamp

_find_where = re.compile(
    r"\b(?:(?:meets?|meetings?|hearings?|sessions?|convenes?)\b[^.;]{0,160}?\b(?:in|at)"
    r"|location\s*:|where\s*:|venue\s*:)\s+(?:the\s+)?([^;]{5,200})",
    re.I,
).finditer
# One is in all that `_find_where` finds: it is looked for first, which costs less.
_may_say_where = re.compile("meet|hearing|session|convene|location|where|venue", re.I).search
_names_meeting = re.compile(r"meeting|agenda|minutes|schedule|https?:", re.I).search
_is_proper = re.compile(r"\d|\b[A-ZÀ-ÞА-Я]\S* .*\b[A-ZÀ-ÞА-Я]").search
_ends_place = re.compile(
    r"(?<!\b[A-Z])\.\s+[A-Z]|\bunless\b|\s+to\s|,?\s*(?:at|from)\s+\d{1,2}(?::\d\d)?\s*[ap]\.?m|\s+on\s+(?:the\s+)?\w+day|\.$"
).split
_without_times = re.compile(
    r"(?:\b(?:at|from|um)\s+)?\d{1,2}(?::\d\d)?\s*(?:[ap]\.?\s?m\b\.?|noon|uhr)(?:\s+p\.?[sd]\.?t\b)?",
    re.I,
).sub
_MOST_CHARS = 160  # of a line that says where
_MOST_TEXT = 3_000  # characters of a block with such a sentence
_MOST_WORDS = 12  # of a line that names a room or a house and no street
_DATED = 0.5  # share of the records of a list of meetings that have a date
_OWN = 0.5  # share of the records that say where: of the others the page does not say it
_MOST_LINES = 3  # above the town of an address
_NEAR = 40  # blocks before a list in which its address may stand
_NAMES = ("location", "address")


def with_places(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...]
) -> tuple[Record, ...]:
    """Return the records, those of a dated list with a place where a line of them says one, those
    of others, and of what is for sale, with their address, if most have one.

    Where few dated ones do, it is the place at which a sentence of the page says that meetings are
    held, or the address above the list.
    """
    dated = sum(bool(record.date) for record in records)
    if dated < max(_DATED * len(records), 2):
        return _placed(records, _addresses(records))
    sentence = next(_said(document, spans), "")
    if not sentence and not names_meetings(document, spans[0][0]):
        return _placed(records, _addresses(records)) if _are_sold(records) else records
    own = [_place_of(record, _is_place) for record in records]
    if sum(map(bool, own)) < _OWN * len(own):
        usual = sentence or _above(document, spans)
        return _placed(records, [place or usual for place in own])
    return _placed(records, said_alike(records, own, _may_be_place, _OWN))


def _may_be_place(text: str) -> bool:
    """Return whether a text may name a place where others do."""
    is_name = len(text) <= _MOST_CHARS and text[:1].isupper() and text[-1:] not in ".!?:…"
    return is_name and not (date_in(text) or sums_in(text))


def _placed(records: tuple[Record, ...], places: Sequence[str]) -> tuple[Record, ...]:
    return tuple(
        _at(record, place)
        if place and not any(name in record.attributes for name in _NAMES)
        else record
        for record, place in zip(records, places, strict=True)
    )


def _at(record: Record, place: str) -> Record:
    """Return a record with its place, which is no summary of it."""
    summary = "" if record.summary == place else record.summary
    return replace(record, summary=summary, attributes={"location": place, **record.attributes})


def _addresses(records: tuple[Record, ...]) -> Sequence[str]:
    """Return the short lines of each record that are an address, or of what is for sale the place
    before the day of its advert, if most records have one.
    """
    for place_in in (_address_in, *[_place_before_day] * _are_sold(records)):
        own = map(place_in, records)
        pairs = zip(own, records, strict=True)
        addresses = ["" if place == record.title else place for place, record in pairs]
        if sum(map(bool, addresses)) >= max(_OWN * len(addresses), 2):
            return said_alike(records, addresses, _may_be_address, _OWN)
    return [""] * len(records)


def _are_sold(records: tuple[Record, ...]) -> bool:
    return sum(bool(each.price) for each in records) >= _OWN * len(records)


def _address_in(record: Record) -> str:
    return _place_of(record, _is_address_alone)


def _place_before_day(record: Record) -> str:
    """Return what stands before a dash and a day, as on boards of adverts: "Leeds - today"."""
    lines = (line.partition(" - ") for line in record.text.split("\n") if line != record.title)
    places = (place for place, _, day in lines if is_timestamp(day) and _may_be_place(place))
    return next((each for each in places if each != record.author), "")


def _may_be_address(text: str) -> bool:
    """Return whether a text may be an address where others are: names and numbers."""
    return _may_be_place(text) and any(map(str.isdigit, text)) and "," in text


def _is_address_alone(line: str) -> bool:
    return len(line.split()) <= _MOST_WORDS and _has_address(line)


def _place_of(record: Record, is_place: Callable[[str], bool]) -> str:
    """Return the lines of a record that say where, the first and those right after it."""
    place: list[str] = []
    for line in record.text.split("\n"):
        if is_place(line) and (line != record.title or _has_address(line)):
            labelled = split_label(line)
            place.append(labelled[1] if labelled else line)
        elif place and not line.startswith("-"):
            break
    return ", ".join(place)


def _is_place(line: str) -> bool:
    if not 4 < len(line) <= _MOST_CHARS or line.endswith((".", "!", "?", ":", "…")):
        return False
    if is_address(line):
        return True
    is_venue = len(line.split()) <= _MOST_WORDS and bool(names_venue(line))
    return is_venue and not date_in(line) and not _names_meeting(line)


def _said(document: Document, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the places at which sentences of the page, but for items, say that meetings are."""
    items = {at for span in spans for at in range(*span)}
    for at, text in enumerate(document.cuts.texts):
        if at in items or len(text) > _MOST_TEXT or not _may_say_where(text):
            continue
        for match in _find_where(_without_times("", " ".join(text.split()))):
            place = _ends_place(match[1])[0].strip(" ,.")
            is_named = len(place) <= _MOST_CHARS and bool(_is_proper(place))
            if is_named and (names_street(place) or names_venue(place)):
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
