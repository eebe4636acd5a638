"""What each element of a page holds, told without walking it again: text, and elements by tag."""

from collections.abc import Sequence
from itertools import accumulate

from lxml import etree
from lxml.html import HtmlElement


class Subtrees:
    """A page's elements in document order, and the stretches of text and elements inside each.

    The text is held once, however deep the elements nest: `text_content()` would copy it at every
    level, in time and memory that grow as the square of the depth.
    """

    def __init__(self, tree: HtmlElement) -> None:
        """Walk the tree once."""
        self.elements: list[HtmlElement] = []
        self._numbers: dict[HtmlElement, int] = {}
        self._ends: list[int] = []  # one past the last element inside
        self._text_at: list[tuple[int, int]] = []
        self._line_at: list[tuple[int, int]] = []
        self._counts: dict[tuple[str, ...], Sequence[int]] = {}
        text, line = _Text(), _Line()
        for event, element in etree.iterwalk(tree, events=("start", "end")):
            if event == "start":
                self._numbers[element] = len(self.elements)
                self.elements.append(element)
                self._ends.append(0)
                self._text_at.append((text.length, 0))
                self._line_at.append((line.length, 0))
                added = element.text
            else:
                number = self._numbers[element]
                self._ends[number] = len(self.elements)
                self._text_at[number] = self._text_at[number][0], text.length
                self._line_at[number] = self._line_at[number][0], line.length
                added = element.tail if element is not tree else None
            if added:
                text.add(added)
                line.add(added)
        self._text, self._line = "".join(text.pieces), "".join(line.pieces)

    def text(self, element: HtmlElement, most: int) -> str:
        """Return the first characters of the element's text as it is written."""
        start, end = self._text_at[self._numbers[element]]
        return self._text[start : min(end, start + most)]

    def chars(self, element: HtmlElement) -> int:
        """Return the characters of the element's text as it is written."""
        start, end = self._text_at[self._numbers[element]]
        return end - start

    def line(self, element: HtmlElement, most: int) -> str:
        """Return the first characters of the element's text, white space collapsed."""
        start, end = self._trimmed(element)
        return self._line[start : min(end, start + most)]

    def line_chars(self, element: HtmlElement) -> int:
        """Return the characters of the element's text, white space collapsed."""
        start, end = self._trimmed(element)
        return end - start

    def line_has(self, element: HtmlElement, part: str) -> bool:
        """Tell whether the element's text, white space collapsed, has that part."""
        return self._line.find(part, *self._trimmed(element)) >= 0

    def count(self, element: HtmlElement, *tags: str) -> int:
        """Return how many of these tags there are, the element and all inside it."""
        counts = self._counts.get(tags)
        if counts is None:
            found = (each.tag in tags for each in self.elements)
            counts = self._counts[tags] = list(accumulate(found, initial=0))
        number = self._numbers[element]
        return counts[self._ends[number]] - counts[number]

    def _trimmed(self, element: HtmlElement) -> tuple[int, int]:
        start, end = self._line_at[self._numbers[element]]
        start += self._line.startswith(" ", start, end)
        return start, end - self._line.endswith(" ", start, end)


class _Text:
    """Pieces of text and their length together."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)


class _Line(_Text):
    """Pieces of text in which each run of white space, over their ends too, is one space."""

    def add(self, text: str) -> None:
        words = " ".join(text.split())
        spaced = not self.pieces or self.pieces[-1].endswith(" ")
        before = " " if text[0].isspace() and not spaced else ""
        after = " " if words and text[-1].isspace() else ""
        if before or words:
            super().add(before + words + after)
