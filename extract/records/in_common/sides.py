"""Name the items that are matches by both sides: "Ajax – Feyenoord"."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.elements import Elements
from pagesight.extract.records.record import Record
from pagesight.extract.text.class_names import hyphenated

_LEVELS, _MOST_STEPS = 3, 8  # elements around a name that say its place; that are looked at
_MOST_CLASSES = 200  # characters of class names that are read
_MOST_NAME = 40  # characters of a side
_MOST_BETWEEN = 12  # characters between the sides: a score, a time
_MOST_BLOCKS = 60  # of an item: more are no match
# Of the items that have two sides, so many must show what no other list does: a score between, or a
# class that says so. By hand.
_FEWEST_TOLD, _LEAST_TOLD = 3, 0.3
_is_score = re.compile(
    r"\W*\d{1,3}\s?(?:[-–:x]\s?|\s[^\W\d]{1,4}\s)\d{1,3}\W*|\W*(?:vs?|gegen|contre|contra)\W*", re.I
).fullmatch
_is_time = re.compile(r"\W*\d?\d:\d\d\W*").fullmatch
_SIDE = r"teams?|home|away|guest|hosts?|opponents?|competitors?|heim|gast|gegner"
_says_side = re.compile(rf"(?<![a-z])(?:{_SIDE})(?![a-z])", re.I).search
_tells_apart = re.compile(
    rf"(?<![a-z])(?:{_SIDE}|left|right|first|second|last|win(?:ner|s)?|los(?:er|t|s))(?![a-z])",
    re.I,
).search
# What the winner's name has around it.
_FORMS = frozenset({"a", "b", "strong", "em", "i", "u", "span", "font"})


PlaceOf = Callable[[int], tuple[str, ...]]  # of an element, by row


def titled_by_sides(records: tuple[Record, ...], elements: Elements) -> tuple[Record, ...]:
    """Return the records, those of matches titled by both sides where one or the day is the title.

    Two names that stand in elements alike are sides if in enough items a score is between them, or
    a class calls them teams.
    """
    place_of = cache(partial(_place_of, elements))
    places = Counter(_title_places(records, place_of))
    place = places.most_common(1)[0][0] if places else ()
    pairs = [_sides(record, place, place_of) for record in records]
    named_by_sides = sum(
        _are_told(pair, record, elements) for pair, record in zip(pairs, records, strict=True)
    )
    if named_by_sides < max(_FEWEST_TOLD, _LEAST_TOLD * len(records)):
        return records
    return tuple(
        replace(record, title=" – ".join(block.text for block in pair)) if pair else record
        for pair, record in zip(pairs, records, strict=True)
    )


def _title_places(records: Sequence[Record], place_of: PlaceOf) -> Iterator[tuple[str, ...]]:
    """Yield the places of the titles that are one of two sides."""
    for record in records:
        title = next((block for block in record.blocks if block.text == record.title), None)
        place = place_of(title.element) if title else ()
        if title and title in _sides(record, place, place_of):
            yield place


def _sides(record: Record, place: tuple[str, ...], place_of: PlaceOf) -> Sequence[Block]:
    """Return the two blocks of an item that stand at a place and name something, with no more than
    a score between; none of an item without.
    """
    if len(record.blocks) > _MOST_BLOCKS:
        return ()
    alike = [block for block in record.blocks if place_of(block.element) == place]
    named = [block for block in alike if _may_be_name(block.text)]
    if len(named) != 2 or any(len(b.text) > _MOST_NAME or "\n" in b.text for b in named):
        return ()
    return named if len(_between(named, record)) <= _MOST_BETWEEN else ()


def _may_be_name(text: str) -> bool:
    return not _is_score(text) and 2 * sum(map(str.isalpha, text)) >= len(text) > 0


def _are_told(pair: Sequence[Block], record: Record, elements: Elements) -> bool:
    """Return whether something says of two names that they are sides."""
    between = _between(pair, record) if pair else ""
    is_score = bool(_is_score(between)) and not _is_time(between)
    return is_score or (bool(pair) and all(_is_called_side(block, elements) for block in pair))


def _between(pair: Sequence[Block], record: Record) -> str:
    first, last = (block.order for block in pair)
    return " ".join(b.text for b in record.blocks if first < b.order < last and b.text)


def _is_called_side(block: Block, elements: Elements) -> bool:
    return any(_says_side(hyphenated(name)) for _, name in _around(elements, block.element))


def _place_of(elements: Elements, row: int) -> tuple[str, ...]:
    """Return the tags of a block's element and those close around it, with their classes but for
    those that say which side it is.
    """
    return tuple(
        tag if _tells_apart(hyphenated(classes)) else f"{tag}.{classes}"
        for tag, classes in _around(elements, row)
    )


def _around(elements: Elements, row: int) -> list[tuple[str, str]]:
    """Return the tag and classes of an element and of those close around but of form."""
    around: list[tuple[str, str]] = []
    for _ in range(_MOST_STEPS):
        tag = elements.names[elements.tag[row]]
        if tag not in _FORMS:
            around.append((tag, elements.classes[row][:_MOST_CLASSES]))
        if not row or len(around) == _LEVELS:
            break
        row = elements.parents[row]
    return around
