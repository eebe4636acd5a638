"""Hashed words of each block: the class names above it, its own first words, its heading's words.

A word is hashed once and mixed with its place by arithmetic, so that a page of blocks costs a few
operations on arrays.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import distinct, last_where
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.named_places import Names
from pagesight.extract.features.text import Column
from pagesight.extract.page.elements import Rows
from pagesight.extract.text.tokens import AS_IN_WORDS, tokens_and_line_feeds

BITS = 15  # 32,768 bins; by hand
BINS = 1 << BITS
_FIRST_WORDS = 8  # of a block; what follows is the page's own subject
_HEADING_WORDS = 6  # the first, as of texts; by hand
_WHOLE = 40  # characters of a block that is also a word as a whole: "Read more"
_BEGINNING = 64  # characters in which the first words are looked for
_digits = re.compile(r"\d+").sub
_ROW_BITS = 20  # of a page's elements; beside them a word, of 41 bits, is sorted in one number
_LINE_FEED = b"\0"  # stands for one among words: a real one is lost where a text is split
_AS_IN_LINES = {**AS_IN_WORDS, **dict.fromkeys(b"0123456789", "0"), ord("\n"): "\n"}
_in_lines = bytes.maketrans(bytes(_AS_IN_LINES), "".join(_AS_IN_LINES.values()).encode())

Hashes = NDArray[np.uint64]
# What a hash is mixed with, by the place of the word.
_OWN, _NEAR, _ANY, _TAG, _HAS, _PAIR, _BEGINS, _IS, _UNDER, _UNDER_ALL = range(1, 11)


@dataclass(frozen=True, slots=True)
class Words:
    """The first words of all blocks, and what is known of the blocks."""

    word: Hashes  # (words,) hash; those of a block are one after the other
    block: Rows  # (words,)
    place: Rows  # (words,) in its block
    short: NDArray[np.bool_]  # (blocks,) whether the words are all of the block
    tag: Rows  # (blocks,)
    heading: Rows  # (blocks,) the heading before; -1 if none


@dataclass(frozen=True)
class Bags:
    """Bins of hashed words in slots that blocks share: elements, headings, or blocks themselves.

    A block has what is in each of its slots; of slots in a `tree`, what is in those around them
    too.
    """

    slot: Rows  # (words,)
    bin: Rows  # (words,)
    of: Rows  # (slots of a block, blocks)
    slots: int
    tree: Containers | None = None

    def sums(self, values: Column) -> Column:
        """Return for each block the sum of its words' values, by bin."""
        return self._of_blocks(np.bincount(self.slot, values[self.bin], minlength=self.slots))

    @cached_property
    def sizes(self) -> Column:
        """Return how many words each block has."""
        return self._of_blocks(np.bincount(self.slot, minlength=self.slots).astype(np.float64))

    def _of_blocks(self, sums: NDArray[Any]) -> Column:
        if self.tree is not None:
            sums = self.tree.around(sums)
        return np.asarray(sums[self.of].sum(axis=0))


def first_words(texts: Sequence[str], tag: Rows, levels: Column) -> Words:
    """Return the first words of each block, numbers made alike."""
    begun = [text[:_BEGINNING].replace("\n", " ") for text in texts]
    is_ascii = np.fromiter(map(str.isascii, begun), np.bool_, len(begun))
    plain = "\n".join([*compress(begun, is_ascii), ""])
    other = unicodedata.normalize("NFC", "\n".join([*compress(begun, ~is_ascii), ""]))
    hashes = np.concatenate([word_hashes(plain), word_hashes(other)])
    is_end = hashes == crc32(_LINE_FEED)
    ends = np.flatnonzero(is_end)
    line = np.repeat(np.arange(len(texts)), np.diff(ends, prepend=-1))
    place = np.arange(len(hashes)) - np.append(0, ends + 1)[line]
    block = np.argsort(~is_ascii, kind="stable")[line]
    kept = ~is_end
    short = np.fromiter(map(len, texts), np.int64, len(texts)) <= _WHOLE
    return Words(hashes[kept], block[kept], place[kept], short, tag, last_where(levels > 0))


def word_hashes(text: str) -> Hashes:
    """Return the hash of each word, and of each line feed."""
    if text.isascii():
        written = text.encode("ascii").translate(_in_lines)
        while b"00" in written:
            written = written.replace(b"00", b"0")
    else:
        words = tokens_and_line_feeds(_digits("0", text))
        written = " ".join(words).encode("utf-8", "replace")
    parts = written.replace(b"\n", b" %b " % _LINE_FEED).split()
    return np.fromiter(map(crc32, parts), np.uint64, len(parts))


def _bins(hashes: Hashes, place: int) -> Rows:
    mixed = (hashes + np.uint64(place)) * np.uint64(0x9E3779B97F4A7C15 + 2 * place)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return (mixed >> np.uint64(64 - BITS)).astype(np.int64)


def text_bags(words: Words) -> tuple[Bags, Bags]:
    """Return the words of each block, and of the headings that blocks stand under."""
    blocks = np.arange(len(words.tag))
    early = words.place < _FIRST_WORDS
    word, block, place = words.word[early], words.block[early], words.place[early]
    pairs = np.flatnonzero(block[1:] == block[:-1])
    second = word[pairs] * np.uint64(31) + word[pairs + 1]
    whole = np.zeros(len(blocks), np.uint64)
    mixed = (word + np.uint64(7)) * (place.astype(np.uint64) * np.uint64(2) + np.uint64(3))
    np.add.at(whole, block, mixed)
    first = np.zeros(len(blocks), np.uint64)
    first[block[place == 0]] = word[place == 0]
    short = np.flatnonzero(words.short)
    own = Bags(
        np.concatenate([blocks, block, block[pairs], blocks, short]),
        np.concatenate(
            [
                _bins(words.tag.astype(np.uint64), _TAG),
                _bins(word, _HAS),
                _bins(second, _PAIR),
                _bins(first, _BEGINS),
                _bins(whole[short], _IS),
            ]
        ),
        blocks[None],
        len(blocks),
    )
    heads = distinct(words.heading)
    is_head = np.zeros(len(blocks) + 1, np.bool_)
    is_head[heads] = True  # the last where there is no heading
    of_head = is_head[block] & (place < _HEADING_WORDS)
    whole_of = np.where(heads >= 0, whole[heads], 0).astype(np.uint64)
    under = Bags(
        np.concatenate([np.searchsorted(heads, block[of_head]), np.arange(len(heads))]),
        np.concatenate([_bins(word[of_head], _UNDER), _bins(whole_of, _UNDER_ALL)]),
        np.searchsorted(heads, words.heading)[None],
        len(heads),
    )
    return own, under


def class_bags(tree: Containers, names: Names) -> tuple[Bags, Bags, Bags]:
    """Return the class words and tags of each block's own element, of the two above, and of all.

    Of all, each word counts once, where it is outermost.
    """
    sizes = np.bincount(names.pair, minlength=len(tree.names))
    flat = names.word
    begin = np.cumsum(sizes) - sizes
    count = sizes[tree.name]
    row = np.repeat(np.arange(len(tree)), count)
    inside = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    word = flat[begin[tree.name][row] + inside]
    row = np.concatenate([row, np.arange(len(tree))])
    word = np.concatenate([word, tree.tag.astype(np.uint64) + np.uint64(1 << 40)])
    parent = tree.parent[tree.leaf]
    outer = _outermost(tree, row, word)
    leaf, slots = tree.leaf, len(tree)
    return (
        Bags(row, _bins(word, _OWN), leaf[None], slots),
        Bags(row, _bins(word, _NEAR), np.stack([parent, tree.parent[parent]]), slots),
        Bags(row[outer], _bins(word[outer], _ANY), leaf[None], slots, tree),
    )


def _outermost(tree: Containers, row: Rows, word: Hashes) -> Rows:
    """Return the pairs of element and word that are not in an element of the same word."""
    order = np.argsort(word << np.uint64(_ROW_BITS) | row.astype(np.uint64))
    rows, words = row[order], word[order]
    group = np.cumsum(np.diff(words, prepend=words[:1]) != 0) * (len(tree) + 1)
    reach = np.maximum.accumulate(group + tree.last[rows])
    free = np.ones(len(rows), np.bool_)
    free[1:] = reach[:-1] <= group[1:] + rows[1:]
    return order[free]
