"""The command line: results on standard output, messages on standard error, exit codes."""

import json
import re
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pagesight.app.cli.main import app, whole

from ..conftest import WORDS, CorpusMaker, Run

_EVALUATE = ["evaluate", "--corpus", "none.parquet", "--out", "o"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract", "ftp://example.org/", "--no-render"], "error: ftp://example.org/"),
        (["extract", "http://127.0.0.1:9/", "--no-render"], "not on the public internet"),
        (["classify", "no/such/picture.png"], "cannot read the picture"),
        (["train", "crystal-ball", "--data", "x", "--out", "y"], "cannot train 'crystal-ball'"),
        (["evaluate", "--corpus", "none.parquet", "--out", "o"], "no corpus file at none.parquet"),
        (["batch", "none.txt", "--out", "o.jsonl"], "cannot read the list none.txt: No such file"),
        (["datasets", "describe", "none.parquet"], "no corpus file at none.parquet"),
    ],
)
def test_errors_are_one_line_and_exit_with_1(
    pagesight: Run, arguments: list[str], message: str
) -> None:
    code, out, err = pagesight(*arguments)
    assert code == 1
    assert err.startswith("error: ")
    assert message in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract"],
        ["extract", "page.html", "--format", "pdf"],
        ["extract", "page.html", "--extractor", "crystal-ball"],
        ["nonesuch"],
        ["render", "page.html"],
        ["extract", "page.html", "--model", "nosuch"],
        ["extract", "page.html", "--model", "nosuch", "--extractor", "goce-article"],
        [*_EVALUATE, "--limit", "-1"],
        [*_EVALUATE, "--folds", "-2"],
        [*_EVALUATE, "--folds", "1"],
        [*_EVALUATE, "--systems", ""],
    ],
)
def test_wrong_usage_exits_with_2(pagesight: Run, arguments: list[str]) -> None:
    code, out, err = pagesight(*arguments)
    assert (code, out) == (2, "")
    assert re.fullmatch(r"error: .+\n", err)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract"], "missing argument 'SOURCES...'; see `pagesight extract --help`"),
        (["extract", "x", "--zzz"], "no such option '--zzz'; see `pagesight extract --help`"),
        (
            ["extract", "x", "--formatt", "json"],
            "no such option '--formatt' (did you mean one of: '--favor', '--format'?); "
            "see `pagesight extract --help`",
        ),
        (["nonesuch"], "no such command 'nonesuch'; see `pagesight --help`"),
        (["datasets"], "missing command; see `pagesight datasets --help`"),
        (
            ["datasets", "list", "no/such"],
            "invalid value for 'FOLDER': Directory 'no/such' does not exist; "
            "see `pagesight datasets list --help`",
        ),
        (
            ["extract", "x", "--format", "pdf"],
            "invalid value for '--format': 'pdf' is not one of 'text', 'markdown', 'json', "
            "'html', 'csv', 'md'; see `pagesight extract --help`",
        ),
        (
            ["extract", "x", "--deadline", "nan"],
            "invalid value for '--deadline': nan is not a number; see `pagesight extract --help`",
        ),
    ],
)
def test_wrong_usage_is_reported_in_one_line_that_no_terminal_wraps(
    pagesight: Run, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert pagesight(*arguments) == (2, "", f"error: {message}\n")


def test_help_cuts_no_option_and_has_no_colours(
    pagesight: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    code, out, err = pagesight("extract", "--help")
    assert (code, err) == (0, "")
    assert "  --extractor [auto|article|listview|" in out
    assert "\x1b" not in out


def test_datasets_are_made_described_and_checked(pagesight: Run, tmp_path: Path) -> None:
    lines = tmp_path / "pages.jsonl"
    rows = [
        {"id": split, "html": "<p>x", "site": "s", "text": "x", "split": split} for split in "ab"
    ]
    lines.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    corpus = tmp_path / "made.parquet"
    assert pagesight("datasets", "convert", lines, corpus)[0] == 0
    assert "2 pages of 1 sites" in pagesight("datasets", "describe", corpus)[1]
    code, out, _ = pagesight("datasets", "check", corpus)
    assert code == 1
    assert "the site or family s is in the splits a, b" in out
    assert "made.parquet\t2 pages" in pagesight("datasets", "list", tmp_path)[1]


def test_evaluate_prints_the_table_and_writes_the_report(
    pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"html": "<p>some words", "text": "some words"}])
    out_folder = tmp_path / "report"
    code, out, err = pagesight(
        "evaluate", "--corpus", corpus, "--systems", "goce-article", "--out", out_folder
    )
    assert code == 0
    assert "| goce-article | 1.000 |" in out
    assert str(out_folder / "report.html") in err


@pytest.mark.parametrize(("task", "systems"), [("genre", "html"), ("blocks", "boilernet")])
def test_every_task_has_systems_of_its_own_to_measure(
    task: str, systems: str, pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    rows = [{"html": f"<p>{WORDS}", "text": WORDS, "genre": "article", "site": "a"}]
    code, out, _ = pagesight(
        "evaluate", "--task", task, "--corpus", make_corpus(rows), "--out", tmp_path / "report"
    )
    assert (code, f"| {systems} |" in out) == (0, True)


def test_the_installed_command_reads_standard_input_and_its_help_is_quick() -> None:
    command = Path(sys.executable).with_name("pagesight")
    words = "Words of a page that came in through the pipe, and quite a few of them. " * 5
    done = subprocess.run(
        [command, "extract", "-", "--no-render"],
        input=f"<h1>Piped</h1><p>{words}</p>", capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert "came in through the pipe" in done.stdout
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    shown = subprocess.run([command, "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime < 3.0  # torch alone takes as long
    assert b"extract" in shown.stdout


@pytest.mark.parametrize("name", app.commands)
def test_help_lists_a_command_with_the_first_sentence_of_its_own_help(name: str) -> None:
    listed = app.commands[name]
    assert (whole(listed).help or "").startswith(str(listed.help))


@pytest.mark.parametrize("arguments", [["--help"], ["extract", "-", "--no-render"]])
def test_a_cold_start_loads_only_what_the_command_needs(arguments: list[str]) -> None:
    heavy = {
        "torch", "playwright", "gradio", "sklearn", "scipy", "matplotlib", "pandas", "pyarrow",
        "pydantic", "typer", "rich", "tempfile", "importlib.metadata",
    }  # fmt: skip
    code = (
        f"import sys; from pagesight.app.cli.main import run; assert run({arguments}) == 0;"
        f"print({heavy}.intersection(sys.modules) or 'none')"
    )
    page = f"<p>{WORDS}".encode()
    done = subprocess.run([sys.executable, "-c", code], input=page, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"none"


@pytest.mark.browser
def test_the_explanation_is_in_json_where_that_is_asked_for(pagesight: Run, samples: Path) -> None:
    _, out, _ = pagesight("classify", samples / "article.html", "--explain", "--json")
    html, picture = json.loads(out)["sides"]
    assert (html["evidence"], picture["evidence"]) == ("html", "screenshot")
    assert sum(picture["probabilities"].values()) == pytest.approx(1, abs=1e-3)
    assert 0 < picture["weight"] < html["weight"]


def test_a_port_that_is_taken_is_reported(pagesight: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = pagesight("demo", "--port", port)
    assert (code, err.startswith(f"error: cannot listen on 127.0.0.1:{port}: Address")) == (1, True)
    assert pagesight("demo", "--port", 99999)[0] == 2


def test_perplexity_prints_a_line_a_text_and_one_a_sentence(pagesight: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The ferry leaves at nine. It comes back.", encoding="utf-8")
    (tmp_path / "b.txt").write_text("Home Shop Login Cart Help Imprint", encoding="utf-8")
    code, out, _ = pagesight("perplexity", tmp_path / "a.txt", tmp_path / "b.txt")
    prose, menu = (float(line.split("\t")[0]) for line in out.splitlines())
    assert code == 0
    assert prose < 8000 < menu
    _, out, _ = pagesight("perplexity", tmp_path / "a.txt", "--sentences", "--json")
    score = json.loads(out)
    assert [each["text"] for each in score["sentences"]] == [
        "The ferry leaves at nine.",
        "It comes back.",
    ]
