"""Align gold tokens with page tokens: anchors of unique runs, and the gaps between them."""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

WINDOW = 10  # characters that must agree (Web2Text, section 4.1)

Codes = NDArray[np.uint32]  # a text as code points
Hashes = NDArray[np.uint64]  # of the windows that begin at each character

_POWERS = np.uint64(0x9E3779B97F4A7C15) ** np.arange(1, WINDOW + 1, dtype=np.uint64)  # mod 2^64


@dataclass(frozen=True, slots=True)
class Anchors:
    """Stretches that agree, in order: where they begin in each text, and their characters."""

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    length: NDArray[np.int64]


def window_hashes(text: Codes) -> Hashes:
    """Return a hash of each window of the text; shorter texts have none."""
    if len(text) < WINDOW:
        return np.empty(0, np.uint64)
    return sliding_window_view(text.astype(np.uint64), WINDOW) @ _POWERS


def anchors(left: Hashes, right: Hashes) -> Anchors:
    """Return the heaviest chain of stretches whose windows occur once in either text."""
    found = _stretches(*_shared_once(left, right))
    keep = _heaviest_chain(found)
    return Anchors(found.left[keep], found.right[keep], found.length[keep])


def _shared_once(left: Hashes, right: Hashes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where in each text the windows begin that both hold exactly once, by `left`."""
    left_hashes, left_at = _once(left)
    right_hashes, right_at = _once(right)
    _, in_left, in_right = np.intersect1d(
        left_hashes, right_hashes, assume_unique=True, return_indices=True
    )
    order = np.argsort(left_at[in_left])
    return left_at[in_left][order], right_at[in_right][order]


def _once(hashes: Hashes) -> tuple[Hashes, NDArray[np.int64]]:
    values, first, counts = np.unique(hashes, return_index=True, return_counts=True)
    return values[counts == 1], first[counts == 1]


def _stretches(left: NDArray[np.int64], right: NDArray[np.int64]) -> Anchors:
    """Join windows that follow one another in both texts."""
    breaks = (np.diff(left) != 1) | (np.diff(right) != 1)
    first = np.flatnonzero(np.concatenate([[True], breaks])[: len(left)])
    windows = np.diff(np.append(first, len(left)))
    return Anchors(left[first], right[first], windows + WINDOW - 1)


def _heaviest_chain(found: Anchors) -> NDArray[np.int64]:
    """Return the indices of the chain with most characters that overlaps in neither text."""
    count = len(found.length)
    left_end, right_end = found.left + found.length, found.right + found.length
    weight, previous = found.length.copy(), np.full(count, -1)
    for i in range(1, count):
        before = (left_end[:i] <= found.left[i]) & (right_end[:i] <= found.right[i])
        best = int(np.argmax(np.where(before, weight[:i], 0)))
        if before[best]:
            previous[i] = best
            weight[i] += weight[best]
    chain = [int(np.argmax(weight))] if count else []
    while chain and previous[chain[-1]] >= 0:
        chain.append(int(previous[chain[-1]]))
    return np.array(chain[::-1], np.int64)


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
