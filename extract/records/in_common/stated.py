"""Join to records what the page's structured data states of them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.page.addresses import path_of
from pagesight.extract.records.record import ItemType, Record

_is_web = re.compile(r"https?://\S+").fullmatch  # where an event online is: no place
_LEAST_NAME = 4  # characters of a name that is looked for in a record
_LEAST_MATCHED = 0.5  # of the things that are stated: else they are other things than the records
_TYPES: Sequence[tuple[str, ItemType]] = (
    ("Event", "event"), ("Product", "product"), ("JobPosting", "job"), ("Article", "article"),
    ("BlogPosting", "article"), ("Place", "place"), ("LocalBusiness", "place"),
)  # fmt: skip
# The attributes of a record, each with the properties that it may be stated as.
_ATTRIBUTES: Mapping[str, Sequence[str]] = {
    "startDate": ("startDate",), "endDate": ("endDate",), "eventStatus": ("eventStatus",),
    "hiringOrganization": ("hiringOrganization",), "location": ("location", "jobLocation"),
    "employmentType": ("employmentType",), "baseSalary": ("baseSalary",),
    "telephone": ("telephone",), "address": ("address",), "brand": ("brand",), "sku": ("sku",),
}  # fmt: skip
_NAMES = ("name", "headline", "title")
_DATES = ("startDate", "datePublished", "datePosted")


def with_stated(records: tuple[Record, ...], entities: Sequence[Entity]) -> tuple[Record, ...]:
    """Return the records, each with what is stated of it, if most of what is stated is of them.

    A thing is a record's by its address, else by its name and day, else by its name or the place
    where it is held. What the page shows stays, but for a title that says that place and not the
    name.
    """
    things = _of_most_usual_type(entities)
    joined = list(records)
    left = set(range(len(records)))
    for thing in things:
        number = _number_of(thing, records, sorted(left))
        if number is not None:
            left.discard(number)
            joined[number] = _joined(records[number], thing)
    matched = len(records) - len(left)
    is_list = len(things) > 1 and matched >= _LEAST_MATCHED * len(things)
    return tuple(joined) if is_list else records


def _of_most_usual_type(entities: Sequence[Entity]) -> list[Entity]:
    """Return the things of the type that most have: events, and not the places where they are."""
    types = Counter(filter(None, map(_stated_type, entities)))
    usual = next((stated_type for stated_type, _ in types.most_common(1)), None)
    return [each for each in entities if usual and _stated_type(each) == usual]


def _number_of(thing: Entity, records: Sequence[Record], left: Sequence[int]) -> int | None:
    """Return the number of the record, of those that are left, that a thing is; None of none.

    A record says the thing's name, or the place where it is held.
    """
    url, names = thing.text("url"), (_first(thing, _NAMES), thing.text("location"))
    telling = [name for name in names if len(name) >= _LEAST_NAME]
    at = (each for each in left if _is_at(url, records[each]))
    named = [each for each in left if any(name in records[each].text for name in telling)]
    day = _first(thing, _DATES)[:10]
    on_day = (each for each in named if day and records[each].date == day)
    return next(chain(at, on_day, named), None)


def _stated_type(thing: Entity) -> ItemType | None:
    return next((record_type for name, record_type in _TYPES if thing.type.endswith(name)), None)


def _is_at(url: str, record: Record) -> bool:
    """Return whether an address is the record's, which may be stated without the host."""
    return bool(url) and url in (record.url, f"/{path_of(record.url)}")


def _first(thing: Entity, names: Sequence[str]) -> str:
    """Return the first text that is stated as one of the properties; "" if none is."""
    return next(filter(None, map(thing.text, names)), "")


def _price(thing: Entity) -> str:
    """Return the price of the first offer with its currency; "" if none is stated."""
    offer = next(iter(thing.entities("offers")), Entity("Offer", {}))
    price = _first(offer, ("price", "lowPrice"))
    return f"{price} {offer.text('priceCurrency')}".strip() if price else ""


def _address(thing: Entity, name: str) -> str:
    """Return an absolute address of the web that is stated; "" for any other."""
    stated = thing.text(name)
    return stated if stated.startswith(("https://", "http://")) else ""


def _joined(record: Record, thing: Entity) -> Record:
    name = _first(thing, _NAMES)
    place, url = thing.text("location"), _address(thing, "url")
    is_place = bool(place) and place in record.title and place != name
    is_place &= name not in record.text or record.title == place
    attributes = {key: _first(thing, names) for key, names in _ATTRIBUTES.items()}
    stated = {key: value for key, value in attributes.items() if value and not _is_web(value)}
    return replace(
        record,
        title=name if name and (is_place or not record.title) else record.title,
        url=(is_place and url) or record.url or url,
        price=record.price or _price(thing),
        date=record.date or _first(thing, _DATES)[:10],
        author=record.author or thing.text("author"),
        image=record.image or _address(thing, "image"),
        attributes=stated | dict(record.attributes),
        type=_stated_type(thing) or record.type,
    )
