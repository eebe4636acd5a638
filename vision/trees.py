"""Boosted trees over a page's numbers (Friedman 2001), in numpy once they are trained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.errors import WeightsError

TREES_FILE = "trees.npz"
ABSENT = -1.0  # value of a number that the page lacks; all numbers are 0 or more
Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Tuned by 5-fold cross-validation by group over the genre corpora."""

    rounds: int = 150  # trees a label
    rate: float = 0.08
    depth: int = 4
    min_leaf: int = 5
    pages: float = 0.6  # share of the pages that a tree sees
    features: float = 0.15  # share of the numbers that a split looks at
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TreeModel:
    """All nodes of all trees in one row; `roots` (rounds, labels) says where each tree starts.

    A node sends a page to `left` if its number is at most the threshold; a leaf points to itself.
    """

    names: tuple[str, ...]
    prior: NDArray[np.float64]  # (labels,)
    roots: NDArray[np.int64]
    feature: NDArray[np.int64]
    threshold: NDArray[np.float32]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    value: NDArray[np.float32]


def tree_logits(model: TreeModel, numbers: Numbers) -> NDArray[np.float64]:
    """Return the logits (labels,) of one page: all trees are walked down at once."""
    row = _row(numbers, model.names)
    node = model.roots
    while True:
        goes_left = row[model.feature[node]] <= model.threshold[node]
        below = np.where(goes_left, model.left[node], model.right[node])
        if (below == node).all():
            return np.asarray(model.prior + model.value[node].astype(np.float64).sum(axis=0))
        node = below


def fit_trees(
    pages: Sequence[Numbers], targets: NDArray[np.int64], options: TreeOptions
) -> TreeModel:
    """Return the trees trained on the pages' numbers."""
    from sklearn.ensemble import GradientBoostingClassifier

    names = tuple(sorted({name for numbers in pages for name in numbers}))
    learner = GradientBoostingClassifier(
        n_estimators=options.rounds,
        learning_rate=options.rate,
        max_depth=options.depth,
        min_samples_leaf=options.min_leaf,
        subsample=options.pages,
        max_features=options.features,
        random_state=options.seed,
    )
    learner.fit(np.stack([_row(numbers, names) for numbers in pages]), targets)
    prior = np.log(np.bincount(targets) / len(targets))
    return _flattened(learner.estimators_, names, prior, options.rate)


def save_trees(model: TreeModel, folder: Path) -> None:
    """Write the model into the folder."""
    arrays = {name: getattr(model, name) for name in _ARRAYS}
    np.savez_compressed(folder / TREES_FILE, names=np.array(model.names), **arrays)


def load_trees(folder: Path) -> TreeModel:
    """Read the model from the folder. Raises WeightsError if it is missing or broken."""
    try:
        with np.load(folder / TREES_FILE) as arrays:
            found = {name: arrays[name] for name in _ARRAYS}
            names = tuple(map(str, arrays["names"]))
    except (OSError, ValueError, KeyError) as error:
        raise WeightsError(f"no trees in {folder}: {error}") from error
    return TreeModel(names=names, **found)


_ARRAYS = ("prior", "roots", "feature", "threshold", "left", "right", "value")


def _row(numbers: Numbers, names: Sequence[str]) -> NDArray[np.float32]:
    return np.array([numbers.get(name, ABSENT) for name in names], dtype=np.float32)


def _flattened(
    estimators: Any, names: tuple[str, ...], prior: NDArray[np.float64], rate: float
) -> TreeModel:
    """Return scikit-learn's trees (rounds, labels) as one row of nodes."""
    trees = [estimator.tree_ for estimator in estimators.ravel()]
    starts = np.cumsum([0, *(tree.node_count for tree in trees)])[:-1]
    own = [start + np.arange(tree.node_count) for start, tree in zip(starts, trees, strict=True)]

    def below(side: str) -> NDArray[np.int64]:
        children = [getattr(tree, side) for tree in trees]
        return np.concatenate(
            [np.where(c < 0, o, c + o[0]) for c, o in zip(children, own, strict=True)]
        )

    return TreeModel(
        names=names,
        prior=prior,
        roots=starts.reshape(estimators.shape),
        feature=np.concatenate([tree.feature.clip(0) for tree in trees]),
        threshold=np.concatenate([tree.threshold for tree in trees]).astype(np.float32),
        left=below("children_left"),
        right=below("children_right"),
        value=(rate * np.concatenate([tree.value[:, 0, 0] for tree in trees])).astype(np.float32),
    )
