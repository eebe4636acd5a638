"""Patterns: a site's items, learned from one or two examples of them."""

from collections.abc import Callable

import pytest

from pagesight.extract.errors import PatternError
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.patterns import Pattern, learn_pattern, parsed, read_by_pattern
from pagesight.render.page import Page

PAGES, ITEMS = 5, 12
MENU = "<nav><ul><li><a href=/>Home</a></li><li><a href=/all>All goods</a></li></ul></nav>"


def page(body: str) -> Document:
    return read(Page("https://shop.example/list", f"<html><body>{body}</body></html>"))


def title(number: int) -> str:
    return f"Garden chair {number}"


def price(number: int) -> str:
    return f"${number + 10}.00"


def in_cards(numbers: range, page_number: int) -> str:
    cards = "".join(
        f"<li class='product post-{at} {'first' if at % 4 == 0 else ''}'><a href=/p/{at}>"
        f"<img src=/{at}.jpg></a><h2 class=name><a href=/p/{at}>{title(at)}</a></h2>"
        f"<span class=price><del>$99.00</del> <ins>{price(at)}</ins></span></li>"
        for at in numbers
    )
    return f"{MENU}<ul class='products columns-4 page-{page_number}'>{cards}</ul>"


def in_rows(numbers: range, _: int) -> str:
    rows = "".join(
        f"<tr class={'odd' if at % 2 else 'even'}><td>{at}</td><td><a href=/p/{at}>{title(at)}</a>"
        f"</td><td>In stock</td><td>{price(at)}</td></tr>"
        for at in numbers
    )
    return f"{MENU}<table class=goods><tr><th>No.<th>Name<th>Stock<th>Price</tr>{rows}</table>"


def in_links(numbers: range, page_number: int) -> str:
    links = "".join(
        f"<a class='tile tile--{page_number}' href=/p/{at}><div><p>{title(at)}</p>"
        f"<p>Sold by us</p><p>{price(at)}</p></div></a>"
        for at in numbers
    )
    return f"{MENU}<main><div class=css-1x{page_number}>{links}</div></main>"


def in_boxes_of_rows(numbers: range, page_number: int) -> str:
    def box(at: int) -> str:
        badge = "<b class=badge>New</b>" if at % 3 == 0 else ""
        return (
            f"<div class=col><div class=card>{badge}<div class=body><h3>{title(at)}</h3>"
            f"<div><span>Price</span> <span>{price(at)}</span></div>"
            f"<a href=/p/{at}>Details</a></div></div></div>"
        )

    rows = [numbers[at : at + 3] for at in range(0, len(numbers), 3)]
    body = "".join(f"<div class=row>{''.join(map(box, row))}</div>" for row in rows)
    return f"{MENU}<div class=page-{page_number}>{body}</div><p class=note>Free above $10.00</p>"


@pytest.mark.parametrize("shop", [in_cards, in_rows, in_links, in_boxes_of_rows])
def test_a_pattern_of_two_examples_reads_all_pages_of_a_shop(
    shop: Callable[[range, int], str],
) -> None:
    examples = [{"title": title(at), "price": price(at)} for at in (1, 5)]
    learned = learn_pattern(page(shop(range(ITEMS), 1)), examples)
    pattern = Pattern.from_json(learned.to_json())
    for number in range(PAGES):
        numbers = range(number * ITEMS, (number + 1) * ITEMS)
        found = read_by_pattern(page(shop(numbers, number)), pattern)
        assert [(each.title, each.price, each.url) for each in found] == [
            (title(at), price(at), f"https://shop.example/p/{at}") for at in numbers
        ]


def test_one_example_is_enough_where_its_siblings_are_like_it() -> None:
    shown = page(in_cards(range(ITEMS), 1))
    pattern = learn_pattern(shown, [{"title": title(3), "price": price(3)}])
    assert pattern == Pattern("li.product", {"title": "h2.name > a", "price": "ins"})


def test_fields_of_any_name_become_attributes() -> None:
    shown = page(in_rows(range(ITEMS), 1))
    pattern = learn_pattern(shown, [{"title": title(2), "stock": "In stock"}])
    assert {each.attributes["stock"] for each in read_by_pattern(shown, pattern)} == {"In stock"}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p>Sold out</p>", "there is no li.product"),
        (in_cards(range(ITEMS), 1).replace("ins>", "em>"), "of 12 items 0 have a price"),
    ],
    ids=["no items", "a field is gone"],
)
def test_a_page_that_the_pattern_no_longer_fits_is_an_error(body: str, fault: str) -> None:
    pattern = Pattern("li.product", {"title": "h2.name > a", "price": "ins"})
    with pytest.raises(
        PatternError, match=f"https://shop.example/list: .* no longer fits: {fault}"
    ):
        read_by_pattern(page(body), pattern)


@pytest.mark.parametrize(
    ("examples", "fault"),
    [
        ([], "a pattern needs an example"),
        ([{"title": "Sofa"}], "the page does not show 'Sofa'"),
        ([{"title": title(1)}, {"title": "Home"}], "are not alike"),
    ],
)
def test_examples_that_show_no_list_are_an_error(
    examples: list[dict[str, str]], fault: str
) -> None:
    with pytest.raises(PatternError, match=fault):
        learn_pattern(page(in_cards(range(ITEMS), 1)), examples)


@pytest.mark.parametrize("text", ["", "[]", '{"item": "li"}', '{"item": "", "fields": {"a": "b"}}'])
def test_a_file_that_holds_no_pattern_is_an_error(text: str) -> None:
    with pytest.raises(PatternError, match="pattern"):
        Pattern.from_json(text)


@pytest.mark.parametrize("path", ["li..card", " > li", "li @0", "li @x"])
def test_a_path_that_is_none_is_an_error(path: str) -> None:
    with pytest.raises(PatternError, match="is no path"):
        parsed(path)
