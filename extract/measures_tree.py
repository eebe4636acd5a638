"""Measures of where a block stands in the tree: roles above it, text around it, repetition."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.block_tree import BlockTree
from pagesight.extract.hints import HINTS, ROLES, hint_bits, role_bit
from pagesight.extract.measures_text import Floats, TextMeasures
from pagesight.extract.parse.blocks import Block

Ints = NDArray[np.int64]
LEVELS = 5  # ancestors looked at one by one
_PAGE_DEPTH = 2  # html, body and the outermost wrapper describe the page, not a part of it


def measure_tree(
    blocks: Sequence[Block], tree: BlockTree, text: TextMeasures
) -> tuple[dict[str, Floats], Ints]:
    """Return the columns, and the bits of all hints above each block."""
    holders = np.array(tree.holders, dtype=np.int64)
    roles, all_hints, near_hints = _role_bits(tree)
    columns = {f"in {tag}": bit for tag, bit in _unpacked(roles[holders], ROLES)}
    columns |= {f"hint {name}": bit for name, bit in _unpacked(all_hints[holders], tuple(HINTS))}
    columns |= {f"near {name}": bit for name, bit in _unpacked(near_hints[holders], tuple(HINTS))}
    columns |= _levels(tree, holders, text)
    columns |= _repetition(tree, holders)
    columns |= _signatures(blocks, text)
    return columns, all_hints[holders]


def _role_bits(tree: BlockTree) -> tuple[Ints, Ints, Ints]:
    """Return for each node the tags at and above it, all hints, and those of three levels."""
    own = [hint_bits(node.element) for node in tree.nodes]
    roles, hints, near = [0] * len(own), [0] * len(own), [0] * len(own)
    for place, node in enumerate(tree.nodes):
        above = node.parent
        roles[place] = roles[above] | role_bit(node.element)
        inner = node.depth > _PAGE_DEPTH
        hints[place] = own[place] | (hints[above] if inner else 0)
        near[place] = own[place] | (own[above] | own[tree.nodes[above].parent] if inner else 0)
    return np.array(roles), np.array(hints), np.array(near)


def _unpacked(bits: Ints, names: Sequence[str]) -> list[tuple[str, Floats]]:
    return [(name, ((bits >> place) & 1).astype(np.float64)) for place, name in enumerate(names)]


def _levels(tree: BlockTree, holders: Ints, text: TextMeasures) -> dict[str, Floats]:
    """Return the amount and kind of text under each of the ancestors."""
    starts = np.array([node.start for node in tree.nodes])
    ends = np.array([node.end for node in tree.nodes])
    parents = np.array([node.parent for node in tree.nodes])

    def held(values: Floats) -> Floats:
        sums = np.concatenate([[0.0], np.cumsum(values)])
        return np.asarray(sums[ends] - sums[starts])

    chars, links, sentences = held(text.chars), held(text.link_chars), held(text.sentences)
    average = chars / np.maximum(ends - starts, 1)
    columns: dict[str, Floats] = {}
    level = holders
    for number in range(1, LEVELS + 1):
        level = parents[level]
        columns |= {
            f"level {number} log chars": np.log1p(chars[level]),
            f"level {number} link density": links[level] / np.maximum(chars[level], 1),
            f"level {number} log average": np.log1p(average[level]),
            f"level {number} share of page": chars[level] / max(text.chars.sum(), 1),
            f"level {number} log sentences": np.log1p(sentences[level]),
        }
    return columns


def _repetition(tree: BlockTree, holders: Ints) -> dict[str, Floats]:
    """Return how many siblings of the same tag and classes each ancestor has."""
    kinds = [(node.parent, node.element.tag, node.element.classes) for node in tree.nodes]
    times = Counter(kinds)
    own = np.array([times[kind] for kind in kinds], dtype=np.float64)
    most = own.copy()
    for place, node in enumerate(tree.nodes):
        if node.depth > _PAGE_DEPTH:
            most[place] = max(most[place], most[node.parent])
    parents = np.array([node.parent for node in tree.nodes])
    columns = {"log most repeated": np.log1p(most[holders])}
    level = holders
    for number in range(LEVELS):
        columns[f"level {number} log repeated"] = np.log1p(own[level])
        level = parents[level]
    return columns


def _signatures(blocks: Sequence[Block], text: TextMeasures) -> dict[str, Floats]:
    """Return how often blocks of the same tag and nearest classes occur, and their words."""
    numbers: dict[object, int] = {}
    keys = [
        numbers.setdefault(
            (block.tag, tuple((a.tag, a.classes) for a in block.ancestors[-4:])), len(numbers)
        )
        for block in blocks
    ]
    own = np.array(keys, dtype=np.int64)
    times = np.bincount(own).astype(np.float64)
    words = np.bincount(own, weights=text.words * (1 - text.link_density))
    return {
        "log alike": np.log1p(times[own]),
        "log words of alike": np.log1p(words[own]),
        "log words per alike": np.log1p((words / np.maximum(times, 1))[own]),
    }
