"""Linear models of blocks: of their hashed words, and the article and listview labelers.

Two models score the words of class names and texts; their logits are two more columns beside those
of the table of block features. GOCE's algorithms descend into one element and keep it whole, or
output the elements of one class and level. The labelers weigh every block, by its text, its place
in the tree, what repeats around it and its words; `article` learned from articles and
documentation, `listview` from listings and collections.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.hashed_words import Bags
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.labelers.extractor import Labels
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.page.document import Document

_MOST_DEVIATIONS = 6.0  # columns further out count as this far: pages unlike any seen stay sane
WORD_COLUMNS = ("class_words", "text_words")


@dataclass(frozen=True, slots=True)
class WordWeights:
    """Weights of the bins; `mean` says that a row's words share one vote."""

    weights: NDArray[np.float32]  # (bins,)
    bias: float
    mean: bool

    def logits(self, bags: Sequence[Bags]) -> NDArray[np.float32]:
        """Return the logit of each block."""
        sums = sum(bag.sums(self.weights) for bag in bags)
        if self.mean:
            sums = sums / np.sqrt(np.maximum(sum(bag.sizes for bag in bags), 1))
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


@dataclass(frozen=True, slots=True)
class BlockWords:
    """The weights of the words in class names above a block, and of its own first words."""

    classes: WordWeights
    texts: WordWeights

    def inputs(self, features: BlockFeatures, columns: Sequence[str]) -> NDArray[np.float32]:
        """Return those columns of the table and of WORD_COLUMNS, (columns, blocks)."""
        by_column = features.by_column.take(_places(features.columns, tuple(columns)), axis=0)
        for name, model, words in (
            ("class_words", self.classes, features.class_words),
            ("text_words", self.texts, features.text_words),
        ):
            if name in columns:
                by_column[columns.index(name)] = model.logits(words)
        return by_column

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


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights of standardised columns."""

    words: BlockWords
    columns: tuple[str, ...]
    means: NDArray[np.float32]
    deviations: NDArray[np.float32]
    weights: NDArray[np.float32]
    bias: float

    def probabilities(self, features: BlockFeatures) -> NDArray[np.float32]:
        """Return the probability that each block is content, (blocks,)."""
        rows = self.words.inputs(features, self.columns).T
        return sigmoid(standardised(rows, self.means, self.deviations) @ self.weights + self.bias)


class LinearLabeler:
    """A linear model as a labeler."""

    def __init__(self, name: str, model: LinearModel) -> None:
        self.name = name
        self._model = model

    def label(self, document: Document) -> Labels:
        """Return the page's blocks with their probabilities."""
        if not document.blocks:
            return Labels((), np.zeros(0, np.float32))
        return Labels(document.blocks, self._model.probabilities(document.once(block_features)))


def standardised(
    rows: NDArray[np.floating], means: NDArray[np.float32], deviations: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the columns on a scale of logarithms, in deviations from their means, limited."""
    scaled = inverse_sinh(rows) - means
    scaled /= deviations
    limited = np.clip(scaled, -_MOST_DEVIATIONS, _MOST_DEVIATIONS, out=scaled)
    return np.asarray(limited, np.float32)


def inverse_sinh(values: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return `np.arcsinh`, which takes five times as long, to within 1e-6 in single precision."""
    sizes = np.abs(values)
    result: NDArray[np.floating] = np.square(sizes)
    result += 1
    np.sqrt(result, out=result)
    result += sizes
    np.log(result, out=result)
    np.copysign(result, values, out=result)
    return result


def save_linear(name: str, model: LinearModel, folder: Path, card: str) -> None:
    """Write a model folder."""
    arrays = {
        "means": model.means,
        "deviations": model.deviations,
        "weights": model.weights,
        "bias": np.array([model.bias]),
        **model.words.arrays(),
    }
    save_model(folder, {"kind": name, "columns": model.columns}, arrays, card, exact=True)


def load_linear(name: str, folder: Path | None = None) -> LinearLabeler:
    """Return the labeler of a model folder, by default the packaged one. Raises ModelError."""
    return LinearLabeler(name, build_model(name, folder, _model))


def _model(model: Model) -> LinearModel:
    arrays = model.tensors
    return LinearModel(
        words=BlockWords.from_arrays(arrays),
        columns=tuple(model.config["columns"]),
        means=arrays["means"],
        deviations=arrays["deviations"],
        weights=arrays["weights"],
        bias=float(arrays["bias"][0]),
    )


load_article = partial(load_linear, "article")
load_listview = partial(load_linear, "listview")
