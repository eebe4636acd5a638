"""Walk a tree once: fill the element table, and list the text nodes."""

import re
from dataclasses import dataclass

import numpy as np
from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.budget import Budget
from pagesight.extract.parse.elements import Elements, Flags, Rows
from pagesight.extract.parse.tags import CODE, TAGS, Kind, kind_of

LINE_BREAK = "\x00"  # stands for `br`: no parsed text holds it
_SKIPPED, _BREAK = int(Kind.SKIPPED), int(Kind.BREAK)  # compared faster than members of an enum
_ASKED_EACH = 1000  # elements: whether there is time for more
_hides = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I).search


# An element that was skipped, such as the head; the row around it, and how many begin before it.
Passed = tuple[HtmlElement, int, int]


@dataclass(frozen=True, slots=True)
class Texts:
    """The text nodes of a page in document order; `br` is LINE_BREAK, an image an empty text."""

    strings: list[str]
    holder: Rows  # the element that each is a child of; of `br` and images, themselves
    opened: Rows  # how many elements begin before each
    passed: list[Passed]
    unread: HtmlElement | None = None  # the first that there was no time for


class _Codes(dict[str, int]):
    """The number of each tag, and how text runs through each number's elements."""

    def __init__(self, skipped: frozenset[str]) -> None:
        super().__init__(CODE)
        self._skipped = skipped
        self.kinds = [int(kind_of(tag, skipped)) for tag in TAGS]

    def __missing__(self, tag: str) -> int:
        self.kinds.append(int(kind_of(tag, self._skipped)))
        code = self[tag] = len(self)
        return code


def walk(tree: HtmlElement, skipped: frozenset[str], budget: Budget) -> tuple[Elements, Texts]:
    """Return the elements of a tree and the texts in them, without those of skipped tags.

    One loop: a call an element would cost as much as all the rest. What follows from the order of
    the rows is computed from it afterwards.
    """
    codes = _Codes(skipped)
    kinds = codes.kinds
    tags: list[int] = []
    parents: list[int] = []
    ends: list[int] = []
    attributes: list[list[tuple[str, str]]] = []
    strings: list[str] = []
    holders: list[int] = []
    opened: list[int] = []
    passed: list[Passed] = []
    row, is_skipped, asking, unread = 0, False, _ASKED_EACH, None
    walker = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            code = codes[element.tag]
            if kinds[code] == _SKIPPED:
                walker.skip_subtree()
                passed.append((element, row, len(tags)))
                is_skipped = True
                continue
            if len(tags) == asking:
                if budget.ends_reading(asking):
                    unread = element
                    break
                asking += _ASKED_EACH
            parents.append(row)
            row = len(tags)
            tags.append(code)
            ends.append(0)
            attributes.append(element.items())
            if kinds[code] >= _BREAK:
                strings.append(LINE_BREAK if kinds[code] == _BREAK else "")
                holders.append(row)
                opened.append(row + 1)
            text = element.text
        else:
            if is_skipped:
                is_skipped = False
            else:
                ends[row] = len(tags)
                row = parents[row]
            text = element.tail
        if text:
            strings.append(text)
            holders.append(row)
            opened.append(len(tags))
    while unread is not None and not ends[row]:
        ends[row] = len(tags)
        row = parents[row]
    tag, parent, end = np.array(tags), np.array(parents), np.array(ends)
    kind = np.array(kinds, np.int8)[tag]
    classes, ids, hides, styles = _named(attributes)
    elements = Elements(
        tuple(codes), tag, parent, end, kind, classes, ids, hides, attributes, styles
    )
    holder, before = np.array(holders, np.int64), np.array(opened, np.int64)
    return elements, Texts(strings, holder, before, passed, unread)


def _named(
    attributes: list[list[tuple[str, str]]],
) -> tuple[list[str], list[str], Flags, dict[int, str]]:
    """Return the class and the id of each element, whether its own attributes hide it, styles."""
    styles: dict[int, str] = {}
    classes, ids = [""] * len(attributes), [""] * len(attributes)
    hides = np.zeros(len(attributes), np.bool_)
    for row, own in enumerate(attributes):
        for name, value in own:
            if name == "class":
                classes[row] = value
            elif name == "id":
                ids[row] = value
            elif name == "style":
                styles[row] = value
                if _hides(value):
                    hides[row] = True
            elif name == "hidden" or (name == "aria-hidden" and value == "true"):
                hides[row] = True
    return classes, ids, hides, styles
