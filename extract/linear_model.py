"""A logistic model over a page's measures: the probability that each block is content."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.blocks import Block
from pagesight.extract.checkpoint import load_model, model_folder, save_model
from pagesight.extract.measures import measure_matrix
from pagesight.extract.measures_text import Floats, count_words

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
        inputs = standardised(measure_matrix(blocks, self.names), self.means, self.deviations)
        return np.asarray(1 / (1 + np.exp(-(inputs @ self.weights + self.bias))))


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


@dataclass(frozen=True, slots=True)
class Cut:
    """A threshold of probability, and the F1 over words that it can be expected to give."""

    threshold: float
    expected_f1: float


def best_cut(blocks: Sequence[Block], probabilities: Floats) -> Cut:
    """Return the threshold of highest expected F1 over words.

    Keeping the blocks of probability p >= threshold and w words has the expected F1
    2 sum(kept pw) / (sum(kept w) + sum(all pw)) (Lewis, SIGIR 1995).
    """
    words = np.array([count_words(block.text) for block in blocks], dtype=float)
    if not words.sum():
        return Cut(1.0, 0.0)
    order = np.argsort(-probabilities, kind="stable")
    hits = np.cumsum((probabilities * words)[order])
    f1 = 2 * hits / (np.cumsum(words[order]) + hits[-1] + 1e-9)
    best = int(np.argmax(f1))
    return Cut(float(probabilities[order[best]]), float(f1[best]))
