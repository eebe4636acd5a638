"""A linear model over a page's words: logistic regression on TF-IDF, in numpy once trained."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.html.vocabulary import Array, Bag, Vocabulary, matrix, vector

# Letter of a field (tokens.py says which) -> weight. All fields as one: 3 points less.
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

    def logits(self, bag: Bag) -> Array:
        """Return the logits (labels,) of one page's bag of tokens."""
        columns, values = vector(bag, self.vocabulary)
        return np.asarray(values.astype(np.float32) @ self.weights[columns] + self.bias)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads: weights in half precision, tokens a line each."""
        tokens = "\n".join(self.vocabulary.columns).encode("utf-8")
        return {
            f"{prefix}.tokens": np.frombuffer(tokens, np.uint8),
            f"{prefix}.idf": self.vocabulary.idf.astype(np.float16),
            f"{prefix}.weights": self.weights.astype(np.float16),
            f"{prefix}.bias": self.bias,
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], prefix: str, fields: Mapping[str, float]
    ) -> "WordModel":
        """Return the model saved under that prefix, with the weights of its fields."""
        tokens = arrays[f"{prefix}.tokens"].tobytes().decode("utf-8").split("\n")
        idf = arrays[f"{prefix}.idf"].astype(np.float64)
        weights = arrays[f"{prefix}.weights"].astype(np.float32)
        columns = dict(zip(tokens, range(len(tokens)), strict=True))
        return cls(Vocabulary(columns, idf, fields), weights, arrays[f"{prefix}.bias"])


def fit_words(
    bags: Sequence[Bag],
    targets: NDArray[np.int64],
    weights: Array,
    vocabulary: Vocabulary,
    options: WordOptions,
) -> WordModel:
    """Return the model trained on the weighted bags; every genre counts alike."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    learner = LogisticRegression(
        C=options.strength, max_iter=options.iterations, class_weight="balanced"
    )
    with warnings.catch_warnings():  # it is stopped early on purpose
        warnings.simplefilter("ignore", ConvergenceWarning)
        learner.fit(matrix(bags, vocabulary), targets, weights)
    slopes, bias = learner.coef_, learner.intercept_
    if len(bias) == 1:  # of two labels scikit-learn keeps the second's only
        slopes, bias = np.vstack([0 * slopes, slopes]), np.array([0.0, bias[0]])
    return WordModel(vocabulary, slopes.T.astype(np.float32), bias)
