"""Boosted trees over a page's numbers (Friedman 2001), in numpy once they are trained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.arrays import load_arrays
from pagesight.vision.errors import WeightsError

TREES_FILE = "trees.npz"
Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Tuned by 5-fold cross-validation by group over the genre corpora and WCXB together."""

    rounds: int = 110  # trees a label; few and fast, since each page comes in several copies
    rate: float = 0.12
    leaves: int = 8
    min_leaf: int = 12  # pages
    penalty: float = 3.0  # L2, on the leaves' values
    features: float = 0.2  # share of the numbers that a split looks at
    bins: int = 64  # of a number's values
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TreeModel:
    """All nodes of all trees in one row; `roots` (rounds, labels) says where each tree starts.

    A node sends a page to `left` if its number is at most the threshold, or absent where
    `absent_left` says so; a leaf points to itself.
    """

    names: tuple[str, ...]
    prior: NDArray[np.float64]  # (labels,)
    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    absent_left: NDArray[np.bool_]
    value: NDArray[np.float32]


def tree_logits(model: TreeModel, numbers: Numbers) -> NDArray[np.float64]:
    """Return the logits (labels,) of one page: all trees are walked down at once."""
    row = _row(numbers, model.names)
    node = model.roots
    while True:
        number = row[model.feature[node]]
        goes_left = np.where(
            np.isnan(number), model.absent_left[node], number <= model.threshold[node]
        )
        below = np.where(goes_left, model.left[node], model.right[node])
        if (below == node).all():
            logits = model.prior + model.value[node].sum(axis=0, dtype=np.float64)
            return logits if len(logits) > 1 else np.array([0.0, logits[0]])
        node = below


def fit_trees(
    pages: Sequence[Numbers],
    targets: NDArray[np.int64],
    weights: NDArray[np.float64],
    options: TreeOptions,
) -> TreeModel:
    """Return the trees trained on the numbers of the weighted pages."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    names = tuple(sorted({name for numbers in pages for name in numbers}))
    learner = HistGradientBoostingClassifier(
        max_iter=options.rounds,
        learning_rate=options.rate,
        max_leaf_nodes=options.leaves,
        min_samples_leaf=options.min_leaf,
        l2_regularization=options.penalty,
        max_features=options.features,
        max_bins=options.bins,
        early_stopping=False,
        random_state=options.seed,
    )
    learner.fit(np.stack([_row(numbers, names) for numbers in pages]), targets, weights)
    return _flattened(learner, names)


def save_trees(model: TreeModel, folder: Path) -> None:
    """Write the model into the folder."""
    arrays = {name: getattr(model, name) for name in _ARRAYS}
    np.savez_compressed(folder / TREES_FILE, names=np.array(model.names), **arrays)


def load_trees(folder: Path) -> TreeModel:
    """Read the model from the folder. Raises WeightsError if it is missing or broken."""
    arrays = load_arrays(folder / TREES_FILE)
    try:
        found = {name: arrays[name] for name in _ARRAYS}
        names = tuple(map(str, arrays["names"]))
    except KeyError as error:
        raise WeightsError(f"no trees in {folder}: {error} is missing") from error
    return TreeModel(names=names, **found)


_ARRAYS = ("prior", "roots", "feature", "threshold", "left", "right", "absent_left", "value")


def _row(numbers: Numbers, names: Sequence[str]) -> NDArray[np.float32]:
    return np.array([numbers.get(name, np.nan) for name in names], dtype=np.float32)


def _flattened(learner: Any, names: tuple[str, ...]) -> TreeModel:
    """Return scikit-learn's trees as one row of nodes; of two labels only the second has trees.

    The trees are not a public attribute of the learner; a test holds this against its predictions.
    """
    rounds = learner._predictors
    trees = [tree.nodes for trees in rounds for tree in trees]
    starts = np.cumsum([0, *map(len, trees)])[:-1]
    nodes = np.concatenate(trees)
    own = np.arange(len(nodes))
    first = np.repeat(starts, list(map(len, trees)))
    leaf = nodes["is_leaf"].astype(bool)
    return TreeModel(
        names=names,
        prior=learner._baseline_prediction.ravel().astype(np.float64),
        roots=starts.reshape(len(rounds), -1).astype(np.int32),
        feature=nodes["feature_idx"].astype(np.int16),
        threshold=nodes["num_threshold"].astype(np.float32),
        left=np.where(leaf, own, first + nodes["left"]).astype(np.int32),
        right=np.where(leaf, own, first + nodes["right"]).astype(np.int32),
        absent_left=nodes["missing_go_to_left"].astype(bool),
        value=nodes["value"].astype(np.float32),
    )
