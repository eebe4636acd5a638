"""Figures in documents are those of registered runs: what is a fault."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from figures import output
from registered_run import CHOSEN, IN_SAMPLE, ROOT, Run, table_of
from registered_runs import RUNS
from run_tables import all_rows, first_table, last_table, printed_table
from shown_figures import (
    card_faults,
    lines_for,
    made_runs,
    stale,
    systems_table,
    unregistered,
    unsaid,
)
from tiny_corpora import SHORTER

RECORDS = next(run for run in RUNS if run.name == "records")
UNSEEN = next(run for run in RUNS if run.name == "unseen")
BY_NAME = {run.name: run for run in made_runs()}
TABLE = "| system | word F1 |\n|---|---|\n| auto | .123 |"


def kept(*sources: str) -> Mapping[str, Any]:
    by_corpus = {source: {"f1": 0.5} for source in sources}
    return {"results": {"auto": {"by_corpus": by_corpus}}, "sources": dict.fromkeys(sources, 1)}


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
    assert list(unsaid(silent, kept("ours"))) == [
        "records: a model learned from ours; it does not say in-sample"
    ]
    assert list(unsaid(measuring(model, ours=f"pages{IN_SAMPLE}"), kept("ours"))) == []
    assert list(unsaid(measuring(model, theirs=f"pages{CHOSEN}"), kept("theirs"))) == []


def test_a_shipped_model_that_learned_from_a_measured_corpus_is_found() -> None:
    measured = {name: what.replace(IN_SAMPLE, "") for name, what in RECORDS.measured.items()}
    faults = list(unsaid(replace(RECORDS, measured=measured), kept(*measured)))
    assert faults == ["records: a model learned from feeds; it does not say in-sample"]


def test_a_measured_corpus_without_a_row_is_a_fault(model: Path) -> None:
    faults = list(unsaid(measuring(model, theirs="pages"), kept("theirs", "ours")))
    assert faults == ["records: it measured ours, of which the documents have no row"]


def test_a_card_that_names_no_corpus_is_a_fault(model: Path) -> None:
    (model / "README.md").write_text("# mine\n\nLearned from pages.\n", "utf-8")
    (fault,) = unsaid(measuring(model, ours="pages"), kept("ours"))
    assert fault.endswith("names no corpus that the model learned from")


def test_all_cards_of_measured_models_name_corpora() -> None:
    for run in RUNS:
        assert [fault for fault in unsaid(run, kept()) if "names no corpus" in fault] == []


def test_weights_that_were_trained_after_the_run_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "weights.safetensors").write_bytes(b"others")
    (fault,) = stale(replace(UNSEEN, weights=(str(tmp_path),)))
    assert "is not what unseen.json of" in fault


def test_a_run_of_another_command_is_a_fault() -> None:
    (fault,) = stale(replace(UNSEEN, command="pagesight evaluate"))
    assert fault == "unseen.json is of another command: make figures"


def test_a_run_without_rows_says_in_sample_in_what_it_claims(model: Path) -> None:
    run = measuring(model)
    assert [fault.split("; ")[1] for fault in unsaid(run, kept("ours"))] == [
        "it does not say in-sample"
    ]
    assert list(unsaid(replace(run, claim=f"F1{IN_SAMPLE}"), kept("ours"))) == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Word F1 is .926.", []),
        ("Word F1 is 0.926, in .9 % of them.", [".9"]),
        ("On 25 November 2026 it was .777 by `pagesight evaluate`.", [".777"]),
        ("It takes 12 ms a page, and 3.5 GB.", ["12 ms", "3.5"]),
        ("A page in 7% of cases.", ["7%"]),
        (TABLE, []),
        (TABLE.replace(".123", ".124"), [".124"]),
        (TABLE.replace("auto", "ours"), [".123"]),
        ("| score | paper |\n|---|---|\n| .926 | .321 |", [".926"]),
        ("| system | paper |\n|---|---|\n| GOCE | .321 |", []),
        ("The paper says .321.", [".321"]),
        ("The paper says `.321`, and the dropout is `0.2`.", []),
        ("```text\nauto .777\n```", []),
        ("<!-- not run: takes 0.5 h -->", []),
        ("[it](https://a.example/1.25/b)", []),
        ("Python 3.11, CC-BY-4.0, GPL-3.0, €24.00, $2.50, 4 GB, 30 s.", []),
    ],
)
def test_a_figure_that_no_run_has_is_a_fault(text: str, faults: list[str]) -> None:
    known = {*TABLE.splitlines(), "auto .926"}
    shown = [fault.split()[2:] for fault in unregistered("a.md", text, known)]
    assert [" ".join(words).split(", which")[0] for words in shown] == faults


def test_a_document_has_the_figures_of_the_runs_that_it_names_or_shows() -> None:
    lines = {name: {*table_of(run).splitlines()} for name, run in BY_NAME.items()}
    assert lines["unseen"] <= lines_for("Run `unseen` has it.")
    assert lines["unseen"] <= lines_for(f"So:\n\n{table_of(UNSEEN)}\n")
    assert not lines["posts"] & lines_for("Run `unseen` has it.")


def test_what_a_command_prints_is_its_table() -> None:
    report = {"printed": ["# a", "| a |", "|---|", "| all |", "", "and", "| b |", "|---|", "| 1 |"]}
    assert printed_table({}, report) == "| a |\n|---|\n| all |\n\n| b |\n|---|\n| 1 |"
    assert first_table({}, report) == "| a |\n|---|\n| all |"
    assert last_table({}, report) == "| b |\n|---|\n| 1 |"


def test_rows_of_all_stand_for_those_of_parts() -> None:
    report = {"printed": ["| of | F1 |", "|---|---|", "| all | .5 |", "| Rome | .4 |"]}
    assert all_rows({}, report) == "| of | F1 |\n|---|---|\n| all | .5 |"


def test_every_run_has_a_row_in_the_systems_table() -> None:
    rows = [line.split(" | ")[0].strip("| ") for line in systems_table().splitlines()]
    for run in made_runs():
        assert rows.count(run.name) == 2


def test_a_figure_that_a_card_has_otherwise_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(card_faults()) == []
    monkeypatch.setattr("shown_figures.short", lambda _: ".999")
    assert len(list(card_faults())) == 4


def test_a_table_that_was_changed_by_hand_is_none_of_the_run() -> None:
    page = (ROOT / "docs/evaluation.md").read_text("utf-8")
    assert list(unregistered("a.md", page, lines_for(page))) == []
    changed = page.replace("| .899 |", "| .898 |")
    assert list(unregistered("a.md", changed, lines_for(changed)))


# These take minutes whatever the pages, and have tests of their own; the last needs programs of
# other benchmarks.
NOT_RUN = {"addresses", "fairness", "hostile", "soak", "scorers"}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("name", [run.name for run in RUNS if run.name not in NOT_RUN])
def test_the_command_of_a_run_prints_or_writes_what_its_table_is_made_of(
    name: str, corpora: Path, runs: Path
) -> None:
    printed = made_shorter(name, corpora, runs)
    assert (runs / name / "results.json").exists() or "|---|" in printed.replace(" ", "")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of all runs: each is made once, also that from which others go on."""
    return tmp_path_factory.mktemp("runs")


def made_shorter(name: str, corpora: Path, folder: Path) -> str:
    """Return what a run prints on tiny corpora; those from which it goes on are made before."""
    own = folder / name
    if (printed := own / "printed.txt").exists():
        return printed.read_text("utf-8")
    (run,) = (run for run in RUNS if run.name == name)
    command = run.command.replace("\\\n", " ")
    for needed in dict.fromkeys(re.findall(r"\$RUNS/([\w-]+)", command)):
        made_shorter(needed, corpora, folder)
    for written, instead in SHORTER:
        command = re.sub(written, instead, command, flags=re.MULTILINE)
    own.mkdir(exist_ok=True)
    found = output(command, {"DATA": str(corpora), "OUT": str(own), "RUNS": str(folder)})
    printed.write_text(found, "utf-8")
    return found
