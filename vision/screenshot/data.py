"""Labelled screenshots as what a network trains on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.vision.screenshot.augment import AugmentOptions, augment
from pagesight.vision.screenshot.config import InputConfig, NetConfig
from pagesight.vision.screenshot.network import GridNet
from pagesight.vision.screenshot.preprocess import normalise, pixels

_AT_ONCE = 1  # the network is slower on batches, whose activations outgrow the cache


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the trained layers get for each page, in several variants, and the pages' labels.

    `values` is (variants, pages, ...): variant 0 is the page as it is, the others are augmented.
    With layers that stay frozen these are their activations, which need no second computing.
    """

    values: NDArray[np.float16]
    targets: NDArray[np.int64]

    def plain(self, rows: NDArray[np.int64]) -> torch.Tensor:
        """Return the pages at `rows` as they are, (rows, channels, height, width)."""
        return _tensor(self.values[0, rows])

    def varied(self, rows: NDArray[np.int64], generator: np.random.Generator) -> torch.Tensor:
        """Return a variant, drawn for each, of the pages at `rows`."""
        return _tensor(self.values[generator.integers(0, len(self.values), len(rows)), rows])


def usable_pages(pages: Sequence[LabelledPage], config: NetConfig) -> list[LabelledPage]:
    """Return the pages with a screenshot and one of the labels. Raises TrainingError for none."""
    usable = [page for page in pages if page.page.screenshot and page.genre in config.labels]
    if not usable:
        raise TrainingError(
            f"none of the {len(pages)} pages has both a screenshot and one of the genres "
            f"{', '.join(config.labels)}; a corpus holds them in the "
            "columns screenshot and genre (`pagesight datasets describe` counts them)"
        )
    return usable


def network_inputs(
    pages: Sequence[LabelledPage], net: torch.nn.Module, config: NetConfig, variants: int
) -> Inputs:
    """Return the inputs of pages that `usable_pages` let through.

    A page takes 66 kB a variant of EfficientNet-Lite0 with its twelve layers frozen.
    """
    targets = np.array([config.labels.index(page.genre) for page in pages if page.genre])
    pictures = np.stack([pixels(page.page.screenshot or b"", config.input) for page in pages])
    lower = net.lower if isinstance(net, GridNet) else torch.nn.Identity()
    generator = torch.Generator().manual_seed(0)
    changes = [None, *[AugmentOptions()] * (variants - 1)]
    values = np.stack([_seen(pictures, lower, config, change, generator) for change in changes])
    return Inputs(values, targets)


def _seen(
    pictures: NDArray[np.uint8],
    lower: Callable[[torch.Tensor], torch.Tensor],
    config: NetConfig,
    change: AugmentOptions | None,
    generator: torch.Generator,
) -> NDArray[np.float16]:
    """Return what the frozen layers see of all pictures, with the augmentation asked for."""
    size = config.input
    plain = replace(size, mean=(0.0, 0.0, 0.0), std=(1.0, 1.0, 1.0))
    parts = []
    for start in range(0, len(pictures), _AT_ONCE):
        batch = pictures[start : start + _AT_ONCE]
        with torch.inference_mode():
            if change is None:
                ready = normalise(batch, size)
            else:
                changed = augment(normalise(batch, plain), change, generator)
                ready = shifted(changed, size)
            parts.append(lower(ready).numpy().astype(np.float16))
    return np.concatenate(parts)


def shifted(values: torch.Tensor, size: InputConfig) -> torch.Tensor:
    """Return colours of 0 to 1 as the network expects them."""
    mean, std = (torch.tensor(v).view(1, 3, 1, 1) for v in (size.mean, size.std))
    return ((values - mean) / std).contiguous(memory_format=torch.channels_last)


def _tensor(values: NDArray[np.float16]) -> torch.Tensor:
    tensor = torch.from_numpy(values.astype(np.float32))
    return tensor.contiguous(memory_format=torch.channels_last) if tensor.ndim == 4 else tensor
