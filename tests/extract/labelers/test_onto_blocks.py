"""Labels of leaves, carried over to the document's blocks."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.labelers.extractor import LabelerExtractor, Labels, onto_blocks
from pagesight.extract.page.document import Document, read
from pagesight.extract.papers.sequence.boilernet import leaves
from pagesight.extract.papers.web2text.collapsed_dom import collapse
from pagesight.render.page import Page

Segment = Callable[[Document], Labels]


class Stub:
    """A labeler that keeps the leaves with the letter k."""

    name = "stub"

    def label(self, document: Document) -> Labels:
        blocks = leaves(document.tree)
        kept = ["k" in block.text for block in blocks]
        return Labels(blocks, np.array(kept, np.float32))


def document(html: str) -> Document:
    return read(Page("https://a.example/", html))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>kkk</p><p>nnn</p>", [1.0, 0.0]),
        ("<p>kkk <a href=x>n</a> kk</p>", [5 / 6]),  # by characters
        ("<div>kk<p>nn</p>kk</div>", [1.0, 0.0, 1.0]),  # three blocks, two of them the div's own
        ("<p>nn</p><p>kk</p><p>nn</p>", [0.0, 1.0, 0.0]),  # the same text twice
        ("<p>k<br><br>n</p>", [1.0, 0.0]),
        ("<p>kk</p><img src=a.png><p>k</p>", [1.0, 1.0, 1.0]),
        ("<p>kk</p><img src=a.png><p>n</p>", [1.0, 0.0, 0.0]),
        ("<img src=a.png><p>k</p>", [0.0, 1.0]),
        ("<p>k</p><button>kk</button><p>k</p>", [1.0, 0.0, 1.0]),  # BoilerNet reads no buttons
        ("<pre>k  k\n k</pre>", [1.0]),
        ("<p>soft\u00adkhyphen</p>", [1.0]),
        ("", []),
    ],
)
def test_a_block_has_the_mean_of_its_leaves(html: str, expected: list[float]) -> None:
    page = document(html) if html else document("<br>")
    found = onto_blocks(Stub().label(page), page.blocks)
    assert found.tolist() == pytest.approx(expected)


_parts = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<b>", "</b>", "one ", "two", "<td>", "<br>", "<div>", "</div>", "&shy;"]
    )
)


@given(_parts)
@pytest.mark.parametrize(
    "segment",
    [lambda page: leaves(page.tree), lambda page: collapse(page).leaves],
    ids=["leaves", "collapsed"],
)
def test_every_block_of_text_has_leaves(
    segment: Callable[[Document], tuple[object, ...]], parts: list[str]
) -> None:
    page = document("<body>k" + "".join(parts))
    blocks = segment(page)
    labels = Labels(blocks, np.ones(len(blocks), np.float32))  # type: ignore[arg-type]
    assert onto_blocks(labels, page.blocks).tolist() == [1.0] * len(page.blocks)


def test_markdown_of_a_labeler_has_headings_links_and_lists() -> None:
    page = document(
        "<nav><a href=/>nnn</a></nav><h2>k heading</h2>"
        "<p>k text with <a href=/there>one link</a>.</p><ul><li>k one<li>k two</ul>"
    )
    extraction = LabelerExtractor(Stub())(page)
    assert extraction.markdown.splitlines() == [
        "## k heading",
        "",
        "k text with [one link](https://a.example/there).",
        "",
        "- k one",
        "- k two",
    ]
    assert 0.9 < extraction.score < 1.0  # the full stop of the paragraph is a leaf without k
    assert len(extraction.blocks) == len(extraction.probabilities)
