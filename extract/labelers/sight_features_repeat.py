"""Which series of like elements each block is in: the cards of a list, the posts of a thread."""

import numpy as np

from pagesight.extract.labelers.sight_features_elements import Elements, Indices
from pagesight.extract.labelers.sight_features_text import Column, Columns, TextCounts

_REPEATED = 3  # siblings of one kind that make a series


def repeat_columns(tree: Elements, counts: TextCounts) -> Columns:
    """Return what is known of the series of like elements that each block belongs to."""
    group = _series(tree)
    chars = np.asarray(np.bincount(group, tree.sums(counts.chars)), np.float64)
    links = np.bincount(group, tree.sums(counts.link_chars))
    size = np.bincount(group)
    columns: Columns = {}
    for name, element in (
        ("near", _nearest(tree, size[group])),
        ("main", _main(tree, chars, size)),
    ):
        at = element[tree.leaf]
        none, of = at < 0, group[at]
        length = np.maximum(tree.end[at] - tree.start[at], 1)
        facts = {
            "count": size[of],
            "chars": chars[of] / size[of],
            "share": chars[of] / max(float(counts.chars.sum()), 1.0),
            "links": links[of] / np.maximum(chars[of], 1),
            "blocks": length,
            "position": (np.arange(len(at)) - tree.start[at]) / length,
            "up": tree.depth[tree.leaf] - tree.depth[at],
        }
        for fact, values in facts.items():
            columns[f"{name}_{fact}"] = np.where(none, -1, values)
    return columns


def _series(tree: Elements) -> Indices:
    """Return a number for each element's parent and kind together: its series."""
    keys = tree.parent * (int(tree.kind.max()) + 1) + tree.kind
    keys[0] = -1
    series: Indices = np.unique(keys, return_inverse=True)[1]
    return series


def _nearest(tree: Elements, count: Indices) -> Indices:
    """Return the nearest element at or above each that is one of a series; -1 if none."""
    nearest: list[int] = []
    for element, (parent, alike) in enumerate(
        zip(tree.parent.tolist(), count.tolist(), strict=True)
    ):
        nearest.append(element if alike >= _REPEATED else nearest[parent] if nearest else -1)
    return np.array(nearest, np.int64)


def _main(tree: Elements, chars: Column, size: Indices) -> Indices:
    """Return the element at or above each whose series holds most text; -1 if none is in one."""
    group = _series(tree)
    weight = np.where(size[group] >= _REPEATED, chars[group], 0).tolist()
    best: list[int] = []
    for element, parent in enumerate(tree.parent.tolist()):
        above = best[parent] if best else -1
        better = weight[element] > (weight[above] if above >= 0 else 0)
        best.append(element if better else above)
    return np.array(best, np.int64)
