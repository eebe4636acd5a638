"""Carry the labels of a labeler's own pieces of text over to the document's blocks."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.base import Labels
from pagesight.extract.page.blocks import Block

Probabilities = NDArray[np.float64]

_AHEAD = 8  # blocks of one element that are looked through for a leaf's text
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))  # blocks leave these out


def onto_blocks(labels: Labels, blocks: Sequence[Block]) -> Probabilities:
    """Return the probability that each of the document's blocks is content, (blocks,).

    It is the mean of the leaves in the block, weighted by their characters: a link in a sentence is
    one leaf of three. A block without text (an image) has the lower probability of its nearest
    neighbours with text; a block of text that the labeler does not read, such as a button's, has 0.
    """
    chars = np.zeros(len(blocks))
    content = np.zeros(len(blocks))
    places = _Places(blocks)
    for leaf, probability in zip(labels.blocks, labels.probabilities, strict=True):
        text = _plain(leaf.text)
        number = places.next_of(leaf.path, text)
        if number is not None:
            chars[number] += len(text)
            content[number] += len(text) * probability
    means = content / np.maximum(chars, 1)
    has_text = np.array([bool(block.text) for block in blocks], np.bool_)
    return np.where(has_text, means, _lower_neighbours(means, has_text))


class _Places:
    """Where the next leaf belongs; leaves and blocks are both in document order."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._texts = [_plain(block.text) for block in blocks]
        self._under: defaultdict[str, list[int]] = defaultdict(list)  # path -> blocks it holds
        for number, block in enumerate(blocks):
            self._under[block.path].append(number)
        self._block = 0
        self._offset = 0  # of the text that comes next in that block

    def next_of(self, path: str, text: str) -> int | None:
        """Return the first block from here on that holds the text of a leaf at `path`, or None."""
        for number in sorted(self._candidates(path)):
            start = self._offset if number == self._block else 0
            found = self._texts[number].find(text, start) if text else -1
            if found >= 0:
                self._block, self._offset = number, found + len(text)
                return number
        return None

    def _candidates(self, path: str) -> Iterator[int]:
        """Yield the next blocks of the element at `path` and of those above it."""
        while path:
            held = self._under.get(path, ())
            first = bisect_left(held, self._block)
            yield from islice(held, first, first + _AHEAD)
            path = path.rpartition("/")[0]


def _plain(text: str) -> str:
    return "".join(text.translate(_INVISIBLE).split())


def _lower_neighbours(values: NDArray[np.float64], known: NDArray[np.bool_]) -> Probabilities:
    """Return, for each place, the lower of the nearest known values; 0 beyond the first or last."""
    padded = np.concatenate([[0.0], values, [0.0]])
    at = np.arange(len(padded))
    is_known = np.concatenate([[True], known, [True]])
    before = np.maximum.accumulate(np.where(is_known, at, 0))
    after = np.minimum.accumulate(np.where(is_known, at, len(at) - 1)[::-1])[::-1]
    lower: Probabilities = np.minimum(padded[before], padded[after])[1:-1]
    return lower
