"""The extractor that the sight labeler is: its choice of blocks, and how good that will be."""

from pathlib import Path

import numpy as np

from pagesight.extract.features.table import block_features
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.document import Document
from pagesight.extract.sight.model import SightLabels, SightModel, label, load_sight


class SightExtractor:
    """Keeps the blocks whose expected word F1 is highest; never nothing where there is text."""

    def __init__(self, model: SightModel) -> None:
        self.model = model

    def labels(self, document: Document) -> SightLabels | None:
        """Return the labels of the page's blocks; None for a page without any."""
        return label(self.model, block_features(document)) if document.cuts.texts else None

    def kept(self, document: Document) -> tuple[Block, ...]:
        """Return the blocks of the choice."""
        found = self.labels(document)
        chosen = np.flatnonzero(found.choice.kept).tolist() if found else []
        return tuple(document.blocks[number] for number in chosen)


def load_extractor(folder: Path) -> SightExtractor:
    """Return the extractor of a model folder. Raises ModelError."""
    return SightExtractor(load_sight(folder))
