"""Join to records what the page's structured data states of them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.records.record import ItemType, Record

_is_web = re.compile(r"https?://\S+").fullmatch  # where an event online is: no place
_LEAST_NAME = 4  # characters of a name that is looked for in a record
_LEAST_MATCHED = 0.5  # of the things that are stated: else they are other things than the records
_TYPES: Sequence[tuple[str, ItemType]] = (
    ("Event", "event"), ("Product", "product"), ("JobPosting", "job"), ("Article", "article"),
    ("BlogPosting", "article"), ("Place", "place"), ("LocalBusiness", "place"),
)  # fmt: skip
_ATTRIBUTES = ("startDate", "endDate", "eventStatus", "hiringOrganization", "location", "telephone")


def with_stated(records: tuple[Record, ...], entities: Sequence[Entity]) -> tuple[Record, ...]:
    """Return the records, each with what is stated of it, if most of what is stated is of them.

    A thing is a record's by its address, else by its name, else by the place where it is held.
    What the page shows stays, but for a title that says that place and not the name.
    """
    things = [each for each in entities if _stated_type(each)]
    found = list(records)
    left = set(range(len(records)))
    for thing in things:
        number = next((each for each in sorted(left) if _is_of(thing, records[each])), None)
        if number is not None:
            left.discard(number)
            found[number] = _joined(records[number], thing)
    matched = len(records) - len(left)
    is_list = len(things) > 1 and matched >= _LEAST_MATCHED * len(things)
    return tuple(found) if is_list else records


def _stated_type(thing: Entity) -> ItemType | None:
    return next((kind for name, kind in _TYPES if thing.type.endswith(name)), None)


def _is_of(thing: Entity, record: Record) -> bool:
    """Return whether a thing is the record's: no other has its address or says its name."""
    url = thing.text("url")
    if url and url == record.url:
        return True
    names = (thing.text("name") or thing.text("headline"), thing.text("location"))
    return any(len(name) >= _LEAST_NAME and name in record.text for name in names)


def _address(thing: Entity, name: str) -> str:
    """Return an absolute address of the web that is stated; "" for any other."""
    stated = thing.text(name)
    return stated if stated.startswith(("https://", "http://")) else ""


def _joined(record: Record, thing: Entity) -> Record:
    name = thing.text("name") or thing.text("headline")
    place, url = thing.text("location"), _address(thing, "url")
    is_place = bool(place) and place in record.title and name not in record.text
    found = {key: thing.text(key) for key in _ATTRIBUTES}
    stated = {key: value for key, value in found.items() if value and not _is_web(value)}
    return replace(
        record,
        title=name if name and (is_place or not record.title) else record.title,
        url=(is_place and url) or record.url or url,
        date=record.date or (thing.text("startDate") or thing.text("datePublished"))[:10],
        image=record.image or _address(thing, "image"),
        attributes=stated | dict(record.attributes),
        type=_stated_type(thing) or record.type,
    )
