"""The elements that hold blocks: each holds a contiguous run of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, Rows, settled

Column = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Containers:
    """Elements in document order, those around each before it; `leaf` has each block's deepest."""

    row: Rows  # in the table of all elements
    tag: Rows
    parent: Rows  # the root is its own
    start: Rows  # first block
    end: Rows  # one past the last block
    last: Rows  # one past the last container inside
    leaf: Rows  # (blocks,)
    names: list[tuple[str, str]]  # the pairs of class attribute and id there are
    name: Rows  # which pair

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def depth(self) -> Rows:
        """Return how many elements are around each."""
        return self.around(np.ones(len(self), np.int64)) - 1

    @cached_property
    def wider(self) -> Rows:
        """Return the nearest element around each that holds more blocks; the root's is itself."""
        parent = self.parent
        same = (self.start == self.start[parent]) & (self.end == self.end[parent])
        return parent[settled(np.where(same, parent, np.arange(len(self))))]

    def sums(self, values: Column) -> Column:
        """Return the sum of the blocks' values in each element."""
        running = np.zeros(len(values) + 1)
        np.cumsum(values, out=running[1:])
        return np.asarray(running[self.end] - running[self.start])

    def around(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the sum of the values of each element and those around it."""
        change = np.zeros(len(self) + 1, values.dtype)
        change[:-1] = values
        if values.dtype.kind == "f":
            change -= np.bincount(self.last, values, minlength=len(change))
        else:
            np.subtract.at(change, self.last, values)
        return np.cumsum(change[:-1])

    def nearest(self, flags: Flags) -> Rows:
        """Return the nearest flagged element at or around each; -1 if there is none.

        `flags` are (elements,), or those of several kinds, (kinds, elements).
        """
        roots = np.arange(flags.size).reshape(flags.shape)[..., :1]  # of a copy of the tree a kind
        above = np.where(flags, np.arange(len(self)), self.parent) + roots
        found = settled(above.ravel())
        flagged = flags.ravel()[found].reshape(flags.shape)
        return np.where(flagged, found.reshape(flags.shape) - roots, -1)

    def joined(
        self, values: NDArray[Any], join: Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
    ) -> NDArray[Any]:
        """Return the values of each and of all around it, joined by an operation such as maximum.

        The operation must not mind a value that is joined twice.
        """
        above = self.parent
        while above.any():
            values = join(values, values[above])
            above = above[above]
        return join(values, values[above])


def containers(document: Document) -> Containers:
    """Return the elements that hold blocks."""
    elements, cuts = document.elements, document.cuts
    text_start, text_end = document.text_bounds
    start = np.searchsorted(cuts.first, text_start)
    end = np.searchsorted(cuts.last, text_end)
    row = np.flatnonzero(end > start)
    place = np.zeros(len(elements) + 1, np.int64)
    place[1:] = np.cumsum(end > start)
    numbers: dict[tuple[str, str], int] = {}  # hashed once each, which `first_numbers` does twice
    classes, ids = elements.classes, elements.ids
    name = [numbers.setdefault((classes[at], ids[at]), len(numbers)) for at in row.tolist()]
    return Containers(
        row=row,
        tag=elements.tag[row],
        parent=place[elements.parent[row]],
        start=start[row],
        end=end[row],
        last=place[elements.end[row]],
        leaf=place[cuts.element],
        names=list(numbers),
        name=np.array(name, np.int64),
    )
