"""The measures by which the statistical extractors judge blocks."""

from collections.abc import Sequence

import numpy as np

from pagesight.extract.block_tree import block_tree
from pagesight.extract.blocks import Block
from pagesight.extract.measures_context import measure_context
from pagesight.extract.measures_repeats import measure_repeats
from pagesight.extract.measures_text import Floats, measure_text
from pagesight.extract.measures_tree import measure_tree


def measure(blocks: Sequence[Block]) -> dict[str, Floats]:
    """Return each measure's values, one a block; nothing for a page without blocks."""
    if not blocks:
        return {}
    tree = block_tree(blocks)
    text = measure_text(blocks)
    places, hints = measure_tree(blocks, tree, text)
    around = measure_context(blocks, tree, text, hints)
    return text.columns | places | around | measure_repeats(blocks, tree, text)


def measure_matrix(blocks: Sequence[Block], names: Sequence[str]) -> Floats:
    """Return the named measures as a matrix, (blocks, names)."""
    columns = measure(blocks)
    if not columns:
        return np.zeros((0, len(names)))
    return np.stack([columns[name] for name in names], axis=1)
