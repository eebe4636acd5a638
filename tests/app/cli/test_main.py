"""The command line: results on standard output, messages on standard error, exit codes."""

import csv
import io
import json
import re
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from pagesight.app.cli.main import app, whole

from ..conftest import CorpusMaker, Run

FIELDS = {
    "url", "genre", "probabilities", "confidence", "extractor", "reason", "text",
    "markdown", "records", "metadata", "warnings", "seconds", "expected_quality", "rendered",
    "hidden_chars", "is_list", "pagination", "product", "tables",
}  # fmt: skip
_WORDS = "Some plain words of a page that has a few of them. " * 5
_EVALUATE = ["evaluate", "--corpus", "none.parquet", "--out", "o"]


def test_extract_prints_the_text_and_reports_the_genre_beside_it(
    pagesight: Run, samples: Path
) -> None:
    code, out, err = pagesight("extract", samples / "article.html", "--no-render")
    assert code == 0
    assert "two hundred and eleven dead thrushes" in out
    assert "Most read" not in out
    assert "genre:     article" in err
    assert "extractor: sight+article" in err


def test_json_is_an_object_a_line_with_all_that_is_known(pagesight: Run, samples: Path) -> None:
    pages = [samples / "article.html", samples / "news.html"]
    code, out, _ = pagesight("extract", *pages, "--no-render", "--format", "json")
    assert code == 0
    article, news = map(json.loads, out.splitlines())
    assert article.keys() >= FIELDS
    assert article["genre"] == "article"
    assert sum(article["probabilities"].values()) == pytest.approx(1.0, abs=0.01)
    assert article["metadata"]["author"] == "Marta Lindqvist"
    assert "alternatives" not in article
    assert "Harbour toll" in news["text"]


def test_json_has_what_each_extractor_makes_of_the_page_if_asked_for(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    asked = ["extract", samples / "article.html", "--no-render", "--alternatives"]
    printed = json.loads(pagesight(*asked, "--format", "json")[1])
    assert [each["extractor"] for each in printed["alternatives"]]
    pagesight(*asked, "--out", tmp_path / "kept")
    kept = json.loads((tmp_path / "kept/result.json").read_text("utf-8"))
    assert kept["alternatives"] == printed["alternatives"]


@pytest.mark.parametrize("name", ["page.md", "page.json", "page.csv"])
def test_a_file_to_write_takes_the_place_of_what_is_printed(
    pagesight: Run, samples: Path, tmp_path: Path, name: str
) -> None:
    page, format = samples / "article.html", name.partition(".")[2]
    printed = pagesight("extract", page, "--no-render", "--format", format)[1]
    code, out, _ = pagesight("extract", page, "--no-render", "-o", tmp_path / name)
    written = (tmp_path / name).read_text()
    assert (code, out) == (0, "")
    if format == "json":
        printed, written = (json.loads(each)["text"] for each in (printed, written))
    assert written == printed


def test_a_file_holds_one_page(pagesight: Run, samples: Path, tmp_path: Path) -> None:
    pages = [samples / "article.html", samples / "news.html"]
    code, out, err = pagesight("extract", *pages, "--no-render", "-o", tmp_path / "page.md")
    assert (code, out) == (2, "")
    assert "page.md holds one page: name one source, or a folder" in err


def test_csv_has_a_line_a_record(pagesight: Run, samples: Path) -> None:
    code, out, _ = pagesight(
        "extract", samples / "shop.html", "--no-render", "--genre", "collection", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == 9
    assert rows[0]["title"] == "Hazel stoneware mug"
    assert "24.00" in rows[0]["price"]


def test_html_keeps_the_structure_and_escapes_the_text(pagesight: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = "A sentence of many plain words that goes on for long enough to be content. " * 4
    page.write_text(f"<article><h1>On &lt;script&gt;</h1><p>{words}</p></article>", "utf-8")
    code, out, _ = pagesight("extract", page, "--no-render", "--format", "html")
    assert code == 0
    assert "<script>" not in out
    assert "A sentence of many plain words" in out


def test_out_keeps_json_and_markdown_and_names_them(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    page, out_folder = samples / "article.html", tmp_path / "kept"
    code, _, err = pagesight("extract", page, "--no-render", "--out", out_folder)
    assert code == 0
    assert json.loads((out_folder / "result.json").read_text("utf-8"))["genre"] == "article"
    assert "## From margins to a model" in (out_folder / "text.md").read_text("utf-8")
    assert str(out_folder / "result.json") in err


def test_perplexity_drops_strange_sentences_of_pages_texts_and_whole_batches(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    text, listed, out_file = (tmp_path / name for name in ("a.txt", "list.txt", "out.jsonl"))
    prose = "This is a sentence that people have written for other people to read."
    text.write_text(f"{prose}\nzxqv | wrtk >> plmq zzkt\n", "utf-8")
    page = samples / "article.html"
    code, out, _ = pagesight("extract", text, page, "--no-render", "--perplexity", 8000)
    assert code == 0
    assert out.startswith(f"{prose}\n")
    assert "zxqv" not in out
    assert "thrushes" in out
    listed.write_text(f"{text}\n{page}\n", "utf-8")
    assert pagesight(
        "batch", listed, "--no-render", "--perplexity", 8000, "--out", out_file
    )[0] == 0  # fmt: skip
    rows = list(map(json.loads, out_file.read_text("utf-8").splitlines()))
    assert [row["text"] for row in rows if row["source"] == str(text)] == [prose]
    assert len(rows) == 2


def test_pages_and_batches_are_read_as_the_user_wants(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    page, listed, out_file = samples / "docs.html", tmp_path / "list.txt", tmp_path / "out.jsonl"
    wanted = ("--no-tables", "--no-links", "--no-images", "--no-comments", "--favor", "recall")
    code, out, _ = pagesight("extract", page, "--no-render", "--format", "md")
    assert code == 0
    assert "](" in out
    code, out, _ = pagesight("extract", page, "--no-render", "--format", "md", *wanted)
    assert code == 0
    assert "](" not in out
    listed.write_text(f"{page}\n", "utf-8")
    assert pagesight("batch", listed, "--no-render", *wanted, "--out", out_file)[0] == 0
    assert json.loads(out_file.read_text("utf-8"))["markdown"] == out.rstrip("\n")


@pytest.mark.browser
def test_extract_renders_and_keeps_the_screenshot(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    code, out, err = pagesight("extract", samples / "article.html", "--out", tmp_path)
    assert code == 0
    assert "two hundred and eleven dead thrushes" in out
    assert (tmp_path / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    assert "screenshot.png" in err
    assert json.loads((tmp_path / "result.json").read_text("utf-8"))["rendered"]


@pytest.mark.browser
def test_an_image_is_classified_by_what_it_shows(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    pagesight("extract", samples / "article.html", "--out", tmp_path)
    code, out, _ = pagesight("classify", tmp_path / "screenshot.png", "--json")
    assert code == 0
    assert json.loads(out)["evidence"] == "screenshot"


def test_a_source_that_fails_is_reported_and_the_others_go_on(
    pagesight: Run, samples: Path
) -> None:
    code, out, err = pagesight(
        "extract", "no/such/page.html", samples / "article.html", "--no-render"
    )
    assert code == 1
    assert "error: no/such/page.html is neither" in err
    assert "thrushes" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract", "ftp://example.org/", "--no-render"], "error: ftp://example.org/"),
        (["extract", "http://127.0.0.1:9/", "--no-render"], "not on the public internet"),
        (["classify", "no/such/picture.png"], "cannot read the picture"),
        (["train", "crystal-ball", "--data", "x", "--out", "y"], "cannot train 'crystal-ball'"),
        (["evaluate", "--corpus", "none.parquet", "--out", "o"], "no corpus file at none.parquet"),
        (["batch", "none.txt", "--out", "o.jsonl"], "none.txt is not a text file of sources"),
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


def test_classify_by_html_starts_no_browser(pagesight: Run, samples: Path) -> None:
    code, out, _ = pagesight("classify", samples / "article.html", "--by", "html")
    assert code == 0
    assert out.split("\t")[1] == "article"


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


def test_a_genre_model_is_trained_with_its_card(
    pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    html = {"article": f"<p>{_WORDS}", "listing": "<p>short"}
    rows = [{"html": html[g], "genre": g, "site": f"{g}{n}"} for g in html for n in range(4)]
    model = tmp_path / "model"
    assert pagesight("train", "genre-svm", "--data", make_corpus(rows), "--out", model)[0] == 0
    assert "Genres: article 4, listing 4." in (model / "README.md").read_text("utf-8")


def test_goces_machine_of_ones_own_predicts_the_genre_too(
    pagesight: Run, make_corpus: CorpusMaker, page: Path, tmp_path: Path
) -> None:
    html = {"forum": f"<p>{_WORDS}", "other": "<p>short"}
    rows = [{"html": html[g], "genre": g, "site": f"{g}{n}"} for g in html for n in range(4)]
    model = tmp_path / "model"
    pagesight("train", "genre-svm", "--data", make_corpus(rows), "--out", model)
    asked = ["extract", page, "--no-render", "--format", "json", "--genre-model", model]
    assert json.loads(pagesight(*asked)[1])["genre"] in ("forum", "other")


def test_a_genre_model_of_ones_own_predicts_the_genre(
    pagesight: Run, make_corpus: CorpusMaker, page: Path, tmp_path: Path
) -> None:
    html = {"forum": f"<p>{_WORDS}", "other": "<p>short"}
    rows = [{"html": html[g], "genre": g, "site": f"{g}{n}"} for g in html for n in range(4)]
    model = tmp_path / "model"
    pagesight("train", "genre-html", "--data", make_corpus(rows), "--out", model)
    _, out, _ = pagesight("classify", page, "--by", "html", "--genre-model", model, "--json")
    shares = {genre for genre, share in json.loads(out)["probabilities"].items() if share}
    assert shares == {"forum", "other"}
    asked = ["extract", page, "--no-render", "--format", "json", "--genre-model"]
    assert json.loads(pagesight(*asked, model)[1])["genre"] in ("forum", "other")
    code, _, err = pagesight(*asked, tmp_path / "nosuch")
    assert (code, "no model folder at" in err) == (1, True)


@pytest.mark.parametrize(("task", "systems"), [("genre", "html"), ("blocks", "boilernet")])
def test_every_task_has_systems_of_its_own_to_measure(
    task: str, systems: str, pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    rows = [{"html": f"<p>{_WORDS}", "text": _WORDS, "genre": "article", "site": "a"}]
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
    page = f"<p>{_WORDS}".encode()
    done = subprocess.run([sys.executable, "-c", code], input=page, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"none"


@pytest.mark.browser
def test_classify_draws_the_evidence_on_the_picture(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "new" / "why.png"
    code, _, _ = pagesight("classify", samples / "shop.html", "--heatmap", picture)
    assert code == 0
    with Image.open(picture) as explained:
        assert explained.size == (320, 480)


@pytest.mark.browser
def test_classify_explains_what_html_and_picture_predict_and_weigh(
    pagesight: Run, samples: Path
) -> None:
    code, out, _ = pagesight("classify", samples / "shop.html", "--explain")
    genre, html, picture = out.splitlines()
    assert (code, genre.split("\t")[1]) == (0, "collection")
    for line, side in ((html, "html"), (picture, "screenshot")):
        words = r"( [a-z]+=[01]\.\d{3}){3}; weight \d\.\d\d, log-odds [+-]\d+\.\d\d"
        assert re.fullmatch(rf"  {side}:{words} for collection against [a-z]+", line)


@pytest.mark.browser
def test_the_explanation_is_in_json_where_that_is_asked_for(pagesight: Run, samples: Path) -> None:
    _, out, _ = pagesight("classify", samples / "shop.html", "--explain", "--json")
    html, picture = json.loads(out)["sides"]
    assert (html["evidence"], picture["evidence"]) == ("html", "screenshot")
    assert sum(picture["probabilities"].values()) == pytest.approx(1, abs=1e-3)
    assert 0 < picture["weight"] < html["weight"]


def test_a_page_without_a_picture_is_explained_by_its_html(pagesight: Run, samples: Path) -> None:
    _, out, _ = pagesight("classify", samples / "shop.html", "--by", "html", "--explain")
    assert out.splitlines()[1:] == ["  html alone"]


def test_a_heatmap_without_a_picture_is_a_usage_error(pagesight: Run, samples: Path) -> None:
    code, _, err = pagesight(
        "classify", samples / "shop.html", "--by", "html", "--heatmap", "why.png"
    )
    assert (code, err.startswith("error: --heatmap needs a picture of one page")) == (2, True)


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
