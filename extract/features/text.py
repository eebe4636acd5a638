"""Count the characters of each block by kind, in every script, all blocks at once."""

import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.document import Document
from pagesight.extract.text.tokens import is_unspaced

Column = NDArray[np.floating[Any]]  # (blocks,)

_OTHER, _SMALL, _CAPITAL, _DIGIT, _END, _COMMA, _MARK, _UNSPACED = range(8)
_KINDS = 8  # of characters: bits of a byte
_UNKNOWN = 255  # no kind has this byte
_ENDS = frozenset(".!?…。！？｡؟।۔")
_COMMAS = frozenset(",;:、，；：،؛")
_TABLE = 1 << 16  # characters beyond the basic plane count as the last one of it
_known = np.full(_TABLE, _UNKNOWN, np.uint8)  # kind by code, as far as pages had them
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
    ended: Column  # 1 where the text ends as sentences do
    links: Column  # share of characters in links
    prose: Column  # chars of blocks that read like prose, else 0


def text_counts(document: Document) -> TextCounts:
    """Return the counts of a page's blocks, of which there is at least one."""
    return count_texts(document.cuts.texts, document.cuts.link_chars)


def count_texts(texts: Sequence[str], link_chars: NDArray[np.integer[Any]]) -> TextCounts:
    """Return the counts of texts, of which there is at least one."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    kinds = char_kinds(codes("\n".join([*texts, ""])))
    block = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths + 1)
    counts = np.bincount(block * _KINDS + kinds, minlength=len(lengths) * _KINDS)
    by_kind = counts.reshape(-1, _KINDS).T.astype(np.float64)
    in_word = (kinds >= _SMALL) & (kinds <= _DIGIT)
    begins = in_word.copy()
    begins[1:] &= ~in_word[:-1]
    begun = np.bincount(block[begins], minlength=len(lengths))
    unspaced = by_kind[_UNSPACED]
    chars = lengths + (_LETTERS_EACH - 1) * unspaced
    links = link_chars / np.maximum(lengths, 1)
    words = begun + _WORDS_EACH * unspaced
    last = np.cumsum(lengths + 1) - 2
    return TextCounts(
        chars=chars,
        words=words,
        link_chars=links * chars,
        digits=by_kind[_DIGIT],
        capitals=by_kind[_CAPITAL],
        ends=by_kind[_END],
        commas=by_kind[_COMMA],
        marks=by_kind[_MARK],
        ended=((kinds[last] == _END) & (lengths > 0)).astype(np.float64),
        links=links,
        prose=np.where((words >= 12) & (links <= 0.3), chars - links * chars, 0),
    )


def text_columns(counts: TextCounts) -> dict[str, Column]:
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
        "ended": counts.ended,
        "commas": counts.commas,
        "commas_each": counts.commas / words,
        "marks": counts.marks / chars,
        "word_length": counts.chars / words,
    }


def codes(text: str) -> NDArray[np.integer[Any]]:
    """Return the code points, those beyond the basic plane as the last one of it."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    order = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
    return np.minimum(np.frombuffer(text.encode(order, "replace"), np.uint32), _TABLE - 1)


def char_kinds(code_points: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Return the kind of each code."""
    kinds = _known[code_points]
    if (unknown := kinds == _UNKNOWN).any():
        for code in set(code_points[unknown].tolist()):
            _known[code] = _kind(chr(code))
        kinds = _known[code_points]
    return np.asarray(kinds)


def _kind(character: str) -> int:
    if is_unspaced(character):
        return _UNSPACED
    category = unicodedata.category(character)
    if category[0] in "LM":
        return _CAPITAL if category in ("Lu", "Lt") else _SMALL
    if category[0] == "N":
        return _DIGIT
    if character in _ENDS:
        return _END
    if character in _COMMAS:
        return _COMMA
    return _MARK if category[0] in "PS" else _OTHER
