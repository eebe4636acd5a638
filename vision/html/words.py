"""A linear model over a page's words: logistic regression on TF-IDF, in numpy once trained."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.html.vocabulary import Array, Bags, TokenVocabulary, vector


@dataclass(frozen=True, slots=True)
class WordModel:
    """The tokens known; weights (tokens, labels); bias (labels,)."""

    vocabulary: TokenVocabulary
    weights: NDArray[np.float32]
    bias: Array

    def logits(self, page: Bags) -> Array:
        """Return the logits (labels,) of one page's tokens."""
        columns, values = vector(page, self.vocabulary)
        return np.asarray(values.astype(np.float32) @ self.weights[columns] + self.bias)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads: weights in half precision, tokens a line each."""
        lines = {
            of: "\n".join(known).encode("utf-8") for of, known in self.vocabulary.columns.items()
        }
        return {
            **{
                f"{prefix}.tokens.{of}": np.frombuffer(text, np.uint8) for of, text in lines.items()
            },
            f"{prefix}.idf": self.vocabulary.idf.astype(np.float16),
            f"{prefix}.weights": self.weights.astype(np.float16),
            f"{prefix}.bias": self.bias,
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], prefix: str, fields: Mapping[str, float]
    ) -> "WordModel":
        """Return the model saved under that prefix, with the weights of its fields."""
        number, columns = count(), {}
        for of in sorted(fields):
            text = arrays[f"{prefix}.tokens.{of}"].tobytes().decode("utf-8")
            columns[of] = dict(zip(text.split("\n") if text else (), number, strict=False))
        idf = arrays[f"{prefix}.idf"].astype(np.float64)
        weights = arrays[f"{prefix}.weights"].astype(np.float32)
        return cls(TokenVocabulary(columns, idf, fields), weights, arrays[f"{prefix}.bias"])
