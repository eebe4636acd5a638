"""Measures of what surrounds a block: its neighbours, and the part of the page with most text."""

from collections.abc import Sequence

import numpy as np

from pagesight.extract.block_tree import BlockTree
from pagesight.extract.hints import bits_of
from pagesight.extract.measures_text import Floats, TextMeasures
from pagesight.extract.measures_tree import Ints
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.dom import HEADING_TAGS

_FURNITURE = bits_of("nav", "footer", "side", "share", "related", "comment", "offer")
_CORE_SHARE = 0.85  # the smallest element with so much of the good text is the core


def measure_context(
    blocks: Sequence[Block], tree: BlockTree, text: TextMeasures, hints: Ints
) -> dict[str, Floats]:
    """Return the columns. A block is *good* by its words if few are linked, as in jusText."""
    furniture = (hints & _FURNITURE) > 0
    good = np.where(
        (text.link_density < 0.3) & (text.words >= 5),
        text.words * (1 - text.link_density) * np.where(text.ends > 0, 1.0, 0.4),
        0.0,
    )
    bad = np.where(good > 0, 0.0, np.minimum(text.words, 15) * 0.7 + 1.5)
    value = np.where(furniture, -0.3 * text.words - 1, good - bad)
    good = np.where(furniture, 0.0, good)
    return (
        _place(text)
        | _main_element(tree, value, good)
        | _neighbours(blocks, tree, text, good)
        | _windows(text, good)
    )


def _place(text: TextMeasures) -> dict[str, Floats]:
    count, total = len(text.chars), max(text.chars.sum(), 1.0)
    passed = np.cumsum(text.chars)
    return {
        "place": np.arange(count) / count,
        "chars before": (passed - text.chars) / total,
        "chars after": 1 - passed / total,
        "log blocks of page": np.full(count, np.log1p(count)),
        "log chars of page": np.full(count, np.log1p(total)),
    }


def _main_element(tree: BlockTree, value: Floats, good: Floats) -> dict[str, Floats]:
    """Return where blocks stand to the element of highest total value (BTE, over the tree)."""
    nodes, order = tree.nodes, np.arange(len(value))
    starts, ends = np.array([n.start for n in nodes]), np.array([n.end for n in nodes])
    depths = np.array([n.depth for n in nodes])
    values = np.concatenate([[0.0], np.cumsum(value)])
    goods = np.concatenate([[0.0], np.cumsum(good)])
    best = nodes[int(np.argmax(values[ends] - values[starts] + depths * 1e-6))]
    holding = np.flatnonzero(goods[ends] - goods[starts] >= _CORE_SHARE * goods[-1] - 1e-6)
    core = nodes[int(holding[np.argmax(depths[holding])])]
    within = (order >= best.start) & (order < best.end)
    paragraphs = np.flatnonzero((good > 8) & within)
    first, last = (paragraphs[0], paragraphs[-1]) if len(paragraphs) else (0, len(value))
    holders = np.array(tree.holders)
    meeting = np.array(
        [n.depth if n.start <= best.start and n.end >= best.end else 0 for n in nodes]
    )
    for place, node in enumerate(nodes):
        meeting[place] = max(meeting[place], min(meeting[node.parent], best.depth))
    return {
        "in main": within.astype(float),
        "in core": ((order >= core.start) & (order < core.end)).astype(float),
        "levels from main": (best.depth - np.minimum(meeting[holders], best.depth)) / 5,
        "levels below main": np.maximum(depths[holders] - best.depth, 0) / 5,
        "depth": depths[holders] / 20,
        "blocks from start": np.clip((order - best.start) / 20, -2, 2),
        "blocks from end": np.clip((order - best.end) / 20, -2, 2),
        "before main": (order < best.start).astype(float),
        "after main": (order >= best.end).astype(float),
        "before first paragraph": (order < first).astype(float),
        "after last paragraph": (order > last).astype(float),
        "blocks to first paragraph": np.clip((first - order) / 10, 0, 3),
        "blocks since last paragraph": np.clip((order - last) / 10, 0, 3),
    }


def _neighbours(
    blocks: Sequence[Block], tree: BlockTree, text: TextMeasures, good: Floats
) -> dict[str, Floats]:
    """Return the measures of the three blocks on either side."""
    parents = np.array([tree.nodes[holder].parent for holder in tree.holders], dtype=float)
    paragraph = np.array([block.tag in ("p", "pre", "blockquote") for block in blocks], float)
    heading = np.array([block.tag in HEADING_TAGS for block in blocks], float)
    columns: dict[str, Floats] = {}
    for by in (1, 2, 3, -1, -2, -3):
        columns[f"{by:+} log words"] = _shifted(np.log1p(text.words), by)
        columns[f"{by:+} link density"] = _shifted(text.link_density, by)
        columns[f"{by:+} ends a sentence"] = _shifted(text.ends, by)
    for by in (1, -1):
        columns[f"{by:+} paragraph"] = _shifted(paragraph, by)
        columns[f"{by:+} heading"] = _shifted(heading, by)
        columns[f"{by:+} good"] = _shifted((good > 8).astype(float), by)
        columns[f"{by:+} same parent"] = (_shifted(parents, by, -1.0) == parents).astype(float)
    return columns


def _shifted(values: Floats, by: int, absent: float = 0.0) -> Floats:
    """Return for each block the value of the block `by` places on."""
    padded = np.full(len(values) + 2 * abs(by), absent)
    padded[abs(by) : abs(by) + len(values)] = values
    return padded[abs(by) + by : abs(by) + by + len(values)]


def _windows(text: TextMeasures, good: Floats) -> dict[str, Floats]:
    """Return the good words and link density of the blocks within 5 and within 15 places."""
    columns: dict[str, Floats] = {}
    for reach in (5, 15):
        ones = np.ones(2 * reach + 1)

        def near(values: Floats, reach: int = reach, ones: Floats = ones) -> Floats:
            return np.convolve(values, ones)[reach : reach + len(values)]

        columns[f"within {reach} log good words"] = np.log1p(np.maximum(near(good), 0))
        columns[f"within {reach} link density"] = near(text.link_chars) / np.maximum(
            near(text.chars), 1
        )
    return columns
