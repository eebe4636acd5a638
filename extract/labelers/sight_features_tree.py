"""Where each block stands: what the elements around it hold."""

import numpy as np

from pagesight.extract.labelers.sight_features_elements import Elements, Indices
from pagesight.extract.labelers.sight_features_text import Column, Columns, TextCounts

RUNGS = 5  # containers looked at above a block, each wider than the one before
_TOP_RUNGS = 3  # and below the root
_LANDMARKS = (
    "article", "main", "nav", "aside", "footer", "header", "form", "table", "ul", "ol", "dl",
    "section", "noscript", "template", "figure", "button", "details",
)  # fmt: skip
_FAR = 30.0  # steps to a landmark that is not there


def rungs(tree: Elements, count: int = RUNGS) -> list[Indices]:
    """Return the containers of each block, (blocks,) each, from the nearest to wider ones.

    Elements that cover the same blocks are one rung: its lowest element.
    """
    alone = tree.end - tree.start == 1
    at = np.where(alone[tree.leaf], tree.wider[tree.leaf], tree.leaf)
    ladder = [at]
    for _ in range(count - 1):
        ladder.append(tree.wider[ladder[-1]])
    return ladder


def tree_columns(tree: Elements, counts: TextCounts, is_heading: Column) -> Columns:
    """Return the columns of containers, landmarks and the densest subtree."""
    measures = _element_measures(tree, counts, is_heading)
    columns: Columns = {"depth": tree.depth[tree.leaf].astype(np.float32)}
    position = np.arange(len(tree.leaf))
    for number, at in enumerate(rungs(tree)):
        for name, values in measures.items():
            columns[f"rung{number}_{name}"] = values[at]
        size = np.maximum(tree.end[at] - tree.start[at], 1)
        columns[f"rung{number}_position"] = (position - tree.start[at]) / size
    for number, at in enumerate(_top_rungs(tree)):
        for name in ("share", "links", "prose", "start") if number else ("links", "prose"):
            columns[f"top{number}_{name}"] = measures[name][at]
    for tag, steps in zip(_LANDMARKS, _steps_up(tree)[tree.leaf].T, strict=True):
        columns[f"up_to_{tag}"] = steps
    columns.update(_dense_columns(tree, counts.prose))
    return columns


def _element_measures(tree: Elements, counts: TextCounts, is_heading: Column) -> dict[str, Column]:
    """Return what each element holds, (elements,) each."""
    chars, blocks = tree.sums(counts.chars), (tree.end - tree.start)
    some = np.maximum(chars, 1)
    page_chars, page_blocks = max(float(counts.chars.sum()), 1.0), float(len(tree.leaf))
    fan_out = np.bincount(tree.wider[1:], minlength=len(chars))
    return {
        "blocks": blocks,
        "chars": chars,
        "share": chars / page_chars,
        "links": tree.sums(counts.link_chars) / some,
        "prose": tree.sums(counts.prose) / some,
        "ends": tree.sums(counts.ends) / some,
        "headings": tree.sums(is_heading) / blocks,
        "block_chars": chars / blocks,
        "fan_out": fan_out / blocks,
        "start": tree.start.astype(np.float32) / page_blocks,
        "end": tree.end.astype(np.float32) / page_blocks,
    }


def _top_rungs(tree: Elements) -> list[Indices]:
    """Return the widest containers of each block that do not cover the whole page."""
    wider, steps = tree.wider.tolist(), [0] * len(tree.tags)
    paths: list[tuple[int, ...]] = [()] * len(steps)
    for element in range(1, len(steps)):
        above = paths[wider[element]]
        paths[element] = above if len(above) == _TOP_RUNGS else (*above, element)
    last = [paths[leaf] or (0,) for leaf in tree.leaf.tolist()]
    return [
        np.array([path[min(rung, len(path) - 1)] for path in last], np.int64)
        for rung in range(_TOP_RUNGS)
    ]


def _steps_up(tree: Elements) -> Column:
    """Return how many elements up the nearest of each landmark is, (elements, landmarks)."""
    numbers = {tag: number for number, tag in enumerate(_LANDMARKS)}
    own = np.array([numbers.get(tag, -1) for tag in tree.tags])
    steps = np.where(own[:, None] == np.arange(len(_LANDMARKS)), 0.0, _FAR)
    by_depth = np.argsort(tree.depth, kind="stable")
    for level in np.split(by_depth, np.cumsum(np.bincount(tree.depth))[:-1])[1:]:
        steps[level] = np.minimum(steps[level], steps[tree.parent[level]] + 1)
    return steps


def _dense_columns(tree: Elements, prose: Column) -> Columns:
    """Return how far each block is from the smallest elements with most of the page's prose."""
    held, size = tree.sums(prose), tree.end - tree.start
    columns: Columns = {}
    for percent in (40, 60, 80):
        enough = np.flatnonzero(held >= max(percent / 100 * held[0], 1e-6))
        core = int(enough[np.argmin(size[enough])]) if len(enough) else 0
        covers = (tree.start <= tree.start[core]) & (tree.end >= tree.end[core])
        outside = sum((~covers[at]).astype(np.float32) for at in rungs(tree))
        position = np.arange(len(tree.leaf))
        before, after = tree.start[core] - position, position - tree.end[core] + 1
        columns[f"core{percent}_outside"] = np.where(np.maximum(before, after) > 0, outside, 0)
        columns[f"core{percent}_distance"] = np.where(before > 0, -before, np.maximum(after, 0))
        columns[f"core{percent}_share"] = np.full(
            len(tree.leaf), held[core] / max(held[0], 1), np.float32
        )
    return columns
