"""Describe what stands before and after each block, its place on the page, and what heads it."""

import numpy as np

from pagesight.extract.features.columns import last_where, shifted, windowed
from pagesight.extract.features.text import Column, TextCounts

_NEIGHBOURS = (-2, -1, 1, 2)
_WINDOWS = (4, 12)  # blocks to either side
_NO_HEADING = 200.0  # blocks since a heading, where there is none


def near_columns(counts: TextCounts, levels: Column) -> dict[str, Column]:
    """Return lengths, link shares and headings of the neighbours, and sums over windows."""
    columns: dict[str, Column] = {}
    for step in _NEIGHBOURS:
        columns[f"words{step:+d}"] = shifted(counts.words, step)
        columns[f"links{step:+d}"] = shifted(counts.links, step, 1.0)
    for step in (-1, 1):
        columns[f"ends{step:+d}"] = shifted(counts.ends, step)
        columns[f"heading{step:+d}"] = shifted(levels, step)
    for width in _WINDOWS:
        chars = windowed(counts.chars, width)
        some = np.maximum(chars, 1)
        columns[f"window{width}_chars"] = chars
        columns[f"window{width}_links"] = windowed(counts.link_chars, width) / some
        columns[f"window{width}_prose"] = windowed(counts.prose, width) / some
    return columns


def place_columns(counts: TextCounts, levels: Column) -> dict[str, Column]:
    """Return where on the page each block is, and which headings are before it."""
    blocks = len(levels)
    order = np.arange(blocks, dtype=np.float64)
    running, total = np.cumsum(counts.chars), max(float(counts.chars.sum()), 1.0)
    first_h1 = np.flatnonzero(levels == 1)
    heading = last_where(levels > 0)
    return {
        "order": order,
        "place": order / blocks,
        "chars_before": (running - counts.chars) / total,
        "from_end": blocks - order,
        "since_h1": order - (first_h1[0] if len(first_h1) else -1),
        "since_heading": np.where(heading >= 0, order - heading, _NO_HEADING),
        "under": np.where(heading >= 0, levels[heading], 0),
    }
