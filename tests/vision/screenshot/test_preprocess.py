from io import BytesIO

import numpy as np
import pytest
import torch
from PIL import Image

from pagesight.vision.errors import ImageError
from pagesight.vision.screenshot.config import InputConfig
from pagesight.vision.screenshot.preprocess import normalise, pixels, screenshot_tensor

SIZE = InputConfig(width=160, height=240)


def png(width: int, height: int, colour: str = "black") -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(("width", "height"), [(1280, 1920), (320, 480), (375, 4000), (1280, 10)])
def test_every_picture_becomes_the_models_size(width: int, height: int) -> None:
    assert pixels(png(width, height), SIZE).shape == (240, 160, 3)
    assert screenshot_tensor(png(width, height), SIZE).shape == (1, 3, 240, 160)


def test_short_page_is_padded_with_white_below() -> None:
    picture = pixels(png(1280, 960), SIZE)
    assert picture[:115].max() == 0
    assert picture[125:].min() == 255


def test_long_page_is_cut_at_three_halves_of_its_width() -> None:
    tall = Image.new("RGB", (320, 2000), "red")
    tall.paste("white", (0, 0, 320, 480))
    out = BytesIO()
    tall.save(out, "PNG")
    assert pixels(out.getvalue(), SIZE).min() == 255


def test_training_and_use_see_the_same_tensor() -> None:
    picture = png(1280, 1500, "#336699")
    batch = np.stack([pixels(picture, SIZE), pixels(picture, SIZE)])
    assert torch.equal(normalise(batch, SIZE)[:1], screenshot_tensor(picture, SIZE))


def test_normalised_colours_are_those_of_efficientnet_lite() -> None:
    black, white = (
        screenshot_tensor(png(320, 480, name), SIZE)[0, :, 0, 0].tolist()
        for name in ("black", "white")
    )
    assert black == pytest.approx([-127 / 128] * 3, abs=1e-6)
    assert white == pytest.approx([1.0] * 3, abs=1e-6)


@pytest.mark.parametrize("image", [b"", b"<html>", png(320, 480)[:60]])
def test_what_is_no_picture_is_refused_by_name(image: bytes) -> None:
    with pytest.raises(ImageError, match=f"{len(image)} bytes"):
        pixels(image, SIZE)


def test_of_a_crop_only_the_top_is_seen_and_gray_has_one_colour() -> None:
    page = Image.new("RGB", (320, 480), "#204060")
    page.paste("white", (0, 240, 320, 480))
    out = BytesIO()
    page.save(out, "PNG")
    top = pixels(out.getvalue(), InputConfig(width=160, height=120, top=0.5))
    assert top.shape == (120, 160, 3)
    assert top.max() == 0x60
    gray = pixels(out.getvalue(), InputConfig(width=160, height=240, gray=True))
    assert (gray[..., 0] == gray[..., 2]).all()
