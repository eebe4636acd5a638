"""Number the steps of instructions by the numbers that stand alone before them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pagesight.extract.markdown.enclosing import Enclosing, Unit

_FEWEST_STEPS = 2
_is_number = re.compile(r"0?(\d{1,2})(?:\\?[.)])?").fullmatch
_takes_no_number = re.compile(r"[^\w#*_\"“‘«¿¡(\[]|\d").match
_put_number = re.compile(r"(?:#+ )?").sub


def with_numbers(units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units, with numbers that stand alone and count up from 1 in those behind them.

    So steps are numbered, over headings and paragraphs and in lists.
    """
    units = tuple(_in_items(units))
    numbers: dict[int, int] = {}
    for at, (unit, behind) in enumerate(pairwise(units)):
        is_next = _number_alone(unit) == len(numbers) + 1
        is_in_list = unit.enclosings or behind.enclosings
        if is_next and not is_in_list and not _takes_no_number(behind.lines[0]):
            numbers[at + 1] = len(numbers) + 1
    for at, unit in enumerate(units):
        if len(numbers) < _FEWEST_STEPS or not {at, at + 1} & numbers.keys():
            yield unit
        elif at in numbers:
            first = _put_number(rf"\g<0>{numbers[at]}. ", unit.lines[0], 1)
            yield replace(unit, lines=(first, *unit.lines[1:]))


def _number_alone(unit: Unit) -> int | None:
    """Return the number that a unit is, None if it says more."""
    number = _is_number(unit.lines[0]) if len(unit.lines) == 1 else None
    return int(number[1]) if number else None


def _in_items(units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units; items of a list that begin with their numbers have them as their marks."""
    lists: dict[str, dict[str, int]] = {}  # the place of the unit that is each item's number
    begun: Sequence[Enclosing] = ()
    for at, (unit, behind) in enumerate(pairwise(units)):
        item = unit.enclosings[-1] if unit.enclosings else None
        is_first = item is not None and item.tag == "li" and item not in begun
        begun = unit.enclosings
        if item is not None and is_first and behind.enclosings[: len(begun)] == begun:
            own = lists.setdefault(item.list_path, {})
            if _number_alone(unit) == len(own) + 1:
                own[item.path] = at
    counted = [own for own in lists.values() if len(own) >= _FEWEST_STEPS]
    numbers = {path: number for own in counted for number, path in enumerate(own, 1)}
    dropped = {at for own in counted for at in own.values()}
    for at, unit in enumerate(units):
        if at not in dropped:
            yield replace(
                unit, enclosings=tuple(_numbered(each, numbers) for each in unit.enclosings)
            )


def _numbered(item: Enclosing, numbers: Mapping[str, int]) -> Enclosing:
    number = numbers.get(item.path)
    return item if number is None else replace(item, list_tag="ol", number=number)
