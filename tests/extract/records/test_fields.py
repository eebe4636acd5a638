"""What a record says of its item: its title and its summary."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_NAMES = ("Dried fruit", "Salt and pepper", "Herbs of the garden")
_ABOUT = "All about it, in some words that say what it is."


def _records(card: str) -> tuple[Record, ...]:
    """Return the records of a page of three cards, each written by the template."""
    cards = "".join(f"<li>{card.format(at, name)}</li>" for at, name in enumerate(_NAMES))
    document = read(Page("https://shop.example/", f"<body><h1>Shop</h1><ul>{cards}</ul></body>"))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


@pytest.mark.parametrize(
    "card",
    [
        "<a href=/{0}><span class=title>{1}</span> <span class=products>{0} products</span></a>",
        "<a href=/{0}><b class=product_name>{1}</b> <b>{0}99.00</b></a>",
    ],
    ids=["how many it holds", "what it costs"],
)
def test_a_title_is_what_is_called_so_without_what_stands_beside_it(card: str) -> None:
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_a_heading_that_counts_by_its_class_is_a_title_still() -> None:
    card = "<h2 class=title-not-count><a href=/{0}>{1}</a></h2><h4>1{0} Items</h4><p>Open</p>"
    assert [record.title for record in _records(card)] == [*_NAMES]


@pytest.mark.parametrize(
    "line",
    [
        "By Admin | Style, Fashion and Couples | {0} comments | Read on to the end",
        "Closed, 1{0} comments. Most recent by Ann Lee in February 2008, General Discussion",
    ],
    ids=["who wrote it", "who wrote last"],
)
def test_a_line_that_says_who_wrote_is_no_summary(line: str) -> None:
    summaries = [each.summary for each in _records(f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{line}")]
    assert summaries == [""] * 3


def test_a_sentence_that_begins_as_a_line_of_the_author_would_is_a_summary() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p>By looking closely, you see that number {0} is old"
    assert all(record.summary.startswith("By looking") for record in _records(card))


def test_what_dialogs_show_of_goods_is_no_item() -> None:
    goods = "".join(
        f"<div class=product><h3><a href=/{at}>{name}</a></h3><p>${at}5.00</div>"
        for at, name in enumerate(_NAMES, 1)
    )
    kinds = ("products-filter", "product-view", "product-cart")
    dialogs = "".join(
        f"<div class='modal {kind}'><h3><a href=/{kind}>Your {kind}</a></h3>"
        f"<p>{_ABOUT} $30.00</div>"
        for kind in kinds
    )
    html = f"<body><h1>Shop</h1><div class=goods>{goods}</div>{dialogs}</body>"
    document = read(Page("https://shop.example/", html))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [*_NAMES]
