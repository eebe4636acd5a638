"""From the bytes of a screenshot to the network's tensor: the same way in training and use."""

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image

from pagesight.vision.screenshot.config import InputConfig
from pagesight.vision.screenshot.stored import STORED, decoded


def screenshot_tensor(image: bytes, config: InputConfig) -> torch.Tensor:
    """Return the network's input for one screenshot, (1, 3, height, width)."""
    return normalise(pixels(image, config)[None], config)


def pixels(image: bytes, config: InputConfig) -> NDArray[np.uint8]:
    """Return the picture at the network's size, (height, width, 3), RGB.

    What is below three halves of the width is cut off; shorter pages are padded with white.
    Raises ImageError for bytes that are no picture.
    """
    return shrunk(decoded(image), config)


def shrunk(picture: Image.Image, config: InputConfig) -> NDArray[np.uint8]:
    """Return a picture that `decoded` made at the network's size, (height, width, 3), RGB."""
    if config.top < 1:
        picture = picture.crop((0, 0, STORED[0], round(config.top * STORED[1])))
    if config.gray:
        picture = picture.convert("L").convert("RGB")
    if picture.size != (config.width, config.height):
        picture = picture.resize((config.width, config.height), Image.Resampling.BOX)
    return np.asarray(picture)


def normalise(batch: NDArray[np.uint8], config: InputConfig) -> torch.Tensor:
    """Return (batch, height, width, 3) of 0-255 as (batch, 3, height, width) around 0."""
    values = torch.from_numpy(np.array(batch)).permute(0, 3, 1, 2).float() / 255
    mean, std = (torch.tensor(v).view(1, 3, 1, 1) for v in (config.mean, config.std))
    return ((values - mean) / std).contiguous(memory_format=torch.channels_last)
