"""A logistic model over a page's measures: the probability that each block is content."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.checkpoint import load_model, model_folder, save_model
from pagesight.extract.labelers.base import Labels
from pagesight.extract.measures import measure, measure_matrix
from pagesight.extract.measures_text import Floats
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.document import Document

_ROWS = 1024  # blocks judged at a time
_MOST_DEVIATIONS = 6.0  # measures further out count as this far: pages unlike any seen stay sane


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights of standardised measures."""

    names: tuple[str, ...]
    means: NDArray[np.float32]
    deviations: NDArray[np.float32]
    weights: NDArray[np.float32]
    bias: float

    def probabilities(self, blocks: Sequence[Block]) -> Floats:
        """Return the probability that each block is content, (blocks,)."""
        columns = measure(blocks)
        starts = range(0, max(1, len(blocks)), _ROWS)
        chunks = (measure_matrix(columns, self.names, slice(at, at + _ROWS)) for at in starts)
        return np.concatenate([self._of_rows(chunk) for chunk in chunks])

    def _of_rows(self, rows: NDArray[np.float32]) -> Floats:
        inputs = standardised(rows, self.means, self.deviations).astype(np.float64)
        return np.asarray(1 / (1 + np.exp(-(inputs @ self.weights + self.bias))))


class LinearLabeler:
    """The model of a kind as a labeler; `folder` as in `load_linear`."""

    def __init__(self, kind: str, folder: Path | None = None) -> None:
        self.name = kind
        self._model = load_linear(kind, folder)

    def label(self, document: Document) -> Labels:
        """Return the page's blocks with their probabilities."""
        return Labels(document.blocks, self._model.probabilities(document.blocks))


def standardised(
    inputs: NDArray[np.floating], means: NDArray[np.float32], deviations: NDArray[np.float32]
) -> NDArray[np.floating]:
    """Return the measures in deviations from their means, limited on both sides."""
    scaled = (inputs - means) / deviations
    return np.asarray(np.clip(scaled, -_MOST_DEVIATIONS, _MOST_DEVIATIONS))


def save_linear(model: LinearModel, folder: Path, kind: str, card: str) -> None:
    """Write the model's folder."""
    tensors = {"means": model.means, "deviations": model.deviations, "weights": model.weights}
    config = {"kind": kind, "measures": list(model.names), "bias": model.bias}
    save_model(folder, config, tensors, card)


@lru_cache(maxsize=4)
def load_linear(kind: str, folder: Path | None = None) -> LinearModel:
    """Read a model's folder, by default the packaged one."""
    model = load_model(folder or model_folder(kind), kind)
    names, bias = tuple(model.config["measures"]), float(model.config["bias"])
    means, deviations = model.tensors["means"], model.tensors["deviations"]
    return LinearModel(names, means, deviations, model.tensors["weights"], bias)
