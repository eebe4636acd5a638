"""List pages: what repeats becomes records."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.registry import extractor
from pagesight.render.page import Page

listview = extractor("listview")

_NAV = (
    "<nav><ul>" + "".join(f"<li><a href=/n{i}>Nav {i}</a></li>" for i in range(9)) + "</ul></nav>"
)
_FOOT = "<footer><ul>" + "".join(f"<li><a href=/f{i}>Foot {i}</a></li>" for i in range(9))
_NAMES = ("Copper kettle", "Walnut board", "Linen towel", "Iron skillet", "Glass jar", "Clay pot")


def _listed(items: str, before: str = "", after: str = "") -> Page:
    html = f"<body>{_NAV}<h1>All things for the kitchen</h1>{before}{items}{after}{_FOOT}</body>"
    return Page("https://shop.example/kitchen", html)


def _cards() -> str:
    return "".join(
        f'<div class="card item-{n}"><a href="/p/{n}"><img src="/i/{n}.jpg"></a>'
        f'<h3><a href="/p/{n}">{name}</a></h3><p>A good {name.lower()} made to last a life.</p>'
        f'<span class="price">€{n + 10},50</span></div>'
        for n, name in enumerate(_NAMES)
    )


def _rows() -> str:
    rows = "".join(
        f'<tr><td>0{n + 1}.03.2026</td><td><a href="/p/{n}">{name}</a></td><td>No. {n}</td></tr>'
        for n, name in enumerate(_NAMES)
    )
    return f"<table><tr><th>Date</th><th>Name</th><th>Number</th></tr>{rows}</table>"


def _definitions() -> str:
    pairs = (
        f'<dt><a href="/p/{n}">{name}</a></dt><dd>It is of use when you cook for many.</dd>'
        for n, name in enumerate(_NAMES)
    )
    return f"<dl>{''.join(pairs)}</dl>"


def _headed() -> str:
    return "".join(
        f'<h2><a href="/p/{n}">{name}</a></h2><p>It is of use when you cook for many people.</p>'
        for n, name in enumerate(_NAMES)
    )


def _sections() -> str:
    cards = [f'<div class="card{card}' for card in _cards().split('<div class="card')[1:]]
    grids = (f'<div class="grid">{"".join(half)}</div>' for half in (cards[:3], cards[3:]))
    return "".join(f"<section>{grid}</section>" for grid in grids)


@pytest.mark.parametrize(
    "items",
    [_cards(), _rows(), _definitions(), _headed(), _sections()],
    ids=["cards", "rows", "definitions", "headed paragraphs", "cards in two sections"],
)
def test_each_item_is_a_record_with_its_title_and_address(items: str) -> None:
    records = listview(read(_listed(items))).records
    assert [record.title for record in records] == list(_NAMES)
    assert [record.url for record in records] == [
        f"https://shop.example/p/{n}" for n in range(len(_NAMES))
    ]


def test_a_card_gives_price_image_and_text() -> None:
    record = listview(read(_listed(_cards()))).records[1]
    assert (record.price, record.image) == ("€11,50", "https://shop.example/i/1.jpg")
    assert record.text == "Walnut board\nA good walnut board made to last a life.\n€11,50"


def test_a_row_gives_its_date() -> None:
    assert listview(read(_listed(_rows()))).records[2].date == "2026-03-03"


def test_text_holds_the_items_and_not_the_navigation() -> None:
    text = listview(read(_listed(_cards()))).text
    assert all(name in text for name in _NAMES)
    assert "Nav 3" not in text
    assert "Foot 3" not in text


def test_a_page_without_blocks_gives_no_records() -> None:
    extraction = listview(read(Page("", "<body></body>")))
    assert (extraction.blocks, extraction.records, extraction.score) == ((), (), 0.0)
