"""The command line under faults of the system: of disks, of ports, of standard output."""

import errno
import json
import re
import shlex
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from service import COMMAND

from pagesight.app.cli.failures import check_writable
from pagesight.app.errors import explained

from .conftest import WORDS, CorpusMaker, Run

FULL = Path("/dev/full")  # Linux's disk that is always full
needs_full_disk = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")


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
    out = tmp_path / "out"
    out.mkdir()
    (out / "text.md").symlink_to(FULL)
    code, text, err = pagesight("extract", page, "--no-render", "--out", out)
    assert (code, f"error: {out}: No space left" in err) == (1, True)
    assert WORDS.strip() in text
    assert json.loads((out / "result.json").read_text("utf-8"))["text"] == WORDS.strip()


@needs_full_disk
def test_a_full_standard_output_is_reported_once_for_all_sources(page: Path) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [COMMAND, "extract", page, page, "--no-render"],
            stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False,
        )  # fmt: skip
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, done.stderr.count("error")) == (1, 1)
    assert last.startswith("error: standard output: No space left on device; free some space")


@pytest.mark.parametrize(
    ("stdin", "message"),
    [("<&-", "there is no standard input"), ("</dev/null", "standard input is empty")],
)
def test_a_standard_input_without_html_is_reported(stdin: str, message: str) -> None:
    done = subprocess.run(
        f"{shlex.quote(str(COMMAND))} extract - --no-render {stdin}",
        shell=True, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.startswith(f"error: {message}")) == (1, True)


def test_a_folder_is_found_writable_before_it_is_made(tmp_path: Path) -> None:
    check_writable(tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


@needs_full_disk
@pytest.mark.parametrize("command", [["batch", "--no-render", "--out"], ["datasets", "convert"]])
def test_what_is_no_file_is_never_replaced(
    command: list[str], pagesight: Run, page: Path, tmp_path: Path
) -> None:
    device = tmp_path / "full"
    device.symlink_to(FULL)
    arguments = [*command, device, page] if "--out" in command else [*command, tmp_path, device]
    assert pagesight(*arguments)[0] == 2
    assert device.is_symlink()


@pytest.mark.slow
@needs_full_disk
@pytest.mark.browser
@pytest.mark.parametrize("command", ["render {list} --out {out}", "batch {list} --out -"])
def test_browsers_are_closed_in_peace_where_output_cannot_be_written(
    command: str, page: Path, tmp_path: Path
) -> None:
    other, listed, out = (tmp_path / name for name in ("other.html", "list.txt", "out"))
    other.write_text("<p>other", "utf-8")
    listed.write_text(f"{page}\n{other}\n", "utf-8")
    arguments = [word.format(list=listed, out=out, full=FULL) for word in command.split()]
    with FULL.open("wb") as full:
        done = subprocess.run(
            [COMMAND, *arguments],
            stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False,
        )  # fmt: skip
    assert done.returncode == 1
    # As root there is a line before it: Chromium has no sandbox then.
    errors = [line for line in done.stderr.splitlines() if "sandbox" not in line]
    assert len(errors) == 1, done.stderr
    assert re.match(r"error: standard output: No space left", errors[0])


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
def test_what_the_system_refuses_is_reported_with_advice(error: OSError, expected: str) -> None:
    assert explained(error).startswith(expected)


@pytest.mark.parametrize("command", ["list", "describe"])
def test_a_corpus_that_cannot_be_read_stops_no_list_of_them(
    command: str, pagesight: Run, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    good, bad, nulls = make_corpus([{"text": "x"}]), tmp_path / "a.parquet", tmp_path / "b.parquet"
    bad.write_text("no Parquet", "utf-8")
    pq.write_table(pa.table({"id": [1], "html": [b"x"]}), nulls)
    code, out, err = pagesight(
        "datasets", command, *([tmp_path] if command == "list" else [bad, nulls, good])
    )
    assert (code, out.count(str(good))) == (1, 1)
    first, second = err.splitlines()
    assert first.startswith(f"error: {bad} ")
    assert second.startswith(f"error: {nulls}, ")
