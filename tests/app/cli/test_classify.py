"""The command `classify`: genres of pages, and the evidence for them."""

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from ..conftest import Run


@pytest.mark.browser
def test_an_image_is_classified_by_what_it_shows(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    pagesight("extract", samples / "article.html", "--out", tmp_path)
    code, out, _ = pagesight("classify", tmp_path / "screenshot.png", "--json")
    assert code == 0
    assert json.loads(out)["evidence"] == "screenshot"


def test_classify_by_html_starts_no_browser(pagesight: Run, samples: Path) -> None:
    code, out, _ = pagesight("classify", samples / "article.html", "--by", "html")
    assert code == 0
    assert out.split("\t")[1] == "article"


@pytest.mark.browser
def test_classify_draws_the_evidence_on_the_picture(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "new" / "why.png"
    code, _, _ = pagesight("classify", samples / "shop.html", "--heatmap", picture)
    assert code == 0
    with Image.open(picture) as explained:
        assert explained.size == (320, 480)


@pytest.mark.browser
def test_classify_explains_what_html_and_picture_predict_and_weigh(
    pagesight: Run, samples: Path
) -> None:
    code, out, _ = pagesight("classify", samples / "shop.html", "--explain")
    genre, html, picture = out.splitlines()
    assert (code, genre.split("\t")[1]) == (0, "collection")
    for line, side in ((html, "html"), (picture, "screenshot")):
        words = r"( [a-z]+=[01]\.\d{3}){3}; weight \d\.\d\d, log-odds [+-]\d+\.\d\d"
        assert re.fullmatch(rf"  {side}:{words} for collection against [a-z]+", line)


def test_a_page_without_a_picture_is_explained_by_its_html(pagesight: Run, samples: Path) -> None:
    _, out, _ = pagesight("classify", samples / "shop.html", "--by", "html", "--explain")
    assert out.splitlines()[1:] == ["  html alone"]


def test_a_heatmap_without_a_picture_is_a_usage_error(pagesight: Run, samples: Path) -> None:
    code, _, err = pagesight(
        "classify", samples / "shop.html", "--by", "html", "--heatmap", "why.png"
    )
    assert (code, err.startswith("error: --heatmap needs a picture of one page")) == (2, True)
