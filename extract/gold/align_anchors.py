"""Anchors of an alignment: long stretches that two texts share, in the same order in both."""

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
