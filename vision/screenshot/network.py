"""Build the network of a configuration; write and read model folders."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import timm
import torch
import torch.nn.functional as F
import torchvision
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.config import NetConfig, load_config, save_config
from pagesight.vision.screenshot.efficientnet import efficientnet_layers
from pagesight.vision.screenshot.pretrained import EFFICIENTNETS, squeezenet_features

WEIGHTS_FILE = "model.safetensors"
Start = Literal["scratch", "package", "hub"]
_SQUEEZENET = "squeezenet1_1"
_EPSILON = 1e-6  # keeps the slope of a root finite at 0
_CELLS_DROPPED = 0.2  # share of the averages that the head does not see in training


class GridNet(nn.Module):
    """A chain of layers from ImageNet with a head over grids of averaged features.

    Layers are SqueezeNet 1.1's (Iandola et al. 2016) or EfficientNet-Lite's.
    """

    def __init__(self, config: NetConfig, layers: nn.Sequential) -> None:
        """Raises WeightsError for taps that the layers do not have, or that are frozen over."""
        super().__init__()
        self.features = layers
        self.frozen, self.taps = config.frozen, config.taps
        self._check(config)
        with torch.no_grad():
            cells = self._cells(self.maps(torch.zeros(1, 3, 64, 64))).shape[1]
        self.head = _head(cells, config)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return logits (batch, labels) of pictures (batch, 3, height, width)."""
        return self.upper(self.lower(pictures))

    def lower(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return what the layers that are not trained make of the pictures.

        Where none is trained, that is the averages (batch, cells) that the head reads.
        """
        if self._all_frozen:
            return self._cells(self.maps(pictures))
        activations: torch.Tensor = self.features[: self.frozen](pictures)
        return activations

    def upper(self, seen: torch.Tensor) -> torch.Tensor:
        """Return logits of what `lower` made, by the layers that are trained."""
        if self._all_frozen:
            return self._logits(seen)
        return self.classify(self.maps(seen, self.frozen))

    def maps(self, activations: torch.Tensor, done: int = 0) -> list[torch.Tensor]:
        """Return the features at the taps, (batch, channels, rows, columns) each.

        `activations` are what the first `done` layers gave.
        """
        found = []
        for tap in self.taps:
            activations = self.features[done : tap.layers](activations)
            done = tap.layers
            found.append(activations)
        return found

    def classify(self, maps: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return logits of the features at the taps."""
        return self._logits(self._cells(maps))

    def _cells(self, maps: Sequence[torch.Tensor]) -> torch.Tensor:
        grids = [
            F.adaptive_avg_pool2d(found, (tap.rows, tap.columns)).flatten(1)
            for found, tap in zip(maps, self.taps, strict=True)
        ]
        return torch.cat(grids, dim=1)  # (batch, cells)

    def _logits(self, cells: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.head(cells)
        return logits

    @property
    def _all_frozen(self) -> bool:
        return self.frozen >= self.taps[-1].layers

    def _check(self, config: NetConfig) -> None:
        places, count = [tap.layers for tap in self.taps], len(self.features)
        if not places or places != sorted(set(places)) or places[-1] > count:
            fits = False
        else:
            fits = self._all_frozen or places[0] >= self.frozen
        if not fits:
            raise WeightsError(
                f"{config.family} has {count} layers, of which {self.frozen} are "
                f"frozen: it cannot be tapped after {places}"
            )


class _Root(nn.Module):
    """The square root of a value with its sign: averaged features have long tails."""

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return values.sign() * (values.abs() + _EPSILON).sqrt()


def _head(cells: int, config: NetConfig) -> nn.Sequential:
    labels = len(config.labels)
    if not config.hidden:
        linear = nn.Linear(cells, labels)
        return nn.Sequential(nn.LayerNorm(cells), nn.Dropout(config.dropout), linear)
    return nn.Sequential(
        _Root(),
        nn.BatchNorm1d(cells, affine=False),
        nn.Dropout(_CELLS_DROPPED),
        nn.Linear(cells, config.hidden),
        nn.LayerNorm(config.hidden),
        nn.GELU(),
        nn.Dropout(config.dropout),
        nn.Linear(config.hidden, labels),
    )


def build(config: NetConfig, start: Start = "scratch") -> nn.Module:
    """Return the network: random weights, or ImageNet's from a package or timm's hub."""
    if config.family == _SQUEEZENET or config.family in EFFICIENTNETS:
        return _grid_net(config, start)
    if start == "package":
        known = ", ".join((_SQUEEZENET, *EFFICIENTNETS))
        raise WeightsError(f"only {known} have packaged weights, not {config.family}")
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


def _grid_net(config: NetConfig, start: Start) -> GridNet:
    if start == "hub":
        raise WeightsError(f"{config.family} starts from 'package' or 'scratch', not from a hub")
    if config.family in EFFICIENTNETS:
        return GridNet(config, efficientnet_layers(config.family, pretrained=start == "package"))
    layers = torchvision.models.squeezenet1_1(weights=None).features
    if start == "package":
        layers.load_state_dict(squeezenet_features())
    return GridNet(config, layers)


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
            f"train from 'scratch', or {_SQUEEZENET} from 'package'"
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
