"""What a page says of itself, by the way in which it says it."""

from pathlib import Path

import pytest

from pagesight.extract.metadata.sources import elements_with
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_SOURCES = sorted((Path(__file__).parents[2] / "pages").glob("*/source.html"))
_IN_SKIPPED = """<head><meta itemprop=name content=a></head><p itemprop=b>b
<object><param itemprop=c></object><link itemprop=d><i itemprop=e>e</i>"""


@pytest.mark.parametrize("html", [_IN_SKIPPED, *(each.read_text("utf-8") for each in _SOURCES)])
def test_elements_that_have_attributes_are_found_in_document_order(html: str) -> None:
    document = read(Page("https://example.org/", html))
    found = elements_with(document, "itemprop", "property", "href")
    assert found == document.tree.xpath("//*[@itemprop or @property or @href]")
