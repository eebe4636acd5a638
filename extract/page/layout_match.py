"""Give blocks the boxes and styles that the browser computed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from rapidfuzz.distance import LCSseq

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.cut import BlockTable
from pagesight.extract.page.elements import Rows
from pagesight.extract.page.inline.inline import collapse
from pagesight.render.page import Box, LaidOutNode, Layout

_MAX_CELLS = 2_000_000_000  # longest alignment tried: about a second


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of a block and a node of the layout that has text of it, both ascending, (pairs,)."""

    block: Rows
    node: Rows


def matches(cuts: BlockTable, layout: Layout) -> Matches:
    """Return which nodes of the layout have the text of which blocks.

    The text nodes of blocks and of the layout are aligned by their longest common subsequence, so
    what only one of them holds (hidden text, generated text) shifts nothing. Blocks whose text was
    not laid out are in no pair.
    """
    nodes = enumerate(layout.nodes)
    laid_out = [(node.text, number) for number, node in nodes if node.text]
    bounds = zip(cuts.start.tolist(), cuts.end.tolist(), strict=True)
    owners = [
        (piece, number)
        for number, (start, end) in enumerate(bounds)
        for piece in map(collapse, cuts.strings[start:end])
        if piece
    ]
    # Without case: the layout has text as CSS shows it, which may be in capitals.
    ours, theirs = ([text.casefold() for text, _ in own] for own in (owners, laid_out))
    found = _aligned(ours, theirs)
    block = np.array([owners[piece][1] for piece, _ in found], np.int64)
    return Matches(block, np.array([laid_out[node][1] for _, node in found], np.int64))


def with_layout(blocks: Sequence[Block], cuts: BlockTable, layout: Layout) -> tuple[Block, ...]:
    """Return the blocks with the box around their text nodes and the style of the longest.

    Blocks whose text was not laid out keep no box.
    """
    own: dict[int, list[LaidOutNode]] = {}
    matched, nodes = matches(cuts, layout), layout.nodes
    for block, node in zip(matched.block.tolist(), matched.node.tolist(), strict=True):
        own.setdefault(block, []).append(nodes[node])
    return tuple(_placed(block, own.get(number, [])) for number, block in enumerate(blocks))


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of positions of an alignment of two lists of texts."""
    if len(ours) * len(theirs) > _MAX_CELLS:
        return []
    return [
        pair
        for block in LCSseq.opcodes(ours, theirs)
        if block.tag == "equal"
        for pair in zip(
            range(block.src_start, block.src_end),
            range(block.dest_start, block.dest_end),
            strict=True,
        )
    ]


def _placed(block: Block, nodes: Sequence[LaidOutNode]) -> Block:
    if not nodes:
        return block
    left, top = min(node.box.x for node in nodes), min(node.box.y for node in nodes)
    right = max(node.box.x + node.box.width for node in nodes)
    bottom = max(node.box.y + node.box.height for node in nodes)
    longest = max(nodes, key=lambda node: len(node.text or ""))
    return replace(block, box=Box(left, top, right - left, bottom - top), style=longest.style)
