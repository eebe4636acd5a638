"""What a first pass thinks of the blocks around each block (auto-context, Tu and Bai 2010)."""

import numpy as np

from pagesight.extract.labelers.sight_features import Features
from pagesight.extract.labelers.sight_features_elements import Indices
from pagesight.extract.labelers.sight_features_near import shifted, windowed
from pagesight.extract.labelers.sight_features_text import Column, Columns
from pagesight.extract.labelers.sight_features_tree import rungs

_NEIGHBOURS = (-4, -3, -2, -1, 1, 2, 3, 4)
_WINDOWS = (3, 8, 20)
_SURE = 0.5


def context_columns(page: Features, first: Column) -> Columns:
    """Return the columns made from the first pass's probabilities, (blocks,)."""
    tree, chars = page.tree, page.counts.chars
    columns: Columns = {"first": first}
    for step in _NEIGHBOURS:
        columns[f"first{step:+d}"] = shifted(first, step)
    for width in _WINDOWS:
        held = windowed(first * chars, width) / np.maximum(windowed(chars, width), 1)
        columns[f"first_window{width}"] = held
    for number, at in enumerate(rungs(tree)):
        held = tree.sums(first * chars) / np.maximum(tree.sums(chars), 1)
        columns[f"first_rung{number}"] = held[at]
        columns[f"first_rung{number}_mean"] = (tree.sums(first) / (tree.end - tree.start))[at]
    kinds = tree.kind[tree.leaf]
    columns["first_kind"] = _group_mean(kinds, first)
    columns["first_place"] = _group_mean(tree.kind[tree.parent[tree.leaf]] * 100_000 + kinds, first)
    return columns | _page_columns(first, chars)


def _page_columns(first: Column, chars: Column) -> Columns:
    """Return where the block is in the stretch that the first pass finds, and how big that is."""
    order = np.arange(len(first))
    expected = first * chars
    total = max(float(expected.sum()), 1e-6)
    running = np.cumsum(expected)
    sure = np.flatnonzero(first > _SURE)
    begin, end = (sure[0], sure[-1]) if len(sure) else (0, len(first) - 1)
    return {
        "first_before": (running - expected) / total,
        "first_after": 1 - running / total,
        "since_first": (order - begin).astype(np.float32),
        "until_last": (end - order).astype(np.float32),
        "first_total": np.full(len(first), total),
        "first_share": np.full(len(first), total / max(float(chars.sum()), 1.0)),
        "first_doubt": np.full(
            len(first), float((np.minimum(first, 1 - first) * chars).sum()) / total
        ),
        "first_most": np.full(len(first), first.max()),
    }


def _group_mean(keys: Indices, values: Column) -> Column:
    """Return the mean value of the blocks with the same key."""
    _, of = np.unique(keys, return_inverse=True)
    return (np.bincount(of, values) / np.bincount(of))[of]
