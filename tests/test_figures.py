"""Figures in documents are held to registered runs, or to a date and a command: what is a fault."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from registered_runs import CHOSEN, IN_SAMPLE, ROOT, RUNS, Run, text_table
from shown_figures import card_faults, numbers, stale, undated, unregistered, unsaid

RECORDS = next(run for run in RUNS if run.name == "records")
UNSEEN = next(run for run in RUNS if run.name == "unseen")
COMMAND = "```sh\npagesight evaluate --corpus a.parquet --out report\n```"
TABLE = "| system | word F1 |\n|---|---|\n| auto | .123 |"


def results(*sources: str) -> Mapping[str, Any]:
    return {"auto": {"by_corpus": {source: {"f1": 0.5} for source in sources}}}


def measuring(weights: Path, **measured: str) -> Run:
    return replace(RECORDS, weights=(str(weights),), measured=measured)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Return a folder of weights whose card names the corpus `ours`."""
    card = "# mine\n\n| corpus | pages | licence |\n|---|---|---|\n| ours | 4 | MIT |\n"
    (tmp_path / "README.md").write_text(card, "utf-8")
    return tmp_path


def test_a_row_of_a_corpus_that_was_learned_from_says_in_sample(model: Path) -> None:
    silent = measuring(model, ours="pages of ours")
    assert list(unsaid(silent, results("ours"))) == [
        "records: a model learned from ours; its row does not say in-sample"
    ]
    assert list(unsaid(measuring(model, ours=f"pages{IN_SAMPLE}"), results("ours"))) == []
    assert list(unsaid(measuring(model, theirs=f"pages{CHOSEN}"), results("theirs"))) == []


def test_a_shipped_model_that_learned_from_a_measured_corpus_is_found() -> None:
    measured = {name: what.replace(IN_SAMPLE, "") for name, what in RECORDS.measured.items()}
    faults = list(unsaid(replace(RECORDS, measured=measured), results(*measured)))
    assert faults == ["records: a model learned from feeds; its row does not say in-sample"]


def test_a_measured_corpus_without_a_row_is_a_fault(model: Path) -> None:
    faults = list(unsaid(measuring(model, theirs="pages"), results("theirs", "ours")))
    assert faults == ["records: it measured ours, of which the documents have no row"]


def test_a_card_that_names_no_corpus_is_a_fault(model: Path) -> None:
    (model / "README.md").write_text("# mine\n\nLearned from pages.\n", "utf-8")
    (fault,) = unsaid(measuring(model, ours="pages"), results("ours"))
    assert fault.endswith("names no corpus that the model learned from")


def test_all_cards_of_measured_models_name_corpora() -> None:
    for run in RUNS:
        assert [fault for fault in unsaid(run, {}) if "names no corpus" in fault] == []


def test_weights_that_were_trained_after_the_run_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "weights.safetensors").write_bytes(b"others")
    (fault,) = stale(replace(UNSEEN, weights=(str(tmp_path),)))
    assert "is not what unseen.json of" in fault


def test_the_front_page_shows_figures_of_runs_alone() -> None:
    text = f"Word F1 is .926.\n\n{COMMAND}\n\nOn 25 November 2026 it was .777."
    assert list(unregistered("README.md", text, {".926"})) == [
        "README.md shows .777, which no registered run has"
    ]


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (f"## A\n\nOn 25 November 2026:\n\n{COMMAND}\n\n{TABLE}", ""),
        (f"## A\n\nOn 25 November 2026.\n\nMore.\n\n{COMMAND}\n\n{TABLE}", "a date"),
        (f"## A\n\n{COMMAND}\n\n{TABLE}\n\nOf 2026-11-25.", ""),
        (f"## A\n\n{COMMAND}\n\nOf 25 November 2026:\n\n{TABLE}", ""),
        (f"## A\n\nOf 25 November 2026:\n\n{TABLE}", "a command"),
        (f"## A\n\n{COMMAND}\n\n## B\n\nOf 25 November 2026:\n\n{TABLE}", "a command"),
        (f"## A\n\n{TABLE}", "a date beside it and a command"),
        ("## A\n\nIt takes 12 ms a page.", "a date beside it and a command"),
        ("## A\n\n- .123 by `pagesight evaluate`, 25 November 2026.", ""),
        ("## A\n\nIt kept .926 of the run.", ""),
        ("## A\n\n```text\nauto .123\n```", ""),
        ("## A\n\nPython 3.11 and the licences CC-BY-4.0 and GPL-3.0.", ""),
        ("## A\n\n| licence | pages |\n|---|---|\n| GPL-3.0 | 4 |", ""),
    ],
)
def test_a_figure_of_no_run_has_its_date_beside_it_and_its_command_above(
    text: str, lacking: str
) -> None:
    faults = list(undated("a.md", text, {".926"}))
    assert [bool(lacking)] * len(faults) == [True] * bool(lacking)
    assert all(lacking in fault for fault in faults)


def test_a_figure_that_a_card_has_otherwise_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(card_faults()) == []
    monkeypatch.setattr("shown_figures.short", lambda _: ".999")
    assert len(list(card_faults())) == 4


def test_a_table_that_was_changed_by_hand_is_none_of_the_run() -> None:
    from registered_runs import registered

    table = text_table(UNSEEN, registered(UNSEEN)["results"])
    page = (ROOT / "docs/evaluation.md").read_text("utf-8")
    assert table in page
    assert table not in page.replace("| .899 |", "| .898 |")


def test_all_numbers_of_a_run_are_known() -> None:
    assert list(numbers({"a": [0.5, {"b": 0.25}], "c": "0.75", "d": 3})) == [0.5, 0.25]
