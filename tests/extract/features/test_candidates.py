"""Where points and the heaviest stretch put the main text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.features.candidates import candidate_columns, heaviest_stretch
from pagesight.extract.features.containers import containers
from pagesight.extract.features.named_places import names
from pagesight.extract.features.text import text_counts
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_SENTENCE = "It grows, slowly, in the hills of many lands; and it is drunk there every day. "
_LONG, _SHORT = f"<p>{_SENTENCE * 3}</p>", f"<p>{_SENTENCE}</p>"


def _columns(body: str) -> dict[str, list[float]]:
    document = read(Page("", f"<body>{body}"))
    tree = containers(document)
    columns = candidate_columns(tree, names(tree.names), document.once(text_counts))
    blocks = len(document.blocks)
    return {name: np.broadcast_to(found, blocks).tolist() for name, found in columns.items()}


def test_blocks_of_the_element_with_most_points_are_not_outside_of_it() -> None:
    found = _columns(f"<div><p>Menu</p></div><div>{_LONG * 3}</div><div>{_SHORT}<p>x</p></div>")
    assert found["candidate_outside"] == [2, 0, 0, 0, 2, 2]  # a div, a paragraph
    assert found["candidate_distance"] == [-1, 0, 0, 0, 1, 2]


@pytest.mark.parametrize(
    "other",
    [
        f"<div><p><a href=/>{_SENTENCE * 3}</a></p><p>x</p></div>",
        f"<div class=comments>{_LONG}<p>x</p></div>",
        f"<div>{_SHORT}<p>x</p></div>",
        f"<ul><li>{_SENTENCE * 3}<li>x</ul>",
    ],
    ids=["links", "a name that speaks against it", "less text", "a list"],
)
def test_what_has_fewer_points_is_outside(other: str) -> None:
    found = _columns(f"{other}<div>{_LONG}<p>x</p></div>")
    assert [value > 0 for value in found["candidate_outside"]] == [True, True, False, False]


def test_sections_beside_the_best_join_it_where_they_have_a_fifth_of_its_points() -> None:
    section = f"<section>{_LONG * 2}</section>"
    found = _columns(f"<div>{section}<section>{_LONG * 3}</section><section><p>x</p></section>")
    assert found["candidate_joins"] == [1, 1, 0, 0, 0, 0]
    assert 0.5 < found["candidate_rival"][0] < 1


def test_the_heaviest_stretch_leaves_out_the_short_blocks_around_the_text() -> None:
    found = _columns(f"<p>Home<p>News{_LONG}<p>Ad{_LONG}<p>More<p>Top")
    assert found["stretch6_distance"] == [-2, -1, 0, 0, 0, 1, 2]


def test_words_in_links_count_for_nothing_in_a_stretch() -> None:
    found = _columns(f"{_LONG}<p><a href=/>{_SENTENCE * 2}</a></p>")
    assert found["stretch6_distance"] == [0, 1]
    assert found["stretch6_share"][0] == pytest.approx(1 - 6 / 48)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12))
def test_the_heaviest_stretch_is_that_of_brute_force(values: list[int]) -> None:
    start, end, total = heaviest_stretch(np.array(values, float))
    sums = [sum(values[a:b]) for a in range(len(values) + 1) for b in range(a, len(values) + 1)]
    assert total == sum(values[start:end]) == max(sums)


def test_a_page_without_points_has_columns_all_the_same() -> None:
    found = _columns("<p>x")
    assert found["candidate_points"] == [pytest.approx(0, abs=1e-5)]
    assert found["stretch14_share"] == [0]
