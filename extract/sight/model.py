"""Sight: Pagesight's own labeler of text blocks.

Two linear models over hashed words (class names above a block; its own first words) and boosted
trees over their logits and the table of block features. A second ensemble predicts, from the
labels and facts of the page, the word F1 that they reach.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.choice import Choice, best_choice
from pagesight.extract.errors import ModelError
from pagesight.extract.features.hashed_words import class_bags, text_bags
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.models.folder import load, save
from pagesight.extract.models.trees import Trees
from pagesight.extract.models.words import WordWeights
from pagesight.extract.sight.quality import quality_row

KIND = "sight"
WORD_COLUMNS = ("class_words", "text_words")


@dataclass(frozen=True, slots=True)
class SightModel:
    """The parts of the labeler."""

    classes: WordWeights
    texts: WordWeights
    blocks: Trees  # the logit of a block's being content; `columns` are those that it reads
    quality: Trees  # the word F1 of a page

    def probabilities(self, features: BlockFeatures) -> NDArray[np.float32]:
        """Return the probability that each block is content, (blocks,)."""
        logits = {
            "class_words": self.classes.logits(class_bags(features.tree, features.names)),
            "text_words": self.texts.logits(text_bags(features.words)),
        }
        at = {name: number for number, name in enumerate(features.columns)}
        rows = np.stack([
            logits[name] if name in logits else features.by_column[at[name]]
            for name in self.blocks.columns
        ])  # fmt: skip
        return sigmoid(self.blocks.raw(rows)[:, 0])


@dataclass(frozen=True, slots=True)
class SightLabels:
    """What the labeler makes of a page: probabilities, the choice, and the word F1 to expect."""

    probabilities: NDArray[np.float32]
    choice: Choice
    expected_quality: float


def label(model: SightModel, features: BlockFeatures) -> SightLabels:
    """Return the labels of a page's blocks."""
    probabilities = model.probabilities(features)
    choice = best_choice(probabilities, features.counts.words)
    row = quality_row(features, probabilities, choice)
    quality = float(model.quality.raw(row[:, None])[0, 0])
    return SightLabels(probabilities, choice, min(max(quality, 0.0), 1.0))


def sigmoid(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)


def save_sight(model: SightModel, folder: Path, card: str) -> None:
    """Write a model folder."""
    arrays = {
        **model.classes.arrays("classes"),
        **model.texts.arrays("texts"),
        **model.blocks.arrays("blocks"),
        **model.quality.arrays("quality"),
    }
    save(folder, {"kind": KIND, "columns": model.blocks.columns}, arrays, card)


def load_sight(folder: Path) -> SightModel:
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    found = load(folder, KIND)
    try:
        return SightModel(
            WordWeights.from_arrays(found.arrays, "classes"),
            WordWeights.from_arrays(found.arrays, "texts"),
            Trees.from_arrays(found.arrays, "blocks", found.config["columns"]),
            Trees.from_arrays(found.arrays, "quality", ()),
        )
    except KeyError as error:
        raise ModelError(
            f"the model in {folder} lacks {error}: it was made by another version; "
            f"make it anew with `pagesight train {KIND}`"
        ) from None
