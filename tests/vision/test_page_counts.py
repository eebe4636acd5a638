"""What the numbers of a page for the HTML model mean, on pages made by hand."""

from collections.abc import Mapping

import numpy as np
import pytest

from pagesight.extract.parse.document import read
from pagesight.render.page import Page
from pagesight.vision.page_counts import page_counts
from pagesight.vision.subtrees import Subtrees


def counts(body: str) -> Mapping[str, float]:
    document = read(Page("", f"<html><body>{body}</body></html>"))
    return page_counts(document, Subtrees(document.tree))


def test_sections_are_those_of_the_element_that_holds_most_text() -> None:
    section = "<section><h2>Why us</h2><p>Because we care for all your lamps.</p></section>"
    found = counts(f"<nav>Home</nav><div><div>{section * 4}</div></div>")
    assert found["section:count"] == pytest.approx(np.log1p(4))
    assert found["section:headed"] == 1
    assert found["section:largest"] == pytest.approx(0.25)
    assert found["section:entropy"] == pytest.approx(np.log(4))


def test_a_card_is_a_target_with_a_picture_and_a_text() -> None:
    card = "<div><a href='/1'><img src='a'></a><a href='/1'>Red lamp</a></div>"
    found = counts(card + "<a href='/2'>Blue lamp</a>")
    assert found["link:cards"] == pytest.approx(np.log1p(1))


def test_the_best_group_of_a_kind_has_most_members_with_it() -> None:
    posts = "<div class='p'><h3>Ann</h3> 3 May 2021 <p>Hello there</p></div>" * 5
    tiles = "<span class='t'><img src='a'> $9.99</span>" * 7
    found = counts(f"<main>{posts}</main><footer>{tiles}</footer>")
    assert found["best:dates"] == pytest.approx(np.log1p(5))
    assert found["best:pictures"] == pytest.approx(np.log1p(7))
    assert found["best:pictures:prices"] == 1
    assert found["best:headings:prices"] == 0
    assert "best:long:text" not in found


@pytest.mark.parametrize(
    ("body", "name", "expected"),
    [
        ("<p>We do our best for you.</p>", "person:we", 2 / 6),
        ("<h2>1. Start</h2><h2>Why?</h2>", "heading:numbered", 1 / 2),
        ("<h2>1. Start</h2><h2>Why?</h2>", "heading:questions", 1 / 2),
        ("<p>It ends.</p><p>It does not</p>", "blocks:ended", 1 / 2),
        ("<input type='password'>", "input:password", np.log1p(1)),
        ("<ul><li><ul><li><a href='/x'>x</a></ul></ul>", "nested:most", 2),
        ("<div class='post-list'>x</div><div id='compost'>y</div>", "name:post", np.log1p(1)),
        ("<div class='read-more'>x</div>", "name:excerpt", np.log1p(1)),
    ],
)
def test_a_number_counts_what_its_name_says(body: str, name: str, expected: float) -> None:
    assert counts(body)[name] == pytest.approx(expected)
