"""A page with what was kept marked, as a browser shows it."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from lxml import html
from PIL import Image
from visitor import chromium

from ..conftest import Run


@pytest.mark.browser
def test_a_copy_looks_like_the_page_and_asks_nobody(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    out = tmp_path / "news.html"
    code, text, _ = pagesight("extract", samples / "news.html", "--highlight", out)
    assert code == 0
    title, *kept = filter(None, text.splitlines())  # the title stands above what was kept
    assert (title, len(kept)) == ("Latest news", 32)
    asked: list[str] = []
    with chromium() as browser:
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(out.as_uri())
        assert page.locator("mark.pagesight-kept[data-number]").count() == len(kept)
        assert page.locator("mark.pagesight-dropped", has_text="Subscribe").count() == 1
        assert "listing" in page.inner_text("#pagesight-legend")
        colour = "getComputedStyle(document.querySelector('.bar')).backgroundColor"
        assert page.evaluate(colour) == "rgb(32, 50, 59)"
        assert page.locator("script").count() == 0
    assert [url for url in asked if not url.startswith("data:")] == [out.as_uri()]


@pytest.mark.browser
def test_a_picture_has_the_boxes_under_a_legend(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    out = tmp_path / "news.png"
    code, _, _ = pagesight("extract", samples / "news.html", "--highlight", out)
    assert code == 0
    picture = Image.open(io.BytesIO(out.read_bytes())).convert("RGB")
    colours = picture.getcolors(picture.width * picture.height) or []
    assert (13, 122, 112) in [colour for _, colour in colours]
    assert picture.getpixel((2, 2)) == (16, 36, 44)


def test_a_copy_needs_no_browser(pagesight: Run, samples: Path, tmp_path: Path) -> None:
    out = tmp_path / "news.html"
    code, _, _ = pagesight("extract", samples / "news.html", "--no-render", "--highlight", out)
    assert code == 0
    assert 'class="pagesight-kept" data-number="1"' in out.read_text("utf-8")


def test_the_items_of_a_page_are_numbered_on_it(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    out = tmp_path / "shop.html"
    code, rows, _ = pagesight("records", samples / "shop.html", "--no-render", "--highlight", out)
    assert code == 0
    marks = html.fromstring(out.read_text("utf-8")).findall(".//mark[@data-number]")
    numbered = {mark.get("data-number"): mark.text for mark in marks}
    titles = [json.loads(row)["title"] for row in rows.splitlines()]
    assert numbered == {str(number): title for number, title in enumerate(titles, 1)}


@pytest.mark.browser
def test_a_picture_has_a_box_around_each_item(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    out = tmp_path / "shop.png"
    code, rows, _ = pagesight("records", samples / "shop.html", "--highlight", out)
    assert code == 0
    picture = Image.open(out).convert("RGB")
    edge = np.all(np.asarray(picture) == (13, 122, 112), axis=2)
    starts = edge & ~np.roll(edge, 1, 0) & ~np.roll(edge, 1, 1)  # of what is drawn, a corner each
    assert np.count_nonzero(starts) >= len(rows.splitlines()) == 9


@pytest.mark.parametrize(
    ("more", "name", "says"),
    [
        (["--no-render"], "a.png", "has no picture to mark: render it, or ask for .html"),
        ([], "a.gif", "wanted a name that ends in .html or .png"),
        (["other.html"], "a.html", "name one source"),
    ],
)
def test_a_page_that_cannot_be_shown_so_is_an_error(
    pagesight: Run, samples: Path, tmp_path: Path, more: list[str], name: str, says: str
) -> None:
    code, _, err = pagesight(
        "extract", samples / "news.html", *more, "--highlight", tmp_path / name
    )
    assert code != 0
    assert says in err


def test_items_of_a_pattern_are_not_shown_so(pagesight: Run, samples: Path, tmp_path: Path) -> None:
    example = ["--like", "Hazel stoneware mug", "€24.00"]
    code, _, err = pagesight(
        "records", samples / "shop.html", *example, "--highlight", tmp_path / "a.html"
    )
    assert code != 0
    assert "found without a pattern" in err
