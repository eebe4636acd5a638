"""Boosted trees as arrays: predicted in numpy, saved without pickles."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ARRAYS = ("feature", "threshold", "left", "right", "value", "roots")


@dataclass(frozen=True, slots=True)
class Trees:
    """An ensemble: node arrays of all trees one after the other, and where each tree begins.

    A node's children are counted from the first node of all; a leaf has itself for both, so that
    every row can take the same number of steps down every tree.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]
    roots: NDArray[np.int32]
    depth: int
    bias: float

    def raw(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the sum of the leaves' values, (rows,): the logit, for a classifier."""
        count, width = rows.shape
        flat = np.ascontiguousarray(rows).ravel()
        base = (np.arange(count, dtype=np.int64) * width)[:, None]
        at = np.repeat(self.roots[None, :], count, axis=0)  # (rows, trees)
        for _ in range(self.depth):
            goes_left = flat[base + self.feature[at]] <= self.threshold[at]
            at = np.where(goes_left, self.left[at], self.right[at])
        total: NDArray[np.float32] = self.value[at].sum(axis=1, dtype=np.float64) + self.bias
        return total.astype(np.float32)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads."""
        named = {name: getattr(self, name) for name in _ARRAYS}
        named["size"] = np.array([self.depth, self.bias], np.float64)
        return {f"{prefix}.{name}": array for name, array in named.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], prefix: str) -> "Trees":
        """Return the trees saved under that prefix."""
        depth, bias = arrays[f"{prefix}.size"].tolist()
        named: Any = {name: arrays[f"{prefix}.{name}"] for name in _ARRAYS}
        return cls(**named, depth=int(depth), bias=bias)


def exported(model: Any) -> Trees:
    """Return the trees of a fitted histogram gradient boosting model of scikit-learn (one output).

    Thresholds are rounded down to single precision, in which rows come, so no row changes sides.
    """
    nodes = [predictors[0].nodes for predictors in model._predictors]
    roots = np.concatenate([[0], np.cumsum([len(tree) for tree in nodes])[:-1]]).astype(np.int32)
    joined = np.concatenate(nodes)
    start = np.repeat(roots, [len(tree) for tree in nodes])
    leaf = joined["is_leaf"].astype(bool)
    itself = np.arange(len(joined), dtype=np.int32)
    return Trees(
        feature=np.where(leaf, 0, joined["feature_idx"]).astype(np.int16),
        threshold=_rounded_down(np.where(leaf, 0.0, joined["num_threshold"])),
        left=np.where(leaf, itself, start + joined["left"]).astype(np.int32),
        right=np.where(leaf, itself, start + joined["right"]).astype(np.int32),
        value=np.where(leaf, joined["value"], 0).astype(np.float32),
        roots=roots,
        depth=int(max((tree["depth"].max() for tree in nodes), default=0)),
        bias=float(np.ravel(model._baseline_prediction)[0]),
    )


def _rounded_down(values: NDArray[np.float64]) -> NDArray[np.float32]:
    single = values.astype(np.float32)
    above = single.astype(np.float64) > values
    return np.where(above, np.nextafter(single, np.float32(-np.inf)), single)
