"""Records found against records that are there."""

from collections.abc import Mapping

import pytest

from pagesight.app.evaluate.content.records import overlap_score, score_page
from pagesight.app.evaluate.systems.processes import PageRun
from pagesight.app.evaluate.systems.system import Output
from pagesight.datasets.schema import LabelledPage
from pagesight.render.page import Page

Records = list[Mapping[str, str]]

A = {"title": "First story", "url": "https://a.example/1", "text": "First story. It begins."}
B = {"title": "Second story", "url": "https://a.example/2", "text": "Second story. It goes on."}
WHOLE_PAGE = {"title": "", "url": "", "text": A["text"] + B["text"]}


@pytest.mark.parametrize(
    ("found", "gold", "precision", "recall"),
    [
        ([A, B], [A, B], 1.0, 1.0),
        ([A], [A, B], 1.0, 0.5),
        ([A, B], [A], 0.5, 1.0),
        ([WHOLE_PAGE], [A, B], 1.0, 0.5),  # one record is one record, however much it holds
        ([{"url": "/1#top", "text": ""}], [{"url": "https://a.example/1"}], 1.0, 1.0),
        ([{"text": "the FIRST story!"}], [{"title": "First Story"}], 1.0, 1.0),
        ([{"text": "first storyteller"}], [{"title": "First story"}], 0.0, 0.0),
        ([{"text": "Doe v. Roe (2020)"}], [{"case_names": "Doe v. Roe"}], 1.0, 1.0),
        ([{"text": "U.S. v. Doe, 22-0282/AR"}], [{"docket_numbers": "22-0282/AR"}], 1.0, 1.0),
        ([{"text": "7 of them"}], [{"docket_numbers": "7"}], 0.0, 0.0),
        ([{"url": "http://[x", "text": ""}], [A], 0.0, 0.0),
        ([], [A], 0.0, 0.0),
        ([], [], 1.0, 1.0),
    ],
)
def test_records_match_one_to_one_by_address_or_title(
    found: Records, gold: Records, precision: float, recall: float
) -> None:
    page = LabelledPage("p", Page("https://a.example/", ""), "a.example", records=tuple(gold))
    score = score_page(PageRun("p", "s", Output("", tuple(found))), page)
    assert (score.precision, score.recall) == pytest.approx((precision, recall))


@pytest.mark.parametrize(
    ("found", "gold", "precision", "recall"),
    [
        (["a b"], ["a b"], 1.0, 1.0),
        (["a b c d", "e f"], ["e f", "a b"], 0.75, 0.75),
        (["a", "a b"], ["a b c", "a"], (1 + 2 / 3) / 2, (1 + 2 / 3) / 2),  # not the first best
        (["x"], ["a"], 0.0, 0.0),
        ([], [], 1.0, 1.0),
    ],
)
def test_titles_overlap_as_sets_of_words_matched_best(
    found: list[str], gold: list[str], precision: float, recall: float
) -> None:
    score = overlap_score(found, gold)
    assert (score.precision, score.recall) == pytest.approx((precision, recall))
