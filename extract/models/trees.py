"""Boosted trees predicted in numpy: every tree for all rows at once, saved without pickles.

QuickScorer (Lucchese et al., SIGIR 2015): a number that exceeds a node's threshold rules out the
leaves left of it, and of the leaves that no node rules out the leftmost is the row's. The leaves
of a tree are the bits of a word, so all nodes of all trees are tried at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_LEAVES = 32  # of a tree: the bits of a word
_NUMBERS_AT_ONCE = 1 << 17  # of nodes times rows: so many stay in the processor's cache
_MOST_ROWS = 512  # at once; with few, numpy calls one loop for each node that does little
# The place of a lone bit by one multiplication (Leiserson, Prokop, Randall 1998).
_DE_BRUIJN, _SHIFT = np.uint32(0x077CB531), np.uint32(27)
_PLACE_OF = ((np.uint32(1) << np.arange(32, dtype=np.uint32)) * _DE_BRUIJN) >> _SHIFT
_INFINITE = np.float32(np.inf)
_ARRAYS = ("tree", "column", "threshold", "rules_out", "absent_left", "value", "prior")

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Nodes:
    """The first node of each tree, then the second, and so on, (nodes of a tree, trees)."""

    column: NDArray[np.int32]
    threshold: Numbers
    rules_out: NDArray[np.int32]
    absent: Numbers  # what stands for a number that is absent: beyond all thresholds


@dataclass(frozen=True)
class Trees:
    """An ensemble: the nodes of all trees, and the values of their leaves.

    `rules_out` has a bit for each leaf, the leftmost lowest, that a row which goes right cannot
    reach. Nodes are in order of trees, each of which has one at least. Tree t adds to output t
    modulo outputs.
    """

    columns: tuple[str, ...]
    tree: NDArray[np.int32]  # (nodes,)
    column: NDArray[np.int32]  # (nodes,)
    threshold: Numbers  # (nodes,) at most this: left
    rules_out: NDArray[np.uint32]  # (nodes,)
    absent_left: NDArray[np.bool_]  # (nodes,) where rows without the number go
    value: Numbers  # (trees, MOST_LEAVES)
    prior: Numbers  # (outputs,)

    def raw(self, by_column: Numbers) -> Numbers:
        """Return the sum of the leaves' values, (rows, outputs), of numbers (columns, rows)."""
        parts = [
            self._raw(by_column[:, start : start + _MOST_ROWS])
            for start in range(0, by_column.shape[1], _MOST_ROWS)
        ]
        empty = np.zeros((0, len(self.prior)), np.float32)
        return np.concatenate([empty, *parts])

    def _raw(self, by_column: Numbers) -> Numbers:
        rows, absent = by_column.shape[1], bool(np.isnan(by_column).any())
        at_once = max(1, _NUMBERS_AT_ONCE // (len(self._nodes.column) * rows))
        out = [
            self._ruled_out(by_column, slice(start, start + at_once), absent)
            for start in range(0, len(self.value), at_once)
        ]
        left = ~np.concatenate(out).view(np.uint32)
        left &= -left
        left *= _DE_BRUIJN
        left >>= _SHIFT
        left += self._begin
        values = self._values.take(left.view(np.int32))
        by_output = values.reshape(-1, len(self.prior), rows).sum(0, np.float64)
        return np.asarray(by_output.T + self.prior, np.float32)

    def _ruled_out(self, by_column: Numbers, trees: slice, absent: bool) -> NDArray[np.int32]:
        """Return the leaves that the rows cannot reach, (trees, rows)."""
        nodes, rows = self._nodes, by_column.shape[1]
        numbers = by_column.take(nodes.column[:, trees].ravel(), axis=0)  # (nodes, rows)
        if absent:
            beyond = nodes.absent[:, trees].reshape(-1, 1)
            numbers = np.where(np.isnan(numbers), beyond, numbers)
        # What is left of the threshold, and all bits of its sign: faster than a comparison.
        np.subtract(nodes.threshold[:, trees].reshape(-1, 1), numbers, out=numbers)
        out = numbers.view(np.int32)
        out >>= 31
        out &= nodes.rules_out[:, trees].reshape(-1, 1)
        leaves: NDArray[np.int32] = np.bitwise_or.reduce(
            out.reshape(len(nodes.column), -1, rows), axis=0
        )
        return leaves

    @cached_property
    def _nodes(self) -> "_Nodes":
        """Return the nodes; all trees have as many."""
        sizes = np.bincount(self.tree)
        inside = np.arange(len(self.tree)) - np.repeat(np.cumsum(sizes) - sizes, sizes)

        def placed(values: NDArray[Any], missing: float) -> NDArray[Any]:
            nodes = np.full((sizes.max(), len(sizes)), missing, values.dtype)
            nodes[inside, self.tree] = values
            return nodes

        return _Nodes(
            column=placed(self.column, 0),
            threshold=placed(np.minimum(self.threshold, np.finfo(np.float32).max), 0.0),
            rules_out=placed(self.rules_out.view(np.int32), 0),
            absent=placed(np.where(self.absent_left, -_INFINITE, _INFINITE), 0.0),
        )

    @cached_property
    def _begin(self) -> NDArray[np.uint32]:
        return (np.arange(len(self.value), dtype=np.uint32) * np.uint32(MOST_LEAVES))[:, None]

    @cached_property
    def _values(self) -> Numbers:
        """Return the leaves' values in the order in which their bits are found."""
        values = np.empty_like(self.value)
        values[:, _PLACE_OF] = self.value
        return values.ravel()

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads."""
        return {f"{prefix}.{name}": getattr(self, name) for name in _ARRAYS}

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], prefix: str, columns: Sequence[str]
    ) -> "Trees":
        """Return the trees saved under that prefix."""
        return cls(tuple(columns), **{name: arrays[f"{prefix}.{name}"] for name in _ARRAYS})


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


def tree_settings(options: TreeOptions, seed: int) -> dict[str, Any]:
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
        "random_state": seed,
    }


def exported(learner: Any, columns: Sequence[str]) -> Trees:
    """Return the trees of a fitted histogram gradient boosting model of scikit-learn.

    Thresholds are rounded down to single precision, in which rows come, so no row changes sides.
    The trees are not a public attribute of the learner; a test holds this against its predictions.
    """
    trees = [tree.nodes for rounds in learner._predictors for tree in rounds]
    parts = [_nodes(number, nodes) for number, nodes in enumerate(trees)]
    tree, column, threshold, rules_out, absent_left = (
        np.concatenate([part[place] for part in parts]) for place in range(5)
    )
    return Trees(
        tuple(columns),
        tree.astype(np.int32),
        column.astype(np.int32),
        _rounded_down(threshold),
        rules_out.astype(np.uint32),
        absent_left.astype(np.bool_),
        np.stack([part[5] for part in parts]).astype(np.float32),
        learner._baseline_prediction.ravel().astype(np.float32),
    )


def _nodes(number: int, nodes: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return the columns of the inner nodes of a tree, and the values of its leaves in order."""
    inner: list[tuple[int, int, float, int, bool]] = []
    values: list[float] = []

    def visit(at: int) -> int:
        """Return the bits of the leaves below a node."""
        node = nodes[at]
        if node["is_leaf"]:
            values.append(float(node["value"]))
            return 1 << (len(values) - 1)
        left, right = visit(int(node["left"])), 0
        column, threshold = int(node["feature_idx"]), float(node["num_threshold"])
        inner.append((number, column, threshold, left, bool(node["missing_go_to_left"])))
        right = visit(int(node["right"]))
        return left | right

    visit(0)
    if not inner:
        inner.append((number, 0, 0.0, 0, True))  # rules nothing out
    columns = np.array(inner, dtype=object).reshape(-1, 5).T
    return (*columns, np.array(values + [0.0] * (MOST_LEAVES - len(values))))


def _rounded_down(values: NDArray[Any]) -> Numbers:
    exact = values.astype(np.float64)
    single = exact.astype(np.float32)
    return np.where(single > exact, np.nextafter(single, np.float32(-np.inf)), single)
