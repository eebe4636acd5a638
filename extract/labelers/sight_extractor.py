"""The extractor that the sight labeler is: its choice of blocks, and how good that will be."""

from pathlib import Path

from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.sight import Sight, load
from pagesight.extract.metadata.read import metadata
from pagesight.extract.parse.document import Document


class SightExtractor:
    """Keeps the blocks whose expected word F1 is highest; never nothing where there is text."""

    def __init__(self, labeler: Sight) -> None:
        self.labeler = labeler

    def __call__(self, document: Document) -> Extraction:
        """Return the kept blocks; `score` is the F1 that their probabilities promise."""
        reading = self.labeler.read(document)
        kept = [
            (block, float(probability))
            for block, probability, keep in zip(
                document.blocks, reading.probabilities, reading.choice.kept, strict=True
            )
            if keep
        ]
        return Extraction(
            self.labeler.name,
            tuple(block for block, _ in kept),
            tuple(probability for _, probability in kept),
            metadata=metadata(document),
            score=reading.choice.expected_f1,
            expected_quality=reading.expected_quality,
        )


def load_extractor(model: Path | None = None) -> SightExtractor:
    """Return the extractor of a model folder, the packaged one by default. Raises ModelError."""
    return SightExtractor(load(model))
