"""The measures by which the statistical extractors judge blocks."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.block_tree import block_tree
from pagesight.extract.measures_context import measure_context
from pagesight.extract.measures_repeats import measure_repeats
from pagesight.extract.measures_text import Floats, measure_text
from pagesight.extract.measures_tree import measure_tree
from pagesight.extract.parse.blocks import Block

Singles = NDArray[np.float32]


def measure(blocks: Sequence[Block]) -> dict[str, Singles]:
    """Return each measure's values, one a block; nothing for a page without blocks."""
    if not blocks:
        return {}
    tree = block_tree(blocks)
    text = measure_text(blocks)
    places, hints = measure_tree(blocks, tree, text)
    columns = _single(text.columns) | _single(places)
    del places
    columns |= _single(measure_context(blocks, tree, text, hints))
    return columns | _single(measure_repeats(blocks, tree, text))


def measure_matrix(columns: Mapping[str, Singles], names: Sequence[str], rows: slice) -> Singles:
    """Return rows of the named measures as a matrix, (rows, names)."""
    if not columns:
        return np.zeros((0, len(names)), np.float32)
    return np.stack([columns[name][rows] for name in names], axis=1)


def _single(columns: Mapping[str, Floats]) -> dict[str, Singles]:
    """Return the columns in single precision: all of them are held at once."""
    return {name: column.astype(np.float32) for name, column in columns.items()}
