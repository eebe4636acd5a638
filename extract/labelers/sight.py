"""Sight: Pagesight's own labeler of text blocks.

Two linear models over hashed words (class names above a block; its own first words) and boosted
trees over their verdicts and its other features. Everything is predicted in numpy. A second pass
that saw the first one's verdict on the blocks around (auto-context, Tu and Bai 2010) was tried: no
gain on WCXB, a loss on pages of other corpora.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.checkpoint import model_folder
from pagesight.extract.choice import Choice, best_choice
from pagesight.extract.labelers.base import Labels
from pagesight.extract.labelers.sight_features import Features, features, side_by_side
from pagesight.extract.labelers.sight_features_words import class_bags, text_bags
from pagesight.extract.labelers.sight_model import KIND, SightModel, load_model
from pagesight.extract.labelers.sight_quality import quality_row
from pagesight.extract.parse.document import Document

_ROWS = 1024  # blocks that are taken down the trees at a time: each needs some 10 kB there


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
        reading = self.read(document)
        return Labels(document.blocks, reading.probabilities, reading.expected_quality)

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
        count = len(document.blocks)
        logits = {
            "class_words": self.model.classes.logits(class_bags(page.tree), count),
            "text_words": self.model.texts.logits(text_bags(document.blocks), count),
        }
        columns = page.columns | logits
        read = [columns[name] for name in self.model.columns]
        starts = range(0, count, _ROWS)
        rows = (side_by_side([column[at : at + _ROWS] for column in read]) for at in starts)
        return sigmoid(np.concatenate(list(map(self.model.blocks.raw, rows))))


def sigmoid(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return probabilities."""
    return (1 / (1 + np.exp(-np.clip(logits, -30, 30)))).astype(np.float32)


def load(model: Path | None = None) -> Sight:
    """Return the labeler of a model folder, the packaged one by default. Raises ModelError."""
    return Sight(load_model(model or model_folder(KIND)))
