"""Bags of hashed words: the class names above each block, and the block's own words."""

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.gold.scores import tokens
from pagesight.extract.labelers.sight_features_elements import Elements
from pagesight.extract.labelers.sight_features_near import heading_levels, last_where
from pagesight.extract.parse.blocks import Block

BINS = 1 << 15
_FIRST_WORDS = 8  # of a block; what follows is the page's own subject
_HEADING_WORDS = 6
_WHOLE = 40  # characters of a block that is also a word as a whole: "Read more"
_digits = re.compile(r"\d+")

_MOST_ABOVE = 5_000_000  # bins of elements above blocks, all blocks together
_FEWEST_ABOVE = 100  # and of each block all the same

Bags = tuple[NDArray[np.int32], NDArray[np.int32]]  # row and bin of each word


def class_bags(tree: Elements) -> Bags:
    """Return the class words and tags of each block's elements, by how near they are.

    A word of the block's own element, of the two above it and of any of them are three bins.
    """
    own, near, any_ = (_name_bins(tree, prefix) for prefix in ("own", "near", "any"))
    parents, chains = tree.parent.tolist(), _Chains(tree, any_)

    def of(leaf: int) -> set[int]:
        parent = parents[leaf]
        return {*own[leaf], *near[parent], *near[parents[parent]], *chains.of(leaf)}

    return _bags(map(of, tree.leaf.tolist()))


def text_bags(blocks: Sequence[Block]) -> Bags:
    """Return the first words of each block and of the heading above it."""
    heading_at = last_where(heading_levels(blocks) > 0).tolist()
    firsts = [_first_words(block.text) for block in blocks]
    under = {-1: _bins(_heading_words([]))}

    def of(block: Block, words: list[str], at: int) -> set[int]:
        if at not in under:
            under[at] = _bins(_heading_words(firsts[at]))
        return under[at] | _bins(_own_words(block, words))

    return _bags(map(of, blocks, firsts, heading_at))


def _bags(found: Iterable[set[int]]) -> Bags:
    """Return the bins of each row side by side."""
    bins, counts = array("i"), array("i")
    for own in found:
        bins.extend(own)
        counts.append(len(own))
    at = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    return at, np.array(bins, np.int32)


def _own_words(block: Block, words: list[str]) -> Iterator[str]:
    yield f"tag {block.tag}"
    yield from (f"has {word}" for word in words)
    yield from (f"pair {one} {two}" for one, two in pairwise(words))
    yield f"begins {words[0] if words else ''}"
    if len(block.text) <= _WHOLE:
        yield f"is {_digits.sub('0', block.text.lower())}"


def _heading_words(words: list[str]) -> Iterator[str]:
    yield from (f"under {word}" for word in words[:_HEADING_WORDS])
    yield f"under all {' '.join(words)}"


def _first_words(text: str) -> list[str]:
    """Return the first words with numbers made alike."""
    beginning = unicodedata.normalize("NFC", text[:120])
    return tokens(_digits.sub("0", beginning))[:_FIRST_WORDS]


def _name_bins(tree: Elements, prefix: str) -> list[tuple[int, ...]]:
    """Return the bins of each element's class words and tag."""
    known: dict[tuple[str, tuple[str, ...]], tuple[int, ...]] = {}
    bins = []
    for kind in zip(tree.tags, tree.names, strict=True):
        if kind not in known:
            tag, names = kind
            known[kind] = (_bin(f"{prefix}<{tag}"), *(_bin(f"{prefix} {name}") for name in names))
        bins.append(known[kind])
    return bins


class _Chains:
    """All the bins above an element; asked for once an element."""

    def __init__(self, tree: Elements, bins: Sequence[tuple[int, ...]]) -> None:
        self._parents, self._bins = tree.parent.tolist(), bins
        self._most = max(_FEWEST_ABOVE, _MOST_ABOVE // len(tree.leaf))
        self._known: dict[int, frozenset[int]] = {0: frozenset(bins[0])}

    def of(self, element: int) -> frozenset[int]:
        path = []
        while element not in self._known:
            path.append(element)
            element = self._parents[element]
        found = self._known[element]
        for lower in reversed(path):
            if len(found) < self._most:
                found = found | frozenset(self._bins[lower])
            self._known[lower] = found
        return found


def _bins(words: Iterable[str]) -> set[int]:
    return set(map(_bin, words))


def _bin(word: str) -> int:
    return crc32(word.encode("utf-8", "replace")) % BINS
