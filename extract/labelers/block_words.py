"""Score the hashed words of class names and texts of each block by two linear models.

Their logits are two more columns beside those of the table of block features.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.hashed_words import Bags
from pagesight.extract.features.table import BlockFeatures


@dataclass(frozen=True, slots=True)
class WordWeights:
    """Weights of the bins; `mean` says that a row's words share one vote."""

    weights: NDArray[np.float32]  # (bins,)
    bias: float
    mean: bool

    def logits(self, bags: Sequence[Bags]) -> NDArray[np.float32]:
        """Return the logit of each block."""
        sums = np.sum([bag.sums(self.weights) for bag in bags], axis=0)
        if self.mean:
            words = np.sum([bag.sizes for bag in bags], axis=0)
            sums = sums / np.sqrt(np.maximum(words, 1))
        return np.asarray(sums + self.bias, np.float32)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads; weights in half precision."""
        return {
            f"{prefix}.weights": self.weights.astype(np.float16),
            f"{prefix}.bias": np.array([self.bias, self.mean], np.float64),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], prefix: str) -> "WordWeights":
        """Return the weights saved under that prefix."""
        bias, mean = arrays[f"{prefix}.bias"].tolist()
        return cls(arrays[f"{prefix}.weights"].astype(np.float32), bias, bool(mean))


WORD_COLUMNS = ("class_words", "text_words")


@dataclass(frozen=True, slots=True)
class BlockWords:
    """The weights of the words in class names above a block, and of its own first words."""

    classes: WordWeights
    texts: WordWeights

    def inputs(self, features: BlockFeatures, columns: Sequence[str]) -> NDArray[np.float32]:
        """Return those columns of the table and of WORD_COLUMNS, (columns, blocks)."""
        found = features.by_column.take(_places(features.columns, tuple(columns)), axis=0)
        for name, model, words in (
            ("class_words", self.classes, features.class_words),
            ("text_words", self.texts, features.text_words),
        ):
            if name in columns:
                found[columns.index(name)] = model.logits(words)
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads."""
        return {**self.classes.arrays("classes"), **self.texts.arrays("texts")}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "BlockWords":
        """Return the weights saved."""
        return cls(
            WordWeights.from_arrays(arrays, "classes"), WordWeights.from_arrays(arrays, "texts")
        )


@lru_cache(maxsize=8)
def _places(known: tuple[str, ...], columns: tuple[str, ...]) -> NDArray[np.int64]:
    """Return where in the table each column is; 0 for those of WORD_COLUMNS."""
    at = {name: number for number, name in enumerate(known)} | dict.fromkeys(WORD_COLUMNS, 0)
    return np.array([at[name] for name in columns], np.int64)


def sigmoid(logits: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)
