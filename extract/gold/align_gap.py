"""Align two texts that share no anchor, by dynamic programming with affine gaps."""

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.gold.align_anchors import Codes

# Scores of Web2Text's alignment (reference code, utilities of its Alignment).
_SAME_ALNUM = 3  # equal letters or digits
_SAME_OTHER = 1  # other equal characters
_SKIP_GOLD = 6  # a gold character that the page lacks
_OPEN_GAP = 2  # leave out any number of page characters; each beyond the first is free

_MATCH, _SKIP, _GAP = 0, 1, 2  # the best last step to a cell
_OPENED = 4  # flag: a gap to this cell is best opened here


def match_gap(page: Codes, gold: Codes) -> NDArray[np.bool_]:
    """Return which characters of `page` are matched in the best alignment with `gold`.

    Time and memory grow as the product of the lengths; a byte a cell.
    """
    return _trace_back(_steps(page, gold))


def _steps(page: Codes, gold: Codes) -> NDArray[np.uint8]:
    """Return the best last step to each cell, (gold + 1, page + 1).

    A row is computed at once: since longer gaps cost no more, the best gap that ends at a cell is
    the best cell to its left less the cost of opening.
    """
    gains = np.where(_is_alnum(gold), _SAME_ALNUM, _SAME_OTHER).astype(np.int32)
    impossible = np.int32(-(1 << 30))
    steps = np.full((len(gold) + 1, len(page) + 1), _GAP, np.uint8)
    best = np.full(len(page) + 1, -_OPEN_GAP, np.int32)
    best[0], steps[0, 1:2] = 0, _GAP | _OPENED
    solid = np.empty_like(best)  # best score of an alignment that does not end in a gap
    gap = np.empty_like(best)
    for row, (code, gain) in enumerate(zip(gold, gains, strict=True), start=1):
        matched = np.where(page == code, best[:-1] + gain, impossible)
        skipped = best - _SKIP_GOLD
        solid[0] = skipped[0]
        np.maximum(matched, skipped[1:], out=solid[1:])
        gap[0] = impossible
        np.maximum.accumulate(solid[:-1] - _OPEN_GAP, out=gap[1:])
        step = np.where(gap > solid, np.uint8(_GAP), np.uint8(_SKIP))
        step[1:][(matched >= skipped[1:]) & (solid >= gap)[1:]] = _MATCH
        step[1:][gap[1:] == solid[:-1] - _OPEN_GAP] |= _OPENED
        steps[row] = step
        best = np.maximum(solid, gap)
    return steps


def _trace_back(steps: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Follow the best steps from the last cell to the first."""
    row, column = steps.shape[0] - 1, steps.shape[1] - 1
    matched = np.zeros(column, np.bool_)
    while row:
        step = steps[row, column] & 3
        if step == _SKIP:
            row -= 1
        elif step == _MATCH:
            row, column = row - 1, column - 1
            matched[column] = True
        else:
            opened = np.flatnonzero(steps[row, : column + 1] & _OPENED)
            column = int(opened[-1]) - 1
    return matched


def _is_alnum(codes: Codes) -> NDArray[np.bool_]:
    return np.array([chr(code).isalnum() for code in codes], np.bool_)
