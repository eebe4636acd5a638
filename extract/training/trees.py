"""Sizes of the ensembles of trees, as scikit-learn takes them."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Size of an ensemble. Small: learning is fast, and so is prediction."""

    trees: int = 120
    learning_rate: float = 0.12
    leaves: int = 31
    least_rows: int = 20  # in a leaf
    shrinkage: float = 1.0  # L2
    bins: int = 63
    column_share: float = 0.3  # of the columns, drawn anew for each node
    seed: int = 0


PAGE_TREES = TreeOptions(trees=80, learning_rate=0.06, leaves=6)  # suits a row a page


def tree_settings(options: TreeOptions) -> dict[str, Any]:
    """Return the arguments of scikit-learn's learners."""
    return {
        "max_iter": options.trees,
        "learning_rate": options.learning_rate,
        "max_leaf_nodes": options.leaves,
        "min_samples_leaf": options.least_rows,
        "l2_regularization": options.shrinkage,
        "max_bins": options.bins,
        "max_features": options.column_share,
        "early_stopping": False,
        "random_state": options.seed,
    }
