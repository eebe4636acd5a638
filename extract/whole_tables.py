"""Keep tables whole: a table without some of its cells says something else."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.block_tree import BlockTree, block_tree
from pagesight.extract.measures_text import Floats
from pagesight.extract.parse.blocks import Block


def with_whole_tables(
    blocks: Sequence[Block], probabilities: Floats, threshold: float
) -> Sequence[int]:
    """Return the blocks to keep: those as probable as `threshold`, and tables among them whole.

    A table is kept whole if blocks before and after it, in the element around it, are kept and its
    own are half as probable as they must be, on the mean. Innermost tables come first.
    """
    kept = probabilities >= threshold
    if any("/table[" in block.path for block in blocks):
        _keep_tables(block_tree(blocks), probabilities, threshold, kept)
    return tuple(map(int, np.flatnonzero(kept)))


def _keep_tables(
    tree: BlockTree, probabilities: Floats, threshold: float, kept: NDArray[np.bool_]
) -> None:
    """Set `kept` for the blocks of such tables."""
    for node in reversed(tree.nodes):
        if node.element.tag != "table" or kept[node.start : node.end].all():
            continue
        around = tree.nodes[node.parent]
        before, after = kept[around.start : node.start], kept[node.end : around.end]
        likely = probabilities[node.start : node.end].mean() >= threshold / 2
        if likely and before.any() and after.any():
            kept[node.start : node.end] = True
