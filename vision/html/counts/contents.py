"""Count what each element of a page holds: a stretch of its text, and elements by tag."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Elements, Flags, Rows, tag_mask
from pagesight.extract.page.walk import LINE_BREAK

_SPACES = np.zeros(0x3002, np.bool_)  # by code; the last is for all beyond
_SPACES[[*range(0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F,
         0x3000]] = True  # fmt: skip


@dataclass(frozen=True)
class Contents:
    """The page's text in one line, blocks apart, and where in it each element's begins and ends."""

    elements: Elements
    line: str
    start: Rows  # (elements,)
    end: Rows
    _known: dict[tuple[str, ...], Flags] = field(default_factory=dict, repr=False)

    @cached_property
    def chars(self) -> Rows:
        """Return the characters of text in each element."""
        return self.end - self.start

    def texts(self, rows: Rows, most: int) -> list[str]:
        """Return the first characters of the text of each of these elements."""
        start, end = self.start[rows], self.end[rows]
        bounds = zip(start.tolist(), np.minimum(end, start + most).tolist(), strict=True)
        line = self.line
        return [line[first:last] for first, last in bounds]

    def rows(self, *tags: str) -> Rows:
        """Return the elements of these tags, in document order."""
        return np.flatnonzero(self.of(*tags))

    def of(self, *tags: str) -> Flags:
        """Return whether each element has one of these tags."""
        if tags not in self._known:
            self._known[tags] = tag_mask(*tags)(self.elements.tag)
        return self._known[tags]

    def holds(self, *tags: str) -> Flags:
        """Return whether each element is or holds one of these tags."""
        return self.count(*tags) > 0

    def count(self, *tags: str) -> Rows:
        """Return how many elements of these tags each is or holds."""
        before = np.append(0, np.cumsum(self.of(*tags)))
        return np.asarray(before[self.elements.end] - before[:-1])


def contents(document: Document) -> Contents:
    """Return what the elements of a page hold."""
    elements, opened = document.elements, document.texts.opened
    line, begins = _line(document)
    held = np.bincount(document.texts.holder, minlength=len(elements))
    before = np.append(0, np.cumsum(held))
    first = np.searchsorted(opened, np.arange(len(elements)), "right")
    last = first + before[elements.end] - before[:-1]
    start, end = begins[first], begins[last]
    space = np.append(_codes(line) == ord(" "), False)
    start = start + (space[start] & (start < end))
    return Contents(elements, line, start, end - (space[end - 1] & (start < end)))


def _line(document: Document) -> tuple[str, Rows]:
    """Return the texts in one line, each run of white space one space, and where each begins."""
    strings = list(document.cuts.strings)
    for at in document.cuts.start.tolist():
        strings[at] = " " + strings[at]
    lengths = np.fromiter(map(len, strings), np.int64, len(strings))
    codes = _codes("".join(strings).replace(LINE_BREAK, " "))
    is_space = _is_space(codes)
    kept = ~is_space
    kept[1:] |= kept[:-1]
    place = np.append(0, np.cumsum(kept))
    line = np.where(is_space, codes.dtype.type(ord(" ")), codes)[kept]
    encoding = "ascii" if codes.dtype == np.uint8 else "utf-32-le"
    return line.tobytes().decode(encoding, "replace"), place[np.append(0, np.cumsum(lengths))]


def _codes(text: str) -> NDArray[np.integer[Any]]:
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "replace"), "<u4")


def _is_space(codes: NDArray[np.integer[Any]]) -> Flags:
    """Return whether each character is white space."""
    if codes.dtype == np.uint8:
        return codes <= ord(" ")
    return np.asarray(_SPACES[np.minimum(codes, len(_SPACES) - 1)])
