"""From the bytes of a screenshot to the backbone's input, and what in the picture hides the genre.

The same way in training and use. Warned of are an odd window, no style, something over the page.
"""

from collections.abc import Iterator
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from pagesight.render.page import Box, LaidOutNode, Page, Viewport
from pagesight.vision.prediction import ImageError

# The picture is the top of the page, three high by two wide (1280x1920 CSS px).
# It is brought to the size of the corpora first, so that a fresh PNG and a stored WebP look alike.
_STORED = (320, 480)
# What EfficientNet-Lite was trained with on ImageNet: 0-255 values minus 127, by 128.
_CENTRE, _SCALE = 127, 128
_WIDTH, _HEIGHT = 160, 240  # pixels of the picture that is judged: 8 CSS px each
_BLANK = 3.0  # standard deviation of gray (0 to 255) below which a picture shows nothing
_WHITE = 250  # gray from which on a pixel is background
_INK = 225  # gray below which a pixel is text or picture
_COVERED = 0.3  # share of the window that a fixed box must hide to be in the way
_LINK_BLUE = "rgb(0, 0, 238)"
# Windows of other widths, in CSS pixels, show pages unlike those of 1280 that models learned from.
_NARROWEST, _WIDEST = 900, 1700
ODD_WINDOWS = frozenset({"narrow", "wide"})


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


def page_warnings(page: Page, picture: Image.Image | None) -> tuple[str, ...]:
    """Return "blank" or "unstyled", "obscured", and "narrow" or "wide", where they hold.

    `picture` is the screenshot as `decoded` makes it, None where the page has none.
    """
    warnings = []
    if picture is not None:
        colours = shrunk(picture, _WIDTH, _HEIGHT)
        if is_blank(colours):
            warnings.append("blank")
        elif is_bare(colours) if page.layout is None else has_bare_links(page.layout.nodes):
            warnings.append("unstyled")
    if page.layout is not None:
        width = window_width(page.layout.nodes)
        if is_obscured(page.layout.nodes, Viewport(width, Viewport().height)):
            warnings.append("obscured")
        if not _NARROWEST <= width <= _WIDEST:
            warnings.append("narrow" if width < _NARROWEST else "wide")
    return tuple(warnings)


def window_width(nodes: tuple[LaidOutNode, ...]) -> int:
    """Return how wide the window was, in CSS pixels: as the page's outermost element is."""
    return round(nodes[0].box.width) if nodes and nodes[0].tag == "html" else Viewport().width


def has_bare_links(nodes: tuple[LaidOutNode, ...]) -> bool:
    """Return whether most links have the browser's own colour: almost every style gives another."""
    colours = [node.style.color for node in nodes if node.tag == "a" and node.text]
    return len(colours) >= 3 and colours.count(_LINK_BLUE) > 0.8 * len(colours)


def is_blank(picture: NDArray[np.uint8]) -> bool:
    """Return whether the picture (height, width, 3) shows nothing but its background."""
    return float(_gray(picture).std()) < _BLANK


def is_bare(picture: NDArray[np.uint8]) -> bool:
    """Return whether the picture looks as a browser shows HTML alone: text on white, flush left.

    Eight CSS pixels of margin are one here, so text begins near the left edge in most lines. Of
    309 styled pages of the genre corpora it calls 2 % bare; of ten pages rendered without their
    style it finds five.
    """
    gray = _gray(picture)
    lines = (gray < _INK).any(axis=1)
    if lines.sum() < 5:
        return False
    flush = float((gray[lines, 1:8].min(axis=1) < _INK + 10).mean())
    white = float((gray > _WHITE).mean())
    red, green, blue = np.moveaxis(picture, 2, 0)
    highest = np.maximum(np.maximum(red, green), blue)
    lowest = np.minimum(np.minimum(red, green), blue)
    coloured = float((highest - lowest > 40).mean())
    edge_is_white = float((gray[:, 0] > _WHITE).mean()) > 0.85
    return edge_is_white and flush > 0.5 and white > 0.7 and coloured < 0.15


def _gray(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the mean of the three colours, (height, width)."""
    return picture.astype(np.float32) @ np.full(3, 1 / 3, dtype=np.float32)


def is_obscured(nodes: tuple[LaidOutNode, ...], window: Viewport) -> bool:
    """Return whether a fixed box hides much of the window: a cookie banner, a dialog, its shade."""
    area = window.width * window.height
    return any(_shown_area(box, window) > _COVERED * area for box in _fixed_boxes(nodes))


def _fixed_boxes(nodes: tuple[LaidOutNode, ...]) -> Iterator[Box]:
    """Yield the boxes of visible, painted elements that stay in place when the page scrolls."""
    for node in nodes:
        painted = node.style.background not in ("", "transparent", "rgba(0, 0, 0, 0)")
        fixed = node.style.position == "fixed" and node.style.visible
        if node.text is None and fixed and painted:
            yield node.box


def _shown_area(box: Box, window: Viewport) -> float:
    width = min(box.x + box.width, window.width) - max(box.x, 0)
    height = min(box.y + box.height, window.height) - max(box.y, 0)
    return max(0.0, width) * max(0.0, height)
