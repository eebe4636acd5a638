"""The report's files."""

import gzip
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pagesight.app.report.tables import cell
from pagesight.app.report.write import html, markdown, write_report

RESULTS: dict[str, Any] = {
    "task": "extract", "corpus": ["tiny"], "split": "", "pages": 4, "folds": 0, "seed": 0,
    "tokenizer": "words", "version": "0",
    "systems": {
        "weak": {
            "pages": 4, "word_f1": 0.4321, "word_f1_ci95": [0.3, 0.5], "empty": 2, "errors": 1,
            "ms_per_page_median": 20.0, "peak_rss_mb": 120.5, "word_f1_deciles": [0.0, 0.5, 1.0],
            "by_genre": {"article": {"pages": 3, "word_f1": 0.3}, "forum": {"word_f1": 0.9}},
        },
        "strong<b>": {
            "pages": 4, "word_f1": 0.8765, "word_f1_ci95": [0.8, 0.95], "empty": 0, "errors": 0,
            "ms_per_page_median": 5.0, "peak_rss_mb": 99.0, "word_f1_deciles": [0.5, 0.9, 1.0],
            "by_genre": {"article": {"pages": 3, "word_f1": 0.9}, "forum": {"word_f1": 0.8}},
        },
    },
}  # fmt: skip


class Fetches(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"{tag} {v}" for k, v in attrs if k in ("src", "href") and v and v[0] != "#"]


def test_the_files_hold_the_figures_and_the_predictions(tmp_path: Path) -> None:
    write_report(RESULTS, [{"id": "1", "system": "weak", "text": "é"}], tmp_path / "new")
    assert json.loads((tmp_path / "new/results.json").read_text("utf-8")) == RESULTS
    with gzip.open(tmp_path / "new/predictions.jsonl.gz", "rt", encoding="utf-8") as lines:
        assert json.loads(next(lines)) == {"id": "1", "system": "weak", "text": "é"}
    page = (tmp_path / "new/report.html").read_text("utf-8")
    assert ".876" in page or ".877" in page
    assert page.count("<svg") == 2 * 4  # each for a desk and for a phone


def test_the_page_needs_no_other_file_and_shows_names_as_text(tmp_path: Path) -> None:
    write_report(RESULTS, [], tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    fetches = Fetches()
    fetches.feed(page)
    assert fetches.found == []
    assert "strong<b>" not in page
    assert "strong&lt;b&gt;" in page


def test_the_genre_report_plots_calibration(tmp_path: Path) -> None:
    bins = [{"confidence": 0.3, "accuracy": 0.5, "pages": 2}]
    genre = {"pages": 2, "accuracy": 0.5, "accuracy_ci95": [0.0, 1.0], "reliability": bins}
    write_report({**RESULTS, "task": "genre", "systems": {"both": genre}}, [], tmp_path)
    assert "Calibration" in (tmp_path / "report.html").read_text("utf-8")


def test_the_best_system_comes_first_in_the_tables() -> None:
    written = markdown(RESULTS)
    assert written.index(r"strong\<b>") < written.index("weak")
    assert "| weak | .432 | .300-.500 |" in written
    assert "article (3)" in written


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.84567, ".846"), (1.0, "1.000"), (0.0, ".000"), (12.34, "12.3"), (3, "3"), (None, "")],
)
def test_figures_are_written_short(value: object, expected: str) -> None:
    assert cell(value) == expected


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_takes_the_predictions_and_leaves_the_figures(tmp_path: Path) -> None:
    (tmp_path / "predictions.jsonl.gz").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_report(RESULTS, [{"id": "1"}], tmp_path)
    assert json.loads((tmp_path / "results.json").read_text("utf-8")) == RESULTS
    assert (tmp_path / "report.html").exists()


def test_models_in_long_folders_are_drawn_each(tmp_path: Path) -> None:
    figures = RESULTS["systems"]["weak"]
    names = [f"sight=/home/{who}{'/folder' * 30}/models" for who in "ab"]
    results = {**RESULTS, "systems": dict.fromkeys(names, figures)}
    write_report(results, [], tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert all(name in page for name in names)


def test_one_genre_makes_no_field_of_genres(tmp_path: Path) -> None:
    figures = {**RESULTS["systems"]["weak"], "by_genre": {"article": {"pages": 4, "word_f1": 0.4}}}
    write_report({**RESULTS, "systems": {"weak": figures}}, [], tmp_path)
    assert "by genre" not in (tmp_path / "report.html").read_text("utf-8")


def test_the_axis_of_times_has_plain_figures(tmp_path: Path) -> None:
    write_report(RESULTS, [], tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "mathdefault" not in page
    assert all(f">{tick}</text>" in page for tick in ("5", "10", "20"))


def test_text_of_plots_follows_the_theme_of_the_page(tmp_path: Path) -> None:
    write_report(RESULTS, [], tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "currentColor" in page.partition("<svg")[2]


def test_every_pair_of_systems_is_compared_in_all_reports() -> None:
    names = ("first", "second", "third")
    systems = {name: {"word_f1": 0.9 - n / 10} for n, name in enumerate(names)}
    counts = {"better": 3, "equal": 2, "worse": 1, "drawn": 10}
    pairs = [
        {"system": one, "against": other, "difference": 0.1, "ci95": [low, 0.2], **counts}
        for one, other, low in (
            ("first", "second", 0.05),
            ("first", "third", 0.05),
            ("second", "third", -0.01),
        )
    ]
    results = {**RESULTS, "systems": systems, "pairs": pairs}
    written = markdown(results)
    assert "| 3 third | **-.100** | -.100 |" in written
    assert "| second | third | +.100 (-.010 to +.200) | 3 | 2 | 1 |" in written
    page = html(results)
    assert page.count('<td class="best">-.100</td>') == 2, "the third interval has 0 in it"
    assert "+.100 (-.010 to +.200)" in page


def test_a_difference_on_a_few_pages_is_not_marked_as_certain() -> None:
    pair = {"system": "a", "against": "b", "better": 2, "equal": 0, "worse": 0}
    of_few = {
        "difference": 0.5,
        "ci95": [0.5, 0.5],
        "better": 1,
        "equal": 0,
        "worse": 0,
        "drawn": 1,
    }
    groups = {"by_lang": {"id": of_few, "uk": {**of_few, "drawn": 40}}}
    results = {
        **RESULTS,
        "systems": {"a": {"word_f1": 0.9}, "b": {"word_f1": 0.4}},
        "pairs": [{**pair, **of_few, **groups}],
    }
    assert "| b | -.500 | **-.500** |" in markdown(results)
