"""The shipped HTML model on real pages whose address is missing or made up."""

from pathlib import Path

import pytest

from pagesight.extract.document import read
from pagesight.render.page import Page
from pagesight.vision.predict import load_classifier

CASES = sorted(Path(__file__).parents[1].glob("pages/wcxb_*"))
ARTICLE = "https://www.example-news.com/2019/05/04/minister-resigns-after-long-debate"


def predicted(case: Path, url: str) -> str:
    html = (case / "source.html").read_text("utf-8")
    return load_classifier("html").predict(read(Page(url, html))).genre


@pytest.mark.parametrize("url", ["", "https://pagesight.invalid/source.html"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_page_without_address_keeps_its_genre(case: Path, url: str) -> None:
    assert predicted(case, url) == case.name.removeprefix("wcxb_")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_articles_address_does_not_make_an_article(case: Path) -> None:
    assert predicted(case, ARTICLE) == case.name.removeprefix("wcxb_")
