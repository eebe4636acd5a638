"""A linear model over a page's words: logistic regression on TF-IDF, in numpy once it is trained.

A token is known if it occurs in several groups of pages (template family or site): one that only
a single site uses tells the site, not the genre.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from pagesight.vision.errors import WeightsError

Array = NDArray[np.float64]
Bag = Mapping[str, int]
WORDS_FILE, VOCABULARY_FILE = "words.npz", "vocabulary.json"


@dataclass(frozen=True, slots=True)
class WordOptions:
    """Tuned by 5-fold cross-validation by group over the genre corpora."""

    min_groups: int = 4  # a token must occur in so many
    strength: float = 100.0  # inverse of the L2 penalty
    iterations: int = 120


@dataclass(frozen=True, slots=True)
class WordModel:
    """Column of each token; its inverse document frequency; weights (labels, tokens); bias."""

    vocabulary: Mapping[str, int]
    idf: Array
    weights: Array
    bias: Array


def word_logits(model: WordModel, bag: Bag) -> Array:
    """Return the logits (labels,) of one page's bag of tokens."""
    columns, values = _vector(bag, model.vocabulary, model.idf)
    return np.asarray(model.weights[:, columns] @ values + model.bias)


def fit_words(
    bags: Sequence[Bag], groups: Sequence[str], targets: NDArray[np.int64], options: WordOptions
) -> WordModel:
    """Return the model trained on the bags; every genre counts alike."""
    from sklearn.linear_model import LogisticRegression

    vocabulary, idf = _vocabulary(bags, groups, options.min_groups)
    learner = LogisticRegression(
        C=options.strength, max_iter=options.iterations, class_weight="balanced"
    )
    learner.fit(_matrix(bags, vocabulary, idf), targets)
    weights, bias = learner.coef_, learner.intercept_
    if len(bias) == 1:  # of two labels scikit-learn keeps the second's only
        weights, bias = np.vstack([0 * weights, weights]), np.array([0.0, bias[0]])
    return WordModel(vocabulary, idf, weights, bias)


def save_words(model: WordModel, folder: Path) -> None:
    """Write the model into the folder: half-precision weights, and the tokens in order."""
    np.savez_compressed(
        folder / WORDS_FILE,
        idf=model.idf.astype(np.float16),
        weights=model.weights.astype(np.float16),
        bias=model.bias,
    )
    text = json.dumps(list(model.vocabulary), ensure_ascii=False, separators=(",", ":"))
    (folder / VOCABULARY_FILE).write_text(text + "\n", encoding="utf-8")


def load_words(folder: Path) -> WordModel:
    """Read the model from the folder. Raises WeightsError if it is missing or broken."""
    try:
        tokens = json.loads((folder / VOCABULARY_FILE).read_text(encoding="utf-8"))
        with np.load(folder / WORDS_FILE) as arrays:
            idf, weights, bias = (
                arrays[name].astype(np.float64) for name in ("idf", "weights", "bias")
            )
    except (OSError, ValueError, KeyError) as error:
        raise WeightsError(f"no word model in {folder}: {error}") from error
    if weights.shape[1] != len(tokens):
        raise WeightsError(f"{folder}: {len(tokens)} tokens for {weights.shape[1]} weights")
    return WordModel({token: i for i, token in enumerate(tokens)}, idf, weights, bias)


def _vocabulary(
    bags: Sequence[Bag], groups: Sequence[str], min_groups: int
) -> tuple[dict[str, int], Array]:
    """Return the column of each token known, and its inverse document frequency over groups."""
    seen_in: dict[str, set[str]] = defaultdict(set)
    for bag, group in zip(bags, groups, strict=True):
        for token in bag:
            seen_in[token].add(group)
    frequencies = Counter({token: len(seen) for token, seen in seen_in.items()})
    known = sorted(token for token, count in frequencies.items() if count >= min_groups)
    all_groups = 1 + len(set(groups))
    idf = np.log([all_groups / (1 + frequencies[token]) for token in known]) + 1
    return {token: column for column, token in enumerate(known)}, idf


def _vector(bag: Bag, vocabulary: Mapping[str, int], idf: Array) -> tuple[list[int], Array]:
    """Return the columns of the bag's known tokens and their TF-IDF values, of length 1."""
    known = [(vocabulary[token], count) for token, count in bag.items() if token in vocabulary]
    columns = [column for column, _ in known]
    values = (1 + np.log([count for _, count in known])) * idf[columns] if known else np.zeros(0)
    return columns, values / max(1e-9, float(np.sqrt(values @ values)))


def _matrix(bags: Sequence[Bag], vocabulary: Mapping[str, int], idf: Array) -> csr_matrix:
    """Return the TF-IDF values of all bags, (pages, tokens)."""
    rows = [_vector(bag, vocabulary, idf) for bag in bags]
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns = np.concatenate([np.asarray(columns, dtype=np.int64) for columns, _ in rows])
    values = np.concatenate([values for _, values in rows])
    return csr_matrix((values, columns, starts), shape=(len(bags), len(vocabulary)))
