"""From the bytes of a screenshot to the network's tensor: the same way in training and use."""

from io import BytesIO

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from pagesight.vision.errors import ImageError
from pagesight.vision.screenshot.config import InputConfig

# The picture is the top of the page, three high by two wide (1280x1920 CSS px).
# It is brought to the size of the corpora first, so that a fresh PNG and a stored WebP look alike.
_STORED = (320, 480)


def screenshot_tensor(image: bytes, config: InputConfig) -> torch.Tensor:
    """Return the network's input for one screenshot, (1, 3, height, width)."""
    return normalise(pixels(image, config)[None], config)


def pixels(image: bytes, config: InputConfig) -> NDArray[np.uint8]:
    """Return the picture at the network's size, (height, width, 3), RGB.

    What is below three halves of the width is cut off; shorter pages are padded with white.
    Raises ImageError for bytes that are no picture.
    """
    return shrunk(decoded(image), config)


def decoded(image: bytes) -> Image.Image:
    """Return the picture at the size of the corpora. Raises ImageError for what is no picture."""
    try:
        with Image.open(BytesIO(image)) as opened:
            picture = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise ImageError(
            f"the screenshot ({len(image)} bytes) is not a whole and readable PNG, WebP or JPEG"
        ) from error
    framed = _framed(picture)
    if framed.size == _STORED:
        return framed
    return framed.resize(_STORED, Image.Resampling.LANCZOS, reducing_gap=3.0)


def shrunk(picture: Image.Image, config: InputConfig) -> NDArray[np.uint8]:
    """Return a picture that `decoded` made at the network's size, (height, width, 3), RGB."""
    if config.top < 1:
        picture = picture.crop((0, 0, _STORED[0], round(config.top * _STORED[1])))
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


def _framed(picture: Image.Image) -> Image.Image:
    """Return the top of the picture, three high by two wide, padded with white."""
    height = round(picture.width * _STORED[1] / _STORED[0])
    if picture.height == height:
        return picture
    frame = Image.new("RGB", (picture.width, height), "white")
    frame.paste(picture, (0, 0))
    return frame
