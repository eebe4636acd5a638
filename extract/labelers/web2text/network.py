"""Web2Text's networks (Vogels et al. 2018, section 3.4), trained in torch.

Two stacks of five one-dimensional convolutions: one gives each block the log-probabilities of
noise and content, the other gives each edge those of the label pairs 00, 01, 10, 11.
"""

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
