"""EfficientNet-Lite as a chain of layers that are plain convolutions.

Lite (the TPU variant of Tan and Le 2019) has neither squeeze-and-excitation nor swish. Each batch
norm is folded into the convolution before it: that is a tenth faster, and a network trained on
small batches keeps the statistics of ImageNet.
"""

from collections.abc import Iterator
from typing import Any

import timm
from torch import nn

from pagesight.vision.screenshot.pretrained import efficientnet_state

# The norm of each convolution, by timm's names: of the stem, of blocks that do not
# widen their input, and of those that do.
_NORMS = (
    {"conv_stem": "bn1"},
    {"conv_dw": "bn1", "conv_pw": "bn2"},
    {"conv_pw": "bn1", "conv_dw": "bn2", "conv_pwl": "bn3"},
)


def efficientnet_layers(family: str, *, pretrained: bool) -> nn.Sequential:
    """Return the stem and the blocks, for pictures (batch, 3, height, width).

    Item 0 is the stem; in Lite0 items 1 to 11 end at a sixteenth of the picture's size, 12 to 16
    at a thirty-second. The last convolution, which widens these to 1,280 channels, is left out: the
    head learns as much without it (docs/studies/genre.md).
    """
    net: Any = timm.create_model(family)  # its parts are known by name alone
    if pretrained:
        net.load_state_dict(efficientnet_state(family, net.state_dict()))
    for module in net.modules():
        for convolution, norm in _norms_of(module):
            _fold(module, convolution, norm)
    blocks = [block for stage in net.blocks for block in stage]
    return nn.Sequential(nn.Sequential(net.conv_stem, net.bn1), *blocks)


def _norms_of(module: nn.Module) -> Iterator[tuple[str, str]]:
    names = {name for name, _ in module.named_children()}
    for norms in _NORMS:
        if norms.keys() <= names and ("bn3" in norms.values()) == ("bn3" in names):
            yield from norms.items()


def _fold(module: nn.Module, convolution: str, norm: str) -> None:
    """Give the convolution the norm's scale and shift; leave its activation in its place."""
    conv, bn = getattr(module, convolution), getattr(module, norm)
    scale = (bn.weight / (bn.running_var + bn.eps).sqrt()).detach()
    conv.weight = nn.Parameter(conv.weight.detach() * scale.view(-1, 1, 1, 1))
    conv.bias = nn.Parameter((bn.bias - bn.running_mean * scale).detach())
    setattr(module, norm, bn.act)
