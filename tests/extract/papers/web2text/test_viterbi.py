"""Decoding of label sequences."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pagesight.extract.papers.web2text.model import Potentials, viterbi_log_odds

_eighths = st.integers(-40, 40).map(
    lambda eighth: eighth / 8
)  # exact, so that sums can be compared
sequences = st.integers(1, 6).flatmap(
    lambda blocks: st.tuples(
        arrays(np.float64, (blocks, 2), elements=_eighths),
        arrays(np.float64, (blocks - 1, 4), elements=_eighths),
    )
)


def score(labels: tuple[int, ...], unary: Potentials, pairwise: Potentials) -> float:
    """Return a labelling's score, with edges of weight 1/2."""
    blocks = sum(unary[at, label] for at, label in enumerate(labels))
    pairs = enumerate(itertools.pairwise(labels))
    return float(blocks + 0.5 * sum(pairwise[at, 2 * a + b] for at, (a, b) in pairs))


@given(sequences)
def test_odds_compare_the_best_labellings_of_all(sequence: tuple[Potentials, Potentials]) -> None:
    unary, pairwise = sequence
    every = list(itertools.product((0, 1), repeat=len(unary)))
    expected = [
        max(score(labels, *sequence) for labels in every if labels[at] == 1)
        - max(score(labels, *sequence) for labels in every if labels[at] == 0)
        for at in range(len(unary))
    ]
    assert viterbi_log_odds(unary, pairwise, 0.5) == pytest.approx(expected)


@given(sequences)
def test_labels_with_odds_above_zero_are_the_best_labelling(
    sequence: tuple[Potentials, Potentials],
) -> None:
    odds = viterbi_log_odds(*sequence, 0.5)
    if (odds == 0).any():
        return  # two labellings share the best score
    every = itertools.product((0, 1), repeat=len(odds))
    best = max(every, key=lambda labels: score(labels, *sequence))
    assert tuple((odds > 0).astype(int)) == best


def test_without_edges_each_block_decides_for_itself() -> None:
    unary = np.log(np.array([[0.9, 0.1], [0.2, 0.8]]))
    pairwise = np.array([[0.0, -99.0, -99.0, 0.0]])
    assert viterbi_log_odds(unary, pairwise, 0.0) == pytest.approx(np.log([1 / 9, 4]))
    assert (viterbi_log_odds(unary, pairwise, 1.0) < 0).all()


def test_no_blocks_give_no_odds() -> None:
    assert len(viterbi_log_odds(np.zeros((0, 2)), np.zeros((0, 4)), 0.1)) == 0
