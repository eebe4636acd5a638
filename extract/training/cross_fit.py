"""Fit part after part: each learns from what the one before predicts for sites it did not see."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.block_words import BlockWords, WordWeights
from pagesight.extract.training.examples import Example, Rows
from pagesight.extract.training.pace import paced

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Fitted = TypeVar("Fitted")


@dataclass(frozen=True, slots=True)
class WordOptions:
    """How the linear models over hashed words are fitted."""

    strength: float = 30.0  # scikit-learn's C
    word_power: float = 0.5  # a block weighs words ** this
    blocks_a_page: int = 150  # drawn from longer pages; each weighs for those left out
    seed: int = 0


def page_folds(pages: Sequence[Example], folds: int, seed: int) -> Numbers:
    """Return the fold of each page, (pages,); pages of one site share one.

    With fewer sites than folds there are as many folds as sites; a lone site is parted by pages.
    Raises TrainingError if fewer than two pages have gold text.
    """
    if len(pages) < 2:
        raise TrainingError(f"{len(pages)} pages have gold text; wanted at least two")
    sources = [page.source for page in pages]
    groups = groups_of(sources)
    if len(set(groups)) == 1:
        groups = [page.id for page in sources]
    folds = min(folds, len(set(groups)))
    return np.array(group_folds(groups, [str(page.genre or "") for page in sources], folds, seed))


def drawn(page: Numbers, most: int, seed: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return about `most` rows a page to learn from, and how many rows each stands for."""
    chance = np.minimum(1.0, most / np.bincount(page)[page])
    return np.random.default_rng(seed).random(len(page)) < chance, 1 / chance


def cross_fit(
    row_fold: Numbers,
    chosen: Numbers,
    fit: Callable[[Numbers], Fitted],
    predict: Callable[[Fitted, Numbers], Floats],
    asked: Flags | None = None,
) -> tuple[Fitted, Floats]:
    """Return the model of all chosen rows, and predictions by models that left the row's fold out.

    `predict` is asked for every row, chosen or not, or for those `asked`, (rows,): predictions of
    the others are left out.
    """
    asked = np.ones(len(row_fold), np.bool_) if asked is None else asked
    predictions = np.zeros(len(row_fold), np.float32)
    for fold in paced(np.unique(row_fold[asked]).tolist(), "folds fitted"):
        held_out = np.flatnonzero((row_fold == fold) & asked)
        predictions[held_out] = predict(fit(chosen[row_fold[chosen] != fold]), held_out)
    return fit(chosen), predictions[asked]


def fit_words(
    rows: Rows, row_fold: Numbers, options: WordOptions
) -> tuple[BlockWords, tuple[Floats, Floats]]:
    """Return the models over hashed words, and their logits as `cross_fit` predicts them."""
    classes, class_logits = _fit_bags(rows, rows.class_words, True, row_fold, options)
    texts, text_logits = _fit_bags(rows, rows.text_words, False, row_fold, options)
    return BlockWords(classes, texts), (class_logits, text_logits)


def _fit_bags(
    rows: Rows, bags: sparse.csr_matrix, mean: bool, row_fold: Numbers, options: WordOptions
) -> tuple[WordWeights, Floats]:
    scaled = scaled_by_words(bags) if mean else bags
    sampled, sample_weight = drawn(rows.page, options.blocks_a_page, options.seed)
    weights = rows.weights(options.word_power) * sample_weight

    def fit(at: Numbers) -> WordWeights:
        learner = LogisticRegression(C=options.strength, max_iter=300, tol=1e-3)
        learner.fit(scaled[at], rows.content[at], sample_weight=weights[at])
        # Saved in half precision: what is fitted on these logits must see them so.
        halved = learner.coef_[0].astype(np.float16).astype(np.float32)
        return WordWeights(halved, float(learner.intercept_[0]), mean)

    def predict(model: WordWeights, at: Numbers) -> Floats:
        return np.asarray(scaled[at] @ model.weights + model.bias, np.float32)

    return cross_fit(row_fold, np.flatnonzero(sampled & rows.counted), fit, predict)


def scaled_by_words(bags: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return the rows divided by the root of how many words they have."""
    scaled = bags.astype(np.float32)
    counts = np.maximum(np.asarray(bags.sum(axis=1)).ravel(), 1)
    scaled.data = bags.data / np.sqrt(np.repeat(counts, np.diff(bags.indptr))).astype(np.float32)
    return scaled
