"""What the characters of each block are: counts that hold in every script."""

import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.gold.scores import is_unspaced
from pagesight.extract.parse.blocks import Block

Column = NDArray[np.floating[Any]]  # (blocks,)
Indices = NDArray[np.integer[Any]]
Columns = dict[str, Column]

_WORD, _DIGIT, _CAPITAL, _END, _COMMA, _MARK, _UNSPACED = (1 << bit for bit in range(7))
_ENDS = frozenset(".!?…。！？｡؟।។")
_COMMAS = frozenset(",;:、，；：،؛")
_TABLE = 1 << 16  # characters beyond the basic plane count as the last one of it
_STRETCH = 1 << 20  # characters
# A Han character says about as much as three letters, and two of them make a word.
_LETTERS_EACH, _WORDS_EACH = 3.0, 0.5


@dataclass(frozen=True, slots=True)
class TextCounts:
    """Characters of each block by kind, (blocks,). `chars` and `words` are as in spaced scripts."""

    chars: Column
    words: Column
    link_chars: Column
    digits: Column
    capitals: Column
    ends: Column
    commas: Column
    marks: Column
    prose: Column  # chars of blocks that read like prose, else 0

    @property
    def links(self) -> Column:
        """Share of characters in links."""
        return self.link_chars / np.maximum(self.chars, 1)


def text_counts(blocks: Sequence[Block]) -> TextCounts:
    """Return the counts, all blocks at once."""
    lengths = np.array([len(block.text) for block in blocks], np.int64)
    joined = "\n".join(block.text for block in blocks)
    kinds = _kinds_in(joined)
    ends = np.cumsum(lengths + 1) - 1
    sums = _Sums(ends - lengths, ends)
    unspaced = sums.of(kinds & _UNSPACED)
    starts = kinds & _WORD
    starts[1:] &= ~(kinds[:-1] & _WORD)
    chars = lengths + (_LETTERS_EACH - 1) * unspaced
    linked = np.array([block.link_chars for block in blocks], np.float32)
    links = linked * chars / np.maximum(lengths, 1)
    words = sums.of(starts) + _WORDS_EACH * unspaced
    is_prose = (words >= 12) & (links <= 0.3 * chars)
    return TextCounts(
        chars=chars,
        words=words,
        link_chars=links,
        digits=sums.of(kinds & _DIGIT),
        capitals=sums.of(kinds & _CAPITAL),
        ends=sums.of(kinds & _END),
        commas=sums.of(kinds & _COMMA),
        marks=sums.of(kinds & _MARK),
        prose=np.where(is_prose, chars - links, 0),
    )


def text_columns(counts: TextCounts) -> Columns:
    """Return what each block's own text says."""
    chars, words = np.maximum(counts.chars, 1), np.maximum(counts.words, 1)
    return {
        "chars": counts.chars,
        "words": counts.words,
        "links": counts.links,
        "unlinked": counts.chars - counts.link_chars,
        "digits": counts.digits / chars,
        "capitals": counts.capitals / chars,
        "ends": counts.ends,
        "commas": counts.commas,
        "commas_each": counts.commas / words,
        "marks": counts.marks / chars,
        "word_length": counts.chars / words,
    }


class _Sums:
    """Counts of nonzero values within each block's stretch of the joined text."""

    def __init__(self, starts: Indices, ends: Indices) -> None:
        self._starts, self._ends = starts, ends

    def of(self, values: Indices) -> Column:
        places = np.flatnonzero(values)
        counts = np.searchsorted(places, self._ends) - np.searchsorted(places, self._starts)
        return counts.astype(np.float32)


def _kinds_in(text: str) -> NDArray[np.uint8]:
    """Return the kind of each character; a stretch at a time, since codes take 12 bytes each."""
    parts = (text[start : start + _STRETCH] for start in range(0, max(1, len(text)), _STRETCH))
    return np.concatenate([_kinds()[np.minimum(_codes(part), _TABLE - 1)] for part in parts])


def _codes(text: str) -> NDArray[np.uint32]:
    order = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
    return np.frombuffer(text.encode(order, "replace"), np.uint32)


@cache
def _kinds() -> NDArray[np.uint8]:
    """Return the kinds of the characters of the basic plane, as bits."""
    return np.array([_kind(chr(code)) for code in range(_TABLE)], np.uint8)


def _kind(character: str) -> int:
    if is_unspaced(character):
        return _UNSPACED
    category = unicodedata.category(character)
    if category[0] in "LM":
        return _WORD | (_CAPITAL if category in ("Lu", "Lt") else 0)
    if category[0] == "N":
        return _WORD | _DIGIT
    if character in _ENDS:
        return _END
    if character in _COMMAS:
        return _COMMA
    return _MARK if category[0] in "PS" else 0
