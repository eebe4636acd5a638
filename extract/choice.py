"""Which blocks to keep: the set whose word F1 can be expected to be highest."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Choice:
    """The blocks kept, (blocks,), the least probability among them, and the F1 to expect."""

    kept: NDArray[np.bool_]
    threshold: float
    expected_f1: float


def best_choice(probabilities: NDArray[np.floating], words: NDArray[np.floating]) -> Choice:
    """Return the choice of highest expected F1; at least one block, if there is any.

    With expected counts in place of counts, F1 of a set S is 2 sum_S(p w) / (sum_S(w) + sum(p w)):
    its maximum is a prefix of the blocks in order of probability (Lewis 1995; Ye et al. 2012). So
    the threshold is half the F1 reached: doubtful pages keep more.
    """
    kept = np.zeros(len(probabilities), np.bool_)
    if not len(kept):
        return Choice(kept, 1.0, 0.0)
    order = np.argsort(-probabilities, kind="stable")
    sizes = np.maximum(words[order].astype(np.float64), 1e-3)
    expected = np.cumsum(probabilities[order] * sizes)
    scores = 2 * expected / np.maximum(np.cumsum(sizes) + expected[-1], 1e-9)
    best = int(np.argmax(scores))
    kept[order[: best + 1]] = True
    return Choice(kept, float(probabilities[order[best]]), float(scores[best]))
