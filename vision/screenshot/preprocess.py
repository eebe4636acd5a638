"""From the bytes of a screenshot to the backbone's input: the same way in training and use."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from pagesight.vision.errors import ImageError

# The picture is the top of the page, three high by two wide (1280x1920 CSS px).
# It is brought to the size of the corpora first, so that a fresh PNG and a stored WebP look alike.
_STORED = (320, 480)
# What EfficientNet-Lite was trained with on ImageNet: 0-255 values minus 127, by 128.
_CENTRE, _SCALE = 127, 128


def decoded(image: bytes) -> Image.Image:
    """Return the picture at the size of the corpora. Raises ImageError for what is no picture.

    What is below three halves of the width is cut off; shorter pages are padded with white.
    """
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


def stored_picture(image: bytes) -> bytes:
    """Return the screenshot as a corpus file keeps it: WebP, 320 x 480. Raises ImageError."""
    out = BytesIO()
    decoded(image).save(out, "WEBP", quality=80)
    return out.getvalue()


def shrunk(picture: Image.Image, width: int, height: int) -> NDArray[np.uint8]:
    """Return a picture that `decoded` made at that size, (height, width, 3), RGB."""
    if picture.size != (width, height):
        picture = picture.resize((width, height), Image.Resampling.BOX)
    return np.asarray(picture)


def normalised(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return pixels (height, width, 3) of 0-255 as (1, 3, height, width) around 0."""
    values = (pixels.astype(np.float32) - _CENTRE) / _SCALE
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


def _framed(picture: Image.Image) -> Image.Image:
    """Return the top of the picture, three high by two wide, padded with white."""
    height = round(picture.width * _STORED[1] / _STORED[0])
    if picture.height == height:
        return picture
    frame = Image.new("RGB", (picture.width, height), "white")
    frame.paste(picture, (0, 0))
    return frame
