"""Scores of labelled blocks, computed by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pagesight.extract.training.gold.scores import block_score, macro_score, micro_score


def array(*labels: int) -> NDArray[np.int8]:
    return np.array(labels, np.int8)


@pytest.mark.parametrize(
    ("truth", "found", "content", "noise"),
    [
        # 2 of 3 found are right, of 2 wanted; the noise found is right, 1 of 2 wanted.
        ((1, 1, 0, 0), (1, 1, 1, 0), (2 / 3, 1, 0.8), (1, 1 / 2, 2 / 3)),
        ((1, 0), (0, 1), (0, 0, 0), (0, 0, 0)),
        ((1, 0, -1), (1, 0, 1), (1, 1, 1), (1, 1, 1)),  # -1 does not count
        ((0, 0), (0, 0), (1, 1, 1), (1, 1, 1)),  # content in neither: agreed
        ((0, 0), (0, 1), (0, 0, 0), (1, 1 / 2, 2 / 3)),
        ((), (), (1, 1, 1), (1, 1, 1)),
    ],
)
def test_block_score(
    truth: tuple[int, ...],
    found: tuple[int, ...],
    content: tuple[float, ...],
    noise: tuple[float, ...],
) -> None:
    score = block_score(array(*truth), array(*found))
    assert (score.content.precision, score.content.recall, score.content.f1) == pytest.approx(
        content
    )
    assert (score.noise.precision, score.noise.recall, score.noise.f1) == pytest.approx(noise)


def test_micro_weighs_blocks_and_macro_weighs_pages() -> None:
    truths = [array(1, 1, 1, 0), array(1, 0)]
    found = [array(1, 1, 1, 0), array(0, 0)]
    # content: 3 right of 3 found and 4 wanted; noise: 2 right of 3 found and 2 wanted
    assert micro_score(truths, found).average_f1 == pytest.approx((6 / 7 + 4 / 5) / 2)
    # the second page: content 0, noise 2/3
    assert macro_score(truths, found).content.f1 == pytest.approx(1 / 2)
    assert macro_score(truths, found).noise.f1 == pytest.approx((1 + 2 / 3) / 2)


def test_no_pages_have_no_macro_score() -> None:
    assert macro_score([], []).average_f1 == 0


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, 1]))))
def test_swapping_truth_and_prediction_swaps_precision_and_recall(
    pairs: list[tuple[int, int]],
) -> None:
    truth, found = array(*(a for a, _ in pairs)), array(*(b for _, b in pairs))
    one, other = block_score(truth, found), block_score(found, truth)
    assert one.content.precision == other.content.recall
    assert one.noise.f1 == pytest.approx(other.noise.f1)
