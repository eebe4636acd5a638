"""A linear model over a page's words: logistic regression on TF-IDF, in numpy once trained."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.html.vocabulary import Array, Bags, Vocabulary, matrix, vector

# Letter of a field (counts/tokens.py says which) -> weight. All fields as one: 3 points less.
_FIELDS = {"c": 0.3, "t": 0.1, "h": 0.1, "u": 0.25, "a": 0.2, "s": 0.1, "m": 0.1, "w": 0.2}


@dataclass(frozen=True, slots=True)
class WordOptions:
    """Tuned by 5-fold cross-validation by group over the genre corpora and WCXB together."""

    min_groups: int = 5  # a token must occur in so many
    strength: float = 200.0  # inverse of the L2 penalty
    iterations: int = 60
    fields: Mapping[str, float] = field(default_factory=lambda: dict(_FIELDS))


@dataclass(frozen=True, slots=True)
class WordModel:
    """The tokens known; weights (tokens, labels); bias (labels,)."""

    vocabulary: Vocabulary
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
        return cls(Vocabulary(columns, idf, fields), weights, arrays[f"{prefix}.bias"])


def fit_words(
    pages: Sequence[Bags],
    targets: NDArray[np.int64],
    weights: Array,
    vocabulary: Vocabulary,
    options: WordOptions,
) -> WordModel:
    """Return the model trained on the weighted pages; every genre counts alike."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    learner = LogisticRegression(
        C=options.strength, max_iter=options.iterations, class_weight="balanced"
    )
    with warnings.catch_warnings():  # it is stopped early on purpose
        warnings.simplefilter("ignore", ConvergenceWarning)
        learner.fit(matrix(pages, vocabulary), targets, weights)
    slopes, bias = learner.coef_, learner.intercept_
    if len(bias) == 1:  # of two labels scikit-learn keeps the second's only
        slopes, bias = np.vstack([0 * slopes, slopes]), np.array([0.0, bias[0]])
    return WordModel(vocabulary, slopes.T.astype(np.float32), bias)
