"""The elements that hold blocks: each holds a contiguous run of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.text import Column, TextCounts
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, TAGS
from pagesight.extract.page.elements import Flags, Rows, resolve_pointers

RUNGS = 5  # containers looked at above a block, each wider than the one before
_TOP_RUNGS = 3  # and below the root
LANDMARKS = (
    "article", "main", "nav", "aside", "footer", "header", "form", "table", "ul", "ol", "dl",
    "section", "noscript", "template", "figure", "button", "details",
)  # fmt: skip
_LANDMARK = np.full(len(TAGS) + 1, -1)
_LANDMARK[[CODE[tag] for tag in LANDMARKS]] = np.arange(len(LANDMARKS))
_FAR = 30.0  # steps to a landmark that is not there
_MEASURES = ("blocks", "chars", "share", "links", "prose", "ends", "headings", "block_chars",
             "fan_out", "start", "end")  # fmt: skip


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
        return parent[resolve_pointers(np.where(same, parent, np.arange(len(self))))]

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
        if not flags.any():
            return np.full(flags.shape, -1)
        roots = np.arange(flags.size).reshape(flags.shape)[..., :1]  # of a copy of the tree a kind
        above = np.where(flags, np.arange(len(self)), self.parent) + roots
        pointed = resolve_pointers(above.ravel())
        flagged = flags.ravel()[pointed].reshape(flags.shape)
        return np.where(flagged, pointed.reshape(flags.shape) - roots, -1)

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


def tree_columns(tree: Containers, counts: TextCounts, headings: Column) -> dict[str, Column]:
    """Return the columns of containers, landmarks and the densest subtree."""
    measures = _measures(tree, counts, headings)  # (measures, elements)
    alone = tree.end - tree.start == 1
    at = np.where(alone[tree.leaf], tree.wider[tree.leaf], tree.leaf)
    ladder = [at]
    for _ in range(RUNGS - 1):
        ladder.append(tree.wider[ladder[-1]])
    columns: dict[str, Column] = {"depth": tree.depth[tree.leaf].astype(np.float64)}
    position = np.arange(len(tree.leaf))
    for number, at in enumerate(ladder):
        rung = zip(_MEASURES, measures[:, at], strict=True)
        columns |= {f"rung{number}_{name}": values for name, values in rung}
        size = tree.end[at] - tree.start[at]
        columns[f"rung{number}_position"] = (position - tree.start[at]) / size
    for number, at in enumerate(_top_rungs(tree), start=1):
        for name in ("share", "links", "prose", "start"):
            columns[f"top{number}_{name}"] = measures[_MEASURES.index(name), at]
    columns |= _landmarks(tree)
    return columns | _dense_columns(tree, counts.prose, ladder)


def _measures(tree: Containers, counts: TextCounts, headings: Column) -> Column:
    """Return what each element holds, (measures, elements)."""
    chars, blocks = tree.sums(counts.chars), (tree.end - tree.start)
    some, count = np.maximum(chars, 1), len(tree.leaf)
    return np.stack([
        blocks,
        chars,
        chars / max(float(counts.chars.sum()), 1.0),
        tree.sums(counts.link_chars) / some,
        tree.sums(counts.prose) / some,
        tree.sums(counts.ends) / some,
        tree.sums(headings) / blocks,
        chars / blocks,
        np.bincount(tree.wider[1:], minlength=len(tree)) / blocks,
        tree.start / count,
        tree.end / count,
    ])  # fmt: skip


def _top_rungs(tree: Containers) -> list[Rows]:
    """Return the widest containers of each block that do not hold the whole page."""
    parent, order = tree.parent, np.arange(len(tree.leaf))
    widens = (tree.start != tree.start[parent]) | (tree.end != tree.end[parent])
    rung_of = tree.around(widens.astype(np.int64))
    at: Rows = np.zeros(len(tree.leaf), np.int64)
    rungs: list[Rows] = []
    for rung in range(1, _TOP_RUNGS + 1):
        own = np.flatnonzero(widens & (rung_of == rung))
        if len(own):
            nearest = own[np.searchsorted(tree.start[own], order, "right") - 1]
            inside = (tree.start[nearest] <= order) & (order < tree.end[nearest])
            at = np.where(inside, nearest, at)
        rungs.append(at)
    return rungs


def _landmarks(tree: Containers) -> dict[str, Column]:
    """Return how many elements up the nearest of each landmark is."""
    depth = np.full((len(LANDMARKS), len(tree.leaf)), -_FAR)
    of = _LANDMARK[np.minimum(tree.tag, len(TAGS))]
    flagged = np.flatnonzero(of >= 0)
    bounds = (of, tree.start, tree.end, tree.depth)
    for number, start, end, own in zip(*(each[flagged].tolist() for each in bounds), strict=True):
        depth[number, start:end] = own
    steps = np.minimum(tree.depth[tree.leaf] - depth, _FAR)
    return {f"up_to_{tag}": values for tag, values in zip(LANDMARKS, steps, strict=True)}


def _dense_columns(tree: Containers, prose: Column, ladder: list[Rows]) -> dict[str, Column]:
    """Return how far each block is from the smallest elements with most of the page's prose."""
    held, size = tree.sums(prose), tree.end - tree.start
    columns: dict[str, Column] = {}
    position, rungs = np.arange(len(tree.leaf)), np.stack(ladder)
    for percent in (40, 60, 80):
        enough = np.flatnonzero(held >= max(percent / 100 * held[0], 1e-6))
        core = int(enough[np.argmin(size[enough])]) if len(enough) else 0
        start, end = tree.start[core], tree.end[core]
        covers = (tree.start <= start) & (tree.end >= end)
        outside = np.sum(~covers[rungs], axis=0)
        before, after = start - position, position - end + 1
        beside = np.maximum(before, after)
        columns[f"core{percent}_outside"] = np.where(beside > 0, outside, 0)
        columns[f"core{percent}_distance"] = np.where(before > 0, -before, np.maximum(after, 0))
        share = held[core] / max(held[0], 1)
        columns[f"core{percent}_share"] = np.full(len(tree.leaf), share)
    return columns
