"""The element table of a page: one row an element that may hold text, numbers in numpy columns."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from pagesight.extract.page.dom import ANCHOR, CODE, HEADING_TAGS, TAGS, Kind
from pagesight.extract.text.class_names import plain
from pagesight.extract.text.lines import Lines

Rows = NDArray[np.integer[Any]]
Flags = NDArray[np.bool_]
Value = TypeVar("Value", bound=Hashable)
# Name -> the rows that have it, in order, and its value in each. Two lists: a tuple for each
# attribute would give the garbage collector a quarter more to look through.
ByAttribute = dict[str, tuple[list[int], list[str]]]

MAX_DEPTH = 200  # of paths: deeper elements count as their ancestor of this depth


def resolve_pointers(above: Rows) -> Rows:
    """Return where each gets by following the pointers to their end.

    >>> resolve_pointers(np.array([0, 0, 1, 2, 4])).tolist()
    [0, 0, 0, 0, 4]
    """
    while ((further := above.take(above)) != above).any():
        above = further
    return above


def first_numbers(values: Sequence[Value]) -> tuple[list[Value], Rows]:
    """Return the different values in the order in which they come, and the number of each.

    >>> found, numbers = first_numbers(["b", "a", "b"])
    >>> found, numbers.tolist()
    (['b', 'a'], [0, 1, 0])
    """
    numbers = dict(zip(dict.fromkeys(values), count(), strict=False))
    return list(numbers), np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))


def tag_mask(*tags: str) -> Callable[[Rows], Flags]:
    """Return what finds the codes of these tags, in an eighth of `np.isin`'s time."""
    table = np.zeros(len(TAGS) + 1, np.bool_)  # by code, of all unknown tags one
    table[[CODE[tag] for tag in tags]] = True

    def have(codes: Rows) -> Flags:
        return table[np.minimum(codes, len(TAGS))]

    return have


are_headings = tag_mask(*HEADING_TAGS)


def within(spans: Iterable[tuple[int, int]], size: int) -> Flags:
    """Return which of so many blocks are in the spans, from a first up to the end of each.

    >>> within([(1, 3)], 4).tolist()
    [False, True, True, False]
    """
    inside = np.zeros(size, np.bool_)
    for start, end in spans:
        inside[start:end] = True
    return inside


_rules = tag_mask(*HEADING_TAGS, "pre")  # over what they hold


@dataclass(frozen=True)
class _ByName:
    """The elements of each name there is, in order."""

    rows: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, named: Iterable[tuple[int, str]]) -> "_ByName":
        rows: dict[str, list[int]] = defaultdict(list)
        for row, name in named:
            rows[name].append(row)
        return cls(dict(rows))

    @cached_property
    def lines(self) -> Lines:
        """Return the names, a line each."""
        return Lines(self.rows)

    def holding(self, parts: Iterable[str]) -> list[tuple[str, Sequence[int]]]:
        """Return the names that have one of some parts in small letters, with their elements."""
        numbers = self.lines.holding(parts)
        every = list(self.rows.items()) if numbers else []
        return [every[at] for at in numbers]

    def called(self, names: Callable[[str], object], parts: Iterable[str]) -> list[int]:
        """Return the elements of the names that have a part and that a function finds."""
        return [row for name, rows in self.holding(parts) if names(name) for row in rows]


@dataclass(frozen=True)
class Elements:
    """The table. Rows are in document order; skipped elements have none, nor what is in them."""

    names: tuple[str, ...]  # the tag of each code
    tag: Rows  # its code
    parent: Rows  # its row; the root is its own
    end: Rows  # one past the last row inside
    kind: Rows  # how text runs through it: a `Kind`
    by_attribute: ByAttribute
    classes: list[str]  # the class attribute
    ids: list[str]
    hides: Flags  # whether its own attributes hide it
    styles: Mapping[int, str]  # the style attributes there are
    nodes: Sequence[HtmlElement]  # of the tree

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def by_class(self) -> Mapping[str, Sequence[int]]:
        """Return the elements of each class attribute there is, in order."""
        return self._by_class.rows

    @property
    def class_names(self) -> str:
        """Return the different class attributes in small letters, a line each."""
        return self._by_class.lines.text

    def with_class(self, names: Callable[[str], object], *parts: str) -> list[int]:
        """Return which have a class attribute that is such a name, and so has one of some parts.

        The parts are in small letters; they are looked for first, which costs less.
        """
        return self._by_class.called(names, parts)

    def with_id(self, names: Callable[[str], object], *parts: str) -> list[int]:
        """Return which have an id that is such a name, and so has one of some parts."""
        return self._by_id.called(names, parts)

    def called(self, names: Callable[[str], object], *parts: str) -> Flags:
        """Return which have a class or an id that is such a name, (elements,).

        Names are read in small letters, with a hyphen between their words. If parts are given,
        each such name has one of them, be it without the hyphens.
        """
        flags = np.zeros(len(self), np.bool_)
        for each in (self._by_class, self._by_id):
            for own, rows in each.holding(parts) if parts else each.rows.items():
                if names(plain(own)):
                    flags[rows] = True
        return flags

    @cached_property
    def _by_class(self) -> "_ByName":
        return _ByName.of(self.values("class"))

    @cached_property
    def _by_id(self) -> "_ByName":
        return _ByName.of(self.values("id"))

    @cached_property
    def depth(self) -> Rows:
        """Return how many elements are around each."""
        return self.around(np.ones(len(self), np.bool_)) - 1

    @cached_property
    def hidden(self) -> Flags:
        """Return whether the attributes of each, or of an element around it, hide it."""
        return self.inside(self.hides)

    @cached_property
    def linked(self) -> Flags:
        """Return whether each is in a link, or one.

        What a link leads to may be named by an anchor, which in old pages is often not closed.
        """
        is_link = self.tag == ANCHOR
        for row, _ in self.values("name"):
            is_link[row] &= "href" in self.nodes[row].attrib
        return self.inside(is_link)

    @cached_property
    def block(self) -> Rows:
        """Return the element that names the tag of blocks in each.

        It is the nearest block-level element; headings and `pre` rule over what they hold.
        """
        nearest = np.where(self.kind == Kind.BLOCK, np.arange(len(self)), self.parent)
        nearest = resolve_pointers(nearest)
        limit = 0
        for row in np.flatnonzero(_rules(self.tag)).tolist():
            if row >= limit:
                limit = int(self.end[row])
                nearest[row:limit] = row
        return nearest

    @cached_property
    def number(self) -> Rows:
        """Return the position of each among its siblings of the same tag, from 1."""
        group = self.parent * len(self.names) + self.tag
        group[0] = -1
        order = np.argsort(group, kind="stable")
        ordered = group[order]
        first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
        sizes = np.diff(np.append(first, len(order)))
        numbers = np.empty(len(order), np.int64)
        numbers[order] = np.arange(len(order)) - np.repeat(first, sizes) + 1
        return numbers

    def own(self, row: int) -> Mapping[str, str]:
        """Return the attributes of an element."""
        attributes: Mapping[str, str] = self.nodes[row].attrib
        return attributes

    def values(self, attribute: str) -> Iterator[tuple[int, str]]:
        """Yield the rows that have an attribute, in order, with its value."""
        return zip(*self.by_attribute.get(attribute, ((), ())), strict=True)

    def before(self, row: int) -> Iterator[int]:
        """Yield the siblings before an element, the nearest first."""
        parents = self.parents
        above = parents[row]
        while row - 1 > above:
            row -= 1
            while parents[row] != above:
                row = parents[row]
            yield row

    @property
    def listed_descriptions(self) -> Flags:
        """Which are the `dd` of lists that have more of them than of `dt`, which head them."""
        is_line, is_head = (self.tag == CODE[name] for name in ("dd", "dt"))
        lines, heads = (
            np.bincount(self.parent[flags], minlength=len(self)) for flags in (is_line, is_head)
        )
        descriptions: Flags = is_line & (lines > heads)[self.parent]
        return descriptions

    def after(self, row: int) -> Iterator[int]:
        """Yield the siblings after an element."""
        limit = int(self.end[self.parents[row]])
        while row and (row := int(self.end[row])) < limit:
            yield row

    def around(self, flags: Flags) -> Rows:
        """Return how many of the flagged elements are around each, itself among them."""
        change = np.zeros(len(self) + 1, np.int64)
        change[:-1] = flags
        change -= np.bincount(self.end[flags], minlength=len(change))
        return np.cumsum(change[:-1])

    def inside(self, flags: Flags) -> Flags:
        """Return whether each is flagged, or an element around it is."""
        return self.around(flags) > 0 if flags.any() else flags.copy()

    def nearest(self, flags: Flags) -> Rows:
        """Return the nearest flagged element at or around each; -1 if there is none."""
        if not flags.any():
            return np.full(len(self), -1)
        rows = resolve_pointers(np.where(flags, np.arange(len(self)), self.parent))
        return np.where(flags[rows], rows, -1)

    def common(self, first: int, last: int) -> int:
        """Return the deepest element that holds two others, `first` not after `last`."""
        while last >= self.end[first]:
            first = self.parents[first]
        return first

    @cached_property
    def parents(self) -> list[int]:
        """Return `parent` as a list, which is faster to look up one by one."""
        rows: list[int] = self.parent.tolist()
        return rows

    def chain(self, row: int) -> list[int]:
        """Return the rows from the root down to an element; at most MAX_DEPTH of them."""
        rows = [row]
        while row:
            row = self.parents[row]
            rows.append(row)
        return rows[::-1][:MAX_DEPTH]
