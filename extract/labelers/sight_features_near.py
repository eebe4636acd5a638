"""What stands before and after each block, how often its like recurs, and what heads it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.sight_features_elements import Elements
from pagesight.extract.labelers.sight_features_text import Column, Columns, TextCounts
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.dom import HEADING_TAGS

_NEIGHBOURS = (-2, -1, 1, 2)
_WINDOWS = (4, 12)  # blocks to either side
_TAGS = ("p", "li", "td", "div", "pre", "img")
_NO_HEADING = 200.0  # blocks since a heading, where there is none


def heading_levels(blocks: Sequence[Block]) -> Column:
    """Return 1 to 6 for headings and 0 for the rest."""
    levels = [int(b.tag[1]) if b.tag in HEADING_TAGS else 0 for b in blocks]
    return np.array(levels, np.float32)


def tag_columns(blocks: Sequence[Block]) -> Columns:
    """Return the tags of the blocks, and whether they are hidden."""
    tags = np.array([block.tag for block in blocks])
    columns: Columns = {f"tag_{tag}": (tags == tag).astype(np.float32) for tag in _TAGS}
    columns["heading"] = heading_levels(blocks)
    columns["hidden"] = np.array([block.hidden for block in blocks], np.float32)
    columns["image"] = np.array(["![" in block.markdown for block in blocks], np.float32)
    return columns


def near_columns(counts: TextCounts, levels: Column) -> Columns:
    """Return lengths, link shares and headings of the neighbours, and sums over windows."""
    columns: Columns = {}
    for step in _NEIGHBOURS:
        columns[f"words{step:+d}"] = shifted(counts.words, step)
        columns[f"links{step:+d}"] = shifted(counts.links, step, 1.0)
    for step in (-1, 1):
        columns[f"ends{step:+d}"] = shifted(counts.ends, step)
        columns[f"heading{step:+d}"] = shifted(levels, step)
    for width in _WINDOWS:
        chars = windowed(counts.chars, width)
        columns[f"window{width}_chars"] = chars
        columns[f"window{width}_links"] = windowed(counts.link_chars, width) / np.maximum(chars, 1)
        columns[f"window{width}_prose"] = windowed(counts.prose, width) / np.maximum(chars, 1)
    return columns


def place_columns(counts: TextCounts, levels: Column) -> Columns:
    """Return where on the page each block is, and which headings are before it."""
    blocks = len(levels)
    order = np.arange(blocks, dtype=np.float32)
    running, total = np.cumsum(counts.chars), max(float(counts.chars.sum()), 1.0)
    first_h1 = np.flatnonzero(levels == 1)
    heading = last_where(levels > 0)
    since = np.where(heading >= 0, order - heading, _NO_HEADING)
    return {
        "order": order,
        "place": order / blocks,
        "chars_before": (running - counts.chars) / total,
        "from_end": blocks - order,
        "since_h1": order - np.float32(first_h1[0] if len(first_h1) else -1),
        "since_heading": since,
        "under": np.where(heading >= 0, levels[heading], 0).astype(np.float32),
    }


def recurrence_columns(blocks: Sequence[Block], tree: Elements, counts: TextCounts) -> Columns:
    """Return how often the same text and the same kind of place occur, and what is there."""
    texts = Counter(block.text for block in blocks)
    places = [_place(tree, leaf) for leaf in tree.leaf.tolist()]
    numbers: dict[tuple[str, ...], int] = {}
    of = np.array([numbers.setdefault(place, len(numbers)) for place in places])
    alike = np.bincount(of)
    columns: Columns = {
        "same_text": np.array([texts[block.text] for block in blocks], np.float32),
        "same_place": alike[of].astype(np.float32),
    }
    for name, values in (("words", counts.words), ("links", counts.links), ("prose", counts.prose)):
        columns[f"place_{name}"] = (np.bincount(of, values) / alike)[of]
    held = np.bincount(of, counts.chars) / max(float(counts.chars.sum()), 1.0)
    columns["place_share"] = held[of]
    return columns


def _place(tree: Elements, leaf: int) -> tuple[str, ...]:
    """Return tags and class words of an element and the two above it."""
    parent = int(tree.parent[leaf])
    above = int(tree.parent[parent])
    return (
        tree.tags[leaf], *tree.names[leaf], "/", tree.tags[parent], *tree.names[parent], "/",
        tree.tags[above],
    )  # fmt: skip


def last_where(condition: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
    """Return the last index before each block where the condition holds; -1 if none."""
    at = np.where(condition, np.arange(len(condition)), -1)
    last = np.maximum.accumulate(at) if len(at) else at
    return np.concatenate([[-1], last[:-1]])


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
    running = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    order = np.arange(len(values))
    last, first = np.minimum(order + width + 1, len(values)), np.maximum(order - width, 0)
    total: Column = running[last] - running[first]
    return total
