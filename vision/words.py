"""A linear model over a page's words: logistic regression on TF-IDF, in numpy once trained."""

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.arrays import load_arrays
from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.config import read_json
from pagesight.vision.vocabulary import Array, Bag, Vocabulary, matrix, vector

WORDS_FILE, VOCABULARY_FILE = "words.npz", "vocabulary.json"
# Letter of a field (html_tokens says which) -> weight. All fields as one: 3 points less.
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
    """The tokens known; weights (labels, tokens); bias (labels,)."""

    vocabulary: Vocabulary
    weights: Array
    bias: Array


def word_logits(model: WordModel, bag: Bag) -> Array:
    """Return the logits (labels,) of one page's bag of tokens."""
    columns, values = vector(bag, model.vocabulary)
    return np.asarray(model.weights[:, columns] @ values + model.bias)


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
    return WordModel(vocabulary, slopes, bias)


def save_words(model: WordModel, folder: Path) -> None:
    """Write the model into the folder: half-precision weights, and the tokens in order."""
    np.savez_compressed(
        folder / WORDS_FILE,
        idf=model.vocabulary.idf.astype(np.float16),
        weights=model.weights.astype(np.float16),
        bias=model.bias,
    )
    known = {"fields": model.vocabulary.fields, "tokens": list(model.vocabulary.columns)}
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    (folder / VOCABULARY_FILE).write_text(text + "\n", encoding="utf-8")


def load_words(folder: Path) -> WordModel:
    """Read the model from the folder. Raises WeightsError if it is missing or broken."""
    arrays = load_arrays(folder / WORDS_FILE)
    known = read_json(folder / VOCABULARY_FILE)
    try:
        tokens, fields = known["tokens"], known["fields"]
        idf, weights, bias = (
            arrays[name].astype(np.float64) for name in ("idf", "weights", "bias")
        )
    except KeyError as error:
        raise WeightsError(f"no word model in {folder}: {error} is missing") from error
    if weights.shape[1] != len(tokens):
        raise WeightsError(f"{folder}: {len(tokens)} tokens for {weights.shape[1]} weights")
    columns = {token: column for column, token in enumerate(tokens)}
    return WordModel(Vocabulary(columns, idf, fields), weights, bias)
