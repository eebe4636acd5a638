"""A linear model over hashed words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.hashed_words import Bags


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
