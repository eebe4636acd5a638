"""Number the texts of elements: where they begin and end, and the characters before each."""

import re
from bisect import bisect_left

import numpy as np

from pagesight.extract.page.document import Document

_BLANK = "\x00 \n\t\r\xa0"
_JOINT = "\x01"  # between two texts
# Where no space belongs between two texts: "<a>flour</a>, sifted", "<sup>1</sup>⁄<sub>2</sub>".
_glue = re.compile(
    rf"(?<=\S){_JOINT}(?=[,.;:!?)\]…](?!\w))|(?<=[(\[’]){_JOINT}(?=\S)"
    rf"|(?<=\d){_JOINT}(?=[/⁄])|(?<=[/⁄]){_JOINT}(?=\d)"
).sub


class TextSpans:
    """The first and one past the last text of each element; characters that can be seen."""

    def __init__(self, document: Document) -> None:
        """Take a page."""
        texts, elements = document.texts, document.elements
        start, end = document.text_bounds
        self._strings = texts.strings
        self.start: list[int] = start.tolist()
        self.end: list[int] = end.tolist()
        seen = (document.hider[texts.holder] < 0).tolist()
        pairs = zip(texts.strings, seen, strict=True)
        self.sizes = [len(text.strip(_BLANK)) if shown else 0 for text, shown in pairs]
        self._before: list[int] = [0, *np.cumsum(self.sizes).tolist()]
        unlinked = np.where(elements.linked[texts.holder], 0, self.sizes)
        self._unlinked_before: list[int] = [0, *np.cumsum(unlinked).tolist()]

    def chars(self, first: int, last: int) -> int:
        """Return the characters of the texts from `first` up to `last`."""
        return self._before[max(first, last)] - self._before[first]

    def unlinked_chars(self, first: int, last: int) -> int:
        """Return the characters of the texts from `first` up to `last` that are in no link."""
        return self._unlinked_before[max(first, last)] - self._unlinked_before[first]

    def of(self, row: int) -> int:
        """Return the characters of the texts in an element."""
        return self.chars(self.start[row], self.end[row])

    def said(self, first: int, last: int, most: int) -> str:
        """Return what is seen of the texts from `first` up to `last`; "" if it is too long."""
        if self.chars(first, last) > most:
            return ""
        shown = (self._strings[at] for at in range(first, last) if self.sizes[at])
        return " ".join(_glue("", _JOINT.join(shown)).replace(_JOINT, " ").split())

    def texts(self, first: int, last: int) -> list[str]:
        """Return each that can be seen of the texts from `first` up to `last`."""
        shown = range(first, min(last, len(self.sizes)))
        return [" ".join(self._strings[at].split()) for at in shown if self.sizes[at]]

    def rows(self, first: int, last: int) -> list[int]:
        """Return the elements that hold texts, all of them between `first` and `last`."""
        begin, stop = bisect_left(self.start, first), bisect_left(self.start, last)
        return [row for row in range(begin, stop) if self.start[row] < self.end[row] <= last]
