"""What elements hold by arithmetic on the table is what walking each of them finds."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.html.counts.texts import contents

_line_feed_in_han = re.compile(r"(?<=文) *\n\s*(?=文)").sub  # which is no space (CSS Text 3)
_TEXT = st.text(st.sampled_from("ab? \n\u00a0\u2003文"), max_size=5)


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tags = st.sampled_from(["b", "i", "em", "strong"])  # which part neither words nor blocks
    return st.builds(lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", tags, st.lists(inner))


@given(st.recursive(_TEXT, _element, max_leaves=12), st.integers(0, 8))
def test_text_and_counts_are_those_of_the_element(body: str, most: int) -> None:
    document = read(Page("", f"<body> x{body}</body>"))
    page = contents(document)
    elements = [each for each in document.tree.iter() if each.tag != "head"]
    assert len(elements) == len(document.elements)
    for row, element in enumerate(elements):
        line = " ".join(_line_feed_in_han("", element.text_content()).split())
        assert page.texts(np.array([row]), most) == [line[:most]]
        assert page.chars[row] == len(line)
        assert page.count("b", "em")[row] == sum(1 for _ in element.iter("b", "em"))


def test_texts_of_blocks_are_apart_and_scripts_have_none() -> None:
    document = read(Page("", "<ul><li>Red<li>lamp<br>sale<script>x</script></ul>"))
    page = contents(document)
    assert page.texts(page.rows("ul")[:1], 99) == ["Red lamp sale"]
