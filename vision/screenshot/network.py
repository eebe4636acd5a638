"""Build the network of a configuration; write and read model folders."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import timm
import torch
import torchvision
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.config import NetConfig, load_config, save_config
from pagesight.vision.screenshot.pretrained import squeezenet_features

WEIGHTS_FILE = "model.safetensors"
Start = Literal["scratch", "package", "hub"]
_SQUEEZENET = "squeezenet1_1"


class GridNet(nn.Module):
    """SqueezeNet 1.1 (Iandola et al. 2016) with a linear head over a grid of averaged features.

    A genre shows in where things lie on the page, which one average over all places forgets.
    """

    def __init__(self, config: NetConfig) -> None:
        super().__init__()
        rows, columns = config.grid
        self.frozen = config.frozen
        self.features = torchvision.models.squeezenet1_1(weights=None).features
        self.pool = nn.AdaptiveAvgPool2d((rows, columns))
        self.dropout = nn.Dropout(config.dropout)
        self.norm = nn.LayerNorm(512 * rows * columns)
        self.head = nn.Linear(512 * rows * columns, len(config.labels))

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return logits (batch, labels) of pictures (batch, 3, height, width)."""
        return self.upper(self.lower(pictures))

    def lower(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return what the layers that are not trained make of the pictures."""
        activations: torch.Tensor = self.features[: self.frozen](pictures)
        return activations

    def upper(self, activations: torch.Tensor) -> torch.Tensor:
        """Return logits of what `lower` made, by the layers that are trained."""
        return self.classify(self.features[self.frozen :](activations))

    def classify(self, features: torch.Tensor) -> torch.Tensor:
        """Return logits of the last layer's features (batch, 512, height, width)."""
        grid = self.pool(features)  # (batch, 512, rows, columns)
        logits: torch.Tensor = self.head(self.dropout(self.norm(grid.flatten(1))))
        return logits


def build(config: NetConfig, start: Start = "scratch") -> nn.Module:
    """Return the network: random weights, or ImageNet's from the `ndf` package or timm's hub."""
    if config.family == _SQUEEZENET:
        return _squeezenet(config, start)
    if start == "package":
        raise WeightsError(f"only {_SQUEEZENET} has packaged weights, not {config.family}")
    return _timm_net(config, pretrained=start == "hub")


def save_model(net: nn.Module, config: NetConfig, folder: Path) -> None:
    """Write the model folder: half-precision weights and configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {name: _half(value).contiguous() for name, value in net.state_dict().items()}
    save_file(state, folder / WEIGHTS_FILE)
    save_config(config, folder)


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A network ready to predict, and its configuration."""

    net: nn.Module
    config: NetConfig


def load_model(folder: Path) -> LoadedModel:
    """Read a model folder. Raises WeightsError if it is missing, broken or of another kind."""
    config = load_config(folder)
    net = build(config)
    try:
        state = load_file(folder / WEIGHTS_FILE)
        net.load_state_dict({name: value.float() for name, value in state.items()})
    except (FileNotFoundError, SafetensorError, RuntimeError) as error:
        raise WeightsError(
            f"{folder / WEIGHTS_FILE} does not fit {config.family}: {error}"
        ) from error
    return LoadedModel(net.eval().to(memory_format=torch.channels_last), config)


def _squeezenet(config: NetConfig, start: Start) -> GridNet:
    if start == "hub":
        raise WeightsError(f"{_SQUEEZENET} starts from 'package' or 'scratch', not from a hub")
    net = GridNet(config)
    if start == "package":
        net.features.load_state_dict(squeezenet_features())
    return net


def _timm_net(config: NetConfig, pretrained: bool) -> nn.Module:
    try:
        net: nn.Module = timm.create_model(
            config.family,
            pretrained=pretrained,
            num_classes=len(config.labels),
            drop_rate=config.dropout,
            **_image_size(config),  # type: ignore[arg-type]
        )
    except OSError as error:
        raise WeightsError(
            f"the weights of {config.family} could not be fetched from the hub: {error}; "
            "train from 'scratch', or squeezenet1_1 from 'package'"
        ) from error
    except RuntimeError as error:
        raise WeightsError(f"timm has no model {config.family!r}: {error}") from error
    return net


def _image_size(config: NetConfig) -> dict[str, tuple[int, int]]:
    """Return the argument by which networks that fix their input (ViT and such) learn its size."""
    fixed = config.family.startswith(("vit", "deit", "tiny_vit", "swin", "efficientformer"))
    return {"img_size": (config.input.height, config.input.width)} if fixed else {}


def _half(value: torch.Tensor) -> torch.Tensor:
    return value.half() if value.is_floating_point() else value
