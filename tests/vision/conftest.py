"""Tiny pages whose genre shows at a glance: a column of text, or a grid of boxes."""

from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.render.page import Page

MakePage = Callable[[Genre, int], LabelledPage]


def picture(genre: Genre, seed: int) -> bytes:
    """Return a PNG that is striped for articles and chequered for the rest."""
    generator = np.random.default_rng(seed)
    pixels = np.full((480, 320, 3), 255, dtype=np.uint8)
    step = int(generator.integers(14, 20))
    if genre is Genre.ARTICLE:
        for row in range(40, 460, step):
            pixels[row : row + 4, 40:280] = 60
    else:
        for row in range(30, 440, 80):
            for column in range(20, 300, 100):
                pixels[row : row + 60, column : column + 80] = generator.integers(0, 200, 3)
    out = BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def html(genre: Genre, seed: int) -> str:
    """Return an article of five paragraphs, or a grid of eight priced cards."""
    if genre is Genre.ARTICLE:
        text = f"A story of some length, number {seed}, with a comma. " * 8
        return f"<html><body><h1>Story</h1>{f'<p>{text}</p>' * 5}</body></html>"
    card = "<div class='card'><img src='a.png'><a href='/p'>Thing</a><b>$9.99</b></div>"
    return f"<html><body><div class='grid'>{card * 8}</div></body></html>"


@pytest.fixture
def make_page() -> MakePage:
    """Return what makes a labelled page of a genre with a site of its own."""

    def make(genre: Genre, seed: int) -> LabelledPage:
        page = Page(f"https://site{seed}.example/", html(genre, seed), picture(genre, seed))
        return LabelledPage(f"p{seed}", page, site=f"site{seed}", genre=genre)

    return make


@pytest.fixture
def pages(make_page: MakePage) -> list[LabelledPage]:
    """Ten pages of two genres."""
    return [make_page((Genre.ARTICLE, Genre.COLLECTION)[n % 2], n) for n in range(10)]
