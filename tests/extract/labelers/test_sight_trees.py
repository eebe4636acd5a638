"""Boosted trees in numpy against scikit-learn's own prediction."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from pagesight.extract.labelers.sight_trees import Trees, exported

RNG = np.random.default_rng(7)
ROWS = RNG.normal(size=(400, 6)).astype(np.float32)
ROWS[:, 2] = RNG.integers(0, 4, 400)  # thresholds between whole numbers, many ties
CONTENT = ROWS[:, 0] * ROWS[:, 1] + ROWS[:, 2] > 1.5


@pytest.mark.parametrize("bins", [4, 63, 255])
@pytest.mark.parametrize("leaves", [2, 15])
def test_exported_trees_give_scikit_learns_logits(bins: int, leaves: int) -> None:
    model = HistGradientBoostingClassifier(
        max_iter=30, max_bins=bins, max_leaf_nodes=leaves, random_state=0
    ).fit(ROWS, CONTENT)
    assert exported(model).raw(ROWS) == pytest.approx(model.decision_function(ROWS), abs=1e-6)


def test_exported_trees_give_scikit_learns_regression() -> None:
    target = ROWS[:, 0] + ROWS[:, 3] ** 2
    model = HistGradientBoostingRegressor(max_iter=30, random_state=0).fit(ROWS, target)
    assert exported(model).raw(ROWS) == pytest.approx(model.predict(ROWS), abs=1e-5)


def test_rows_that_equal_a_threshold_go_left_as_in_scikit_learn() -> None:
    thirds = (np.arange(60, dtype=np.float32) / 3)[:, None]
    model = HistGradientBoostingClassifier(max_iter=20, min_samples_leaf=1).fit(
        thirds, np.arange(60) % 7 < 3
    )
    assert exported(model).raw(thirds) == pytest.approx(model.decision_function(thirds), abs=1e-6)


def test_saved_arrays_make_the_same_trees() -> None:
    model = HistGradientBoostingClassifier(max_iter=5).fit(ROWS, CONTENT)
    trees = exported(model)
    again = Trees.from_arrays(trees.arrays("first"), "first")
    assert np.array_equal(again.raw(ROWS), trees.raw(ROWS))


def test_a_page_without_rows_has_no_logits() -> None:
    model = HistGradientBoostingClassifier(max_iter=5).fit(ROWS, CONTENT)
    assert exported(model).raw(ROWS[:0]).shape == (0,)
