"""Records made of what repeats on a page."""

import json

import numpy as np
import pytest

from pagesight.datasets.schema import Genre
from pagesight.extract.page.document import read
from pagesight.extract.records.items import find_groups, items_of
from pagesight.extract.records.listing import MORE_IN_ITEMS, Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_ABOUT = "All about it, in some words that say what it is."


def _records(items: list[str]) -> tuple[Record, ...]:
    """Return the records of a list of items, each with its link and text before what is given."""
    body = "".join(
        f"<li><p><a href=/{number}>Item number {number}</a></p><p>{_ABOUT}</p>{item}</li>"
        for number, item in enumerate(items)
    )
    document = read(Page("https://example.com/", f"<body><ul>{body}</ul></body>"))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


@pytest.mark.parametrize(
    ("items", "dates"),
    [
        (["<p>3/4/2026</p>", "<p>5/6/2026</p>", "<p>7/8/2026</p>"], ["03-04", "05-06", "07-08"]),
        (["<p>3/4/2026</p>", "<p>25/6/2026</p>", "<p>7/8/2026</p>"], ["04-03", "06-25", "08-07"]),
        (["<p>3-4-2026</p>", "<p>5-26-2026</p>", "<p>7-8-2026</p>"], ["03-04", "05-26", "07-08"]),
        (
            [f"<p>{day}/2026</p>" for day in ("9/1", "2/2", "1/3", "4/4")],
            ["01-09", "02-02", "03-01", "04-04"],
        ),
    ],
    ids=[
        "nothing says otherwise",
        "one can only have the day first",
        "one only the month",
        "with the day first none is out of order",
    ],
)
def test_dates_of_a_page_are_read_in_one_order(items: list[str], dates: list[str]) -> None:
    assert [record.date for record in _records(items)] == [f"2026-{date}" for date in dates]


def test_dates_that_have_two_readings_are_read_as_in_the_language_of_the_page() -> None:
    items = "".join(
        f"<li><p><a href=/{at}>Film {at}</a></p><p>{at}/4/2026</p></li>" for at in range(5, 8)
    )
    document = read(Page("https://example.com/", f"<html lang=fr><body><ul>{items}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == ["2026-04-05", "2026-04-06", "2026-04-07"]


def test_the_date_that_a_time_element_states_comes_first() -> None:
    items = [f"<p><time datetime='2026-03-0{day}T10:00'>today</time></p>" for day in (1, 2, 3)]
    assert [record.date for record in _records(items)] == ["2026-03-01", "2026-03-02", "2026-03-03"]


def test_a_title_that_some_items_share_is_one_and_what_most_say_is_none() -> None:
    others = (f"Course {number}" for number in range(6))
    names = ["Yoga", "Chess", "Yoga", "Choir", "Yoga", "Pottery", *others]
    body = "".join(
        f"<li><p><a href=/{n}>Book now</a></p><p><a href=/{n}>{name}</a></p><p>{_ABOUT}</p></li>"
        for n, name in enumerate(names)
    )
    document = read(Page("https://example.com/", f"<body><ul>{body}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == names


def test_what_is_in_items_is_likelier_to_be_content_as_far_as_the_page_is_a_list() -> None:
    cards = "".join(f"<li><p><a href=/{n}>Item {n}</a></p><p>{_ABOUT}</p></li>" for n in range(4))
    body = f"<body><p>Before the list.</p><ul>{cards}</ul></body>"
    document = read(Page("https://example.com/", body))
    likely = np.ones(len(document.blocks), np.bool_)
    half = np.full(len(likely), 0.5)
    sure, unsure = (
        Listing(document, likely, {Genre.LISTING: share, Genre.ARTICLE: 1 - share})
        for share in (1.0, 0.3)
    )
    weighed = sure.reweight(half)
    assert weighed[0] == 0.5
    more = MORE_IN_ITEMS * sure.holds.probability
    assert weighed[1:] == pytest.approx(1 / (1 + np.exp(-more)))
    assert np.all((half < unsure.reweight(half)) == (half < weighed))
    assert np.all(unsure.reweight(half)[1:] < weighed[1:])


def test_parts_that_are_alike_in_all_items_are_as_likely_as_each_other() -> None:
    cards = "".join(f"<li><p><a href=/{n}>Item {n}</a></p><p>{n} EUR</p></li>" for n in range(6))
    document = read(Page("https://example.com/", f"<body><ul>{cards}</ul></body>"))
    looks = np.tile([0.9, 0.1], 6)
    looks[[1, 4]] = 0.8, 0.2  # one price that looks like content, one title that does not
    sure = Listing(document, looks > 0, {Genre.LISTING: 1.0})
    titles, prices = sure.reweight(looks).reshape(6, 2).T
    assert np.ptp(titles) == np.ptp(prices) == 0
    assert titles[0] > 0.5 > prices[0]


def test_links_to_further_pages_are_no_record() -> None:
    cards = [f"<div class=card><p><a href=/{n}>Item number {n}</a></p><p>{_ABOUT}</p></div>"
             for n in range(4)]  # fmt: skip
    more = "<div class=card><p><a href=/more>Load more</a></p></div>"
    document = read(Page("https://example.com/", f"<body>{''.join(cards)}{more}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Item number {n}" for n in range(4)]


@pytest.mark.parametrize(
    ("words", "titles"),
    [(4, [f"Item number {n}" for n in range(6)]), (90, [])],
    ids=["little beside it", "as much beside it"],
)
def test_a_list_of_unlikely_blocks_is_the_pages_if_what_is_likely_is_far_less(
    words: int, titles: list[str]
) -> None:
    items = "".join(f"<li><p><a href=/{n}>Item number {n}</a></p><p>{_ABOUT}</p></li>"
                    for n in range(6))  # fmt: skip
    hints = f"<p class=hint>{'Sort them. ' * words}</p>" * 3
    document = read(Page("https://example.com/", f"<body>{hints}<ul>{items}</ul></body>"))
    likely = np.array([block.text.startswith("Sort") for block in document.blocks])
    found = [record.title for record in Listing(document, likely).records]
    assert [title if title.startswith("Item") else "" for title in found] == titles


@pytest.mark.parametrize("cell", ["3/{}/2026", "Judge Roe {}"], ids=["dated", "undated"])
def test_rows_of_links_below_heads_are_the_pages_list_though_unlikely(cell: str) -> None:
    row = f"<tr><td><a href=/{{0}}>Case {{0}} of the term</a><td>{cell.format('{0}')}"
    rows = "".join(row.format(n) for n in range(6))
    table = f"<table><tr><th>Case<th>Column{rows}</table>"
    hints = f"<p class=hint>{'How to read the list of cases. ' * 8}</p>" * 6
    document = read(Page("https://example.com/", f"<body>{hints}{table}</body>"))
    likely = np.array([block.text.startswith("How") for block in document.blocks])
    found = Listing(document, likely).records
    assert [record.title for record in found] == [f"Case {n} of the term" for n in range(6)]


def test_titles_alone_go_on_with_the_posts_above_them_though_unlikely() -> None:
    posts = "".join(
        f"<section><h2><a href=/{n}>Post {n} of all</a></h2><p>{_ABOUT}</p></section>"
        for n in range(3)
    )
    older = "".join(f"<p><h3><a href=/{n}>Post {n} of old days</a></h3>" for n in range(3, 7))
    document = read(Page("https://blog.example/", f"<body>{posts}<hr>{older}</body>"))
    likely = np.array(["old days" not in block.text for block in document.blocks])
    found = Listing(document, likely).records
    assert [record.url for record in found] == [f"https://blog.example/{n}" for n in range(7)]


def test_profiles_beside_posts_do_not_go_on_with_them() -> None:
    posts = "".join(
        f"<section><h2><a href=/{n}>Post {n} of all</a></h2><p>{_ABOUT}</p></section>"
        for n in range(3)
    )
    names = ("Meetup", "Twitter", "Flickr")
    profiles = "".join(
        f"<div><h2><a href=//{n}.example>{n}</a></h2><p>Us there</p></div>" for n in names
    )
    document = read(Page("https://blog.example/", f"<body>{posts}<hr>{profiles}</body>"))
    likely = np.array(["Post" in block.text for block in document.blocks])
    found = Listing(document, likely).records
    assert [record.url for record in found] == [f"https://blog.example/{n}" for n in range(3)]


def test_dated_links_are_the_pages_list_though_unlikely_beside_as_much_of_other_text() -> None:
    items = "".join(f"<li>{n} May 2026 <a href=/{n}>Item number {n}</a></li>" for n in range(1, 7))
    about = f"<p class=about><a href=/me>{'About me. ' * 10}</a></p>" * 4
    document = read(Page("https://example.com/", f"<body>{about}<ul>{items}</ul></body>"))
    likely = np.array([block.text.startswith("About") for block in document.blocks])
    found = Listing(document, likely).records
    assert [record.date for record in found] == [f"2026-05-0{n}" for n in range(1, 7)]


@pytest.mark.parametrize("count", [60, 200], ids=["less", "more"])
def test_tags_are_no_items_beside_titles_whatever_is_more(count: int) -> None:
    tags = "".join(f"<div class=tag><a href=/tag/{n}>tag{n}</a></div>" for n in range(count))
    items = "".join(f"<li><a href=/{n}>Item number {n} of the list</a></li>" for n in range(4))
    document = read(Page("https://example.com/", f"<body><ul>{items}</ul>{tags}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Item number {n} of the list" for n in range(4)]


def test_long_parts_of_the_page_come_after_a_list() -> None:
    parts = "".join(
        f"<div><a href=/part/{n}>Part {n}</a>{'<p>Some words of a menu or a text.</p>' * 60}</div>"
        for n in range(3)
    )
    items = "".join(f"<li><a href=/{n}>Item number {n}</a> of 4" for n in range(4))
    document = read(Page("https://example.com/", f"<body>{parts}<ul>{items}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Item number {n}" for n in range(4)]


def test_a_page_gives_no_more_records_than_its_bound() -> None:
    document = read(Page("https://example.com/", "<ul>" + "<li><a href=/x>An item</a>" * 9))
    likely = np.ones(len(document.blocks), np.bool_)
    assert len(items_of(document, find_groups(document, likely), most=4)) == 4


@pytest.mark.parametrize(
    "link",
    ["<a href=/page></a>", "<a href=/page><i aria-label=Open></i></a>"],
    ids=["laid over the card", "an icon"],
)
def test_an_item_whose_link_has_no_text_has_its_address(link: str) -> None:
    cards = "".join(
        f"<div class=card>{link.replace('page', str(number))}<h3>Item number {number}</h3>"
        f"<p>{_ABOUT}</p></div>"
        for number in range(4)
    )
    page = Page("https://example.com/", f"<body><a href=/home></a><main>{cards}</main></body>")
    document = read(page)
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.url for record in found] == [f"https://example.com/{n}" for n in range(4)]


@pytest.mark.parametrize(
    "link",
    [
        "<a href=#{}></a>",
        "<a href=' '></a>",
        "<a href=/{}><b hidden>More</b></a>",
        "<a href=/all></a>",
    ],
    ids=["to the page itself", "to nothing", "with text, if hidden", "that all have"],
)
def test_a_link_that_says_nothing_of_an_item_is_not_its_address(link: str) -> None:
    cards = "".join(
        f"<div class=card>{link.format(n)}<h3>Item {n}</h3><p>{_ABOUT}</p></div>" for n in range(4)
    )
    document = read(Page("https://example.com/", f"<body>{cards}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.url for record in found] == [""] * 4


def test_a_link_between_items_that_no_element_parts_is_no_address_of_either() -> None:
    items = "".join(f"<h3>Item {n}</h3><p>{_ABOUT}</p><a href=/{n}></a>" for n in range(4))
    document = read(Page("https://example.com/", f"<body><div>{items}</div></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.url for record in found] == [""] * 4


@pytest.mark.parametrize(
    ("name", "short", "title"),
    [
        ("kicker", "Matte olive", "Powder coated aluminium"),  # the longest link
        ("card-title", "Matte olive", "Matte olive"),
        ("product__name", "Matte olive", "Matte olive"),
        ("review-title", "A fine mug", "Powder coated aluminium"),
        ("title", "Now $5", "Powder coated aluminium"),
    ],
)
def test_a_title_is_what_a_class_calls_so(name: str, short: str, title: str) -> None:
    cards = "".join(
        f"<li class=card><a href=/{n}><p class='{name}'>{short} {n}</p>"
        f"<p class=facts>Powder coated aluminium {n}</p></a></li>"
        for n in range(1, 5)
    )
    document = read(Page("https://a.org/", f"<body><ul>{cards}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"{title} {n}" for n in range(1, 5)]


def _of_site(body: str, *, is_list: bool = True) -> tuple[Record, ...]:
    document = read(Page("https://example.com/", f"<body>{body}</body>"))
    likely = np.ones(len(document.blocks), np.bool_)
    return Listing(document, likely, {Genre.LISTING: 1.0}, is_list=is_list).records


def test_sections_of_a_text_are_no_items_unless_the_page_is_a_list() -> None:
    body = "<h1>Us</h1>" + "".join(f"<h2>Part {n}</h2><p>{_ABOUT}</p>" for n in "abcdef")
    assert len(_of_site(body)) == 6
    assert not _of_site(body, is_list=False)


def test_a_line_that_says_when_and_where_is_no_summary() -> None:
    items = "".join(
        f"<li><h3><a href=/{n}>Item {n}</a></h3>"
        f"<p>Friday, {n} May 2025 at half past eight · Town hall, great chamber</p>"
        f"<p>It has the number {n}, in words that say what it is.</p></li>"
        for n in range(1, 5)
    )
    records = _of_site(f"<ul>{items}</ul>")
    assert {record.summary[:17] for record in records} == {"It has the number"}


def test_the_records_of_a_list_have_one_type() -> None:
    prices = ["<p>€3.00</p>", "<p>€4.00</p>", "<p>Sold out</p>"]
    assert [record.type for record in _records(prices)] == ["product"] * 3


def test_the_text_of_a_record_has_no_buttons() -> None:
    records = _records(["<button>Add to basket</button>"] * 3)
    assert [record.text.split("\n")[-1] for record in records] == [_ABOUT] * 3


def _listed(body: str) -> tuple[Record, ...]:
    document = read(Page("https://example.com/", f"<html><body>{body}</body></html>"))
    return Listing(document, ~document.cuts.unseen).records


def test_the_one_row_below_heads_of_columns_is_a_record() -> None:
    menu = "".join(f"<li><a href=/{at}>Menu entry of some words {at}</a></li>" for at in range(9))
    (record,) = _listed(
        f"<ul>{menu}</ul><table><tr><th>Date<th>Docket<th>Name</tr><tr><td>4/18/2014<td>13A1003"
        "<td><a href=/teva>Teva v. Sandoz</a></tr></table>"
    )
    assert (record.title, record.date) == ("Teva v. Sandoz", "2014-04-18")


def test_each_dated_cell_of_a_grid_is_a_record() -> None:
    def cell(day: int) -> str:
        links = f"<a href=/{day}>Agenda</a> and <a href=/m>minutes</a>"
        return f"<td>Date 03-{day:02}-2023<br>{links}</td>"

    rows = (f"<tr>{''.join(cell(4 * row + day) for day in range(1, 5))}</tr>" for row in range(3))
    assert [record.url for record in _listed(f"<table>{''.join(rows)}</table>")] == [
        f"https://example.com/{day}" for day in range(1, 13)
    ]


def test_dates_of_a_list_are_its_records_rather_than_the_paragraphs_around_it() -> None:
    about = "".join(f"<p>{_ABOUT} {_ABOUT} {number}</p>" for number in range(4))
    days = "".join(f"<li>October {day}, 2019 (tentative)</li>" for day in (3, 10, 17))
    found = _listed(f"<article>{about}<ul>{days}</ul></article>")
    assert [record.date for record in found] == ["2019-10-03", "2019-10-10", "2019-10-17"]


def test_two_articles_with_linked_headings_are_records_rather_than_the_menu() -> None:
    menu = "".join(f"<li><a href=/{at}>Menu entry of some words {at}</a></li>" for at in range(9))
    posts = "".join(
        f"<article><h2><a href=/p{at}>Post {at}</a></h2>{_ABOUT}</article>" for at in (1, 2)
    )
    found = _listed(f"<nav><ul>{menu}</ul></nav><main>{posts}</main>")
    assert [record.title for record in found] == ["Post 1", "Post 2"]


def test_goods_that_are_named_alike_keep_their_name() -> None:
    card = "<li><a href=/{0}>Quartz belt watch</a> <p>${0}.00</p></li>"
    found = _listed(f"<h2>show :</h2><ul>{''.join(card.format(at) for at in range(11, 19))}</ul>")
    assert {record.title for record in found} == {"Quartz belt watch"}


def test_the_objects_of_a_page_that_is_json_are_records() -> None:
    rows = [
        {"id": at, "name": f"Case {at}", "date": "2026-05-01", "url": f"https://court.example/{at}"}
        for at in (1, 2)
    ]
    found = _listed(json.dumps({"count": 2, "data": rows, "tags": ["civil"]}))
    assert [(record.title, record.date, record.url) for record in found] == [
        ("Case 1", "2026-05-01", "https://court.example/1"),
        ("Case 2", "2026-05-01", "https://court.example/2"),
    ]


_CARD = "<div class=card><img src=/{0}.png><h3>{1} {0}</h3><p>$1{0}</p></div>"


def _cards(*numbers: int) -> str:
    return "".join(_CARD.format(number, "Chair") for number in numbers)


def test_a_line_above_or_below_goods_in_their_row_is_none_of_them() -> None:
    boxed = "".join(f"<div class=col><a href=/{n}>Chair {n}</a> $1{n}</div>" for n in range(4))
    frames = "<div class=col>Showing 1 to 4</div>", "<div class=col>All of our chairs</div>"
    found = _listed(f"<div>{frames[0]}{boxed}{frames[1]}</div>")
    assert [record.title for record in found] == [f"Chair {n}" for n in range(4)]


@pytest.mark.parametrize(("row", "cell"), [("div", "div"), ("tr", "td")])
def test_goods_in_rows_are_a_record_each_without_links(row: str, cell: str) -> None:
    rows = "".join(
        f"<{row} class=row><{cell}>{_cards(n)}</{cell}><{cell}>{_cards(n + 1)}</{cell}></{row}>"
        for n in (1, 3, 5)
    )
    body = f"<table>{rows}</table>" if row == "tr" else f"<div>{rows}</div>"
    assert [(each.title, each.price) for each in _listed(body)] == [
        (f"Chair {n}", f"$1{n}") for n in range(1, 7)
    ]


def test_the_name_and_the_price_of_a_card_are_one_record() -> None:
    card = "<div><a href=/{0}><div><h6>Chair {0}</h6></div><div><h6>$1{0}</h6></div></a></div>"
    found = _listed("".join(card.format(n) for n in range(4)))
    assert [(each.title, each.price) for each in found] == [
        (f"Chair {n}", f"$1{n}") for n in range(4)
    ]


def test_a_title_stands_where_most_items_have_theirs() -> None:
    item = "<li><p class=s><a href=/{0}>{1}</a></p><p class=n><a href=/{0}>{2}</a></p></li>"
    names = ["Oak chairs for two", "Ash", "Chairs of elm", "A chair of beech"]
    said = ["New", "Sold out since some days ago", "New", "New"]
    body = "".join(item.format(n, *pair) for n, pair in enumerate(zip(said, names, strict=True)))
    assert [record.title for record in _listed(f"<ul>{body}</ul>")] == names


def test_of_two_headings_the_higher_one_is_the_title() -> None:
    item = "<div><h3><a href=/c>News</a></h3><h2><a href=/{0}>Story {0} of it</a></h2></div>"
    found = _listed("".join(item.format(n) for n in range(4)))
    assert [record.title for record in found] == [f"Story {n} of it" for n in range(4)]


def test_a_date_may_be_in_three_parts() -> None:
    item = "<li><b>{0}</b><p>May</p><p>2026</p><p><a href=/{0}>Event number {0}</a></p></li>"
    found = _listed("<ul>" + "".join(item.format(n) for n in (3, 4, 5)) + "</ul>")
    assert [record.date for record in found] == [f"2026-05-0{n}" for n in (3, 4, 5)]


def test_a_menu_alone_is_no_list() -> None:
    links = "".join(f"<li><a href=/{n}>Part number {n}</a></li>" for n in range(6))
    assert not _listed(f"<nav><ul>{links}</ul></nav><p>{_ABOUT}</p>")


def test_two_elements_called_posts_with_linked_headings_are_records() -> None:
    post = "<li class='post type-post'><h2><a href=/{0}>Story {0}</a></h2><p>Some words.</p></li>"
    assert len(_listed(f"<ul>{post.format(1)}{post.format(2)}</ul>")) == 2


def test_rows_of_the_list_are_no_furniture_for_the_menus_table_of_the_same_path() -> None:
    menu = "".join(f"<tr><td><a href=/m{n}>Board {n}</a></td></tr>" for n in range(3))
    rows = "".join(
        f"<tr><td><a href=/{n}>Thread number {n}</a></td><td>Ann</td><td>2026-05-0{n}</td></tr>"
        for n in range(1, 9)
    )
    cells = f"<td class=sidebar><table>{menu}</table></td><td><table>{rows}</table></td>"
    found = _listed(f"<table><tr>{cells}</tr></table>")
    assert [record.title for record in found] == [f"Thread number {n}" for n in range(1, 9)]


def test_items_named_alike_are_named_by_their_own_headings() -> None:
    item = "<div class=item><h2>{0}/04/2016</h2><p><a href=/{0}>Read on here</a></p></div>"
    found = _listed("<h2>Our group</h2>" + "".join(item.format(n) for n in range(10, 16)))
    assert [record.title for record in found] == [f"{n}/04/2016" for n in range(10, 16)]


def test_a_month_names_nothing() -> None:
    item = "<li><h3>22</h3><h3>May</h3><h4><a href=/{0}>Story number {0}</a></h4></li>"
    found = _listed("<ul>" + "".join(item.format(n) for n in range(4)) + "</ul>")
    assert [record.title for record in found] == [f"Story number {n}" for n in range(4)]


def test_paragraphs_of_a_page_called_a_list_are_none_without_evidence() -> None:
    text = "".join(f"<p>{_ABOUT} Number {n} says so once again in words.</p>" for n in range(9))
    document = read(Page("https://example.com/", f"<body><h1>A story</h1><div>{text}</div>"))
    genres = {Genre.ARTICLE: 0.4, Genre.LISTING: 0.6}
    assert not Listing(document, np.ones(len(document.blocks), np.bool_), genres).records


def test_of_two_dates_under_heads_the_deadline_comes_last() -> None:
    head = "<tr><td>Filing Deadline Date<br>9:00 A.M.</td><td>Meeting Date<br>2nd Monday</td></tr>"
    row = "<tr><td>May {0}, 2026</td><td><a href=/{0}>June {0}, 2026</a></td></tr>"
    found = _listed(f"<table>{head}{''.join(row.format(n) for n in (11, 12, 13))}</table>")
    assert [record.date for record in found] == ["2026-06-11", "2026-06-12", "2026-06-13"]


@pytest.mark.parametrize(
    ("above", "day"),
    [
        ("<p>2022 Meeting Schedule</p>", "October 2{0}"),
        ("<h3>December 13(T), 2022</h3>", "10/2{0}"),
        ("<form><input name=filter$Year value=2022></form>", "October 2{0}"),
    ],
    ids=["a line", "in figures", "a field of a form"],
)
def test_the_year_of_a_day_stands_above_the_list_or_in_a_form(above: str, day: str) -> None:
    item = f"<li><p>{day}: Agenda</p><p><a href=/{{0}}>Committee number {{0}}</a></p></li>"
    found = _listed(f"{above}<ul>{''.join(item.format(n) for n in (1, 2, 3))}</ul>")
    assert [record.date for record in found] == ["2022-10-21", "2022-10-22", "2022-10-23"]


@pytest.mark.parametrize(("heading", "date"), [("Meetings in 2022", "2022-10-2"), ("Meetings", "")])
def test_a_day_without_a_year_is_of_the_year_in_the_heading_above(heading: str, date: str) -> None:
    item = "<li><p>October 2{0}</p><p><a href=/{0}>Committee number {0}</a></p></li>"
    body = "<ul>" + "".join(item.format(n) for n in (1, 2, 3)) + "</ul>"
    found = _listed(f"<h2>{heading}</h2>{body}")
    assert [record.date for record in found] == [f"{date}{n}" if date else "" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    "item", ["<a href=/{0}>How oak number {0} is oiled</a> <i>10-2{0}</i>",
             "<time>10-2{0}</time><h3><a href=/{0}>How oak number {0} is oiled</a></h3>"],
    ids=["behind the title", "before it"],
)  # fmt: skip
def test_month_and_day_in_figures_are_of_the_year_above_as_in_archives(item: str) -> None:
    items = "".join(f"<article class=archive-item>{item.format(n)}</article>" for n in (1, 2, 3))
    found = _listed(f"<h1>All posts</h1><h3>2022</h3>{items}")
    assert [record.date for record in found] == ["2022-10-21", "2022-10-22", "2022-10-23"]


def test_a_title_of_two_characters_is_one_where_words_have_no_spaces() -> None:
    text = "六月十五日，我們去九份住了一晚。"
    item = f"<li><h2><a href=/{{0}}>{{0}}份</a></h2><p>2018-06-3{{1}}</p><p>{text}</p></li>"
    found = _listed(f"<ul>{item.format('九', 0)}{item.format('七', 1)}{item.format('八', 0)}</ul>")
    assert [record.title for record in found] == ["九份", "七份", "八份"]


def test_a_head_over_two_columns_names_both_and_an_author_is_no_title() -> None:
    head = "<tr><td colspan=2>Topics</td><td>Author</td><td>Last Post</td></tr>"
    row = (
        "<tr><td><img src=/images/folder_new.gif></td><td><span class=topictitle>"
        "<a href=/{0}>Seats {0}</a></span></td><td><span class=name><a href=/u>Ann Lee-Marlowe</a>"
        "</span></td><td>Mon Dec 0{0}, 2006</td></tr>"
    )
    found = _listed(f"<table>{head}{''.join(row.format(n) for n in (1, 2, 3))}</table>")
    assert [record.title for record in found] == ["Seats 1", "Seats 2", "Seats 3"]
    assert {record.author for record in found} == {"Ann Lee-Marlowe"}
    assert {record.image for record in found} == {""}


def test_a_link_to_log_in_is_no_author() -> None:
    item = "<li><h2><a href=/{0}>Story {0}</a></h2><p>{1}</p><a href=/user/login>Zaloguj</a></li>"
    found = _listed("<ul>" + "".join(item.format(n, _ABOUT) for n in (1, 2, 3)) + "</ul>")
    assert {record.author for record in found} == {""}


def test_a_heading_of_figures_is_the_title_where_the_others_have_theirs() -> None:
    item = "<li><h2><a href=/{0}>{1}</a></h2><p>{2} January 2013</p><p>{3}</p></li>"
    names = ("I have a fever", "2013", "White winter", "Moving house")
    rows = (item.format(n, name, n, _ABOUT) for n, name in enumerate(names, 1))
    assert tuple(record.title for record in _listed(f"<ul>{''.join(rows)}</ul>")) == names


def test_ways_to_reach_somebody_are_no_list() -> None:
    ways = ("Location", "Call +01 1234567890", "shop@jam.example")
    body = "".join(f"<div class=way><a href=#>{way}</a></div>" for way in ways)
    assert not _listed(f"<h1>Our blog</h1><p>{_ABOUT * 9}</p><div class=ways>{body}</div>")


def test_of_two_prices_in_elements_of_their_own_the_lower_is_to_pay() -> None:
    item = "<li><h3><a href=/{0}>Shirt {0}</a></h3><h4>$229</h4><h4>$129</h4></li>"
    found = _listed("<ul>" + "".join(item.format(n) for n in (1, 2, 3)) + "</ul>")
    assert {record.price for record in found} == {"$129"}
    assert {record.attributes["listPrice"] for record in found} == {"$229"}


def test_a_title_is_the_link_after_a_date() -> None:
    item = "<li>mié {0} mayo 2015 <a href=/{0}>Howto number {0}</a></li>"
    found = _listed("<ul>" + "".join(item.format(n) for n in (11, 12, 13)) + "</ul>")
    assert [record.title for record in found] == [
        "Howto number 11",
        "Howto number 12",
        "Howto number 13",
    ]


@pytest.mark.parametrize(
    ("byline", "author"),
    [
        ("Posted by Jane Doe on September 25, 2006", "Jane Doe"),
        ("Postado por Jose Roitberg às 23.6.09", "Jose Roitberg"),
        ("By Ann Lee", "Ann Lee"),
        ("By Ann Lee / August 12, 2020", "Ann Lee"),
    ],
)
def test_a_byline_names_the_author_before_the_day(byline: str, author: str) -> None:
    item = "<li><h2><a href=/{0}>Story number {0}</a></h2><p>{1}</p><p>{2}</p></li>"
    found = _listed("<ul>" + "".join(item.format(n, byline, _ABOUT) for n in range(3)) + "</ul>")
    assert {record.author for record in found} == {author}


@pytest.mark.parametrize(
    "card",
    [
        "<span>{n}</span> <a href=/{n}>{name}</a> <span>3:05</span>",
        "<a href=/{n}>{name}</a> from $2{n}",
        "<a href=/{n}><img src=/{n}.jpg><span>{name}</span></a><span>from $2{n}</span>",
    ],
    ids=["figures around it", "a price after it", "a picture in it"],
)
def test_a_title_is_the_one_link_of_a_line(card: str) -> None:
    names = ["Oak chair", "Pine table", "Beech bench", "Elm stool"]
    items = (f"<li>{card.format(n=n, name=name)}</li>" for n, name in enumerate(names))
    document = read(Page("https://example.com/", f"<body><ul>{''.join(items)}</ul>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == names


@pytest.mark.parametrize("copy", ["slick-cloned", "swiper-slide-duplicate", "owl-item cloned"])
def test_the_copies_of_a_turning_show_are_no_records(copy: str) -> None:
    slides = [
        f"<div class='{{}}'><a href=/{n}>Item number {n}</a><p>{_ABOUT}</p></div>" for n in range(4)
    ]
    shows = [show.format(copy if at < 4 else "slide") for at, show in enumerate([*slides, *slides])]
    document = read(Page("https://example.com/", f"<body>{''.join(shows)}"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.url[-1] for record in found] == ["0", "1", "2", "3"]


def test_a_citation_is_titled_by_its_own_link() -> None:
    item = (
        "<li>A. Lee, {0}. <a href=/{0}.pdf>On lists, part {0}</a>. 201{0}. [<a href=/{0}.b>bib</a>]"
    )
    records = _listed(f"<ol>{''.join(map(item.format, range(5)))}</ol>")
    assert [record.title for record in records] == [f"On lists, part {at}" for at in range(5)]
    assert records[0].url.endswith("/0.pdf")


def test_goods_on_shelves_are_an_item_each_though_all_are_named_alike() -> None:
    card = "<div class=box><h6>Men's watch of steel</h6><p>$ 300</p><a href=#>Add to cart</a></div>"
    shelf = "<section class=shelf><h2>{}</h2><div class=row>" + card * 3 + "</div></section>"
    found = _listed("".join(map(shelf.format, ("On sale", "Featured", "New here"))))
    assert [record.title for record in found] == ["Men's watch of steel"] * 9


def test_goods_under_headings_are_an_item_each_on_shelves_of_one_or_two() -> None:
    card = "<div class=good><a href=/{0}><h3>Oak spoon number {0}</h3><p>$1{0}.00</p></a></div>"
    shelf = "<h2>Shelf {0}</h2><div class=shelf>{1}</div>"
    shelves = [(1, 2), (3, 4), (5,)]
    body = "".join(
        shelf.format(at, "".join(map(card.format, numbers))) for at, numbers in enumerate(shelves)
    )
    found = _listed(f"<div>{body}</div>")
    assert [record.title for record in found] == [f"Oak spoon number {n}" for n in range(1, 6)]


def test_sums_of_a_list_of_jobs_are_pay_and_no_prices() -> None:
    job = "<li><h3><a href=/{0}>Cook number {0}</a></h3><p>Rp 8,000,000 - Rp 12,000,000</p></li>"
    body = f"<body><ul>{''.join(job.format(at) for at in range(4))}</ul></body>"
    document = read(Page("https://example.com/jobs/", body))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert {(each.type, each.price, each.attributes["baseSalary"]) for each in records} == {
        ("job", "", "Rp 8,000,000 - Rp 12,000,000")
    }


def test_filters_above_goods_that_a_script_brings_are_no_list() -> None:
    names = ("Price", "Brand", "Size", "Sort by", "Anything else")
    assert not _of_page("".join(f"<div class=f><p>{each}</p><p>All</p></div>" for each in names))


def test_a_button_that_shares_an_item_by_mail_is_neither_its_mail_nor_its_photo() -> None:
    share = "<a href='mailto:?subject=Read'><img src=/share-buttons/email.png></a>"
    assert {(each.image, *each.attributes) for each in _records([share] * 3)} == {("",)}


def test_the_columns_of_a_footer_are_no_list() -> None:
    columns = ("Menu", "Instagram", "About Us", "Contact Us")
    body = "".join(
        f"<div class=col><h5>{name}</h5><p><a href=/x>{_ABOUT}</a></p></div>" for name in columns
    )
    assert not _listed(f"<h1>Our blog</h1><p>{_ABOUT * 9}</p><div class=info>{body}</div>")


def _of_page(body: str) -> tuple[Record, ...]:
    document = read(Page("https://city.example/", f"<body>{body}</body>"))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


@pytest.mark.parametrize(
    ("row", "title"),
    [
        ("<td>Tuesday</td><td>Jan. 1{}</td><td><a href=/{}.pdf>Agenda</a></td>", "Jan. 1{}"),
        ("<td>0{}/06/22 Special Meeting</td><td><a href=/{}.pdf>Agenda Packet</a></td>",
         "0{}/06/22 Special Meeting"),
        ("<td>1{}.5.2026</td><td>Stadtrat</td><td><a href=/{}.pdf>Protokoll</a></td>", "Stadtrat"),
    ],
    ids=["a day alone", "a day and what meets", "what meets, in German"],
)  # fmt: skip
def test_a_meeting_is_named_by_neither_its_weekday_nor_its_papers(row: str, title: str) -> None:
    rows = "".join(f"<tr>{row.format(at, at)}</tr>" for at in range(1, 5))
    records = _of_page(f"<h1>Meetings</h1><table>{rows}</table>")
    assert [record.title for record in records] == [title.format(at) for at in range(1, 5)]


def test_the_papers_of_a_dated_meeting_are_no_items_of_their_own() -> None:
    papers = "".join(f"<li><a href=/{name}>{name} of the board</a></li>" for name in "ABC")
    meetings = "".join(
        f"<div class=meeting><h2>{day} May 2026</h2><ul><li><a href=/{day}>Agenda of the"
        f" day</a></li>{papers}</ul></div>"
        for day in range(1, 6)
    )
    dates = [record.date for record in _of_page(f"<h1>Board meetings</h1>{meetings}")]
    assert dates == [f"2026-05-0{day}" for day in range(1, 6)]


def test_days_among_other_paragraphs_are_a_list() -> None:
    about = "<p>The board of examiners meets as the law of open meetings asks for.</p>"
    days = "".join(f"<p>{day}</p>" for day in ("March 6, 2019", "June 5, 2019", "May 4, 2019"))
    dates = [record.date for record in _of_page(f"<h1>Meetings</h1>{about}{days}{about}")]
    assert dates == ["2019-03-06", "2019-06-05", "2019-05-04"]


def test_the_comments_of_readers_are_no_list() -> None:
    comments = "".join(
        f"<li class=comment><p><a href=/by{at}>Reader {at}</a></p><p>{at} May 2026</p>"
        f"<p>I have read it and think so too.</p></li>"
        for at in range(1, 8)
    )
    article = f"<h1>An article</h1><p>{_ABOUT * 4}</p>"
    assert not _of_page(f"<main>{article}</main><ol class=comments>{comments}</ol>")


def test_a_time_that_all_elements_state_is_no_date_of_any_item() -> None:
    items = [f"<p><time datetime=2020-01-01>{day} May 2026</time></p>" for day in (11, 12, 13)]
    assert [record.date for record in _records(items)] == [f"2026-05-{day}" for day in (11, 12, 13)]


def test_the_texts_of_a_footer_are_no_list() -> None:
    texts = (f"<p>{_ABOUT}<p><a href=tel:{at}>Call {at}</a> {_ABOUT}" for at in (1, 2))
    assert not _of_page(f"<p>Goods come by script.</p><footer>{''.join(texts)}</footer>")


@pytest.mark.parametrize(
    ("card", "title"),
    [
        ("<a href=/by>{}+ bids</a><p><span><a href=/{}>Gem {}</a></span> and a bid</p>", "Gem {}"),
        ("<h5><a href=/{}>Gem {}</a></h5><h3 class=category><a href=/c>Art {}</a></h3>", "Gem {}"),
        ("<a href=/{}>Gem {}a {}.50 € for all of the year and more</a>", "Gem {}a"),
        ("<p><a href=/{}>Gem {}</a></p><p><a href=/a>art</a> <a href=/b>of old</a>"
         " <a href=/c>stones and gold {}</a></p>", "Gem {}"),
        ("<h2><a href=/a>Ann {}</a> — <a href=/{}>Gem {}</a></h2>", "Ann {} — Gem {}"),
        ("<h2>terça-feira, {} de maio de 2026</h2><h3><a href=/{}>Gem {}</a></h3>", "Gem {}"),
        ("<h2>石を磨きました（2026年5月{}日）</h2><p>{}月{}日、とても長い話をここに書きます</p>",
         "石を磨きました（2026年5月{}日）"),
    ],
    ids=["count", "category", "price in the link", "tags", "author", "day", "dated title"],
)  # fmt: skip
def test_what_goes_with_a_name_is_no_title(card: str, title: str) -> None:
    cards = "".join(f"<li>{card.format(at, at, at)}<p>{_ABOUT}</p>" for at in range(11, 16))
    records = _of_page(f"<ul>{cards}</ul>")
    assert [record.title for record in records] == [title.format(at, at) for at in range(11, 16)]


def test_a_name_that_goods_share_is_what_a_class_calls_so() -> None:
    actions = "<a href=/{}>See it</a> <a href=/cart>To the cart</a>"
    cards = "".join(f"<li><p>{actions.format(at)}</p><p class=title>Speaker</p>" for at in range(5))
    assert {record.title for record in _of_page(f"<ul>{cards}</ul>")} == {"Speaker"}


def test_a_badge_names_nothing_where_goods_are_named_alike() -> None:
    badges = ("New", "Sale", "Hot") * 3
    cards = "".join(f"<li><p>{each}</p><h3>Gem</h3><p>9 000 €</p></li>" for each in badges)
    assert {record.title for record in _of_page(f"<ul>{cards}</ul>")} == {"Gem"}


def test_a_category_is_named_without_its_label() -> None:
    records = _records([f"<p class=category>| Filed under: Art {at}</p>" for at in range(4)])
    assert records[1].attributes["category"] == "Art 1"


def test_the_last_part_of_an_item_says_who_wrote_it() -> None:
    records = _records([f"<p><span class=author>Ann Lee{at * 'e'}</span></p>" for at in range(4)])
    assert [record.author for record in records] == [
        "Ann Lee",
        "Ann Leee",
        "Ann Leeee",
        "Ann Leeeee",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "1{}.36$ Original price was: 12.36$.8.60$Current price is: 8.60$.",
        "{} comments Started by Concepto in November of the year in Support",
        "Resolved, Josh Johnston answered {} months ago in the technical part",
    ],
)
def test_a_line_of_prices_counts_or_times_is_no_summary(line: str) -> None:
    cards = "".join(
        f"<li><h3><a href=/{at}>Item {at}</a></h3><p>{line.format(at)}</p>" for at in range(2, 6)
    )
    assert not any(record.summary for record in _of_page(f"<ul>{cards}</ul>"))


def test_a_rating_may_be_in_polish() -> None:
    records = _records([f"<p>Oceniono 4.{at} na 5</p>" for at in range(4)])
    assert [record.rating for record in records] == ["4.0/5", "4.1/5", "4.2/5", "4.3/5"]


@pytest.mark.parametrize("day", ["27. 2. 2012", "۱۴۰۰/۰۳/۲۰"])
def test_a_date_is_no_telephone_number(day: str) -> None:
    assert not any("telephone" in record.attributes for record in _records([f"<p>{day}</p>"] * 4))


def test_meetings_in_a_widget_are_a_list_beside_paragraphs() -> None:
    days = "".join(f"<li><a href=/{at}>MAY {at}, 2026 BOARD NOTICE</a>" for at in range(11, 15))
    text = "".join(f"<p>{_ABOUT} {_ABOUT} {at}" for at in range(4))
    html = f"<body><h1>Meetings</h1>{text}<div class=widget><ul>{days}</ul></div></body>"
    document = read(Page("https://city.example/", html))
    records = Listing(document, np.array(["MAY" not in b.text for b in document.blocks])).records
    assert [record.date for record in records] == [f"2026-05-{at}" for at in range(11, 15)]


def test_dated_links_are_the_list_though_unlikely_and_dated_text_says_more() -> None:
    days = "".join(f"<li><b>{at} May 2026</b><p>{_ABOUT}" for at in range(11, 14))
    names = [f"News of the day {at}, in some more words of it" for at in range(5, 9)]
    links = "".join(f"<p><a href=/{name[16]}>{name}</a> <b>4 May 2026</b>" for name in names)
    document = read(Page("https://a.example/", f"<body><ul>{days}</ul><div>{links}</div></body>"))
    records = Listing(document, np.array(["News" not in b.text for b in document.blocks])).records
    assert [record.title for record in records] == names


@pytest.mark.parametrize(
    ("card", "date"),
    [
        ("<h3>Boat {}</h3><p>{} 500 €</p>", ""),
        ("<h3>{} May 2026</h3><p>Boat {} sails</p>", "2026-05-0{}"),
    ],
)
def test_two_cards_are_a_list_where_nothing_else_repeats(card: str, date: str) -> None:
    cards = "".join(
        f"<div class=card>{card.format(at, at)}<a href=/{at}>More of it</a></div>" for at in (1, 2)
    )
    records = _of_page(f"<main><div>{cards}</div></main>")
    assert [record.url for record in records] == [f"https://city.example/{at}" for at in (1, 2)]
    assert [record.date for record in records] == [date.format(at) for at in (1, 2)]


@pytest.mark.parametrize("posts", [1, 2])
def test_the_paragraphs_of_posts_are_no_items(posts: int) -> None:
    text = "".join(f"<p>{_ABOUT * 2} {'<a href=/x>So</a>' * (at in (1, 2, 5))}" for at in range(6))
    found = "".join(
        f"<article><h2><a href=/{at}>Post {at}</a></h2>{text}</article>" for at in range(posts)
    )
    assert [record.title for record in _of_page(found)] == [f"Post {at}" for at in range(posts)]


def test_two_posts_are_the_list_and_not_the_recent_ones_beside_them() -> None:
    posts = "".join(
        f"<div class=blog-post><h1><a href=/{at}>Post {at}</a></h1><p>{_ABOUT * 3}</div>"
        for at in (1, 2)
    )
    recent = "".join(
        f"<div><h4><a href=/{at}>Old post {at}</a></h4><p>{at} May 2026</div>" for at in (3, 4, 5)
    )
    records = _of_page(f"<div>{posts}</div><div class=sidebar>{recent}</div>")
    assert [record.title for record in records] == ["Post 1", "Post 2"]


def test_results_are_items_though_one_of_them_holds_a_list() -> None:
    news = "".join(f"<li class=n><a href=/n{at}>{_ABOUT * 2}</a></li>" for at in range(3))
    results = "".join(
        f"<li class=g><h3><a href=/{at}>Result {at}</a></h3><p>{_ABOUT}</p>"
        f"{f'<ul>{news}</ul>' if at == 4 else ''}</li>"
        for at in range(10)
    )
    records = _of_page(f"<ol>{results}</ol>")
    assert [record.title for record in records] == [f"Result {at}" for at in range(10)]


def test_columns_of_a_footer_with_an_address_of_mail_are_no_items() -> None:
    says = ("42 Mill Lane in the old town of the city", "info@shop.example", "Monday to Friday")
    text = "".join(
        f"<div><h3><a href=#>Adresimiz {at}</a></h3><p>{said}</div>" for at, said in enumerate(says)
    )
    html = f"<body><p>{_ABOUT}</p><p>{_ABOUT * 3}</p><footer>{text}</footer></body>"
    document = read(Page("https://shop.example/", html))
    groups = find_groups(document, np.ones(len(document.blocks), np.bool_))
    assert not items_of(document, groups)


def test_goods_in_the_panes_of_tabs_are_no_side_bar() -> None:
    goods = "".join(
        f"<div class=card><h3><a href=/{at}>Good {at}</a></h3><p>${at}5.00</div>" for at in range(8)
    )
    tops = "".join(
        f"<div class=top><h4><a href=/top{at}>Top {at}</a></h4><p>{_ABOUT} $9.00</div>"
        for at in range(5)
    )
    panes = f"<div class=tab-content><div class='tab-pane active'>{goods}</div></div>"
    records = _of_page(f"{panes}<section>{tops}</section><p>{_ABOUT * 30}")
    assert {f"Good {at}" for at in range(8)} <= {record.title for record in records}


_TWO_POSTS = "".join(
    f"<article><h3><a href=/{at}>Post {at}</a></h3><p>{_ABOUT * 4}</p></article>" for at in (1, 2)
)


@pytest.mark.parametrize(
    "around",
    [
        "<ul><li><a href=#>BTC/USD 7.1<li><a href=#>ETH/USD 3.2<li><a href=#>ZEC/USD 4</ul>{}",
        "<div><div><a href=/>Blog</a> of all</div><div>{}</div><div><a href=/b>© 2011 Bo</a></div>",
    ],
    ids=["a ticker", "the parts of the page"],
)
def test_two_posts_are_the_list_beside(around: str) -> None:
    titles = [record.title for record in _of_page(around.format(_TWO_POSTS))]
    assert titles == ["Post 1", "Post 2"]


def test_the_headlines_in_boxes_are_the_items() -> None:
    boxes = "".join(
        f"<section class=box><h2><a href=/s{box}>World {box}</a></h2><img src=/{box}.jpg><ul>"
        + "".join(f"<li><a href=/{box}/{at}>Headline {at} of the box {box}</a>" for at in range(5))
        + f"</ul><p><a href=/more{box}>More</a></section>"
        for box in range(4)
    )
    titles = [record.title for record in _of_page(boxes)]
    assert titles == [f"Headline {at} of the box {box}" for box in range(4) for at in range(5)]


def test_what_another_view_repeats_is_one_item() -> None:
    cards = "".join(
        f"<div class=card><h3><a href=/{at}>Good {at}</a></h3><p>${at}5.00</p></div>"
        for at in range(5)
    )
    records = _of_page(f"<div class=all>{cards}</div><div class=new>{cards}</div>")
    assert [record.title for record in records] == [f"Good {at}" for at in range(5)]


def test_goods_alike_that_lead_to_one_page_are_several() -> None:
    card = "<div class=card><h3><a href=/one>Good</a></h3><p>$5.00</p></div>"
    assert len(_of_page(card * 6)) == 6


def test_goods_in_a_drawer_are_no_items() -> None:
    goods = "".join(
        f"<div class=card><h3><a href=/{at}>Good {at}</a></h3><p>${at}5.00</div>" for at in range(5)
    )
    chosen = "".join(
        f"<div class=line><p>Chosen {at}</p><p>${at}7.00</p><a href=/x{at}>Remove</a></div>"
        for at in range(4)
    )
    drawer = f"<div class='offcanvas end' id=bag>{chosen}</div>"
    records = _of_page(f"{goods}<p>{_ABOUT * 9}</p>{drawer}")
    assert [record.title for record in records] == [f"Good {at}" for at in range(5)]


def test_the_posts_of_a_day_are_items_below_its_date() -> None:
    posts = {11: (1,), 12: (2, 3), 13: (4,), 14: (5, 6)}
    days = "".join(
        f"<div class=day><h2>Monday, {day} May 2026</h2>"
        + "".join(
            f"<div class=post><h3><a href=/{at}>News of 1{at}-May-2026</a></h3>"
            f"<p>Posted by Ann Lee at 10:1{at} with 12 comments and links to this post</p></div>"
            for at in own
        )
        + "</div>"
        for day, own in posts.items()
    )
    titles = [record.title for record in _of_page(days)]
    assert titles == [f"News of 1{at}-May-2026" for at in range(1, 7)]


def test_the_heading_above_goods_without_links_is_no_item() -> None:
    goods = "".join(
        f"<div class=col><img src=/{at}.jpg><h4>Good {at}</h4><p>Price {at}</p></div>"
        for at in range(6)
    )
    head = "<div class=col><h2>Our latest goods</h2><p>See all of them</p></div>"
    pages = "<div class=col><a href=/1>1</a> <a href=/2>2</a></div>"
    records = _of_page(f"<div class=row>{head}{goods}{pages}</div>")
    assert [record.title for record in records] == [f"Good {at}" for at in range(6)]


def test_what_follows_a_title_in_its_line_is_the_summary() -> None:
    items = "".join(
        f"<li><a href=/{at}>Thing {at}</a> (0 replies)<br>{_ABOUT}</li>" for at in range(4)
    )
    assert [record.summary for record in _of_page(f"<ul>{items}</ul>")] == [_ABOUT] * 4


def test_a_sentence_of_a_card_that_is_one_link_is_its_summary() -> None:
    cards = "".join(
        f"<div class=card><a href=/{at}><h3>Thing {at}</h3><p>The {at} of them. {_ABOUT}</p></a>"
        f"<p>{at} May 2026</p></div>"
        for at in range(1, 5)
    )
    summaries = [record.summary for record in _of_page(cards)]
    assert summaries == [f"The {at} of them. {_ABOUT}" for at in range(1, 5)]


def test_the_title_of_a_bold_link_has_none_of_the_pages_beside_it() -> None:
    rows = "".join(
        f"<tr><td><a href=/t{at}><b>Thread number {at}</b></a> [ Page: <a href=/t{at}/1>1</a>"
        f" <a href=/t{at}/2>2</a> ]</td><td>{at}</td><td>3 May 2026</td></tr>"
        for at in range(5)
    )
    titles = [record.title for record in _of_page(f"<table>{rows}</table>")]
    assert titles == [f"Thread number {at}" for at in range(5)]


def test_authors_whom_one_line_names_wrote_together() -> None:
    items = "".join(
        f"<li><h3><a href=/{at}>News {at}</a></h3><p><a href=/author/ann>Ann Lee</a> &amp; "
        f"<a href=/author/bo>Bo Mann</a></p><p>{_ABOUT}</p></li>"
        for at in range(3)
    )
    authors = [record.author for record in _of_page(f"<ul>{items}</ul>")]
    assert authors == ["Ann Lee, Bo Mann"] * 3


def test_the_employer_is_no_title_of_a_job() -> None:
    jobs = "".join(
        f"<div class=card><div class=who><h3><a href=/employer/{at}>Firm {at}</a></h3></div>"
        f"<h4><a href=/job/{at}>Baker of bread {at}</a></h4><p>{_ABOUT * 3}</p>"
        "<p>Full Time</p></div>"
        for at in range(4)
    )
    found = _of_page(jobs)
    assert [record.title for record in found] == [f"Baker of bread {at}" for at in range(4)]
    employers = [record.attributes["hiringOrganization"] for record in found]
    assert employers == [f"Firm {at}" for at in range(4)]


def test_heads_that_come_again_within_a_table_are_no_items() -> None:
    head = "<tr><td>Address</td><td>What</td><td>Language</td></tr>"
    rows = [
        f"<tr><td><a href=/{at}>Page {at}</a></td><td>About {at}</td><td>English</td></tr>"
        for at in range(12)
    ]
    table = f"<table>{head}{''.join(rows[:6])}{head}{''.join(rows[6:])}</table>"
    assert [record.title for record in _of_page(table)] == [f"Page {at}" for at in range(12)]


def test_questions_that_open_their_answers_are_no_list_beside_one() -> None:
    rows = "".join(
        f"<tr><td><a href=/{at}>site{at}.example</a></td><td>{at}</td></tr>" for at in range(5)
    )
    asked = "".join(
        f"<div class=q><a href='#a{at}'>What is {at}?</a><p id=a{at}>{_ABOUT * 4}</p></div>"
        for at in range(9)
    )
    table = f"<table><tr><th>Site</th><th>Rank</th></tr>{rows}</table>"
    titles = [record.title for record in _of_page(f"{table}<h2>Questions</h2>{asked}")]
    assert titles == [f"site{at}.example" for at in range(5)]


def test_a_post_that_is_set_otherwise_before_the_others_is_an_item() -> None:
    posts = "".join(
        f"<article class=small><h3><a href=/{at}>News {at}</a></h3><p>{at} May 2026</p></article>"
        for at in range(1, 6)
    )
    first = (
        "<article class=big><header><h3><a href=/0>News 0</a></h3></header>"
        f"<div><p>6 May 2026</p><p>{_ABOUT}</p></div></article>"
    )
    page = f"<div class=first>{first}</div><div class=rest>{posts}</div>"
    assert [record.title for record in _of_page(page)] == [f"News {at}" for at in range(6)]


def test_the_heads_of_posts_that_stand_before_them_are_theirs() -> None:
    posts = "".join(
        f"<div class=head><h3><a href=/{at}>News {at}</a></h3></div>"
        f"<div class=body><p>{at} May 2026</p><p>The text of {at}. {_ABOUT}</p></div>"
        for at in range(1, 6)
    )
    found = _of_page(f"<div class=all>{posts}</div>")
    assert [record.title for record in found] == [f"News {at}" for at in range(1, 6)]
    assert [record.date for record in found] == [f"2026-05-0{at}" for at in range(1, 6)]


def test_two_goods_below_filters_are_the_items() -> None:
    goods = "".join(
        f"<div class=col><a href=/{at}>Bread maker {at}</a><p>${at}50</p></div>" for at in (1, 2)
    )
    filters = "<ul><li>$100 to $200</li><li>$200 and more</li></ul>"
    page = (
        f"<div class=search-results><div class=row>{filters}"
        f"<div class=product-grid>{goods}<div class=foot>2 products</div></div></div></div>"
    )
    assert [record.title for record in _of_page(page)] == ["Bread maker 1", "Bread maker 2"]


def test_a_title_after_the_sign_of_another_link_leads_where_it_says() -> None:
    items = "".join(
        f"<li><a href=/info/{at}><img src=/info.gif alt='[Info]'></a> <a href=/book/{at}><cite>Book"
        f" number {at}</cite> (1918)</a>, by Ann Lee (page images)</li>"
        for at in range(4)
    )
    found = _of_page(f"<table><tr><td><b>Filed under: Books</b><ul>{items}</ul></td></tr></table>")
    assert [record.title for record in found] == [f"Book number {at} (1918)" for at in range(4)]
    assert {record.url for record in found} == {
        f"https://city.example/book/{at}" for at in range(4)
    }
    assert not any(record.attributes for record in found)


def test_replies_that_a_list_nests_are_items_by_whom_italics_name() -> None:
    def mail(at: int, replies: str = "") -> str:
        nested = f"<ul>{replies}</ul>" if replies else ""
        return f"<li><a href=/{at}>[users] Question number {at}</a>\n<i>Ann Lee</i>{nested}"

    page = "".join(mail(at, mail(at + 1, mail(at + 2))) for at in range(1, 13, 3))
    found = _of_page(f"<h1>Archive</h1><ul>{page}</ul>")
    assert [record.title for record in found] == [
        f"[users] Question number {at}" for at in range(1, 13)
    ]
    assert {record.author for record in found} == {"Ann Lee"}


def test_a_message_with_many_answers_to_one_answer_is_no_part_of_the_layout() -> None:
    def mail(at: int, replies: str = "") -> str:
        nested = f"<ul>{replies}</ul>" if replies else ""
        return f"<li><a href=/{at}>[users] Question number {at}</a>\n<i>Ann Lee</i>{nested}"

    deepest = "".join(map(mail, range(4, 8)))
    thread = mail(1, mail(2, mail(3, deepest)) + mail(8) + mail(9) + mail(10))
    found = _of_page(f"<h1>Archive</h1><ul>{mail(0)}{thread}{mail(11)}{mail(12)}</ul>")
    assert sorted(record.url.rpartition("/")[2] for record in found) == sorted(
        str(at) for at in range(13)
    )


def test_an_icon_beside_each_item_in_a_control_is_no_photo() -> None:
    card = "<li><button><img src=/Icon.gif></button><a href=/{0}>Meeting {0}</a><p>May {0}, 2020"
    found = _of_page(f"<ul>{''.join(card.format(day) for day in range(4, 9))}</ul>")
    assert [record.image for record in found] == [""] * 5


def test_tags_that_a_list_nests_are_no_items() -> None:
    tags = "<ul><li><a href=/t1>Bread</a></li><li><a href=/t2>Salt</a></li></ul>"
    items = "".join(
        f"<li><a href=/{at}>News of the day number {at}</a>{tags}</li>" for at in range(4)
    )
    titles = [record.title for record in _of_page(f"<ul>{items}</ul>")]
    assert titles == [f"News of the day number {at}" for at in range(4)]


def test_a_day_without_its_year_is_in_the_one_by_the_copyright_that_has_that_weekday() -> None:
    days = ("Thu, Apr 9", "Fri, Apr 17", "Wed, Apr 22")
    items = "".join(
        f"<li><h3><a href=/{at}>Concert number {at}</a></h3><p>{day}, 7 PM</p></li>"
        for at, day in enumerate(days)
    )
    found = _of_page(f"<ul>{items}</ul><footer>© 2025 The Hall</footer>")
    assert [record.date for record in found] == ["2026-04-09", "2026-04-17", "2026-04-22"]


def test_a_heading_of_a_path_is_named_whole_and_leads_to_its_end() -> None:
    items = "".join(
        f"<article><h3><a href=/u{at}>user{at}</a> / <a href=/u{at}/code>code {at}</a></h3>"
        f"<p>{_ABOUT}</p></article>"
        for at in range(4)
    )
    found = _of_page(items)
    assert [record.title for record in found] == [f"user{at} / code {at}" for at in range(4)]
    assert [record.url for record in found] == [
        f"https://city.example/u{at}/code" for at in range(4)
    ]


def test_what_says_the_title_again_is_no_summary_and_no_label_of_it() -> None:
    items = "".join(
        f"<li><h3><a href=/{at}>The concert with number {at} of a series</a></h3>"
        f"<p>Save this event: The concert with number {at} of a series</p><p>$5</p></li>"
        for at in range(4)
    )
    found = _of_page(f"<ul>{items}</ul>")
    assert {record.summary for record in found} == {""}
    assert not any("Save this event" in record.attributes for record in found)


def test_the_day_in_a_line_comes_before_one_in_the_text() -> None:
    items = "".join(
        f"<li><h3><a href=/{at}>News {at}</a></h3><p>The city of 11 June 2017 has told the people "
        f"that it will. {_ABOUT * 3}</p><p>by Ann Lee | 1{at} July 2017</p></li>"
        for at in range(4)
    )
    dates = [record.date for record in _of_page(f"<ul>{items}</ul>")]
    assert dates == [f"2017-07-1{at}" for at in range(4)]


def test_headings_that_are_days_date_what_follows() -> None:
    posts = [
        f"<div class=post><h3><a href=/{at}>Post {at}</a></h3><p>{_ABOUT}</p></div>"
        for at in range(4)
    ]
    days = ["<h2>Friday, March 18, 2016</h2>", "<h2>Thursday, March 17, 2016</h2>"]
    page = "".join([days[0], *posts[:2], days[1], *posts[2:]])
    dates = [record.date for record in _of_page(page)]
    assert dates == ["2016-03-18"] * 2 + ["2016-03-17"] * 2


def test_a_long_byline_with_a_date_names_its_author() -> None:
    items = "".join(
        f"<li><h3><a href=/{at}>News {at}</a></h3><p>Posted by Editor on Sunday March 08, 2026 "
        f"@03:34AM from the department of {at} things</p><p>{_ABOUT}</p></li>"
        for at in range(4)
    )
    assert {record.author for record in _of_page(f"<ul>{items}</ul>")} == {"Editor"}


def test_years_of_other_calendars_are_no_dates() -> None:
    items = "".join(
        f"<li><h3><a href=/{at}>News {at}</a></h3><p>1402-10-2{at}</p></li>" for at in range(4)
    )
    assert {record.date for record in _of_page(f"<ul>{items}</ul>")} == {""}


def test_the_heading_of_a_card_that_is_one_link_is_its_title_though_all_say_it() -> None:
    cards = "".join(
        f"<div class=card><a href=/{at}><div>{state}</div><img src=/{at}.jpg><h3>The works</h3>"
        "<p>$100</p></a></div>"
        for at, state in enumerate(("Running", "Still to come", "Over", "Running", "Still to come"))
    )
    assert {record.title for record in _of_page(cards)} == {"The works"}


_GOODS = "<li class='{}'><h3><a href=/{}>Tea of {}</a></h3><p>${}.00</p></li>"


def test_goods_in_the_cart_are_no_items_beside_those_of_the_page() -> None:
    cart = "".join(_GOODS.format("mini", at, f"winter {at}", at + 4) for at in range(3))
    shop = "".join(_GOODS.format("product", at, f"spring {at}", at + 7) for at in range(4))
    body = f"<ul class='header-cart side'>{cart}</ul><ul class=side>{shop}</ul>"
    document = read(Page("https://shop.example/", f"<body>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Tea of spring {at}" for at in range(4)]


def test_columns_of_a_menu_are_no_items() -> None:
    links = "".join(
        f"<a href=/{at}>Watches for {at}</a> " for at in ["runners", "divers", "pilots"]
    )
    column = f"<li><p>Products of all kinds</p>{links}</li>"
    document = read(Page("https://shop.example/", f"<body><nav><ul>{column * 5}</ul></nav></body>"))
    assert Listing(document, np.ones(len(document.blocks), np.bool_)).records == ()


def test_items_of_a_list_that_is_called_a_clone_as_a_whole_are_items() -> None:
    cards = "".join(f"<li><h3><a href=/{at}>Service {at}</a></h3></li>" for at in range(4))
    document = read(Page("https://a.example/", f"<body class='menu-clone'><ul>{cards}</ul></body>"))
    assert len(Listing(document, np.ones(len(document.blocks), np.bool_)).records) == 4


def _post(title: str) -> str:
    name = f"<h2><a href=/{title[:5]}>{title}</a></h2>"
    return f"<article>{name}<p>{_ABOUT}</p><p>1 May 2021</p></article>"


@pytest.mark.parametrize(
    ("body", "titles"),
    [
        (f"<main>{_post('Newest')}</main><aside>{'<article><h4><a href=/o>Old one' * 3}", 1),
        (f"<aside id=featured>{_post('Newest')}</aside><ol>{'<li>{}</li>' * 3}</ol>", 4),
    ],
    ids=["beside it", "before the others"],
)
def test_posts_of_a_side_bar_are_no_items_but_the_featured_one_is(body: str, titles: int) -> None:
    posts = body.format(*map(_post, ("Second", "Third", "Fourth")))
    document = read(Page("https://blog.example/", f"<body>{posts}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == ["Newest", "Second", "Third", "Fourth"][:titles]


def test_events_named_alike_are_not_named_by_their_days() -> None:
    item = (
        "<div class=item><h2>{0}/04/2016</h2><h3><a href=/{0}>Track club</a></h3><p>Run</p></div>"
    )
    found = _listed("".join(item.format(n) for n in range(10, 16)))
    assert [record.title for record in found] == ["Track club"] * 6


def test_items_named_alike_are_named_by_what_their_pictures_say() -> None:
    games = ("Slay the Spire", "Apex Legends", "Icarus", "Second Life")
    item = (
        "<div class=item><img alt='{0}' src=/{1}.jpg><p><a href=/{1}>Tags</a></p><p>{1}9.99 €</div>"
    )
    found = _listed("".join(item.format(name, at) for at, name in enumerate(games, 1)))
    assert [record.title for record in found] == [*games]


def test_paragraphs_of_a_page_that_is_called_a_list_are_no_items() -> None:
    body = "".join(
        f"<p>{'A watch winds itself as you go, with no battery. ' * 4}</p>" for _ in "abcd"
    )
    document = read(Page("https://example.com/", f"<body><h1>Automatic watches</h1>{body}</body>"))
    assert Listing(document, np.ones(len(document.blocks), np.bool_)).records == ()


def test_buttons_of_a_filter_are_no_items() -> None:
    choices = "".join(
        f"<div><button>{name} watches</button></div>" for name in ("All", "Old", "New")
    )
    document = read(Page("https://example.com/", f"<body><h1>Watches</h1>{choices}</body>"))
    assert Listing(document, np.ones(len(document.blocks), np.bool_)).records == ()


def test_a_ground_may_have_spaces_in_its_address() -> None:
    style = "background-image: url('/a\\ b%20{}.png')"
    found = _records([f'<div style="{style.format(at)}">Open</div>' for at in range(3)])
    assert found[1].image == "https://example.com/a%20b%201.png"


def test_lines_that_are_days_date_the_tables_below_them() -> None:
    table = "<p>{0}</p><table><tr><th>Case<th>Title{1}</table>"
    row = "<tr><td>A-{0}<td><a href=/{0}>State v. Number {0}</a>"
    tables = (
        table.format(day, "".join(row.format(f"{at}{n}") for n in range(3)))
        for at, day in enumerate(("July 2, 2024", "June 25, 2024"))
    )
    document = read(Page("https://example.com/", f"<body>{''.join(tables)}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == ["2024-07-02"] * 3 + ["2024-06-25"] * 3


def test_sentences_with_links_are_no_items_beside_posts() -> None:
    text = "".join(f"<li>Here you can read <a href=/t{at}>tip number {at}</a></li>" for at in "abc")
    posts = "".join(
        f"<article><h2><a href=/{at}>Post number {at} of the blog</a></h2></article>"
        for at in range(5)
    )
    document = read(Page("https://example.com/", f"<body><ol>{text}</ol>{posts}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.url for record in found] == [f"https://example.com/{at}" for at in range(5)]


def test_a_year_in_the_headline_of_one_item_is_not_that_of_the_next() -> None:
    titles = ("Plans for 2027 are out", "Driver of an old card", "Window manager")
    items = "".join(
        f"<article><h2><a href=/{at}>{title}</a></h2><p>{at + 3} March 08:17 PM, Drivers</article>"
        for at, title in enumerate(titles)
    )
    document = read(Page("https://example.com/", f"<body>{items}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == [""] * 3


def test_the_year_at_the_end_of_a_title_is_that_of_its_day() -> None:
    items = [f"<p>Mar {day} in Chicago</p>" for day in (14, 15, 16)]
    body = "".join(
        f"<li><p><a href=/{at}>Conference of the {at} sea 2026</a></p>{item}</li>"
        for at, item in enumerate(items)
    )
    document = read(Page("https://example.com/", f"<body><ul>{body}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == ["2026-03-14", "2026-03-15", "2026-03-16"]


def test_paragraphs_of_cards_are_no_items() -> None:
    text = (
        "Acquire the skills that you need to lead a team of makers over twelve long months in all."
    )
    cards = "".join(
        f"<div><a href=/{at}><div><div>Certificate number {at}</div><div><p>{text} Ask {at}.</p>"
        f"{'<p>Also given in Spanish.</p>' if at % 2 else ''}</div></div></a></div>"
        for at in range(6)
    )
    document = read(Page("https://example.com/", f"<body>{cards}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Certificate number {at}" for at in range(6)]


def test_a_day_with_a_link_beside_it_dates_the_items_below() -> None:
    item = "<li><a href=/{0}.pdf>S19G{0}. Collins v. The Clinic of {0}</a></li>"
    body = "".join(
        f"<p>{day} – <a href=/{at}>SUMMARIES</a></p>"
        f"<ul>{''.join(item.format(f'{at}{n}') for n in range(3))}</ul>"
        for at, day in enumerate(("December 23, 2019", "December 9, 2019"))
    )
    document = read(Page("https://example.com/", f"<body><h3>December</h3>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == ["2019-12-23"] * 3 + ["2019-12-09"] * 3


def test_the_year_that_a_schedule_begins_with_is_that_of_its_days() -> None:
    body = "".join(
        f"<li><h3><a href=/{year}>{year} Board Meetings</a></h3><p>January {day} at 1 pm</p></li>"
        for year, day in ((2019, 22), (2018, 17), (2017, 18))
    )
    document = read(
        Page("https://example.com/", f"<body><h2>Since 2020</h2><ul>{body}</ul></body>")
    )
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == ["2019-01-22", "2018-01-17", "2017-01-18"]


def test_days_in_figures_alone_are_items_and_no_pager() -> None:
    days = "".join(f"<p><a href=/{at}.pdf>10-0{at}-19</a></p>" for at in range(1, 9))
    assert len(_of_page(f"<h1>Board</h1><h3>Agendas of the meetings</h3>{days}")) == 8


def test_dates_with_dots_put_the_day_first() -> None:
    found = _records(["<p>3.11.2026</p>", "<p>4.11.2026</p>", "<p>5.11.2026</p>"])
    assert [record.date for record in found] == ["2026-11-03", "2026-11-04", "2026-11-05"]


def test_two_goods_are_the_list_and_not_the_choices_beside_them() -> None:
    choices = "".join(f"<li><a href=?b={at}>Brand{at} (3)</a></li>" for at in range(5))
    goods = "".join(
        f"<div class=item><img src=/{name}.jpg><a href=/t/{name}>{name} tea</a>"
        f"<div>$1{at}.50</div></div>"
        for at, name in enumerate(("Green", "Black"))
    )
    body = f"<body><h1>Tea</h1><div><ul>{choices}</ul></div><div>{goods}</div></body>"
    document = read(Page("https://example.com/", body))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == ["Green tea", "Black tea"]


def test_papers_of_a_day_are_named_by_the_heading_of_their_list() -> None:
    days = ("March 4", "April 5", "May 6")
    body = "".join(
        f"<h2>{name}</h2><ul>"
        + "".join(
            f"<li>{day}, 2024: <a href=/m{name[0]}{at}>Minutes</a> | <a href=/a>Agenda</a></li>"
            for at, day in enumerate(days)
        )
        + "</ul>"
        for name in ("Parks Board", "Library Trustees", "Planning Board")
    )
    document = read(Page("https://example.com/", f"<body><h1>Minutes</h1>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found[2:5]] == ["Parks Board", *["Library Trustees"] * 2]
    assert len(found) == 9


def test_short_links_of_a_side_bar_are_no_list() -> None:
    links = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("Films", "Music", "Plays"))
    text = "<p>A coat for wet days, with a hood and two pockets, of wool from the north.</p>"
    document = read(
        Page("https://example.com/", f"<body>{text}<aside><ul>{links}</ul></aside></body>")
    )
    assert Listing(document, np.ones(len(document.blocks), np.bool_)).records == ()


def test_a_directory_is_a_list_whatever_its_page_is_called() -> None:
    firms = "".join(
        f"<div><p><b>Clinic {at}</b><br>1{at} High Street<br>Tel: (217) 555-010{at}<br>"
        f"<a href=//c{at}.example>Site</a></p></div>"
        for at in range(8)
    )
    document = read(Page("https://example.com/", f"<body><h1>Members</h1>{firms}</body>"))
    likely = np.ones(len(document.blocks), np.bool_)
    found = Listing(document, likely, {Genre.OTHER: 1.0}, is_list=False).records
    assert len(found) == 8


def test_days_of_tables_are_named_by_the_headings_above_these() -> None:
    body = "".join(
        f"<h3>{name}</h3><table><tr><th>Date<th>Agenda<th>Minutes</tr>"
        + "".join(
            f"<tr><td>{at + 2}/1{at}/2024<td><a href=/{name[0]}{at}>Agenda</a><td>none"
            for at in range(4)
        )
        + "</table>"
        for name in ("City Council", "Zoning Board", "Park Board")
    )
    document = read(Page("https://example.com/", f"<body><h1>Agendas</h1>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found[3:5]] == ["City Council", "Zoning Board"]


def test_years_above_lists_do_not_name_their_days() -> None:
    body = "".join(
        f"<h2>{year} meetings</h2><ul>"
        + "".join(f"<li><a href=/{year}{at}>May {at}, {year}</a></li>" for at in range(3, 7))
        + "</ul>"
        for year in (2025, 2024)
    )
    document = read(Page("https://example.com/", f"<body><h1>Minutes</h1>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found[3:5]] == ["May 6, 2025", "May 3, 2024"]


def test_a_line_to_sort_by_before_dated_articles_is_none() -> None:
    sort = "<div><a href=/search>New search</a><b>6 found</b><i>Sort: <a href=/up>up</a></i></div>"
    cards = "".join(
        f"<div><h2><a href=/{n}>The dog {n} of six</a></h2><b>1{n} May 2021</b><i>Small</i></div>"
        for n in range(6)
    )
    assert len(_of_page(f"<main>{sort}{cards}</main>")) == 6


def test_two_cards_outweigh_promotions_at_the_foot() -> None:
    cards = "".join(
        f"<div class=card><a href=/{name}><h5>{name}</h5><p>{age}, M</p></a></div>"
        for name, age in (("Twila", "Senior"), ("Rococo", "Adult"))
    )
    links = "".join(
        f"<div class=box><a href=/{n}><b>Foster pet {n}</b><p>At home for {n} weeks.</p></a></div>"
        for n in range(4)
    )
    page = f"<h1>Cats</h1><p>{_ABOUT * 9}</p><div>{cards}</div><aside>{links}</aside>"
    assert [record.title for record in _of_page(page)] == ["Twila", "Rococo"]


def test_pages_of_a_site_that_was_found_are_no_items_of_their_own() -> None:
    deep = "".join(
        f"<li><h3><a href=/deep-{n}>Part {n}</a></h3><p>About it, in a few words.</p></li>"
        for n in "abcde"
    )
    found = "".join(
        f"<li class=algo><h2><a href=/site-{n}>Site number {n}</a></h2><p>{_ABOUT} It is {n}.</p>"
        f"{f'<ul>{deep}</ul>' if not n else ''}</li>"
        for n in range(9)
    )
    assert len(_of_page(f"<h1>Found</h1><ol>{found}</ol>")) == 9


def test_links_to_share_by_beside_articles_are_no_items() -> None:
    hosts = ("www.facebook.com/sharer", "plus.google.com", "twitter.com")
    articles = "".join(
        "<article><ul>"
        + "".join(f"<li><a href='https://{host}/share?u={n}'>Share it</a></li>" for host in hosts)
        + f"</ul><h2><a href=/{n}>The cover of film {n}</a></h2>"
        f"<ul><li class=count>0</li><li class=count>1{n}.12.17</li></ul></article>"
        for n in range(5)
    )
    found = _of_page(f"<main>{articles}</main>")
    assert [record.title for record in found] == [f"The cover of film {n}" for n in range(5)]


def test_the_only_thread_of_a_board_is_one_item_and_not_its_cells() -> None:
    cells = (
        "<h4><a href=/t/1>How to feed a starter</a></h4><i><a href=/u>Ann</a></i> 5 Jan 2018",
        "<dl><dt>Replies</dt><dd>2</dd></dl>",
        "<p><b><a href=/t/1/last>27 Jul 2018</a></b></p>",
    )
    thread = "".join(f"<div class=cell>{cell}</div>" for cell in cells)
    document = read(
        Page("https://a.example/", f"<body><h1>Sourdough</h1><div>{thread}</div></body>")
    )
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [(record.title, record.date) for record in found] == [
        ("How to feed a starter", "2018-01-05")
    ]


def test_the_only_one_of_the_goods_is_the_item_and_not_the_sections_of_the_page() -> None:
    goods = "<ul class=products><li><h2><a href=/p>Cement</a></h2><p>$34.90</p></li></ul>"
    parts = (
        f"<h2>Our hours</h2><p>{_ABOUT} <a href=/hours>Hours</a></p>",
        f"<h2>Our goods</h2><p>{_ABOUT} <a href=/all>All</a></p>{goods}",
        f"<h2>Our terms</h2><p>{_ABOUT} <a href=/terms>Terms</a></p>",
    )
    body = "".join(f"<section class=part>{part}</section>" for part in parts)
    document = read(Page("https://a.example/", f"<body>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [(record.title, record.price) for record in found] == [("Cement", "$34.90")]


def _dated(number: int) -> str:
    link = f"<h2><a href=/{number}>Story number {number}</a></h2>"
    return f"{link}<p>{number} May 2026</p><p>Something was said of it, in a few words.</p>"


def test_a_post_that_is_set_otherwise_than_those_after_it_is_a_record() -> None:
    others = "".join(f"<div class=item>{_dated(number)}</div>" for number in range(2, 6))
    lead = f"<div class=leading><div class=big>{_dated(1)}</div></div>"
    records = _listed(f"<h1>News</h1>{lead}<div class=row>{others}</div>")
    assert [record.title for record in records] == [f"Story number {n}" for n in range(1, 6)]
    bare = _listed(f"<h2><a href=/>Town</a></h2><p>News</p><div class=row>{others}</div>")
    assert len(bare) == 4


def _card(number: int, kicker: str = "<span>Sport</span>") -> str:
    photo = f"<a href=/sport/{number}><img src=/{number}.jpg alt=''>{kicker}"
    return f"<div>{photo}<h2>The game number {number}</h2></a></div>"


@pytest.mark.parametrize("kicker", ["<span>Sport</span>", "<p>Sport</p>", ""])
def test_a_front_page_leads_with_one_story_and_a_few_before_the_rest(kicker: str) -> None:
    rest = "".join(
        f"<li><a href=/sport/{n}><h2>The game number {n}</h2></a><p>{_ABOUT}" for n in range(4, 14)
    )
    few = f"<div class=few>{_card(1)}{_card(2)}{_card(3)}</div>"
    records = _listed(f"<h1>News</h1><div class=lead>{_card(0, kicker)}</div>{few}<ul>{rest}</ul>")
    assert [record.title for record in records] == [f"The game number {n}" for n in range(14)]


def test_a_link_to_the_section_of_the_stories_below_it_is_none_of_them() -> None:
    names = ("sport", "culture", "science", "travel")
    body = "".join(
        f"<section><div class=head><h2><a href=/{name}/>{name.title()}</a></h2><a class=all"
        f" href=/{name}/>See all</a></div><div class=grid>"
        + "".join(
            f"<div class=card><a href=/{name}/{n}.html><img src=/{name}{n}.jpg></a>"
            f"<h3><a href=/{name}/{n}.html>Great news {n} of the {name}</a></h3></div>"
            for n in range(4)
        )
        + "</div></section>"
        for name in names
    )
    assert [record.title for record in _listed(body)] == [
        f"Great news {n} of the {name}" for name in names for n in range(4)
    ]


def test_what_an_address_with_a_slash_at_its_end_names_twice_is_no_section() -> None:
    needed = (("Cream cheese", "250 g"), ("Sugar", "60 g"), ("Cream cheese", "40 g"), ("Eggs", "2"))
    rows = "".join(
        f"<tr><td><a href=/category/{name[:2]}/>{name}</a></td><td>{amount}</td></tr>"
        for name, amount in needed
    )
    assert [record.title for record in _listed(f"<table>{rows}</table>")] == [n for n, _ in needed]


@pytest.mark.parametrize(
    ("name", "titles"), [("Baking blog", ["Pumpkin pie"]), ("Pumpkin pie", [])]
)
def test_a_post_that_the_page_is_about_is_no_list_of_one(name: str, titles: list[str]) -> None:
    post = (
        "<div class='hentry post'><h2><a href=/pie>Pumpkin pie</a></h2>"
        "<p>Posted by Chef John at noon.</p><p>It is as good as ever, and needs an hour.</p></div>"
    )
    page = Page("https://example.com/", f"<title>{name}</title><body>{post}</body>")
    document = read(page)
    listing = Listing(document, np.ones(len(document.blocks), np.bool_), {Genre.LISTING: 1}, False)
    assert [record.title for record in listing.records] == titles


def test_a_lone_item_as_long_as_a_text_is_no_list() -> None:
    told = "<p>It is as good as ever, and needs an hour in the oven.</p>"
    found = {}
    for times in (2, 30):
        post = f"<div class='hentry post'><h2><a href=/pie>Pumpkin pie</a></h2>{told * times}</div>"
        document = read(Page("https://example.com/", f"<title>A blog</title><body>{post}</body>"))
        found[times] = len(Listing(document, np.ones(len(document.blocks), np.bool_)).records)
    assert found == {2: 1, 30: 0}


def test_paragraphs_with_a_link_each_are_no_list_unless_the_page_is_one() -> None:
    told = (
        "went eleven and one this year without losing a game at home to anybody, and so they play"
    )
    text = "".join(
        f"<p>The team of {name} {told} <a href=/{name}>the others</a> on Saturday.</p>"
        for name in ("Ulm", "Kiel", "Bonn", "Jena", "Gera", "Hof")
    )
    page = Page("https://example.com/", f"<body><h1>The season</h1><div>{text}</div></body>")
    document = read(page)
    likely = np.ones(len(document.blocks), np.bool_)
    assert not Listing(document, likely, {Genre.LISTING: 1}, is_list=False).records


def test_a_link_to_the_section_of_its_items_is_none_of_them_with_www_or_without() -> None:
    items = "".join(
        f"<li><a href=/dir/{n}>The great story {n}</a><p>{_ABOUT}</p>" for n in range(4)
    )
    head = "<li><a href='https://www.example.com/dir/'>BLOG entries</a></li>"
    assert [record.title for record in _listed(f"<ul>{head}{items}</ul>")] == [
        f"The great story {n}" for n in range(4)
    ]


def test_cards_that_lead_to_a_job_each_are_a_list_though_unlikely() -> None:
    cards = "".join(
        f"<a href=/job/{n}><h3>Brewer of {name}</h3><p>Vollzeit • {name}</p></a>"
        for n, name in enumerate(("Ulm", "Hof", "Kiel", "Bonn"))
    )
    text = f"<p>{_ABOUT} {_ABOUT}</p>"
    page = f"<body><h1>Working here</h1>{text}<div class=jobs>{cards}</div></body>"
    document = read(Page("https://example.com/", page))
    likely = np.array([block.tag == "p" and "All" in block.text for block in document.blocks])
    listing = Listing(document, likely, {Genre.SERVICE: 0.8, Genre.LISTING: 0.2}, is_list=False)
    assert [record.type for record in listing.records] == ["job"] * 4


def test_dated_things_of_a_page_of_events_are_events() -> None:
    cards = "".join(
        f"<li><h3><a href=/e/{n}>Evening {n}</a></h3><p>May {n + 1}, 2026</p><p>$1{n}.00</p></li>"
        for n in range(4)
    )
    document = read(Page("https://example.com/events/", f"<body><ul>{cards}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert {record.type for record in found} == {"event"}
