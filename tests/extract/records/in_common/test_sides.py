"""Matches are titled by both sides."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.render.page import Page

_GAMES = (("Ajax", "2", "Feyenoord", "1"), ("PSV", "0", "Ajax", "3"), ("AZ", "1", "PSV", "1"))


def _titles(row: str) -> list[str]:
    """Return the titles of a page of three items, each written by the template."""
    rows = "".join(f"<li>{row.format(*game)}</li>" for game in _GAMES)
    document = read(Page("https://cup.example/", f"<body><h1>Cup</h1><ul>{rows}</ul></body>"))
    return [each.title for each in Listing(document, np.ones(len(document.blocks), bool)).records]


@pytest.mark.parametrize(
    "row",
    [
        "<p class=l><b>{0}</b></p><p class=m>{1} – {3}</p><p class=l>{2}</p><a href=/{0}-{2}>…</a>",
        "<a href=/{0}-{2}><p class=home>{0}</p><p>{1}</p><p class=away>{2}</p><p>{3}</p></a>",
    ],
    ids=["a score between them", "called teams"],
)
def test_a_match_is_titled_by_both_sides(row: str) -> None:
    assert _titles(row) == ["Ajax – Feyenoord", "PSV – Ajax", "AZ – PSV"]


def test_two_names_without_a_score_are_no_sides() -> None:
    row = "<p class=l><a href=/{0}-{2}>{0}</a></p><p class=m>1{1}:0{3}</p><p class=l>{2}</p>"
    assert not any(" – " in title for title in _titles(row))
