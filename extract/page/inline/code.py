"""Leave out what pages put beside code and in it: line numbers, buttons that copy it."""

import re
from collections.abc import Callable

import numpy as np

from pagesight.extract.page.dom import CODE, PRE
from pagesight.extract.page.elements import Elements, Flags
from pagesight.extract.page.walk import LINE_BREAK, Texts

_names_numbers = re.compile(
    r"(?:^|[\s_-])(?:gutter|line-?nos?|line-?num(?:ber)?s?(?:-rows)?|linenodiv|ln(?:-num\w*|t)?)(?:$|[\s_-])",
    re.I,
).search
# Not "keyword-COPY", of a word in code.
_names_copying = re.compile(r"(?:^|[\s_-])(?:[Cc]opy|[Cc]lipboard|[Bb]tn-?[Cc]opy)").search
_is_of_numbers = re.compile(rf"[\s\d{LINE_BREAK}]*").fullmatch
_offers_copy = re.compile(r"\s*cop(?:y|ied)\b.{0,25}", re.I | re.S).fullmatch
_MOST_ABOVE = 4  # elements around `pre` that may name it a column of numbers
_BUTTON = CODE["button"]


def code_parts(elements: Elements, texts: Texts, in_pre: Flags) -> Flags:
    """Return which texts are none of the code: numbers of lines, and buttons that copy, (texts,).

    `in_pre` says of each element whether it is in a `pre`.
    """
    found = np.zeros(len(texts.strings), np.bool_)
    if not in_pre.any():
        return found
    inside = in_pre & (elements.tag != PRE) & (elements.tag != CODE["code"])
    numbers = _named(elements, inside, _names_numbers)
    for row in np.flatnonzero(elements.tag == PRE).tolist():
        numbers[row] = _is_column_of_numbers(elements, row)
    found |= _within(elements, texts, numbers, _is_of_numbers)
    for row in np.flatnonzero(numbers & (elements.tag == PRE)).tolist():
        own = np.flatnonzero((texts.holder >= row) & (texts.holder < elements.end[row]))
        found[own] &= found[own].all()  # else it is code with numbers in it
    buttons = (elements.tag == _BUTTON) | _named(elements, inside, _names_copying)
    found |= _within(elements, texts, buttons, _offers_copy)
    return found | _within(elements, texts, inside & (elements.tag == _BUTTON), None)


def _named(elements: Elements, rows: Flags, names: Callable[[str], object]) -> Flags:
    """Return which of these elements have a class name of that kind."""
    known: dict[str, bool] = {"": False}
    found = np.zeros(len(elements), np.bool_)
    for row in np.flatnonzero(rows).tolist():
        own = elements.classes[row]
        if own not in known:
            known[own] = bool(names(own))
        found[row] = known[own]
    return found


def _is_column_of_numbers(elements: Elements, pre: int) -> bool:
    """Return whether names say that a `pre` numbers the lines of another beside it."""
    row = pre
    for _ in range(_MOST_ABOVE):
        above = elements.parents[row]
        beside = elements.tag[above : elements.end[above]] == PRE
        if _names_numbers(elements.classes[row]) and np.count_nonzero(beside) > 1:
            return True
        row = above
    return False


def _within(
    elements: Elements, texts: Texts, flags: Flags, says: Callable[[str], object] | None
) -> Flags:
    """Return which texts are in flagged elements and say that."""
    if not flags.any():
        return np.zeros(len(texts.strings), np.bool_)
    found: Flags = elements.inside(flags)[texts.holder]
    if says is not None:
        for at in np.flatnonzero(found).tolist():
            found[at] = says(texts.strings[at]) is not None
    return found
