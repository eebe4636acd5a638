"""What the sight labeler knows of each block: one row a block, language-independent."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.sight_features_elements import Elements, elements
from pagesight.extract.labelers.sight_features_near import (
    heading_levels,
    near_columns,
    place_columns,
    recurrence_columns,
    tag_columns,
)
from pagesight.extract.labelers.sight_features_page import agreement_columns, page_columns
from pagesight.extract.labelers.sight_features_repeat import repeat_columns
from pagesight.extract.labelers.sight_features_text import (
    Column,
    Columns,
    TextCounts,
    text_columns,
    text_counts,
)
from pagesight.extract.labelers.sight_features_tree import tree_columns
from pagesight.extract.parse.document import Document


@dataclass(frozen=True, slots=True)
class Features:
    """The columns of a page, (blocks,) each, and what they were made from."""

    columns: Columns
    tree: Elements
    counts: TextCounts

    @property
    def matrix(self) -> NDArray[np.float32]:
        """The columns side by side, (blocks, columns)."""
        return side_by_side(list(self.columns.values()))


def side_by_side(columns: Sequence[Column]) -> NDArray[np.float32]:
    """Return the columns as a matrix, (blocks, columns), of the precision that trees read."""
    matrix = np.empty((len(columns[0]), len(columns)), np.float32)
    for place, column in enumerate(columns):
        matrix[:, place] = column
    return matrix


def features(document: Document) -> Features:
    """Return the features of a page that has at least one block."""
    blocks = document.blocks
    counts, tree, levels = text_counts(blocks), elements(blocks), heading_levels(blocks)
    columns = {
        **_single(text_columns(counts)),
        **_single(tag_columns(blocks)),
        **_single(tree_columns(tree, counts, (levels > 0).astype(np.float32))),
        **_single(repeat_columns(tree, counts)),
        **_single(near_columns(counts, levels)),
        **_single(place_columns(counts, levels)),
        **_single(recurrence_columns(blocks, tree, counts)),
        **page_columns(document, counts),
        **_single(agreement_columns(document)),
    }
    return Features(columns, tree, counts)


def _single(columns: Columns) -> Columns:
    """Return the columns in single precision: all of them are held at once."""
    return {name: column.astype(np.float32, copy=False) for name, column in columns.items()}
