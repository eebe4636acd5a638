"""What users name to the command line: pages, lists, texts, folders, corpora, and none of these."""

import csv
import io
import json
import os
import subprocess
from pathlib import Path

import pytest
from loopback import Site
from service import COMMAND

from pagesight.app.cli.options import with_scheme
from pagesight.app.output.formats import CSV_HEADER
from pagesight.render.page import Page
from pagesight.render.sources.source import captured
from pagesight.render.store import save_capture

from ..conftest import WORDS, CorpusMaker, Run


def test_a_line_that_is_no_address_stops_no_batch(
    pagesight: Run, page: Path, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(f"http://[\n{'n' * 300}\n{page}\n", "utf-8")
    code, _, err = pagesight("batch", listed, "--no-render", "--out", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (code, [bool(row.get("text")) for row in rows]) == (1, [False, False, True])
    assert "http://[ is not an address" in err


def test_half_a_character_in_a_page_or_a_name_spoils_no_json(tmp_path: Path) -> None:
    script = r'<script type="application/ld+json">{"@type": "Article", "headline": "A \ud83d"}'
    odd = tmp_path / "odd \udcff.html"  # a byte that is no UTF-8, as Python spells it
    odd.write_text(f"<title>T&#xD83D;</title>{script}</script><p>{WORDS}", "utf-8")
    command = [COMMAND, "extract", odd, odd, "--no-render", "--format", "json", "--out", tmp_path]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    for line in done.stdout.splitlines():
        assert json.loads(line)["metadata"]["title"] == "A"


@pytest.mark.parametrize(
    "settings",
    [
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["latin-1", "C"],
)
def test_json_is_utf8_in_every_locale(settings: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<meta charset=utf-8><title>Café 日本 \U0001f600</title><p>{WORDS}", "utf-8")
    command = [COMMAND, "extract", page, "--no-render", "--format", "json"]
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, **settings})
    assert json.loads(done.stdout)["metadata"]["title"] == "Café 日本 \U0001f600"


def test_no_progress_bar_is_drawn_where_no_person_looks(
    pagesight: Run, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(str(page), "utf-8")
    monkeypatch.setenv("FORCE_COLOR", "1")
    _, _, err = pagesight("batch", listed, "--no-render", "--out", out)
    assert err == f"1 pages, 0 failed; in {out}\n"


@pytest.mark.parametrize(
    ("command", "name", "content", "message"),
    [
        (["extract", "--no-render"], "comment.html", b"<!-- x -->", "no HTML in the 10 characters"),
        (["classify", "--by", "html"], "none.html", b"<!-- x -->", "no HTML in the 10 characters"),
        (["classify"], "bad.png", b"abc", "the screenshot (3 bytes) is not a whole and readable"),
    ],
)
def test_what_cannot_be_read_is_reported_by_the_name_it_was_given(
    command: list[str], name: str, content: bytes, message: str, pagesight: Run, tmp_path: Path
) -> None:
    source = tmp_path / name
    source.write_bytes(content)
    code, _, err = pagesight(*command, source)
    assert (code, err.startswith(f"error: {source}: {message}")) == (1, True), err
    assert "pagesight.invalid" not in err
    assert "BytesIO" not in err


def test_pages_of_one_name_in_two_folders_are_distinguished(pagesight: Run, tmp_path: Path) -> None:
    pages = [tmp_path / folder / "news.html" for folder in "ab"]
    for page in pages:
        page.parent.mkdir()
        page.write_text(f"<p>{WORDS}", "utf-8")
    _, out, _ = pagesight("extract", *pages, "--no-render", "--format", "json")
    asked = [json.loads(line)["requested_url"] for line in out.splitlines()]
    assert asked == [str(page) for page in pages]


def test_a_list_is_never_overwritten(pagesight: Run, page: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text(str(page), "utf-8")
    code, _, err = pagesight("batch", listed, "--no-render", "--out", listed)
    fault = f"--out {listed} would overwrite the list of sources: name another"
    assert (code, err) == (2, f"error: {fault}\n")
    assert listed.read_text("utf-8") == str(page)


@pytest.mark.parametrize(
    "command", [["extract", "--no-render"], ["classify", "--by", "html"], ["render", "--out", "o"]]
)
def test_a_list_without_sources_is_an_error(
    command: list[str], pagesight: Run, tmp_path: Path
) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("# none yet\n", "utf-8")
    code, _, err = pagesight(*command, listed)
    assert (code, f"error: {listed}: no sources in it" in err) == (1, True)


def test_a_folder_to_list_has_to_be_one(pagesight: Run, page: Path, tmp_path: Path) -> None:
    assert pagesight("datasets", "list", tmp_path / "nosuch")[0] == 2
    assert pagesight("datasets", "list", page)[0] == 2
    assert "no corpus files" in pagesight("datasets", "list", tmp_path)[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["article"], "article learns from pages with gold text, of the genres article, "
                      "documentation; given were 1 of forum with text, 1 of no genre without text"),
        (["article", "--split", "test"], "no pages of split 'test' in "),
        (["genre"], "columns screenshot and genre"),
    ],
)  # fmt: skip
def test_pages_that_cannot_teach_a_model_are_reported(
    arguments: list[str], message: str, pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"genre": "forum", "text": "text"}, {"html": "<p>more"}])
    code, _, err = pagesight("train", *arguments, "--data", corpus, "--out", tmp_path / "model")
    assert (code, message in err) == (1, True), err
    assert not (tmp_path / "model").exists()


def test_csv_of_many_pages_is_one_table_that_distinguishes_them(
    pagesight: Run, tmp_path: Path
) -> None:
    pages = [tmp_path / folder / "page.html" for folder in "ab"]
    for page in pages:
        page.parent.mkdir()
        page.write_text(f"<p>{WORDS}", "utf-8")
    _, out, _ = pagesight("extract", *pages, "--no-render", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["page"] for row in rows] == [str(page) for page in pages]


@pytest.mark.parametrize("name", ["list.txt", "LIST.TXT"])
def test_extract_and_classify_read_lists_of_sources(
    name: str, pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    listed = tmp_path / name
    listed.write_text(f"{samples / 'article.html'}\n{samples / 'news.html'}\n", "utf-8-sig")
    _, out, _ = pagesight("extract", listed, "--no-render", "--format", "json")
    assert [json.loads(line)["genre"] for line in out.splitlines()] == ["article", "listing"]
    assert len(pagesight("classify", listed, "--by", "html")[1].splitlines()) == 2


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("text", "Plain <b> prose.\n"),
        ("json", '{"source": "a.txt", "text": "Plain <b> prose."}\n'),
        ("csv", f"{CSV_HEADER}\na.txt,,,Plain <b> prose.{',' * (CSV_HEADER.count(',') - 3)}\n"),
    ],
)
def test_filtered_texts_come_in_every_format_and_are_kept(
    format: str, expected: str, pagesight: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("Plain <b> prose.\n", "utf-8-sig")
    command = ["extract", "a.txt", "--perplexity", 1e9, "--format", format, "--out", "kept"]
    assert pagesight(*command)[:2] == (0, expected)
    assert Path("kept/text.md").read_text("utf-8") == "Plain <b> prose.\n"
    assert json.loads(Path("kept/result.json").read_text("utf-8"))["source"] == "a.txt"
    assert "<p>Plain &lt;b&gt; prose.</p>" in pagesight(*command[:4], "--format", "html")[1]


def test_folders_that_render_made_are_sources_too(pagesight: Run, tmp_path: Path) -> None:
    page = Page("https://a.example/", f"<p>{WORDS}", rendered=True)
    save_capture(captured(page), tmp_path / "kept")
    code, out, _ = pagesight("extract", tmp_path / "kept", "--format", "json")
    found = json.loads(out)
    assert (code, found["url"], found["rendered"]) == (0, "https://a.example/", True)
    assert pagesight("classify", tmp_path / "kept")[0] == 0


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("example.com", "https://example.com"),
        ("example.co.uk:8080/a?b=c", "https://example.co.uk:8080/a?b=c"),
        ("http://example.com", "http://example.com"),
        ("page.html", "page.html"),
        ("folder/page.com", "folder/page.com"),
        ("localhost", "localhost"),
        ("-", "-"),
    ],
)
def test_an_address_without_its_scheme_is_read_by_https(typed: str, read: str) -> None:
    assert with_scheme(typed) == read


def test_a_file_that_is_named_like_a_host_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("example.com").write_text("<p>text", "utf-8")
    assert with_scheme("example.com") == "example.com"


@pytest.mark.parametrize("status", [404, 500])
def test_an_error_page_is_printed_and_has_failed(site: Site, pagesight: Run, status: int) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(f"<p>{WORDS}".encode(), status=status)
    code, out, err = pagesight("extract", site.url("/"), "--no-render", "--allow-private")
    assert (code, out.strip()) == (1, WORDS.strip())
    assert f"error: {site.url('/')}: HTTP {status} " in err


def test_markdown_has_a_short_name(pagesight: Run, page: Path) -> None:
    short = pagesight("extract", page, "--no-render", "--format", "md")
    assert short == pagesight("extract", page, "--no-render", "--format", "markdown")


def test_each_error_names_its_source(pagesight: Run) -> None:
    address = "http://127.0.0.1:1/page"
    code, _, err = pagesight("extract", address, "--no-render", "--allow", "127.0.0.1:1")
    assert (code, err.startswith(f"error: {address}: cannot connect")) == (1, True), err


@pytest.mark.parametrize("command", [["extract"], ["records"], ["classify", "--by", "html"]])
@pytest.mark.parametrize("body", [b"", b"<h1>Gone</h1><p>There is no such page any more."])
def test_an_error_page_fails_in_every_command(
    command: list[str], body: bytes, site: Site, pagesight: Run
) -> None:
    site.pages["/gone"] = lambda exchange: exchange.answer(body, status=410)
    how = [] if "--by" in command else ["--no-render"]
    code, _, err = pagesight(*command, *how, "--allow-private", site.url("/gone"))
    assert (code, f"error: {site.url('/gone')}: HTTP 410 Gone\n" in err) == (1, True), err


def test_a_list_may_be_what_power_shell_writes(pagesight: Run, page: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_bytes(f"{page}\r\n".encode("utf-16"))
    assert pagesight("classify", "--by", "html", listed)[0] == 0


def test_records_says_of_which_page_it_found_none(pagesight: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>One paragraph.", "utf-8")
    assert pagesight("records", page, "--no-render") == (0, "", f"{page}: no items found\n")


def test_a_file_that_holds_no_pattern_is_named(pagesight: Run, page: Path) -> None:
    code, _, err = pagesight("records", page, "--no-render", "--pattern", page)
    assert (code, err.startswith(f"error: {page}: this is no pattern")) == (1, True), err
