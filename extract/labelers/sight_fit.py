"""Fit the parts of the sight labeler to rows: linear models over words, boosted trees."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import LogisticRegression

from pagesight.extract.labelers.sight_model import WordWeights
from pagesight.extract.labelers.sight_options import TreeOptions
from pagesight.extract.labelers.sight_trees import Trees, exported

Floats = NDArray[np.float32]


def fit_words(
    bags: sparse.csr_matrix,
    content: NDArray[np.bool_],
    weight: NDArray[np.float64],
    mean: bool,
    strength: float,
) -> WordWeights:
    """Return a logistic regression over words; `strength` is sklearn's C."""
    model = LogisticRegression(C=strength, max_iter=300, tol=1e-3)
    model.fit(_scaled(bags) if mean else bags, content, sample_weight=weight)
    # Saved in half precision: what is fitted on these logits must see them so.
    weights = model.coef_[0].astype(np.float16).astype(np.float32)
    return WordWeights(weights, float(model.intercept_[0]), mean)


def word_logits(model: WordWeights, bags: sparse.csr_matrix) -> Floats:
    """Return the logit of each row."""
    scores = (_scaled(bags) if model.mean else bags) @ model.weights + model.bias
    return np.asarray(scores, np.float32)


def fit_trees(
    rows: Floats,
    content: NDArray[np.bool_],
    weight: NDArray[np.float64],
    options: TreeOptions,
    seed: int,
) -> Trees:
    """Return boosted trees that give the logit of being content."""
    model = HistGradientBoostingClassifier(**_settings(options, seed))
    return exported(model.fit(rows, content, sample_weight=weight))


def fit_quality(rows: Floats, word_f1: Floats, options: TreeOptions, seed: int) -> Trees:
    """Return boosted trees that give a page's word F1."""
    model = HistGradientBoostingRegressor(**_settings(options, seed))
    return exported(model.fit(rows, word_f1))


def _settings(options: TreeOptions, seed: int) -> dict[str, object]:
    return {
        "max_iter": options.trees,
        "learning_rate": options.learning_rate,
        "max_leaf_nodes": options.leaves,
        "min_samples_leaf": options.least_rows,
        "l2_regularization": options.shrinkage,
        "max_bins": options.bins,
        "max_features": options.column_share,
        "early_stopping": False,
        "random_state": seed,
    }


def _scaled(bags: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return the rows divided by the root of how many words they have."""
    scaled = bags.copy()
    counts = np.maximum(np.diff(bags.indptr), 1)
    scaled.data = bags.data / np.sqrt(np.repeat(counts, np.diff(bags.indptr))).astype(np.float32)
    return scaled
