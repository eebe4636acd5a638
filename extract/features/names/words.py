"""The words in class names and ids."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import distinct
from pagesight.extract.parse.elements import Rows

_find_words = re.compile(r"[A-Z]?[a-z]+|[A-Z]+").findall
_LONGEST_WORD = 20  # longer runs of letters are made by programs
_without_digits = re.compile(r"\d+").sub
_MOST_KEPT, _LONGEST_KEPT = 1 << 16, 100  # names whose hashes are kept from page to page


@dataclass(frozen=True, slots=True)
class Names:
    """What each pair of class attribute and id says: the hashes of its words, and of all of it."""

    word: NDArray[np.uint64]  # (words,) of all pairs
    pair: Rows  # (words,) ascending
    whole: NDArray[np.uint64]  # (pairs,)
    first: Rows  # (pairs,) of the first class, without digits


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Some sets of words: the sets' numbers are bits."""

    word: NDArray[np.uint64]  # (words,) hashes, ascending
    bits: Rows  # (words,) the sets that each is in

    def sets_of(self, names: Names) -> Rows:
        """Return the bits of the sets that each pair has a word of, (pairs,)."""
        at = np.minimum(np.searchsorted(self.word, names.word), len(self.word) - 1)
        hit = self.word[at] == names.word
        found = np.zeros(len(names.whole), np.int64)
        np.bitwise_or.at(found, names.pair[hit], self.bits[at[hit]])
        return found


def vocabulary(*sets: str) -> Vocabulary:
    """Return the sets, each given as its words with spaces between them.

    >>> found = vocabulary("comment reply", "reply post").sets_of(names([("postReply big", "")]))
    >>> found.tolist()
    [3]
    """
    bits: dict[int, int] = {}
    for number, words in enumerate(sets):
        for word in words.split():
            (found,) = _hashes[word]
            bits[found] = bits.get(found, 0) | 1 << number
    ordered = sorted(bits)
    return Vocabulary(np.array(ordered, np.uint64), np.array([bits[word] for word in ordered]))


class _Hashes(dict[str, tuple[int, ...]]):
    """The hashes of the words in each name, in small letters."""

    def __missing__(self, name: str) -> tuple[int, ...]:
        words = [word for word in _find_words(name) if 1 < len(word) <= _LONGEST_WORD]
        found = tuple(crc32(word.lower().encode("ascii")) for word in words)
        if len(name) <= _LONGEST_KEPT:
            self[name] = found
        return found


_hashes = _Hashes()


def names(pairs: Sequence[tuple[str, str]]) -> Names:
    """Return what the pairs say."""
    if len(_hashes) > _MOST_KEPT:
        _hashes.clear()
    hashes_of = _hashes.__getitem__
    each = [
        [*chain.from_iterable(map(hashes_of, f"{classes} {id_}".split()))] for classes, id_ in pairs
    ]
    pair = np.repeat(np.arange(len(each), dtype=np.uint64), [*map(len, each)])
    word = np.fromiter(chain.from_iterable(each), np.uint64, len(pair))
    keys = distinct(pair << np.uint64(32) | word)
    word, pair_of = keys & np.uint64(0xFFFFFFFF), (keys >> np.uint64(32)).astype(np.int64)
    whole = np.zeros(len(pairs), np.uint64)
    np.add.at(whole, pair_of, (word + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15))
    return Names(word, pair_of, whole, _firsts(pairs))


def _firsts(pairs: Sequence[tuple[str, str]]) -> Rows:
    """Return a number for the first class of each pair without its digits."""
    firsts = [(classes.split(None, 1) or [""])[0] for classes, _ in pairs]
    numbers: dict[str, int] = {}
    bare = _without_digits("", "\n".join(firsts)).split("\n")
    return np.array([numbers.setdefault(own, len(numbers)) for own in bare], np.int64)
