"""A page that takes too long to read: what is ready comes back, and the answer says so."""

import json
from pathlib import Path

from click.testing import CliRunner

from pagesight.app.cli.main import app
from pagesight.app.config import Options
from pagesight.app.output.result_json import result_json
from pagesight.app.pipeline import Pipeline
from pagesight.datasets.schema import Genre
from pagesight.extract.page.budget import Limits
from pagesight.render.page import Page

_LIST = "<title>T</title><ul>" + "<li><a href=/x>an item</a> of some words</li>" * 99
_PAGE = Page("https://example.org/a", _LIST)
_ASKED = 1 + 2 * 2 + 7  # at the start, around the loading of models, for the genre


class _Late:
    """A clock by which the deadline passes when the page has been read and its models loaded."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> float:
        self.calls += 1
        return 0.0 if self.calls <= _ASKED else 60.0


def test_result_says_what_the_deadline_left_out() -> None:
    options = Options(genre=Genre.LISTING, limits=Limits(seconds=30))
    result = Pipeline(options, clock=_Late()).extract_page(_PAGE)
    assert result.extraction.text.count("an item") > 90
    assert result.extraction.method == "sight"
    assert result.extraction.records == ()
    left_out = "the labels of listview, metadata, the recipe's lists, records"
    warning = f"deadline of 30 s: left out {left_out}"
    assert result_json(result)["warnings"] == [warning]


def test_deadline_of_the_command_line_holds_for_reading_too(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>some words</p>" * 100_000)
    arguments = ["extract", str(page), "--no-render", "--format", "json", "--deadline", "0.5"]
    answer = CliRunner().invoke(app, arguments)
    result = json.loads(answer.stdout)
    assert "by the deadline of 0.5 s" in result["warnings"][0]
    assert "some words" in result["text"]


def test_past_the_deadline_the_genre_is_predicted_by_what_is_quickly_counted() -> None:
    late = Limits(seconds=0.0)
    result = Pipeline(Options(render=False, limits=late)).extract_page(_PAGE)
    assert "some evidence of the genre" in result.warnings[0]
    assert result.text.count("an item") > 90
