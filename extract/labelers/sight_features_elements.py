"""The elements above a page's blocks: each covers a contiguous run of blocks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.sight_features_text import Column
from pagesight.extract.parse.blocks import Ancestor, Block

Indices = NDArray[np.integer[Any]]

_name_words = re.compile(r"[A-Z]?[a-z]+|[A-Z]+").findall
_MOST_NAME_WORDS = 1000  # of an element
_LONGEST_NAME_WORD = 20  # longer runs of letters are made by programs


@dataclass(frozen=True)
class Elements:
    """Elements in document order, parents first; `leaf` has the deepest one of each block."""

    tags: tuple[str, ...]  # (elements,)
    names: tuple[tuple[str, ...], ...]  # words of class names and id
    parent: Indices  # (elements,); the root is its own
    start: Indices  # first block
    end: Indices  # one past the last block
    leaf: Indices  # (blocks,)

    @cached_property
    def depth(self) -> Indices:
        """Return how many elements are above each."""
        depths = [0] * len(self.tags)
        for element, parent in enumerate(self.parent.tolist()[1:], start=1):
            depths[element] = depths[parent] + 1
        return np.array(depths, np.int64)

    @cached_property
    def wider(self) -> Indices:
        """Return the nearest element above each that covers more blocks; the root's is itself."""
        start, end, parents = self.start.tolist(), self.end.tolist(), self.parent.tolist()
        wider = [0] * len(parents)
        for element, parent in enumerate(parents[1:], start=1):
            same = start[parent] == start[element] and end[parent] == end[element]
            wider[element] = wider[parent] if same else parent
        return np.array(wider, np.int64)

    @cached_property
    def kind(self) -> Indices:
        """Return a number for each element's tag and class names together."""
        numbers: dict[tuple[str, tuple[str, ...]], int] = {}
        kinds = zip(self.tags, self.names, strict=True)
        return np.array([numbers.setdefault(kind, len(numbers)) for kind in kinds], np.int64)

    def sums(self, values: Column) -> Column:
        """Return the sum of the blocks' values within each element."""
        running = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
        total: Column = running[self.end] - running[self.start]
        return total


def elements(blocks: Sequence[Block]) -> Elements:
    """Return the elements above the blocks, of which there is at least one."""
    tree = _Builder()
    leaf = [tree.add(block, order) for order, block in enumerate(blocks)]
    tree.close(0, len(blocks))
    return Elements(
        tags=tuple(tree.tags),
        names=tuple(tree.names),
        parent=np.array(tree.parent, np.int64),
        start=np.array(tree.start, np.int64),
        end=np.array(tree.end, np.int64),
        leaf=np.array(leaf, np.int64),
    )


class _Builder:
    """Opens and closes elements from one block to the next."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.names: list[tuple[str, ...]] = []
        self.parent: list[int] = []
        self.start: list[int] = []
        self.end: list[int] = []
        self._steps: list[str] = []
        self._open: list[int] = []
        self._known_names: dict[Ancestor, tuple[str, ...]] = {}

    def add(self, block: Block, order: int) -> int:
        """Return the block's deepest element."""
        steps = block.path.split("/")[1 : len(block.ancestors) + 1]
        shared = 0
        for old, new in zip(self._steps, steps, strict=False):
            if old != new:
                break
            shared += 1
        self.close(shared, order)
        for ancestor in block.ancestors[shared:]:
            self.parent.append(self._open[-1] if self._open else 0)
            self._open.append(len(self.tags))
            self.tags.append(ancestor.tag)
            self.names.append(self._names_of(ancestor))
            self.start.append(order)
            self.end.append(order + 1)
        self._steps = steps
        return self._open[-1]

    def close(self, depth: int, order: int) -> None:
        """Close the elements below that depth, which end before the block of that order."""
        for element in self._open[depth:]:
            self.end[element] = order
        del self._open[depth:]

    def _names_of(self, ancestor: Ancestor) -> tuple[str, ...]:
        known = self._known_names.get(ancestor)
        if known is None:
            found = _name_words(" ".join((*ancestor.classes, ancestor.id)))
            short = (word.lower() for word in found if 1 < len(word) <= _LONGEST_NAME_WORD)
            known = tuple(islice(dict.fromkeys(short), _MOST_NAME_WORDS))
            self._known_names[ancestor] = known
        return known
