"""Tables of data as rows of texts."""

import pytest

from pagesight.extract.markdown.tables import Table, tables_of
from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def _tables(body: str) -> tuple[Table, ...]:
    return tables_of(read(Page("https://a.org/", f"<body><p>Before.</p>{body}</body>")).blocks)


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("<tr><th>Name<th>Age<tr><td>Ann<td>7", Table("", ("Name", "Age"), (("Ann", "7"),))),
        ("<tr><td>Ann<td>7<tr><td>Ben<td>8", Table("", (), (("Ann", "7"), ("Ben", "8")))),
        (
            "<caption>Ages</caption><tr><th>Ann<td>7<tr><th>Ben<td>8",
            Table("Ages", (), (("Ann", "7"), ("Ben", "8"))),
        ),
        (
            "<tr><td>Ann<td>7<td>x<tr><td colspan=2>Ben<td>y",
            Table("", (), (("Ann", "7", "x"), ("Ben", "", "y"))),
        ),
        (
            "<tr><td colspan=2>Ages<tr><th>Name<th>Age<tr><td>Ann<td>7<tr><td>Ben<td>8",
            Table("Ages", ("Name", "Age"), (("Ann", "7"), ("Ben", "8"))),
        ),
        (
            "<tr><td><p>Ann<p>Lee<td>7<tr><td>Ben<td>",
            Table("", (), (("Ann\nLee", "7"), ("Ben", ""))),
        ),
    ],
    ids=["heads", "no heads", "heads of rows and a caption", "spans", "a title", "paragraphs"],
)
def test_a_table_is_rows_of_texts(table: str, found: Table) -> None:
    assert _tables(f"<table>{table}</table>") == (found,)


def test_tables_come_in_the_order_of_the_page() -> None:
    one, two = (f"<table><tr><td>{n}<td>a<tr><td>{n}<td>b</table>" for n in (1, 2))
    assert [table.rows[0][0] for table in _tables(f"{one}<p>Between.</p>{two}")] == ["1", "2"]


def test_a_table_that_lays_the_page_out_is_none() -> None:
    long = "Words of a story that goes on and on. " * 50
    assert _tables(f"<table><tr><td>Menu<td><p>{long}</table>") == ()


def test_tables_are_those_that_markdown_writes_as_tables() -> None:
    inner = "<table><tr><td>1<td>a<tr><td>2<td>b</table>"
    body = f"<table><tr><td>Menu<td><h2>Head</h2>{inner}</table>"
    blocks = read(Page("", f"<body>{body}</body>")).blocks
    assert len(tables_of(blocks)) == to_markdown(blocks).count("| --- | --- |") == 1


def test_rows_of_heads_are_one_head() -> None:
    rows = (
        "<tr><th rowspan=2>Name<th colspan=2>Sales</tr><tr><th>2019<th>2020</tr>"
        "<tr><td>Ann<td>1<td>2</tr>"
    )
    blocks = read(Page("", f"<body><table>{rows}</table></body>")).blocks
    assert to_markdown(blocks).split("\n")[0] == "| Name | Sales 2019 | Sales 2020 |"
    (table,) = tables_of(blocks)
    assert (table.head, table.rows) == (("Name", "Sales 2019", "Sales 2020"), (("Ann", "1", "2"),))


def test_a_row_of_one_cell_below_the_heads_heads_a_section() -> None:
    rows = "<tr><th>Town<th>People</tr><tr><th colspan=2>North</tr><tr><td>Ayr<td>310</tr>"
    (table,) = _tables(f"<table>{rows}</table>")
    assert (table.head, table.rows) == (("Town", "People"), (("North", ""), ("Ayr", "310")))


def test_a_full_grid_keeps_its_rows_though_a_table_stands_in_one_cell() -> None:
    inner = "<table><tr><td>dry<td>31 g<tr><td>wet<td>44 g</table>"
    rows = f"<tr><td>Size<td>Load<td>Weight<tr><td>8 mm<td>1 t<td>{inner}<tr><td>9 mm<td>2 t<td>7 g"
    assert [table.rows[2] for table in _tables(f"<table>{rows}</table>")] == [
        ("9 mm", "2 t", "7 g")
    ]


def test_a_table_that_lays_the_page_out_is_no_grid_of_those_in_it() -> None:
    inner = "<table><tr><td>dry<td>31 g<tr><td>wet<td>44 g</table>"
    (found,) = _tables(f"<table><tr><td>{'Prose. ' * 40}<td>Menu<tr><td>{inner}<td></table>")
    assert found.rows[0] == ("dry", "31 g")


def test_headings_in_the_first_row_are_heads_of_columns() -> None:
    rows = "<tr><td><h5>Word</h5><td><h5>Meaning</h5><tr><td>EOP<td>a pier<tr><td>sill<td>an edge"
    (table,) = _tables(f"<table>{rows}</table>")
    assert table.rows == (("Word", "Meaning"), ("EOP", "a pier"), ("sill", "an edge"))


def test_a_heading_over_rows_of_a_table_is_a_row_of_it() -> None:
    rows = "<tr><td colspan=2><h5>Roots</h5><tr><td>Leek<td>2<tr><td colspan=2><h5>Milk</h5>"
    (table,) = _tables(f"<table>{rows}<tr><td>Curd<td>9</table>")
    assert table.rows == (("Roots", ""), ("Leek", "2"), ("Milk", ""), ("Curd", "9"))


@pytest.mark.parametrize(
    "first",
    [
        "<thead><tr><td>Word<td>Meaning</thead>",
        "<tr><td><b>Word</b><td><p><strong>Meaning</strong></p>",
        "<tr><th><b>Word</b><th>Meaning",
    ],
    ids=["thead", "bold", "bold th"],
)
def test_a_first_row_that_is_set_apart_is_the_head(first: str) -> None:
    rows = "<tr><td><b>EOP</b><td>a pier<tr><td>sill<td>an edge"
    blocks = read(Page("", f"<body><table>{first}{rows}</table></body>")).blocks
    assert to_markdown(blocks).split("\n")[::2] == ["| Word | Meaning |", "| **EOP** | a pier |"]


def test_the_first_of_rows_that_are_all_bold_is_no_head() -> None:
    rows = "<tr><td><b>Ann</b><td><b>7</b><tr><td><b>Ben</b><td><b>8</b>"
    (table,) = _tables(f"<table>{rows}</table>")
    assert (table.head, len(table.rows)) == ((), 2)
