"""Which rows of tables are items."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.render.page import Page

_ROWS = "".join(
    f"<tr><td>0{n}/03/2026<td><a href=/{n}>Doe v. Roe the {name}</a><td>No. {n}"
    for n, name in enumerate(["First", "Second", "Third", "Fourth"], start=1)
)
_TITLES = [f"Doe v. Roe the {name}" for name in ("First", "Second", "Third", "Fourth")]


def _titles(html: str) -> list[str]:
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    return [r.title for r in Listing(document, np.ones(len(document.blocks), np.bool_)).records]


@pytest.mark.parametrize(
    "head",
    [
        "<thead><tr><td>Date<td>Case<td>Number</thead>",
        "<tr><th>Date<th>Case<th>Number",
        "<tr><td><b>Date</b><td><b>Case</b><td><b>Number</b>",
        "<tr><td>Date<td><a href=?by=case>Case</a><td>Number",
        "<tr><td colspan=3>March",
    ],
    ids=["thead", "th", "bold", "links that sort", "month"],
)
def test_heads_of_tables_are_no_items(head: str) -> None:
    assert _titles(f"<table>{head}{_ROWS}</table>") == _TITLES


def test_a_heading_between_rows_is_no_item() -> None:
    between = _ROWS.replace("<tr><td>03", "<tr><td colspan=3>April<tr><td>03")
    assert _titles(f"<table>{between}</table>") == _TITLES


def test_a_linked_note_of_one_cell_below_several_columns_is_no_item() -> None:
    note = "<tr><td colspan=3><a href=/viewer>Download the viewer</a>"
    assert _titles(f"<table>{_ROWS}{note}</table>") == _TITLES


def test_rows_up_to_the_next_with_a_link_are_one_item() -> None:
    rows = "".join(
        f"<tr><td colspan=2><a href=/{n}>{title}</a><tr><td>No.<td>{n}<tr><td>Judge<td>Nobody"
        for n, title in enumerate(_TITLES)
    )
    assert _titles(f"<table>{rows}</table>") == _TITLES


def test_a_table_in_a_table_of_layout_holds_the_items() -> None:
    outer = f"<tr><td><a href=/>Home</a><tr><td><table>{_ROWS}</table><tr><td><a href=/x>Legal</a>"
    assert _titles(f"<table>{outer}</table>") == _TITLES


def _in_layout(table: str) -> str:
    """Return a table in a table of layout, among rows of far more words that repeat too."""
    about = "".join(
        f"<tr><td><p>{'All about it. ' * 12}</p><a href=/about/{n}>More of it, number {n}</a>"
        for n in range(2)
    )
    return f"<table>{about}<tr><td><table>{table}</table></table>"


@pytest.mark.parametrize("head", ["<tr><th>Date<th>Case<th>Number", ""])
def test_a_table_holds_the_items_however_few_its_words_in_the_layout(head: str) -> None:
    assert _titles(_in_layout(head + _ROWS)) == _TITLES


def test_a_table_of_next_to_no_words_is_not_the_pages_list() -> None:
    """It has links to a few pages, beside a text in several parts."""
    links = "".join(f"<tr><td><a href=/{n}>Link {n}</a>" for n in range(3))
    assert _titles(_in_layout(links))[0].startswith("More of it")


def test_nothing_but_such_rows_goes_on_with_a_table_under_heads() -> None:
    head = "<tr><th>Date<th>Case<th>Number"
    cards = "".join(f"<li><a href=/c/{n}>Some other thing {n}</a> 0{n}/04/2026" for n in range(9))
    assert _titles(f"<table>{head}{_ROWS}</table><ul>{cards}</ul>") == _TITLES
    assert len(_titles(f"<table>{_ROWS}</table><ul>{cards}</ul>")) > len(_TITLES)


def test_of_tables_beside_each_other_those_under_heads_hold_the_items() -> None:
    parties = "<tr><td>Plaintiff<td>for<td>Jane Doe<tr><td>Defendant<td>for<td>Richard Roe"
    head = "<tr><td>Date<td>Case<td>Number"
    assert _titles(f"<table>{parties}</table><table>{head}{_ROWS}</table>") == _TITLES


@pytest.mark.parametrize("kind", ["", " class=names"])
def test_the_names_beside_a_table_of_figures_are_kept(kind: str) -> None:
    names = "".join(f"<tr><td><a href=/{n}>The team of number {n}</a>" for n in range(4))
    figures = f"<tr>{'<td>7 of 9' * 12}" * 4
    heads = f"<tr>{'<td>Won' * 12}"
    found = _titles(f"<table{kind}>{names}</table><table>{heads}{figures}</table>")
    assert found[:4] == [f"The team of number {n}" for n in range(4)]


def test_a_table_without_heads_goes_on_with_a_short_one_that_has_some() -> None:
    head, row = "<tr><td>Date<td>Case<td>Number", _ROWS.split("<tr>")[1]
    months = f"<table>{head}<tr>{row}</table>" + f"<table>{_ROWS * 2}</table>"
    assert _titles(months) == [_TITLES[0], *_TITLES, *_TITLES]


def test_headings_between_rows_are_none_though_nearly_half_of_the_rows() -> None:
    parts = "".join(
        f"<tr><td><a href=/part{n}>Part of the forum {n}</a>"
        f"<tr><td><a href=/{n}>Board of number {n}</a><td>{n}<td>{n + 1}<td>n/a"
        f"<tr><td><a href=/{n}b>Other board of number {n}</a><td>{n}<td>{n + 1}<td>n/a"
        for n in range(2)
    )
    rest = "<tr><td><a href=/rest>The rest of it</a>"
    found = _titles(f"<table><tr><th>Forum<th>Topics<th>Posts<th>Last post{parts}{rest}</table>")
    assert [title.split()[0] for title in found] == ["Board", "Other"] * 2


def test_rows_are_items_though_one_of_their_cells_has_many_words_of_buttons() -> None:
    buttons = "".join(f"<a href=#>{at} of 5 stars, rate this book</a> " for at in range(1, 6))
    rows = "".join(
        f"<tr><td>{n}<td><a class=bookTitle href=/{n}>Book of number {n}</a><p>By nobody"
        f" <a href=#>score: 4,39{n}, and 44,62{n} people voted</a><td>{buttons}"
        for n in range(1, 5)
    )
    assert _titles(f"<table>{rows}</table>") == [f"Book of number {n}" for n in range(1, 5)]


def test_a_row_of_another_table_beside_one_with_heads_is_no_item() -> None:
    player = "<tr><td>Name:<td><a href=/a>Anna Berg</a>"
    facts = f"<table>{player}<tr><td>Joined:<td>2 May 2024</table>"
    rows = "".join(
        f"<tr><td>{n} May 2024<td><a href=/{n}>Event of number {n}</a><td>n/a" for n in range(1, 7)
    )
    heads = "<tr><th colspan=3>Events of the player<tr><th>Date<th>Event<th>Place"
    found = _titles(f"{facts}<table>{heads}{rows}</table>")
    assert found == [f"Event of number {n}" for n in range(1, 7)]


def test_what_stands_under_a_head_of_titles_is_one_though_several_rows_say_it() -> None:
    rows = "".join(
        f"<tr><td>{title}<td>Bern<td><a href=/{n}.pdf>Application form {n}</a>"
        for n, title in enumerate(["Baker"] * 3 + ["Cook", "Nurse"])
    )
    found = _titles(f"<table><tr><th>Title<th>Location<th>Action{rows}</table>")
    assert found == ["Baker"] * 3 + ["Cook", "Nurse"]


def test_heads_above_days_of_which_some_have_links_are_no_item() -> None:
    heads = "<tr><td>Deadline Date<td>Meeting Date<td>Minutes"
    heads = f"<tr><td colspan=3>2022 Commission of Landmarks{heads}"
    rows = "".join(
        f"<tr><td>January {at}, 2022<td>{day}<td>{day}"
        for at, day in (
            (4, "<a href=/4.pdf>February 1, 2022</a>"),
            (5, "<a href=/5.pdf>February 2, 2022</a>"),
            (6, "February 3, 2022"),
            (7, "February 4, 2022"),
        )
    )
    document = read(Page("https://city.example/", f"<body><table>{heads}{rows}</table></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == [f"2022-02-0{day}" for day in range(1, 5)]
    assert {record.attributes["Meeting Date"][:8] for record in found} == {"February"}
