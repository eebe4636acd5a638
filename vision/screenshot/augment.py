"""Make each training picture a little different: where it lies, how it is coloured, what shows."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass(frozen=True, slots=True)
class AugmentOptions:
    """How far pictures are changed. Chosen by eye so that the genre still shows."""

    scale: float = 0.12  # zoom in or out by up to this share
    shift: float = 0.06  # move by up to this share of the width or height
    brightness: float = 0.15
    recolour: float = 0.3  # share of pictures whose colour channels change places
    invert: float = 0.08  # share turned dark
    gray: float = 0.15  # share that lose their colours
    erase: float = 0.3  # share that lose a rectangle: missing pictures, banners


def augment(
    pictures: torch.Tensor, options: AugmentOptions, generator: torch.Generator
) -> torch.Tensor:
    """Return changed copies of pictures (batch, 3, height, width) with values 0 to 1."""
    moved = _moved(pictures, options, generator)
    return _erased(_coloured(moved, options, generator), options, generator)


def _moved(
    pictures: torch.Tensor, options: AugmentOptions, generator: torch.Generator
) -> torch.Tensor:
    """Return each picture zoomed and shifted; white comes in from outside."""
    count = len(pictures)
    zoom = 1 + options.scale * _signed((count, 2), generator)
    theta = torch.zeros(count, 2, 3)
    theta[:, 0, 0], theta[:, 1, 1] = zoom[:, 0], zoom[:, 1]
    theta[:, :, 2] = 2 * options.shift * _signed((count, 2), generator)
    grid = F.affine_grid(theta, list(pictures.shape), align_corners=False)
    # Zero outside is white once the values are turned round.
    return 1 - F.grid_sample(1 - pictures, grid, padding_mode="zeros", align_corners=False)


def _coloured(
    pictures: torch.Tensor, options: AugmentOptions, generator: torch.Generator
) -> torch.Tensor:
    """Return each picture brightened or darkened, some in other colours, dark or gray."""
    count = len(pictures)
    out = pictures * (1 + options.brightness * _signed((count, 1, 1, 1), generator))
    order = torch.rand(count, 3, generator=generator).argsort(1)
    kept = torch.arange(3).expand(count, 3)
    order = torch.where(_chance(options.recolour, count, generator)[:, None], order, kept)
    out = out[torch.arange(count)[:, None], order]
    gray = _chance(options.gray, count, generator)[:, None, None, None]
    out = torch.where(gray, out.mean(1, keepdim=True), out)
    dark = _chance(options.invert, count, generator)[:, None, None, None]
    return torch.where(dark, 1 - out, out).clamp(0, 1)


def _erased(
    pictures: torch.Tensor, options: AugmentOptions, generator: torch.Generator
) -> torch.Tensor:
    """Return the pictures, some with a rectangle of one colour over them."""
    count, _, height, width = pictures.shape
    out = pictures.clone()
    for index in torch.nonzero(_chance(options.erase, count, generator)).flatten().tolist():
        share = 0.1 + 0.3 * torch.rand(2, generator=generator)
        rows, columns = int(share[0] * height), int(share[1] * width)
        top = int(torch.randint(height - rows, (1,), generator=generator))
        left = int(torch.randint(width - columns, (1,), generator=generator))
        colour = torch.rand(3, 1, 1, generator=generator)
        out[index, :, top : top + rows, left : left + columns] = colour
    return out


def _signed(shape: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
    return torch.rand(shape, generator=generator) * 2 - 1


def _chance(share: float, count: int, generator: torch.Generator) -> torch.Tensor:
    return torch.rand(count, generator=generator) < share
