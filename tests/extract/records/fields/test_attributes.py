"""What items say of themselves by name, and which of it is what."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.fields.attributes import attributes_of
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_NAMES = ("First", "Second", "Third", "Fourth")


def _records(html: str) -> tuple[Record, ...]:
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


def test_cells_are_attributes_under_the_heads_of_their_columns() -> None:
    head = "<tr><th>Docket<th colspan=2>Party Name<th>Filed on"
    rows = "".join(
        f"<tr><td><a href=/{n}>File number {n} as it was given to the court</a>"
        f"<td colspan=2>Doe v. {name}<td>0{n}/03/2026"
        for n, name in enumerate(_NAMES, start=1)
    )
    second = _records(f"<table>{head}{rows}</table>")[1]
    assert second.attributes["Party Name"] == second.title == "Doe v. Second"
    assert (second.attributes["Filed on"], second.date) == ("02/03/2026", "2026-02-03")
    assert second.url == "https://example.com/2"


@pytest.mark.parametrize(
    "item",
    [
        "<p><a href=/{0}>The {0} item</a></p><p>Country: Land of {0}</p><p>Year: 1900</p>",
        "<p><a href=/{0}>The {0} item</a></p><dl><dt>Country<dd>Land of {0}<dt>Year<dd>1900</dl>",
        "<p><a href=/{0}>The {0} item</a></p><p><b>Country:</b></p><p>Land of {0}</p><p>Year: 1900",
    ],
    ids=["before a colon", "terms", "a block of its own"],
)
def test_labels_that_items_share_name_what_follows(item: str) -> None:
    found = _records("<ul>" + "".join(f"<li>{item.format(name)}</li>" for name in _NAMES) + "</ul>")
    assert [record.attributes for record in found] == [
        {"Country": f"Land of {name}", "Year": "1900"} for name in _NAMES
    ]


def test_an_item_has_author_summary_and_rating() -> None:
    items = "".join(
        f"<li><h3><a href=/{name}>The {name} book</a></h3><span class=author>{name} Doe</span>"
        f"<p>All about {name}, in some words that say what it is.</p><div>4.5 out of 5</div></li>"
        for name in _NAMES
    )
    found = _records(f"<ul>{items}</ul>")[0]
    assert (found.author, found.rating) == ("First Doe", "4.5/5")
    assert found.summary == "All about First, in some words that say what it is."


def test_a_rating_is_no_title() -> None:
    item = "<li><a href=/{0}>The {0} book</a><p><a href=/{0}#r>4.5 out of 5 stars, 690,544</a></li>"
    found = _records("<ul>" + "".join(item.format(name) for name in _NAMES) + "</ul>")
    assert found[0].title == "The First book"


@pytest.mark.parametrize(
    "item",
    [
        "<a href=/{0}>The {0} book of all</a> 27 June 2018",
        "Filed 27 June 2018<br><a href=/{0}>The {0} book of all</a><br>Some shelf",
        "No. 12<br>Filed 27 June 2018<br>Title: The {0} book of all<br><a href=/{0}>Read</a>",
    ],
    ids=["link first", "a line that is a link", "a line with a label"],
)
def test_a_title_is_less_than_its_block(item: str) -> None:
    found = _records("<ul>" + "".join(f"<li>{item.format(name)}</li>" for name in _NAMES) + "</ul>")
    assert [record.title for record in found] == [f"The {name} book of all" for name in _NAMES]


def test_a_row_that_is_an_item_heads_no_columns() -> None:
    rows = "".join(
        f"<tr><td><a href=/{n}a>{name} art</a><br>of all kinds<td><a href=/{n}b>{name} song</a>"
        for n, name in enumerate(_NAMES)
    )
    assert not any(record.attributes for record in _records(f"<table>{rows}</table>"))


@pytest.mark.parametrize(
    "line",
    [
        "Posted in: {0} | Author: Ann | Day: 3 May 2026",
        "Posted in: <a href=/c>{0}</a> Author: <a href=/a>Ann</a> Day: 3 May 2026",
    ],
    ids=["parted by strokes", "each after a link"],
)
def test_several_labels_in_a_line_have_a_value_each(line: str) -> None:
    cards = (f"<li><p><a href=/{n}>The {n} item</a></p><p>{line.format(n)}</p>" for n in _NAMES)
    record = _records(f"<ul>{''.join(cards)}</ul>")[0]
    assert (record.attributes["Posted in"], record.attributes["Author"]) == ("First", "Ann")
    assert (record.author, record.date) == ("Ann", "2026-05-03")


def test_lines_of_labels_are_no_summary() -> None:
    card = "<li><p><a href=/{0}>The {0} item</a></p><p>Maker: Ann Lee<br>Code: x-{0}-12<br>In stock"
    cards = "".join(card.format(name) for name in _NAMES)
    assert {record.summary for record in _records(f"<ul>{cards}</ul>")} == {""}


def test_what_stands_beside_the_link_in_the_cell_of_the_author_is_no_part_of_the_name() -> None:
    row = "<tr><td><a href=/{0}>The {0} thread of them all</a><td><a href=/m/1>garry</a> x 4<td>12"
    rows = "".join(row.format(name) for name in _NAMES)
    found = _records(f"<table><tr><th>Title<th>Thread Starter<th>Replies{rows}</table>")
    assert {record.author for record in found} == {"garry"}


def test_that_a_meeting_is_postponed_is_not_its_name() -> None:
    rows = (
        "<tr><td>Tuesday<td>Jan. 9<td>Postponed"
        "<tr><td>Tuesday<td>Jan. 16<td>Agenda"
        "<tr><td>Tuesday<td>Jan. 30<td>Agenda"
    )
    found = _records(f"<h3>2018 Meetings</h3><table><tr><th>Day<th>Date<th>Agenda{rows}</table>")
    assert [record.title for record in found] == ["Jan. 9", "Jan. 16", "Jan. 30"]


def test_a_label_that_is_said_again_begins_another_value() -> None:
    card = "<li><p><a href=/{0}>The {0} item</a></p><p>Option: {0}, red Option: {0}, blue</p>"
    cards = "".join(card.format(name) for name in _NAMES)
    assert _records(f"<ul>{cards}</ul>")[0].attributes["Option"] == "First, red"


def test_heads_below_the_labels_of_a_form_name_the_columns() -> None:
    rows = "".join(f"<tr><td>Ann {at}<td><a href=/{at}>Thesis {at} on salt</a>" for at in range(4))
    table = f"<table><tr><td>Field<td>Group<tr><td>1 / 1<tr><th>Author<th>Title{rows}</table>"
    found = _records(table)
    assert [record.title for record in found] == [f"Thesis {at} on salt" for at in range(4)]
    assert found[0].attributes == {"Author": "Ann 0", "Title": "Thesis 0 on salt"}


def test_a_column_of_titles_names_the_rows_rather_than_one_of_names() -> None:
    rows = "".join(
        f"<tr><td><a href=/a/{at}>Ann Lee {at}</a><td>Thesis {at} on salt<td>2026-03-0{at + 1}"
        for at in range(4)
    )
    table = f"<table><tr><th>Name<th>Title<th>Date{rows}</table>"
    assert [record.title for record in _records(table)] == [
        f"Thesis {at} on salt" for at in range(4)
    ]


def test_some_heads_of_columns_may_hold_digits() -> None:
    head = "<thead><tr><th>Rank<th>Team<th>Km<th>CO2 (kg) saved</tr></thead>"
    rows = "".join(
        f"<tr><td>{at}<td><a href=/{at}>Team number {at}</a><td>37{at}<td>13{at}</tr>"
        for at in range(4)
    )
    first = _records(f"<table>{head}{rows}</table>")[0]
    assert first.attributes["CO2 (kg) saved"] == "130"


def test_cells_that_stand_in_no_table_have_no_head() -> None:
    item = "<td><h3><a href=/{0}>The {0} chair</a></h3><p>Built of oak in {0}</p></td>"
    document = read(Page("https://example.com/", "".join(item.format(name) for name in _NAMES)))
    assert not any(attributes_of(document, [[block] for block in document.blocks]))


def test_a_label_says_where_an_item_is_and_of_a_job_for_whom_one_works() -> None:
    card = (
        "<li><h3><a href=/{0}>Kock nummer {0}</a></h3><dl><dt>Arbetsgivare</dt><dd>Skola {0}</dd>"
        "<dt>Ort</dt><dd>Stad {0}</dd><dt>Sista ansökningsdag</dt><dd>2026-04-1{0}</dd></dl></li>"
    )
    document = read(Page("https://x.example/", f"<ul>{''.join(map(card.format, range(4)))}</ul>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    said = [(each.type, each.attributes["location"]) for each in found]
    assert said == [("job", f"Stad {at}") for at in range(4)]
    assert [each.attributes["hiringOrganization"] for each in found][:1] == ["Skola 0"]
