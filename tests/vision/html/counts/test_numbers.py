"""What the numbers of a page for the HTML model mean, on pages made by hand."""

from collections.abc import Mapping

import numpy as np
import pytest

from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.html.counts.texts import places_of_dates, places_of_prices
from pagesight.vision.html.features import html_features

SIGHT = load_sight()


def counts(body: str) -> Mapping[str, float]:
    return html_features(read(Page("", f"<html><body>{body}</body></html>")), SIGHT).numbers


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


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("$5.00 or 7 EUR, 12,50 € and 300 руб", 4),
        ("1 EURO, $ and 3", 0),
        ("US$ 1,299.00", 1),
        ("5 $6", 1),  # as an amount before its sign, which then belongs to it
    ],
)
def test_prices_are_found_before_and_after_their_sign(text: str, prices: int) -> None:
    assert len(places_of_prices(text)) == prices


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("2021-05-03 and 2021/5", 2),
        ("3.5.2021, 3 May 2021, 3. mai 2021", 3),
        ("May 3, 2021 and 3 de mayo de 2021", 2),
        ("2021年5月", 1),
        ("page 12021-5, since 2021, 1821-05-03", 0),
    ],
)
def test_dates_are_found_by_their_year(text: str, dates: int) -> None:
    assert len(places_of_dates(text)) == dates


def test_a_chinese_paragraph_is_as_long_as_its_translation() -> None:
    chinese = "部长星期二说，经过长时间的辩论，他将离开政府，党内的同事也要求他辞职。" * 3
    found = counts(f"<p>{chinese}</p>")
    assert found["text:in_long"] == 1
    assert found["place:in_long"] == 1
    assert found["mark:,"] > 0


def test_links_are_the_same_share_of_a_text_in_any_script() -> None:
    found = counts("<p>经过长时间的<a href='/x'>辩论他将离</a></p>")
    assert found["text:linked"] == pytest.approx(5 / 11)


def test_form_fields_and_scripts_are_counted_though_they_hold_no_text() -> None:
    found = counts("<form><input type='Email'><select><option>One</select></form><script></script>")
    assert found["input:email"] == pytest.approx(np.log1p(1))
    assert found["tag:option"] == pytest.approx(np.log1p(1))
    assert found["elements:scripts"] == pytest.approx(np.log1p(1))
