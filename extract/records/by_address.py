"""Correct the records of one list by the addresses to which most of them lead."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pagesight.extract.page.blocks import Block
from pagesight.extract.records.fields.links import link_in, link_named, link_texts
from pagesight.extract.records.record import Record

_FEWEST_PLACES = 3  # addresses of items that are told apart by them; by hand
_MOSTLY = 0.5  # share of the records; by hand
_until_path = re.compile(r"https?://[^/?#]+/[^/?#]+/").match
_without_www = re.compile(r"//www\.").sub
_FEWEST_IN_SECTION = 2  # records; by hand
_FIRST_LINES = 4  # of an item, in which its time may stand
_is_time = re.compile(r"[0-2]?\d[.:][0-5]\d(?: ?(?:Uhr|h|[ap]\.?m\.?))?", re.I).fullmatch


def told_apart(records: tuple[Record, ...], items: Sequence[Sequence[Block]]) -> tuple[Record, ...]:
    """Return the records; if all lead to one address, as to who wrote them, each to the first that
    no other item has.
    """
    if len(records) < _FEWEST_PLACES or len({record.url for record in records}) > 1:
        return records
    own = [list(dict.fromkeys(map(link_in, item))) for item in items]
    counts = Counter(each for addresses in own for each in addresses)
    only = [next((each for each in addresses if counts[each] == 1), "") for addresses in own]
    pairs = zip(records, only, strict=True)
    return tuple(replace(record, url=url or record.url) for record, url in pairs)


def by_address(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records without heads of sections, each titled by its own link."""
    return _led_as_most(_without_section_heads(records))


def _without_section_heads(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records without those that say no more than a name, and lead to the folder of
    others.
    """
    places = [_without_www("//", record.url.rstrip("/")) for record in records]
    folders = Counter(place.rpartition("/")[0] for place in places)
    return tuple(
        each
        for each, place in zip(records, places, strict=True)
        if not each.url
        or folders[place] < _FEWEST_IN_SECTION
        or any((each.date, each.price, each.image, each.summary))
    )


def _led_as_most(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, those that lead elsewhere than most do titled by a link beside the title
    that leads there: before it a thread has a label, "Solved".
    """
    places = [_place_in_site(record.url) for record in records]
    usual, times = Counter(places).most_common(1)[0] if places else ("", 0)
    if times < _MOSTLY * len(records) or not usual:
        return records
    pairs = zip(records, places, strict=True)
    return tuple(each if place in ("", usual) else _led_to(each, usual) for each, place in pairs)


def _led_to(record: Record, usual: str) -> Record:
    beside = (
        (text, link_named(block, text))
        for block in record.blocks
        if record.title in (texts := link_texts(block))
        for text in texts
    )
    led = (replace(record, title=text, url=url) for text, url in beside)
    return next((each for each in led if _place_in_site(each.url) == usual), record)


def _place_in_site(url: str) -> str:
    """Return an address up to the first part of its path; "" where that is all."""
    return match[0] if (match := _until_path(url)) else ""


def without_links_as_authors(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records without an author that is a link of many items, and each time another one:
    "Cached". Somebody's name leads to one page, or to the item.
    """
    counts = Counter(record.author for record in records)
    usual = {name for name, count in counts.items() if name and count >= _FEWEST_PLACES}
    places: dict[str, list[str]] = {name: [] for name in usual}
    for record in records if usual else ():
        named = (block for block in record.blocks if record.author in link_texts(block))
        if record.author in usual and (block := next(named, None)):
            places[record.author].append(link_named(block, record.author))
    own = {record.url for record in records}
    elsewhere = {
        name
        for name, authors in places.items()
        if len({*authors} - own) == counts[name] and len(authors) == counts[name]
    }
    return tuple(
        replace(record, author="") if record.author in elsewhere else record for record in records
    )


def without_repeated(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records without those that an earlier one says: of a second view, tab or list.

    On pages whose items lead to one or two addresses all may be of a template. Rows stay.
    """
    if len({record.url for record in records}) < _FEWEST_PLACES:
        return records
    named = {
        (each.url, each.title, each.date, each.price, _time_of(each)): each
        for each in reversed(records)
    }
    kept = {id(record) for record in named.values()}
    return tuple(
        record
        for record in records
        if id(record) in kept or not record.url or "td" in (b.tag for b in record.blocks[:2])
    )


def _time_of(record: Record) -> str:
    """Return the first line of an item that is a time of day: of a showing, or ""."""
    return next(filter(_is_time, record.text.split("\n")[:_FIRST_LINES]), "")
