"""The words in class names and ids."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import distinct
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.text import Column
from pagesight.extract.page.elements import Rows, first_numbers

_find_words = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\n").findall
_LONGEST_WORD = 20  # longer runs of letters are made by programs
_without_digits = re.compile(r"\d+").sub
_MOST_KNOWN = 1 << 16
PLACES = {
    "comments": "comment comments commenter commenters commentary commentlist commentbox disqus"
    " respond response responses reply replies discussion discussions talkback talkbacks reaction"
    " reactions komment kommentar kommentare comentario comentarios commentaire commentaires"
    " feedback livefyre thread threads",
    "aside": "sidebar side aside rail rightcol rightcolumn rightbar leftcol leftbar secondary"
    " widget widgets complementary",
    "related": "related recommend recommended recommendation recommendations also similar teaser"
    " teasers popular trending promo promos outbrain taboola latest most more recent",
    "body": "entry hentry body articlebody articletext articlecontent storybody storytext postbody"
    " postcontent entrycontent bodytext bodycopy",
    "main": "content contents maincontent main article articles post story",
    "meta": "byline meta author authors date dateline timestamp time posted published info bio"
    " about",
    "share": "share shares sharing social follow addthis addtoany sns tweet facebook twitter",
    "foot": "foot footer bottom copyright legal colophon",
    "menu": "nav navbar navigation topnav menu submenu mainmenu crumb crumbs breadcrumb breadcrumbs"
    " toolbar tab tabs pager pagination topbar masthead head header",
}
_BITS = 1 << np.arange(len(PLACES))
_FAR = 30.0  # steps to a place that is not there
_WHOLE_PAGE = 0.95  # of its characters: an element with more is no place of it


@dataclass(frozen=True, slots=True)
class Names:
    """What each pair of class attribute and id says: the hashes of its words, and of all of it."""

    word: NDArray[np.uint64]  # (words,) of all pairs
    pair: Rows  # (words,) ascending
    ordered: NDArray[np.uint64]  # (words,) the same words, ascending
    pair_of_ordered: Rows  # (words,)
    whole: NDArray[np.uint64]  # (pairs,)
    first: Rows  # (pairs,) of the first class, without digits


@dataclass(frozen=True, slots=True)
class PlaceVocabulary:
    """Some sets of words: the sets' numbers are bits."""

    word: NDArray[np.uint64]  # (words,) hashes, ascending
    bits: Rows  # (words,) the sets that each is in

    def sets_of(self, names: Names) -> Rows:
        """Return the bits of the sets that each pair has a word of, (pairs,)."""
        begin, end = (np.searchsorted(names.ordered, self.word, side) for side in ("left", "right"))
        sets = np.zeros(len(names.whole), np.int64)
        for at in np.flatnonzero(end > begin).tolist():  # no pair has a word twice
            sets[names.pair_of_ordered[begin[at] : end[at]]] |= self.bits[at]
        return sets


def vocabulary(*sets: str) -> PlaceVocabulary:
    """Return the sets, each given as its words with spaces between them.

    >>> found = vocabulary("comment reply", "reply post").sets_of(names([("postReply big", "")]))
    >>> found.tolist()
    [3]
    """
    bits: dict[int, int] = {}
    for number, words in enumerate(sets):
        for word in words.split():
            bits[_hashes[word]] = bits.get(_hashes[word], 0) | 1 << number
    ordered = sorted(bits)
    return PlaceVocabulary(np.array(ordered, np.uint64), np.array([bits[word] for word in ordered]))


class _NameHashes(dict[str, int]):
    """The hash of each word as it is written, in small letters; 0 for what is no word."""

    def __missing__(self, word: str) -> int:
        is_word = 1 < len(word) <= _LONGEST_WORD
        hashed = self[word] = crc32(word.lower().encode("ascii")) if is_word else int(word == "\n")
        return hashed


_hashes = _NameHashes()


def names(pairs: Sequence[tuple[str, str]]) -> Names:
    """Return what the pairs say."""
    if len(_hashes) > _MOST_KNOWN:
        _hashes.clear()
    parts = _find_words(
        "\n".join([f"{classes} {id_}".replace("\n", " ") for classes, id_ in pairs])
    )
    word = np.fromiter(map(_hashes.__getitem__, parts), np.uint64, len(parts))
    ends = word == 1
    pair = np.cumsum(ends).astype(np.uint64)
    is_word = word > 1
    keys = distinct(pair[is_word] << np.uint64(32) | word[is_word])
    word, pair_of = keys & np.uint64(0xFFFFFFFF), (keys >> np.uint64(32)).astype(np.int64)
    whole = np.zeros(len(pairs), np.uint64)
    np.add.at(whole, pair_of, (word + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15))
    order = np.argsort(word)
    return Names(word, pair_of, word[order], pair_of[order], whole, _firsts(pairs))


def _firsts(pairs: Sequence[tuple[str, str]]) -> Rows:
    """Return a number for the first class of each pair without its digits."""
    firsts = [(classes.split(None, 1) or [""])[0] for classes, _ in pairs]
    return first_numbers(_without_digits("", "\n".join(firsts)).split("\n"))[1]


COMMENTS = vocabulary(
    "comment comments commenter commentlist commentbox disqus livefyre talkback talkbacks"
    " kommentar kommentare comentario comentarios commentaire commentaires komentarz komentarze"
    " komentari komentar diskuse diskusia diskusja kommentarer kommentit opinia opinie"
    " reacties reactie commenti commento yorum yorumlar responses"
)
_named = vocabulary(*PLACES.values())


def place_name_columns(tree: Containers, names: Names, chars: Column) -> dict[str, Column | float]:
    """Return the steps up to the nearest of each place, its share, and the share of all of them."""
    total = max(float(chars.sum()), 1.0)
    held, leaf, depth = tree.sums(chars) / total, tree.leaf, tree.depth
    called = np.where(held < _WHOLE_PAGE, _named.sets_of(names)[tree.name], 0)
    at = tree.nearest((called & _BITS[:, None]) > 0)[:, leaf]  # (places, blocks)
    inside = at >= 0
    up = np.where(inside, depth[leaf] - depth[at], _FAR)
    share = np.where(inside, held[at], 0.0)
    columns: dict[str, Column | float] = {}
    for number, (place, all_of_it) in enumerate(zip(PLACES, inside @ chars / total, strict=True)):
        columns[f"in_{place}_up"] = up[number]
        columns[f"in_{place}_share"] = share[number]
        columns[f"in_{place}_all"] = float(all_of_it)
    return columns
