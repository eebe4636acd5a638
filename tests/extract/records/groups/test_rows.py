"""Which rows of tables are items."""

import numpy as np
import pytest

from pagesight.extract.parse.document import read
from pagesight.extract.records.find import find_records
from pagesight.render.page import Page

_ROWS = "".join(
    f"<tr><td>0{n}/03/2026<td><a href=/{n}>Doe v. Roe the {name}</a><td>No. {n}"
    for n, name in enumerate(["First", "Second", "Third", "Fourth"], start=1)
)
_TITLES = [f"Doe v. Roe the {name}" for name in ("First", "Second", "Third", "Fourth")]


def _titles(html: str) -> list[str]:
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    return [r.title for r in find_records(document, np.ones(len(document.blocks), np.bool_))]


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


def test_rows_up_to_the_next_with_a_link_are_one_item() -> None:
    rows = "".join(
        f"<tr><td colspan=2><a href=/{n}>{title}</a><tr><td>No.<td>{n}<tr><td>Judge<td>Nobody"
        for n, title in enumerate(_TITLES)
    )
    assert _titles(f"<table>{rows}</table>") == _TITLES


def test_a_table_in_a_table_of_layout_holds_the_items() -> None:
    outer = f"<tr><td><a href=/>Home</a><tr><td><table>{_ROWS}</table><tr><td><a href=/x>Legal</a>"
    assert _titles(f"<table>{outer}</table>") == _TITLES
