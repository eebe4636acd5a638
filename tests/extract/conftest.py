"""Small pages with gold, of several sites, for the labelers to learn from."""

from collections.abc import Callable

import pytest

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.document import Document, read
from pagesight.render.page import Page

STORY = (
    "The river rose again on Tuesday night, and the lower town is under water.",
    "Nobody was hurt; the school hall serves as a shelter until the week-end.",
    "Engineers of the county expect the water to fall by {number} centimetres a day.",
)
MakeDocument = Callable[[str], Document]


@pytest.fixture
def document() -> MakeDocument:
    """Return a function that makes a document of HTML, parsed but not cut into blocks."""
    return lambda html: read(Page("https://a.example/", html))


@pytest.fixture(scope="session")
def labelled_pages() -> list[LabelledPage]:
    """Return ten pages of ten sites: a menu, a story, a footer."""
    return [_page(number) for number in range(10)]


def _page(number: int) -> LabelledPage:
    story = [line.format(number=number) for line in STORY[: 1 + number % 3]]
    menu = "".join(f"<li><a href=/{n}>Part {n}</a></li>" for n in range(3 + number))
    paragraphs = "".join(f"<p>{line}</p>" for line in story)
    html = f"<html><body><ul>{menu}</ul><div>{paragraphs}</div><i>Imprint</i></body></html>"
    page = Page(f"https://s{number}.example/", html)
    return LabelledPage(
        f"p{number}", page, f"s{number}.example", text="\n".join(story), source="made"
    )
