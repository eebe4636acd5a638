from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from pagesight.vision.prediction import ImageError
from pagesight.vision.screenshot.preprocess import decoded, normalised, shrunk


def pixels(image: bytes) -> np.ndarray:
    return shrunk(decoded(image), 160, 240)


def png(width: int, height: int, colour: str = "black") -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(("width", "height"), [(1280, 1920), (320, 480), (375, 4000), (1280, 10)])
def test_every_picture_becomes_the_models_size(width: int, height: int) -> None:
    assert pixels(png(width, height)).shape == (240, 160, 3)
    assert normalised(pixels(png(width, height))).shape == (1, 3, 240, 160)


def test_short_page_is_padded_with_white_below() -> None:
    picture = pixels(png(1280, 960))
    assert picture[:115].max() == 0
    assert picture[125:].min() == 255


def test_long_page_is_cut_at_three_halves_of_its_width() -> None:
    tall = Image.new("RGB", (320, 2000), "red")
    tall.paste("white", (0, 0, 320, 480))
    out = BytesIO()
    tall.save(out, "PNG")
    assert pixels(out.getvalue()).min() == 255


def test_normalised_colours_are_those_of_efficientnet_lite() -> None:
    black, white = (
        normalised(pixels(png(320, 480, name)))[0, :, 0, 0].tolist() for name in ("black", "white")
    )
    assert black == pytest.approx([-127 / 128] * 3, abs=1e-6)
    assert white == pytest.approx([1.0] * 3, abs=1e-6)


@pytest.mark.parametrize("image", [b"", b"<html>", png(320, 480)[:60]])
def test_what_is_no_picture_is_refused_by_name(image: bytes) -> None:
    with pytest.raises(ImageError, match=f"{len(image)} bytes"):
        pixels(image)
