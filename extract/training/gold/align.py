"""Align a page's blocks with its gold text, so that gold text alone gives block labels.

Web2Text, section 4.1 (Vogels et al. 2018), and its reference code: windows of 10 characters that
occur once anchor the gold text in the page (`anchors`); between anchors the same is done again;
what is left is aligned by dynamic programming (`match_gap`). Deviations, each for robustness:

- white space is left out of both texts beforehand, where the paper lets it match and skip freely;
- of anchors in an inconsistent order the heaviest consistent chain is kept, where the paper drops
  both of every crossing pair, so that one moved paragraph costs itself alone;
- typographic quotes and dashes equal plain ones, besides upper case equalling lower case.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.blocks import Block
from pagesight.extract.training.gold.gaps import (
    WINDOW,
    Anchors,
    Codes,
    anchors,
    match_gap,
    window_hashes,
)

CONTENT_SHARE = 2 / 3  # a block is content if more of its characters are matched (section 4.1)
_CELLS = 1 << 26  # largest table of the dynamic programme, a byte a cell; beyond it: unmatched
_PLAIN = str.maketrans(
    "‘’‚‛′“”„‟″‐‑‒–—―−İ", "'''''\"\"\"\"\"-------i", "\xad\u200b\u200c\u200d\ufeff"
)


@dataclass(frozen=True, slots=True)
class _Range:
    """A stretch of the page and the stretch of the gold text that may lie in it."""

    page_start: int
    page_end: int
    gold_start: int
    gold_end: int

    @property
    def page(self) -> slice:
        return slice(self.page_start, self.page_end)

    @property
    def gold(self) -> slice:
        return slice(self.gold_start, self.gold_end)

    @property
    def windows(self) -> tuple[slice, slice]:
        """Where the windows begin that lie within the range, in page and gold text."""
        page_end = max(self.page_start, self.page_end - WINDOW + 1)
        gold_end = max(self.gold_start, self.gold_end - WINDOW + 1)
        return slice(self.page_start, page_end), slice(self.gold_start, gold_end)

    @property
    def cells(self) -> int:
        """The size of the dynamic programme; 0 if there is nothing to align."""
        return (self.page_end - self.page_start) * (self.gold_end - self.gold_start)


def align(blocks: Sequence[Block], gold: str) -> tuple[float, ...]:
    """Return for each block the share, 0 to 1, of its characters that the gold text holds too.

    White space is not counted; a block without other characters has 0.
    """
    texts = [_codes(block.text) for block in blocks]
    page = np.concatenate([_codes(""), *texts])
    matched = np.concatenate([[0], np.cumsum(_matched(page, _codes(gold)))])
    lengths = np.array([len(text) for text in texts], np.int64)
    ends = np.cumsum(lengths)
    shares = (matched[ends] - matched[ends - lengths]) / np.maximum(lengths, 1)
    return tuple(shares.tolist())


def _codes(text: str) -> Codes:
    """Return the code points of the text, lower-cased, without white space."""
    plain = "".join(text.translate(_PLAIN).lower().split())
    return np.frombuffer(plain.encode("utf-32-le", "replace"), np.uint32)


def _matched(page: Codes, gold: Codes) -> NDArray[np.bool_]:
    """Return which characters of the page are matched: divide at anchors, conquer what is left."""
    page_hashes, gold_hashes = window_hashes(page), window_hashes(gold)
    matched = np.zeros(len(page), np.bool_)
    ranges = [_Range(0, len(page), 0, len(gold))]
    while ranges:
        at = _trimmed(ranges.pop(), page, gold, matched)
        page_windows, gold_windows = at.windows
        found = anchors(page_hashes[page_windows], gold_hashes[gold_windows])
        if len(found.length):
            ranges += _divided(at, found, matched)
        elif 0 < at.cells <= _CELLS:
            matched[at.page] = match_gap(page[at.page], gold[at.gold])
    return matched


def _trimmed(at: _Range, page: Codes, gold: Codes, matched: NDArray[np.bool_]) -> _Range:
    """Match what the range's two stretches begin and end with, and return what is between."""
    begin = _common(page[at.page], gold[at.gold])
    matched[at.page_start : at.page_start + begin] = True
    at = _Range(at.page_start + begin, at.page_end, at.gold_start + begin, at.gold_end)
    end = _common(page[at.page][::-1], gold[at.gold][::-1])
    matched[at.page_end - end : at.page_end] = True
    return _Range(at.page_start, at.page_end - end, at.gold_start, at.gold_end - end)


def _common(left: Codes, right: Codes) -> int:
    """Return how many characters the two texts begin with alike."""
    length = min(len(left), len(right))
    differ = left[:length] != right[:length]
    return int(np.argmax(differ)) if differ.any() else length


def _divided(at: _Range, found: Anchors, matched: NDArray[np.bool_]) -> list[_Range]:
    """Match the anchors and return the ranges before, between and after them."""
    ranges = []
    page_start, gold_start = at.page_start, at.gold_start
    stretches = zip(found.left.tolist(), found.right.tolist(), found.length.tolist(), strict=True)
    for left, right, length in stretches:
        page_end, gold_end = at.page_start + left, at.gold_start + right
        ranges.append(_Range(page_start, page_end, gold_start, gold_end))
        page_start, gold_start = page_end + length, gold_end + length
        matched[page_end:page_start] = True
    return [*ranges, _Range(page_start, at.page_end, gold_start, at.gold_end)]
