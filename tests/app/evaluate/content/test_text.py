"""What is kept of a system's answer about a page beside the figures."""

import pytest

from pagesight.app.evaluate.content.text import row
from pagesight.app.evaluate.systems.processes import PageRun
from pagesight.app.evaluate.systems.system import Output


@pytest.mark.parametrize("word_f1", [0.0, 0.5])
def test_a_row_has_the_score_of_its_page_though_it_be_0(word_f1: float) -> None:
    run = PageRun("page", "sight", Output(text="some words"))
    assert row(run, {"word_f1": word_f1})["word_f1"] == word_f1


def test_a_row_of_a_page_without_gold_has_no_score() -> None:
    run = PageRun("page", "sight", Output(text=""))
    assert row(run, {}) == {"id": "page", "system": "sight", "text": ""}
