"""Small arithmetic over columns of blocks: neighbours, windows, the last of its kind before."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.text import Column
from pagesight.extract.page.elements import Flags, Rows

Number = TypeVar("Number", bound=np.generic)


def last_where(condition: Flags) -> Rows:
    """Return the last index before each block where the condition holds; -1 if none."""
    last = np.full(len(condition), -1, np.int64)
    last[1:] = np.maximum.accumulate(np.where(condition, np.arange(len(condition)), -1))[:-1]
    return last


def shifted(values: Column, step: int, missing: float = 0.0) -> Column:
    """Return each block's neighbour's value, `step` blocks on; `missing` beyond the page."""
    moved = np.full_like(values, missing)
    if abs(step) < len(values):
        if step > 0:
            moved[:-step] = values[step:]
        else:
            moved[-step:] = values[:step]
    return moved


def windowed(values: Column, width: int) -> Column:
    """Return the sum over the blocks at most `width` away."""
    running = np.zeros(len(values) + 1)
    np.cumsum(values, out=running[1:])
    order = np.arange(len(values))
    last, first = np.minimum(order + width + 1, len(values)), np.maximum(order - width, 0)
    return np.asarray(running[last] - running[first])


def sums_between(values: Column | Rows | Flags, start: Rows, end: Rows) -> Column:
    """Return the sum of the blocks' values from each start up to its end."""
    running = np.append(0.0, np.cumsum(values))
    return np.asarray(running[end] - running[start])


def distinct(values: NDArray[Number]) -> NDArray[Number]:
    """Return the different values, ascending; for those of a page faster than numpy's `unique`.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(values)
    is_new = np.ones(len(ordered), np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def hashed(*keys: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
    """Return a hash of each combination of the keys."""
    joined = np.zeros(len(keys[0]), np.uint64)
    for key in keys:
        joined = joined * np.uint64(0x9E3779B97F4A7C15) + key.astype(np.uint64)
        joined ^= joined >> np.uint64(29)
    return joined


def numbered(hashes: NDArray[np.uint64]) -> Rows:
    """Return one number for each different hash, from 0 on."""
    order = np.argsort(hashes)
    ordered = hashes[order]
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.cumsum(np.concatenate([[False], ordered[1:] != ordered[:-1]]))
    return numbers
