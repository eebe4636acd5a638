"""Show where a picture speaks for its genre (Grad-CAM; Selvaraju et al. 2017, section 3)."""

from io import BytesIO

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from PIL import Image

from pagesight.datasets.genres import Genre
from pagesight.vision.errors import VisionError
from pagesight.vision.screenshot.config import InputConfig
from pagesight.vision.screenshot.network import GridNet, LoadedModel
from pagesight.vision.screenshot.preprocess import pixels, screenshot_tensor

_SIZE = InputConfig(width=320, height=480)
_STRENGTH = 0.6  # of the colour where it is strongest


def explain(image: bytes, model: LoadedModel, genre: Genre | None = None) -> bytes:
    """Return the screenshot as PNG with what speaks for `genre` (the likeliest) in red."""
    heat = heatmap(image, model, genre)
    shade = Image.fromarray((255 * heat).astype(np.uint8)).resize(
        (_SIZE.width, _SIZE.height), Image.Resampling.BICUBIC
    )
    share = (np.asarray(shade, dtype=np.float64) / 255 * _STRENGTH)[..., None]
    picture = pixels(image, _SIZE)
    mixed = picture * (1 - share) + np.array([255, 0, 0]) * share
    out = BytesIO()
    Image.fromarray(mixed.clip(0, 255).astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


def heatmap(image: bytes, model: LoadedModel, genre: Genre | None = None) -> NDArray[np.float64]:
    """Return how much each place speaks for the genre, 0 to 1, (rows, columns)."""
    net = model.net
    if not isinstance(net, GridNet):
        raise VisionError(f"explanations need a grid of features, not {model.config.family}")
    with torch.no_grad():
        maps = net.maps(screenshot_tensor(image, model.config.input))
    maps = [found.requires_grad_() for found in maps]  # (1, channels, rows, columns) each
    logits = net.classify(maps)[0]
    number = int(logits.argmax()) if genre is None else model.config.labels.index(genre)
    gradients = torch.autograd.grad(logits[number], maps)
    # The head weighs places apart, so gradients are not averaged over them first (equation 1).
    parts = [
        (gradient * found).sum(dim=1, keepdim=True)
        for gradient, found in zip(gradients, maps, strict=True)
    ]
    # Each tap's part is spread over the finest one's places, its sum kept.
    size = parts[0].shape[-2:]
    spread = [
        F.interpolate(part, size, mode="bilinear") * part[0, 0].numel() / parts[0][0, 0].numel()
        for part in parts
    ]
    heat = torch.stack(spread).sum(dim=0)[0, 0].clamp(min=0).detach().double().numpy()
    return np.asarray(heat / max(float(heat.max()), 1e-9))
