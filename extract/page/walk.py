"""Walk a tree once: fill the element table, and list the text nodes."""

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.budget import Budget
from pagesight.extract.page.dom import CODE, TAGS, Kind, kind_of
from pagesight.extract.page.elements import ByAttribute, Elements, Flags, Rows, resolve_pointers

LINE_BREAK = "\x00"  # stands for `br`: no parsed text holds it
_SKIPPED, _BREAK = int(Kind.SKIPPED), int(Kind.BREAK)  # compared faster than members of an enum
_STANDS_FOR = {int(Kind.BREAK): LINE_BREAK, int(Kind.IMAGE): ""}
_ASKED_EACH = 1000  # elements: whether there is time for more
_NONE: tuple[list[int], list[str]] = ([], [])
_hides = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden").search  # in small letters


# An element that was skipped, such as the head; the row around it, and how many begin before it.
SkippedElement = tuple[HtmlElement, int, int]


@dataclass(frozen=True, slots=True)
class Texts:
    """The text nodes of a page in document order; `br` is LINE_BREAK, an image an empty text."""

    strings: list[str]
    holder: Rows  # the element that each is a child of; of `br` and images, themselves
    opened: Rows  # how many elements begin before each
    passed: list[SkippedElement]
    unread: HtmlElement | None = None  # the first that there was no time for


@cache
def _kinds(skipped: frozenset[str]) -> tuple[int, ...]:
    """Return how text runs through the elements of each of TAGS."""
    return tuple(int(kind_of(tag, skipped)) for tag in TAGS)


class _Codes(dict[str, int]):
    """The number of each tag, and how text runs through each number's elements."""

    def __init__(self, skipped: frozenset[str]) -> None:
        super().__init__(CODE)
        self._skipped = skipped
        self.kinds = list(_kinds(skipped))

    def __missing__(self, tag: str) -> int:
        self.kinds.append(int(kind_of(tag, self._skipped)))
        code = self[tag] = len(self)
        return code


@dataclass(slots=True)
class _Met:
    """What the loop over a tree meets: elements that are not skipped, and text nodes."""

    nodes: list[HtmlElement] = field(default_factory=list)
    tags: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    attributes: ByAttribute = field(default_factory=lambda: defaultdict(lambda: ([], [])))
    strings: list[str] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)  # ~row for the tail of a row
    passed: list[SkippedElement] = field(default_factory=list)
    unread: HtmlElement | None = None


def walk(tree: HtmlElement, skipped: frozenset[str], budget: Budget) -> tuple[Elements, Texts]:
    """Return the elements of a tree and the texts in them, without those of skipped tags.

    What follows from the order of the rows is computed from it.
    """
    codes = _Codes(skipped)
    met = _met(tree, codes, budget)
    tag, parent = np.array(met.tags, np.int64), np.array(met.parents, np.int64)
    last = np.arange(len(tag))  # the last child of each, itself where it has none
    last[parent[1:]] = np.arange(1, len(tag))
    end = resolve_pointers(last) + 1
    kind = np.array(codes.kinds, np.int8)[tag]
    named = _named(met.attributes, len(met.tags))
    attributes = dict(met.attributes)
    elements = Elements(tuple(codes), tag, parent, end, kind, attributes, *named, met.nodes)
    return elements, _texts(met, elements)


def _met(tree: HtmlElement, codes: _Codes, budget: Budget) -> _Met:
    """Return what a tree holds, an element's tail with the element, before what is in it.

    One loop: a call an element would cost as much as all the rest.
    """
    met = _Met()
    tags, parents, attributes, passed = met.tags, met.parents, met.attributes, met.passed
    strings, holders, opened = met.strings, met.holders, met.opened
    kinds, asking, row = codes.kinds, _ASKED_EACH, 0
    rows: dict[HtmlElement | None, int] = {None: 0}  # of the elements that are not skipped
    for element in tree.iter():
        above = rows.get(element.getparent())
        if above is None:
            continue
        code = codes[element.tag]
        kind = kinds[code]
        if kind == _SKIPPED:
            passed.append((element, above, row))
            place = row
        else:
            if row == asking:
                if budget.ends_reading(row):
                    met.unread = element
                    break
                asking += _ASKED_EACH
            rows[element] = row
            tags.append(code)
            parents.append(above)
            for name, value in element.items():
                its_rows, values = attributes[name]
                its_rows.append(row)
                values.append(value)
            place = ~row
            text = element.text if kind < _BREAK else _STANDS_FOR[kind]
            row += 1
            if text is not None:
                strings.append(text)
                holders.append(row - 1)
                opened.append(row)
        if tail := element.tail:
            strings.append(tail)
            holders.append(above)
            opened.append(place)
    del rows[None]
    met.nodes.extend(rows)
    return met


def renamed(elements: Elements, skipped: frozenset[str]) -> Elements:
    """Return the table of a tree of which only tags changed since, none to or from a skipped one.

    It takes a tenth of the time of a walk.
    """
    codes = {name: code for code, name in enumerate(elements.names)}
    tag = np.array([codes[node.tag] for node in elements.nodes], np.int64)
    kinds = np.array([kind_of(name, skipped) for name in elements.names], np.int8)
    return replace(elements, tag=tag, kind=kinds[tag])


def _texts(met: _Met, elements: Elements) -> Texts:
    """Return the text nodes in document order: of those at one place the ones in the deepest first.

    Without those after the element that is not read, which are tails of the elements around it.
    """
    holder, opened = np.array(met.holders, np.int64), np.array(met.opened, np.int64)
    tails = opened < 0
    opened[tails] = elements.end[~opened[tails]]
    order = np.argsort(opened * (len(elements) + 1) - elements.depth[holder], kind="stable")
    if met.unread is not None:
        around = len(list(met.unread.iterancestors())) - 1  # the depth of what holds it
        last = opened[order] == len(elements)
        order = order[~last | (elements.depth[holder[order]] >= around)]
    strings = [met.strings[at] for at in order.tolist()]
    return Texts(strings, holder[order], opened[order], met.passed, met.unread)


def _named(
    attributes: ByAttribute, count: int
) -> tuple[list[str], list[str], Flags, dict[int, str]]:
    """Return the class and the id of each element, whether its own attributes hide it, styles."""
    columns = []
    for attribute in ("class", "id"):
        column = [""] * count
        for row, value in zip(*attributes.get(attribute, _NONE), strict=True):
            column[row] = value
        columns.append(column)
    classes, ids = columns
    styles = dict(zip(*attributes.get("style", _NONE), strict=True))
    hides = np.zeros(count, np.bool_)
    hides[attributes.get("hidden", _NONE)[0]] = True
    aria = zip(*attributes.get("aria-hidden", _NONE), strict=True)
    hides[[row for row, value in aria if value == "true"]] = True
    hides[[row for row, style in styles.items() if _hides(style.lower())]] = True
    return classes, ids, hides, styles
