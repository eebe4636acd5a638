"""GOCE's published rules, on trees small enough to reckon by hand."""

from collections.abc import Callable

import pytest

from pagesight.extract.extraction import Extraction
from pagesight.extract.page.document import Document, read
from pagesight.extract.papers.goce import GoceOptions, goce_article, goce_listview
from pagesight.render.page import Page


def _document(body: str) -> Document:
    return read(Page("", f"<html><body>{body}</body></html>"))


def _paragraphs(*lengths: int) -> str:
    return "".join(f"<p>{chr(97 + n) * length}</p>" for n, length in enumerate(lengths))


@pytest.mark.parametrize(
    ("lengths", "kept"),
    [
        ((40, 42, 41, 39), "abcd"),  # D = 1 < S = 1.29: main
        ((10, 100, 10, 10), "b"),  # D = 90 >= S = 45: indirect
        ((60, 50), "a"),  # N = 2: D = sqrt(2) S, so the second half is lost
        ((50, 50), "a"),  # D = S = 0 still descends
        ((70,), "a"),  # an only child is descended to
    ],
)
def test_article_descends_while_the_longest_child_stands_out(
    lengths: tuple[int, ...], kept: str
) -> None:
    extraction = goce_article(_document(_paragraphs(*lengths)))
    assert "".join(dict.fromkeys(extraction.text.replace("\n", ""))) == kept


def test_article_counts_no_scripts() -> None:
    body = f"<div><script>{'x' * 500}</script></div>{_paragraphs(40, 42, 41, 39)}"
    assert "x" not in goce_article(_document(body)).text


def test_article_text_is_the_text_of_an_inline_main_element_too() -> None:
    assert goce_article(_document("<p>lost <b>kept words</b></p>")).text == "kept words"


_NAV = "".join(f'<a class="nav">n{i}</a>' for i in range(10))
_CARDS = "".join(f'<div class="card">card number {i}</div>' for i in range(4))


@pytest.mark.parametrize(("n", "kept"), [(1, "n0"), (2, "card number 0")])
def test_listview_takes_the_longest_of_the_n_ids_of_highest_harmonic_mean(
    n: int, kept: str
) -> None:
    # nav: o = 10, t = 20, R = 13.3; card: o = 4, t = 52, R = 7.4
    extraction = goce_listview(_document(_NAV + _CARDS), GoceOptions(n))
    assert extraction.text.startswith(kept)


def test_listview_keeps_levels_apart_and_ignores_elements_without_class() -> None:
    body = f"<div>{_CARDS}</div><div class='card'>another level</div><p>plain {'x' * 99}</p>"
    extraction = goce_listview(_document(body), GoceOptions(1))
    assert extraction.text.split("\n") == [f"card number {i}" for i in range(4)]


@pytest.mark.parametrize("extract", [goce_article, goce_listview])
def test_a_page_without_text_gives_nothing(extract: Callable[[Document], Extraction]) -> None:
    assert extract(_document("")).blocks == ()
