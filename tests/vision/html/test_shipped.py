"""The shipped HTML model on pages whose address is missing or made up."""

from pathlib import Path

import pytest

from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.predict import load_classifier

ROOT = Path(__file__).parents[3]
CASES = {
    case.name.removeprefix("wcxb_"): case / "source.html"
    for case in sorted(ROOT.glob("tests/pages/wcxb_*"))
}
ARTICLE = "https://www.example-news.com/2019/05/04/minister-resigns-after-long-debate"
_LINK = "<tr><td><a href='news{0}.html'>Headline number {0} of the day</a></td></tr>"
_STORY = (
    "<p>The minister of trade said on Tuesday that he would leave office after a long debate in "
    "parliament, in which members of his own party had asked him to go. He had held the post "
    "since 2003 and had been criticised for months over the price of bread. </p>"
)
NEWS = (
    "<html><head><title>Minister resigns</title></head><body><table><tr><td><table>"
    + "".join(_LINK.format(number) for number in range(30))
    + "</table></td><td><b>Minister resigns</b><br>4 May 2009<br>"
    + _STORY * 5
    + "</td></tr></table></body></html>"
)


def predicted(html: str, url: str) -> str:
    return load_classifier("html").predict(read(Page(url, html))).genre


@pytest.mark.parametrize("url", ["", "https://pagesight.invalid/source.html"])
@pytest.mark.parametrize("genre", CASES)
def test_a_page_without_address_keeps_its_genre(genre: str, url: str) -> None:
    assert predicted(CASES[genre].read_text("utf-8"), url) == genre


@pytest.mark.parametrize("url", ["", "https://pagesight.invalid/page.html"])
def test_a_news_story_among_headlines_is_an_article_without_its_address(url: str) -> None:
    assert predicted(NEWS, url) == "article"


@pytest.mark.parametrize("genre", CASES)
def test_an_articles_address_does_not_make_an_article(genre: str) -> None:
    assert predicted(CASES[genre].read_text("utf-8"), ARTICLE) == genre


def test_an_articles_address_does_not_make_an_article_of_a_front_page() -> None:
    front = (ROOT / "app" / "samples" / "news.html").read_text("utf-8")
    assert predicted(front, ARTICLE) == "listing"
