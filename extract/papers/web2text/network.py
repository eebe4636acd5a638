"""Define Web2Text's two networks, and decode their labels by Viterbi's algorithm."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

_KERNELS = (1, 1, 3, 3, 3)
_FILTERS = (50, 50, 50, 10)
_WEIGHT_DEVIATION = 0.1  # of the truncated normal that weights begin with (reference code)
_DROPOUT = 0.2  # of weights, not of activations (reference code)


class _WeightDropConv1d(nn.Conv1d):
    """A convolution that, while training, drops weights: another draw at each call."""

    def __init__(self, narrow: int, wide: int, kernel: int) -> None:
        super().__init__(narrow, wide, kernel, padding=kernel // 2)
        deviation = _WEIGHT_DEVIATION
        nn.init.trunc_normal_(self.weight, std=deviation, a=-2 * deviation, b=2 * deviation)
        nn.init.zeros_(self.get_parameter("bias"))

    def forward(self, values: Tensor) -> Tensor:
        """Return (pages, wide, blocks) of (pages, narrow, blocks)."""
        weight = F.dropout(self.weight, _DROPOUT, self.training)
        return F.conv1d(values, weight, self.bias, padding=self.padding)


class ConvolutionStack(nn.Module):
    """Features (pages, blocks, features) in, log-probabilities (pages, blocks, classes) out."""

    def __init__(self, features: int, classes: int) -> None:
        super().__init__()
        widths = (features, *_FILTERS, classes)
        self.layers = nn.ModuleList(
            _WeightDropConv1d(narrow, wide, kernel)
            for narrow, wide, kernel in zip(widths[:-1], widths[1:], _KERNELS, strict=True)
        )

    def forward(self, features: Tensor) -> Tensor:
        """Return the log-probabilities of each block's, or edge's, classes."""
        values = features.transpose(1, 2)  # (pages, features, blocks)
        for number, layer in enumerate(self.layers):
            values = layer(F.relu(values) if number else values)
        return F.log_softmax(values, dim=1).transpose(1, 2)


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
