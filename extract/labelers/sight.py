"""Sight: Pagesight's own labeler of text blocks.

Two linear models over hashed words (class names above a block; its own first words) and two
ensembles of boosted trees over its features: the second ensemble also sees what the first one
thinks of the blocks around (auto-context, Tu and Bai 2010). Everything is predicted in numpy.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.checkpoint import model_folder
from pagesight.extract.document import Document
from pagesight.extract.labelers.base import Labels
from pagesight.extract.labelers.sight_choice import Choice, best_choice
from pagesight.extract.labelers.sight_features import Features, features, side_by_side
from pagesight.extract.labelers.sight_features_context import context_columns
from pagesight.extract.labelers.sight_features_words import class_bags, text_bags
from pagesight.extract.labelers.sight_model import KIND, SightModel, load_model
from pagesight.extract.labelers.sight_quality import quality_row


@dataclass(frozen=True, slots=True)
class SightReading:
    """What the labeler makes of a page: probabilities, the choice, and the word F1 to expect."""

    probabilities: NDArray[np.float32]
    choice: Choice
    expected_quality: float


class Sight:
    """The labeler, which is also asked for its choice of blocks and how good that will be."""

    name = KIND

    def __init__(self, model: SightModel) -> None:
        self.model = model

    def label(self, document: Document) -> Labels:
        """Return the page's blocks with their probabilities."""
        return Labels(document.blocks, self.read(document).probabilities)

    def read(self, document: Document) -> SightReading:
        """Return probabilities, choice and expected word F1; of a page without text, nothing."""
        if not document.blocks:
            empty = np.zeros(0, np.float32)
            return SightReading(empty, best_choice(empty, empty), 0.0)
        page = features(document)
        probabilities = self._probabilities(document, page)
        choice = best_choice(probabilities, page.counts.words)
        row = quality_row(page, probabilities, choice)
        quality = float(self.model.quality.raw(row[None])[0])
        return SightReading(probabilities, choice, min(max(quality, 0.0), 1.0))

    def _probabilities(self, document: Document, page: Features) -> NDArray[np.float32]:
        rows = len(document.blocks)
        logits = {
            "class_words": self.model.classes.logits(class_bags(page.tree), rows),
            "text_words": self.model.texts.logits(text_bags(document.blocks), rows),
        }
        columns = page.columns | logits
        base = side_by_side([columns[name] for name in self.model.columns])
        first = sigmoid(self.model.first.raw(base))
        context = side_by_side(context_columns(page, first).values())
        return sigmoid(self.model.second.raw(np.concatenate([base, context], axis=1)))


def sigmoid(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return probabilities."""
    return (1 / (1 + np.exp(-np.clip(logits, -30, 30)))).astype(np.float32)


def load(model: Path | None = None) -> Sight:
    """Return the labeler of a model folder, the packaged one by default. Raises ModelError."""
    return Sight(load_model(model or model_folder(KIND)))
