"""Decode the two labels of a sequence of blocks (Web2Text, section 3.5)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Potentials = NDArray[np.float64]

_States = tuple[float, float]  # best score of a sequence that ends in label 0, in label 1


def viterbi_log_odds(unary: Potentials, pairwise: Potentials, weight: float) -> Potentials:
    """Return how much better the best labelling with 1 at each block is than the best with 0.

    A labelling's score is the sum of `unary` (log-probabilities, (blocks, 2)) over its blocks and
    of `weight` times `pairwise` ((blocks - 1, 4), of the pairs 00, 01, 10, 11) over its edges. The
    best labelling has 1 where the odds are above 0: the maximum of Viterbi's algorithm, run from
    both ends, and at once a certainty for each block. Two labels are too few for numpy to pay.
    """
    scores = [tuple(row) for row in unary.tolist()]
    steps = [tuple(row) for row in (weight * pairwise).tolist()]
    forward = _best_ends(scores, steps)
    reversed_steps = [(stay0, up, down, stay1) for stay0, down, up, stay1 in reversed(steps)]
    backward = _best_ends(scores[::-1], reversed_steps)[::-1]
    # Both directions count the block's own score.
    best = np.array(forward).reshape(-1, 2) + np.array(backward).reshape(-1, 2) - unary
    odds: Potentials = best[:, 1] - best[:, 0]
    return odds


def _best_ends(scores: Sequence[_States], steps: Sequence[tuple[float, ...]]) -> list[_States]:
    """Return the best score of each prefix by its last label."""
    if not scores:
        return []
    zero, one = scores[0]
    best = [(zero, one)]
    for (score0, score1), (to00, to01, to10, to11) in zip(scores[1:], steps, strict=True):
        zero, one = (
            max(zero + to00, one + to10) + score0,
            max(zero + to01, one + to11) + score1,
        )
        best.append((zero, one))
    return best
