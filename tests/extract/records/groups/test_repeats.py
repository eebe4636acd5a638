"""What repeats on a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.page.document import read
from pagesight.extract.records.groups.groups import groups_of
from pagesight.extract.records.groups.repeats import find_repeats
from pagesight.render.page import Page


def _texts(html: str) -> list[list[str]]:
    """Return the texts of each member of the best group."""
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    best = find_repeats(document)[0]
    return [[block.text for block in document.blocks[start:end]] for start, end in best.spans()]


_ITEM = "<p><a href=/{0}>Item {0}</a></p><p>All about it, in some words.</p>"
_ABOUT = "All about it, in some words."
_TAGS = ("p", "div", "blockquote", "pre")
_PARTS = (
    "<b>", "</b>", "<font>", "</font>", "<center>", "<p>", "<li>", "<tr><td>", "<table>",
    "</table>", "<div class=c>", "</div>", "<dt>x", "<h3><a href=/h>h</a></h3>", "word ",
    "<a href=/a>a</a>", "longer words in a row. ",
)  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<li>{_ITEM.format(n)}</li>" for n in range(4)),
        "".join(f"<div class='card n{n}'>{_ITEM.format(n)}</div>" for n in range(4)),
        "".join(
            f"<section>{half}</section>"
            for half in (
                "".join(f"<div class=card>{_ITEM.format(n)}</div>" for n in pair)
                for pair in ((0, 1), (2, 3))
            )
        ),
        "".join(f"<h3><a href=/{n}>Item {n}</a></h3><p>{_ABOUT}</p>" for n in range(4)),
        "".join(f"<b class=t><a href=/{n}>Item {n}</a></b><p>{_ABOUT}</p>" for n in range(4)),
        "".join(
            f"<h1><a href=/{n}>Item {n}</a></h1><{t}>{_ABOUT}</{t}>" for n, t in enumerate(_TAGS)
        ),
    ],
    ids=[
        "list",
        "numbered classes",
        "two sections",
        "headings",
        "what follows each alike",
        "highest headings",
    ],
)
def test_members_are_whole_items(html: str) -> None:
    assert _texts(html) == [[f"Item {n}", _ABOUT] for n in range(4)]


@given(st.lists(st.sampled_from(_PARTS), max_size=80))
def test_items_do_not_overlap_whatever_was_never_closed(parts: list[str]) -> None:
    document = read(Page("https://example.com/", f"<body><p>A word {''.join(parts)}"))
    for repeat in groups_of(document):
        assert (repeat.end[:-1] <= repeat.start[1:]).all()


def test_form_in_form_is_no_list() -> None:
    links = "".join(f"<p><a href=/{n}>A long way round to {n}</a></p>" for n in range(3))
    assert len(_texts("<font><b>" * 12 + links)) == 3


def test_a_form_that_was_never_closed_does_not_hide_the_items_in_those_that_were() -> None:
    lists = [
        "<ul>"
        + "".join(f"<li><a href=/{n}{m}>A title, {n}{m}</a></li>" for n in range(3))
        + "</ul>"
        for m in range(4)
    ]
    fonts = "".join(f"<font>{of}</font>" for of in lists[:3]) + f"<font>{lists[3]}"
    assert len(_texts(f"<div>{fonts}{'<p>Other words, many.</p>' * 40}</div>")) == 12


def test_elements_of_other_classes_are_another_group() -> None:
    cards = "".join(f"<div class=card>{_ITEM.format(n)}</div>" for n in range(4))
    others = "".join(f"<div class=ad><p>Buy {n}</p></div>" for n in range(5))
    assert _texts(cards + others) == [[f"Item {n}", _ABOUT] for n in range(4)]


def test_a_menu_is_worth_less_than_items() -> None:
    menu = "".join(f"<li><a href=/m{n}>Menu {n}</a></li>" for n in range(9))
    items = "".join(f"<li>{_ITEM.format(n)}</li>" for n in range(4))
    assert _texts(f"<div class=topMenu><ul>{menu}</ul></div><ul>{items}</ul>")[0][0] == "Item 0"


def test_a_list_of_goods_is_no_furniture_whatever_else_its_class_names_say() -> None:
    menu = "".join(f"<li><a href=/m{n}>Some words of a menu {n}</a></li>" for n in range(4))
    items = "".join(f"<div class=card>{_ITEM.format(n)}</div>" for n in range(4))
    html = f"<ul>{menu}</ul><div class='product-list product-list__side-bar'>{items}</div>"
    assert _texts(html)[0][0] == "Item 0"


def test_tags_are_worth_less_than_titles() -> None:
    tags = "".join(f"<a href=/t{n}>tag{n}</a><br><br>" for n in range(60))
    items = "".join(f"<li><a href=/{n}>A title of some words {n}</a></li>" for n in range(5))
    assert _texts(f"<div>{tags}</div><ul>{items}</ul>")[0] == ["A title of some words 0"]


def _post(number: int, inside: str) -> str:
    return f"<div class=post><h2><a href=/{number}>Post {number}</a></h2>{inside}</div>"


def test_posts_in_full_are_items_and_not_their_paragraphs() -> None:
    paragraphs = "".join(f"<p>{'Some words of prose, without a link. ' * 9}</p>" for _ in range(9))
    found = _texts("".join(_post(number, paragraphs) for number in range(4)))
    assert [texts[0] for texts in found] == [f"Post {number}" for number in range(4)]


def test_columns_of_items_are_no_items() -> None:
    items = "".join(
        f"<div class=row><div class=col><a href=/{n}>2026-03-0{n}</a><p><a href=/c>music</a></div>"
        f"<div class=col><h2><a href=/{n}>Song number {n}</a></h2>{_ABOUT}</div></div>"
        for n in range(1, 5)
    )
    assert [texts[2] for texts in _texts(items)] == [f"Song number {n}" for n in range(1, 5)]


def test_items_in_one_part_of_the_page_are_the_list_though_the_other_parts_say_more() -> None:
    cards = "".join(f"<div class=card>{_ITEM.format(n)}</div>" for n in range(4))
    about = f"<h2><a href=/about>About us</a></h2><p>{_ABOUT * 8}</p>"
    parts = "".join(f"<div class=part>{part}</div>" for part in (about, cards, about))
    assert _texts(parts) == [[f"Item {n}", _ABOUT] for n in range(4)]


def test_items_under_the_date_of_their_day_are_items_each() -> None:
    days = ((0,), (1, 2), (3,))
    parts = "".join(
        f"<div class=day><b>{n}/10</b>{''.join(f'<div>{_ITEM.format(m)}</div>' for m in own)}</div>"
        for n, own in enumerate(days)
    )
    assert _texts(parts) == [[f"Item {n}", _ABOUT] for n in range(4)]


def test_parts_of_items_that_all_say_the_same_are_no_items() -> None:
    parts = f"<h3>Speaker</h3><a href=/s>Somebody</a><h3>Topics</h3><p><a href=/t>{_ABOUT * 3}</a>"
    found = _texts("".join(f"<li><h1><a href=/{n}>Episode {n}</a></h1>{parts}" for n in range(4)))
    assert [texts[0] for texts in found] == [f"Episode {n}" for n in range(4)]


@pytest.mark.parametrize(
    "card",
    [
        "<div class=m><h4><a href=/{0}>Topic {0}</a></h4></div>"
        "<div class=m><h4><a href=/u>Ann Lee</a></h4></div>",
        "<p><a href=/{0}>Brand {0}</a></p><p><a href=/{0}>Good {0} of it</a></p><b>{0} 000 €</b>",
        "<h3><a href=/{0}>Post {0}</a></h3>"
        "<div><h4>Part</h4><p>{1}<a href=/a>a</a></p><p>{1}</p></div>"
        "<div><h4>Another</h4><p>{1}<a href=/b>b</a></p><p>{1}</p></div>",
    ],
    ids=["said by all", "no price", "sections of a post"],
)
def test_parts_of_cards_are_no_items(card: str) -> None:
    text = "Some words of prose that go on. " * 30
    cards = "".join(f"<li>{card.format(n, text)}</li>" for n in range(1, 7))
    assert len(_texts(f"<ul>{cards}</ul>")) == 6


def test_a_row_of_several_cells_and_the_one_below_it_are_an_item() -> None:
    rows = "".join(
        f"<tr><td>Mission {n}<td>Ann<td>1{n}.5.2026<tr><td colspan=3>{_ABOUT}" for n in range(5)
    )
    found = _texts(f"<table>{rows}</table>")
    assert [(texts[0], texts[-1]) for texts in found] == [
        (f"Mission {n}", _ABOUT) for n in range(5)
    ]


def test_items_of_other_classes_with_linked_headings_too_are_in_one_group() -> None:
    items = "".join(
        f"<article class={kind}><h2><a href=/{n}>Post {n}</a></h2><p>{_ABOUT}</p></article>"
        for n, kind in enumerate(["image", "plain", "image", "image", "plain"])
    )
    assert [texts[0] for texts in _texts(items)] == [f"Post {n}" for n in range(5)]


def test_items_parted_by_line_breaks_alone_are_found() -> None:
    items = "".join(
        f"Filed 0{n}/03/2026<br><a href=/{n}>Doe v. Roe {n}</a><br><br>" for n in range(4)
    )
    assert _texts(items) == [[f"Filed 0{n}/03/2026\nDoe v. Roe {n}"] for n in range(4)]


def test_elements_that_were_never_closed_part_no_list() -> None:
    pairs = [
        (f"<li><a href=/{n}>Case {n}</a> Doe v. Roe" for n in pair) for pair in ((0, 1), (2, 3))
    ]
    lists = "".join(f"<font face=a><ul>{''.join(pair)}</ul>" for pair in pairs)
    assert [texts[0] for texts in _texts(lists)] == [f"Case {n} Doe v. Roe" for n in range(4)]


@pytest.mark.parametrize("html", ["x", "<p>a</p><p>b</p>", "<ul><li><img src=a></ul>"])
def test_a_page_without_repeats_has_none(html: str) -> None:
    assert find_repeats(read(Page("", html))) == ()


def test_parts_that_lead_to_one_address_are_one_item() -> None:
    cards = "".join(
        f"<div class=card><div><div><a href=/{at}>Post number {at}</a></div>"
        f"<div><a href=/{at}>All that number {at} says, and why</a></div></div></div>"
        for at in range(6)
    )
    document = read(Page("https://a.org/", f"<body>{cards}</body>"))
    assert [len(repeat) for repeat in find_repeats(document)] == [6]


def test_the_head_the_middle_and_the_foot_of_a_page_are_no_list() -> None:
    courts = "".join(f"<tr><td>{n}:00</td><td>Court {n}</td></tr>" for n in range(3))
    head = "<div><a href=/>Tennis halls of the old town</a></div>"
    middle = f"<div><h1>4 May 2024</h1><table>{courts}</table></div>"
    foot = f"<div><p>{_ABOUT}</p></div>"
    assert _texts(head + middle + foot) == [[f"{n}:00", f"Court {n}"] for n in range(3)]
