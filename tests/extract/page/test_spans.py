"""The texts of elements are joined as they are read."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.page.spans import TextSpans
from pagesight.render.page import Page


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("2 cups <a>flour</a>, sifted (<a>see note</a>).", "2 cups flour, sifted (see note)."),
        ("<sup>1</sup>⁄<sub>2</sub> l d’<a>eau</a>", "1⁄2 l d’eau"),
        ("<b>200</b><b>g</b><b>flour</b>", "200 g flour"),
        ("<b>Sizes:</b><b>.5</b>", "Sizes: .5"),
    ],
)
def test_no_space_is_put_where_none_is_written_beside_a_sign(html: str, said: str) -> None:
    document = read(Page("", f"<p>{html}"))
    spans = TextSpans(document)
    assert spans.said(0, spans.end[0], 100) == said
