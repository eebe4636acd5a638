"""What class names and texts say of each block: two linear models over hashed words.

Their logits are two more columns beside those of the table of block features.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.models.words import WordWeights

WORD_COLUMNS = ("class_words", "text_words")


@dataclass(frozen=True, slots=True)
class BlockWords:
    """The weights of the words in class names above a block, and of its own first words."""

    classes: WordWeights
    texts: WordWeights

    def inputs(self, features: BlockFeatures, columns: Sequence[str]) -> NDArray[np.float32]:
        """Return those columns of the table and of WORD_COLUMNS, (columns, blocks)."""
        logits = {
            "class_words": self.classes.logits(features.class_words),
            "text_words": self.texts.logits(features.text_words),
        }
        at = {name: number for number, name in enumerate(features.columns)}
        return np.stack([
            logits[name] if name in logits else features.by_column[at[name]] for name in columns
        ])  # fmt: skip

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads."""
        return {**self.classes.arrays("classes"), **self.texts.arrays("texts")}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "BlockWords":
        """Return the weights saved."""
        return cls(
            WordWeights.from_arrays(arrays, "classes"), WordWeights.from_arrays(arrays, "texts")
        )


def sigmoid(logits: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)
