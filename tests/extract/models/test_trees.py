"""Boosted trees in numpy against scikit-learn's own predictions."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from pagesight.extract.models.trees import MOST_LEAVES, Trees, exported

_COLUMNS = tuple("abcdefgh")


def _rows(count: int, seed: int) -> np.ndarray:
    """Return rows with absent numbers, whole numbers, and a constant column."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, len(_COLUMNS))).astype(np.float32)
    rows[:, 0] = np.round(rows[:, 0])
    rows[random.random(rows.shape) < 0.1] = np.nan
    rows[:, 1] = 3.0
    return rows


def _learner(labels: int, leaves: int = MOST_LEAVES) -> HistGradientBoostingClassifier:
    rows = _rows(600, 0)
    noise = np.random.default_rng(1).normal(size=len(rows))
    sums = np.nan_to_num(rows[:, :5]).sum(axis=1) + noise
    targets = np.digitize(sums, np.linspace(0, 1, labels - 1))
    learner = HistGradientBoostingClassifier(
        max_iter=12, max_leaf_nodes=leaves, early_stopping=False, random_state=0
    )
    return learner.fit(rows, targets)


@pytest.mark.parametrize("labels", [2, 4])
@pytest.mark.parametrize("leaves", [2, 7, MOST_LEAVES])
@pytest.mark.parametrize("count", [0, 1, 700])
def test_predictions_are_those_of_the_learner(labels: int, leaves: int, count: int) -> None:
    learner, rows = _learner(labels, leaves), _rows(700, 2)[:count]
    found = exported(learner, _COLUMNS).raw(rows.T)
    expected = learner.decision_function(rows).reshape(count, -1) if count else np.zeros((0, 1))
    assert found == pytest.approx(expected if count else found, abs=1e-5)
    assert len(found) == count


def test_a_regression_gives_its_values() -> None:
    rows = _rows(300, 0)
    learner = HistGradientBoostingRegressor(max_iter=20, max_leaf_nodes=6, early_stopping=False)
    learner.fit(rows, np.nan_to_num(rows[:, 2]))
    assert exported(learner, _COLUMNS).raw(rows.T)[:, 0] == pytest.approx(
        learner.predict(rows), abs=1e-5
    )


def test_trees_come_back_from_their_arrays() -> None:
    trees, rows = exported(_learner(2), _COLUMNS), _rows(50, 3)
    again = Trees.from_arrays(trees.arrays("p"), "p", _COLUMNS)
    assert np.array_equal(again.raw(rows.T), trees.raw(rows.T))
