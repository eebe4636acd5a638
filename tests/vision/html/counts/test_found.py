"""What the numbers of what the extractors find on a page mean, on pages made by hand."""

from collections.abc import Mapping

import numpy as np
import pytest

from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.html.counts.found import found_numbers

SENTENCE = "The lamp stood on the table for years, and nobody asked who had put it there. "
STORY = f"<h1>The lamp on the table</h1>{f'<p>{SENTENCE * 3}</p>' * 6}"
MENU = f"<ul>{'<li><a href=/x>Lamps</a></li>' * 5}</ul>"


def found(body: str) -> Mapping[str, float]:
    page = Page("https://a.example/lamp", f"<html><body>{body}</body></html>")
    return found_numbers(read(page), load_sight())


def test_a_story_is_kept_in_one_run_after_the_menu() -> None:
    numbers = found(f"<nav>{MENU}</nav><article>{STORY}</article><footer>Imprint</footer>")
    assert numbers["kept:share"] > 0.9
    assert numbers["kept:run_share"] == pytest.approx(1)
    assert numbers["kept:in>p"] > 0.9
    assert numbers["kept:in_article"] == pytest.approx(1)
    assert numbers["kept:in_nav"] == 0
    assert numbers["kept:before"] > numbers["kept:gaps"] == pytest.approx(0)


def test_cards_are_a_list_of_so_many_items_with_prices_and_pictures() -> None:
    names = ("Red", "Blue", "Green", "White", "Black", "Brown")
    cards = "".join(
        f"<div class=card><img src={name}.png><h2><a href=/{name}>{name} lamp</a></h2>$5.00</div>"
        for name in names
    )
    numbers = found(f"<nav>{MENU}</nav><main>{cards}</main>")
    assert numbers["items:count"] == pytest.approx(np.log1p(6))
    assert numbers["items:priced"] == numbers["items:pictured"] == numbers["items:headed"] == 1
    assert numbers["items:dated"] == numbers["items:furniture"] == 0
    assert numbers["list:all_cover"] == pytest.approx(numbers["items:share"])


def test_posts_are_counted_with_their_authors() -> None:
    posts = "".join(
        f"<div class=post><a class=username href=/u/{name}>{name}</a> "
        f"<time datetime=2024-05-0{day}>May {day}, 2024</time>"
        f"<div class=content>{name} said on day {day}: {SENTENCE}</div></div>"
        for day, name in enumerate(("Anna", "Bert", "Anna", "Carl"), 1)
    )
    numbers = found(f"<h1>Which lamp?</h1>{posts}")
    assert numbers["posts:count"] == pytest.approx(np.log1p(4))
    assert numbers["posts:named"] == 1
    assert numbers["posts:authors"] == pytest.approx(3 / 4)
    assert numbers["posts:share"] > 0.5


@pytest.mark.parametrize(("byline", "author"), [("<p class=author>By Anna Berg</p>", 1), ("", 0)])
def test_an_author_is_there_or_not(byline: str, author: int) -> None:
    assert found(f"<article><h1>Lamps</h1>{byline}{STORY}</article>")["found:author"] == author


def test_a_page_without_list_and_posts_says_so() -> None:
    numbers = found(f"<p>{SENTENCE}</p>")
    assert numbers["list:groups"] == numbers["posts:count"] == 0
    assert not any(name.startswith("items:") for name in numbers)


def test_nothing_is_found_on_a_page_without_text() -> None:
    assert found("") == {}
