"""Give blocks the boxes and styles that the browser computed."""

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz.distance import LCSseq

from pagesight.extract.parse.blocks import Block
from pagesight.render.page import Box, LaidOutNode, Layout

_MAX_CELLS = 2_000_000_000  # longest alignment tried: about a second


def with_layout(
    blocks: Sequence[Block], pieces: Sequence[Sequence[str]], layout: Layout | None
) -> tuple[Block, ...]:
    """Return the blocks with the box around their text nodes and the style of the longest.

    The text nodes of blocks (`pieces`) and of the layout are aligned by their longest common
    subsequence, so what only one of them holds (hidden text, generated text) shifts nothing.
    Blocks whose text was not laid out keep no box.
    """
    if layout is None:
        return tuple(blocks)
    laid_out = [node for node in layout.nodes if node.text]
    owners = [(piece, number) for number, own in enumerate(pieces) for piece in own if piece]
    # Without case: the layout has text as CSS shows it, which may be in capitals.
    ours = [piece.casefold() for piece, _ in owners]
    found = _aligned(ours, [(node.text or "").casefold() for node in laid_out])
    nodes: dict[int, list[LaidOutNode]] = {}
    for piece, node in found:
        nodes.setdefault(owners[piece][1], []).append(laid_out[node])
    return tuple(_placed(block, nodes.get(number, [])) for number, block in enumerate(blocks))


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
