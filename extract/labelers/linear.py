"""The article and listview labelers: logistic models over the table of block features.

GOCE's algorithms descend into one element and keep it whole, or output the elements of one class
and level. These weigh every block, by its text, its place in the tree, what repeats around it and
its words; `article` learned from articles and documentation, `listview` from listings and
collections.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.labelers.block_words import BlockWords, sigmoid
from pagesight.extract.labelers.extractor import Labels
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.page.document import Document

_MOST_DEVIATIONS = 6.0  # columns further out count as this far: pages unlike any seen stay sane


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
    found: NDArray[np.floating] = np.square(sizes)
    found += 1
    np.sqrt(found, out=found)
    found += sizes
    np.log(found, out=found)
    np.copysign(found, values, out=found)
    return found


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


def load_linear(name: str, folder: Path | None) -> LinearLabeler:
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


def load_article(folder: Path | None = None) -> LinearLabeler:
    """Return the labeler of articles, by default the packaged one. Raises ModelError."""
    return load_linear("article", folder)


def load_listview(folder: Path | None = None) -> LinearLabeler:
    """Return the labeler of list pages, by default the packaged one. Raises ModelError."""
    return load_linear("listview", folder)
