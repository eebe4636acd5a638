"""The command line under faults: of what users name, of disks, of standard output."""

import errno
import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pagesight.app.commands.failures import check_writable, told

from .conftest import CorpusMaker, Run

FULL = Path("/dev/full")  # Linux's disk that is always full
needs_full_disk = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
COMMAND = Path(sys.executable).with_name("pagesight")
WORDS = "A page of a few plain words, so that something is there to be read. " * 5


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(f"<p>{WORDS}", "utf-8")
    return path


def test_a_line_that_is_no_address_stops_no_batch(
    pagesight: Run, page: Path, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(f"http://[\n{'n' * 300}\n{page}\n", "utf-8")
    code, _, err = pagesight("batch", listed, "--no-render", "--out", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (code, [bool(row.get("text")) for row in rows]) == (1, [False, False, True])
    assert "http://[ is not an address" in err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["extract", "{page}", "--no-render", "--out", "{file}/x"], "{file}/x: Not a directory"),
        (["extract", "{page}", "--no-render", "--out", "{file}"], "{file}: File exists"),
        (["batch", "{list}", "--no-render", "--out", "{folder}"], "{folder}: Is a directory"),
        (["render", "{page}", "--out", "{file}"], "{file}: File exists"),
        (["evaluate", "--corpus", "{corpus}", "--out", "{file}"], "{file}: Not a directory"),
        (["train", "genre-svm", "--data", "{corpus}", "--out", "{file}/x"], "{file}: Not a dir"),
        (
            ["evaluate", "--corpus", "{corpus}", "--systems", "", "--predictions", "{folder}/no",
             "--out", "{folder}"],
            "{folder}/no: No such file or directory; check the name",
        ),
    ],
)  # fmt: skip
def test_a_place_that_takes_no_files_is_named_without_a_traceback(
    arguments: list[str], named: str, pagesight: Run, page: Path, make_corpus: CorpusMaker,
    tmp_path: Path,
) -> None:  # fmt: skip
    corpus = make_corpus([{"text": "text", "genre": "article", "html": "<p>text"}])
    places = {"file": tmp_path / "file", "folder": tmp_path, "page": page, "corpus": corpus,
              "list": tmp_path / "list.txt"}  # fmt: skip
    places["file"].write_text("kept", "utf-8")
    places["list"].write_text(str(page), "utf-8")
    code, _, err = pagesight(*(argument.format(**places) for argument in arguments))
    assert (code, f"error: {named.format(**places)}" in err) == (1, True), err
    assert places["file"].read_text("utf-8") == "kept"


def test_one_folder_that_cannot_be_written_stops_no_other_source(
    pagesight: Run, page: Path, tmp_path: Path
) -> None:
    other, out = page.with_name("other.html"), tmp_path / "out"
    other.write_text("<p>other", "utf-8")
    pagesight("extract", page, other, "--no-render", "--out", out)
    kept = sorted(out.iterdir())
    for file in kept[0].iterdir():
        file.unlink()
    kept[0].rmdir()
    kept[0].write_text("in the way", "utf-8")
    (kept[1] / "text.md").unlink()
    code, _, err = pagesight("extract", page, other, "--no-render", "--out", out)
    assert (code, f"error: {kept[0]}: File exists" in err) == (1, True)
    assert (kept[1] / "text.md").exists()


@needs_full_disk
def test_a_full_disk_is_named_and_loses_nothing_that_was_written(
    pagesight: Run, page: Path, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out"
    listed.write_text(str(page), "utf-8")
    code, _, err = pagesight("batch", listed, "--no-render", "--out", FULL)
    assert (code, "error: /dev/full: No space left on device; free some space" in err) == (1, True)
    out.mkdir()
    (out / "text.md").symlink_to(FULL)
    code, text, err = pagesight("extract", page, "--no-render", "--out", out)
    assert (code, f"error: {out}: No space left" in err) == (1, True)
    assert WORDS.strip() in text
    assert json.loads((out / "result.json").read_text("utf-8"))["text"] == WORDS.strip()


@needs_full_disk
def test_a_full_standard_output_is_told_once_for_all_sources(page: Path) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [COMMAND, "extract", page, page, "--no-render"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, done.stderr.count("error")) == (1, 1)
    assert last.startswith("error: standard output: No space left on device; free some space")


@pytest.mark.parametrize(
    ("stdin", "message"),
    [("<&-", "there is no standard input"), ("</dev/null", "standard input is empty")],
)
def test_a_standard_input_without_html_is_told(stdin: str, message: str) -> None:
    done = subprocess.run(
        f"{COMMAND} extract - --no-render {stdin}",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.startswith(f"error: {message}")) == (1, True)


def test_a_port_that_is_taken_is_told(pagesight: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = pagesight("demo", "--port", port)
    assert (code, err.startswith(f"error: cannot listen on 127.0.0.1:{port}: Address")) == (1, True)
    assert pagesight("demo", "--port", 99999)[0] == 2


def test_a_folder_is_found_writable_before_it_is_made(tmp_path: Path) -> None:
    check_writable(tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


def test_half_a_character_in_a_page_or_a_name_spoils_no_json(tmp_path: Path) -> None:
    script = r'<script type="application/ld+json">{"@type": "Article", "headline": "A \ud83d"}'
    odd = tmp_path / "odd \udcff.html"  # a byte that is no UTF-8, as Python spells it
    odd.write_text(f"<title>T&#xD83D;</title>{script}</script><p>{WORDS}", "utf-8")
    command = [COMMAND, "extract", odd, odd, "--no-render", "--format", "json", "--out", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        assert json.loads(line)["metadata"]["title"] == "A"


@pytest.mark.parametrize(
    ("command", "name", "content", "message"),
    [
        (["extract", "--no-render"], "comment.html", b"<!-- x -->", "no HTML in the 10 characters"),
        (["classify", "--by", "html"], "none.html", b"<!-- x -->", "no HTML in the 10 characters"),
        (["classify"], "bad.png", b"abc", "the screenshot (3 bytes) is not a whole and readable"),
    ],
)
def test_what_cannot_be_read_is_told_by_the_name_it_was_given(
    command: list[str], name: str, content: bytes, message: str, pagesight: Run, tmp_path: Path
) -> None:
    source = tmp_path / name
    source.write_bytes(content)
    code, _, err = pagesight(*command, source)
    assert (code, err.startswith(f"error: {source}: {message}")) == (1, True), err
    assert "pagesight.invalid" not in err
    assert "BytesIO" not in err


def test_pages_of_one_name_in_two_folders_are_told_apart(pagesight: Run, tmp_path: Path) -> None:
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
    code, _, err = pagesight("batch", listed, "--no-render", "--out", tmp_path / "." / "list.txt")
    assert (code, "would overwrite the list" in " ".join(err.split())) == (2, True)
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
def test_pages_that_cannot_teach_a_model_are_told(
    arguments: list[str], message: str, pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"genre": "forum", "text": "text"}, {"html": "<p>more"}])
    code, _, err = pagesight("train", *arguments, "--data", corpus, "--out", tmp_path / "model")
    assert (code, message in err) == (1, True), err
    assert not (tmp_path / "model").exists()


@needs_full_disk
@pytest.mark.parametrize("command", [["batch", "--resume", "--out"], ["datasets", "convert"]])
def test_what_is_no_file_is_never_replaced(
    command: list[str], pagesight: Run, page: Path, tmp_path: Path
) -> None:
    device = tmp_path / "full"
    device.symlink_to(FULL)
    arguments = [*command, device, page] if "--out" in command else [*command, tmp_path, device]
    assert pagesight(*arguments)[0] == 2
    assert device.is_symlink()


@needs_full_disk
@pytest.mark.browser
def test_browsers_are_closed_in_peace_where_output_cannot_be_written(
    page: Path, tmp_path: Path
) -> None:
    other = page.with_name("other.html")
    other.write_text("<p>other", "utf-8")
    with FULL.open("w") as full:
        done = subprocess.run(
            [COMMAND, "render", page, other, "--out", tmp_path / "out"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("error: standard output: No space left on device")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OSError(errno.ENOSPC, "Full", "a"), "a: Full; free some space or write elsewhere"),
        (OSError(errno.ENOSPC, "Full"), "standard output: Full; free some space"),
        (OSError(errno.EISDIR, "A folder", "a"), "a: A folder; choose another file or folder"),
        (OSError(errno.ENOENT, "cannot open a"), "cannot open a; check the name"),
        (OSError("a broken pipe of some library"), "a broken pipe of some library"),
    ],
)
def test_what_the_system_refuses_is_told_with_advice(error: OSError, expected: str) -> None:
    assert told(error).startswith(expected)
