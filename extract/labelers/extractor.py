"""Make an extractor of a labeler."""

import numpy as np

from pagesight.extract.document import Document
from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.base import Labeler
from pagesight.extract.metadata import metadata


class LabelerExtractor:
    """Keeps the blocks that a labeler finds more probable than `threshold` to be content."""

    def __init__(self, labeler: Labeler, threshold: float = 0.5) -> None:
        self.labeler = labeler
        self.threshold = threshold

    def __call__(self, document: Document) -> Extraction:
        """Return the kept blocks; `score` is the mean certainty over all blocks, 0 to 1."""
        labels = self.labeler.label(document)
        kept = [
            (block, float(probability))
            for block, probability in zip(labels.blocks, labels.probabilities, strict=True)
            if probability > self.threshold
        ]
        certainty = np.abs(2 * labels.probabilities - 1)
        return Extraction(
            self.labeler.name,
            tuple(block for block, _ in kept),
            tuple(probability for _, probability in kept),
            metadata=metadata(document),
            score=float(certainty.mean()) if len(labels.blocks) else 0.0,
        )
