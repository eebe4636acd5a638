"""`pagesight batch` in the hands of users: pipes, reruns, error pages, odd lists, odd outputs."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest
from loopback import Site
from service import COMMAND

from ..conftest import WORDS, Run

NO_RENDER = ["--no-render", "--allow-private"]


def rows_of(lines: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.splitlines()]


def run_piped(
    *arguments: object, given: str | bytes = b"", **settings: Any
) -> "subprocess.CompletedProcess[str]":
    body = given if isinstance(given, bytes) else given.encode()
    done = subprocess.run(
        [COMMAND, *map(str, arguments)], input=body, capture_output=True, check=False, **settings
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def test_sources_come_from_standard_input_and_rows_go_to_standard_output(page: Path) -> None:
    done = run_piped("batch", "-", "--out", "-", "--no-render", given=f"# a list\n{page}\n\n")
    (row,) = rows_of(done.stdout)
    assert (done.returncode, row["source"], row["text"]) == (0, str(page), WORDS.strip())
    assert done.stderr == "1 pages, 0 failed; in standard output\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"", "standard input: no sources in it; wanted one a line"),
        (b"\n \n# none\n", "standard input: no sources in it; wanted one a line"),
        (b"\xff\xfe\x00", "standard input is not a text file of sources"),
        (b"\n<!doctype html><p>x", "standard input is a page, not a list of sources"),
    ],
)
def test_a_standard_input_without_sources_is_an_error(given: bytes, message: str) -> None:
    done = run_piped("batch", "-", "--out", "-", "--no-render", given=given)
    assert (done.returncode, done.stderr.startswith(f"error: {message}")) == (1, True), done.stderr


@pytest.mark.parametrize("command", ["batch - --out -", "extract -"])
def test_a_terminal_in_place_of_a_pipe_is_an_error(command: str) -> None:
    mine, theirs = pty.openpty()
    done = subprocess.run(
        [COMMAND, *command.split(), "--no-render"],
        stdin=theirs, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    os.close(mine)
    os.close(theirs)
    assert done.returncode == 1
    assert done.stderr.startswith("error: standard input is a terminal: pipe ")


def test_a_rerun_leaves_the_results_as_they_are(pagesight: Run, page: Path, tmp_path: Path) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(str(page), "utf-8")
    asked = ["batch", listed, "--no-render", "--out", out]
    assert pagesight(*asked)[0] == 0
    before = out.read_bytes()
    assert pagesight(*asked)[0] == 0
    assert out.read_bytes() == before


def test_a_job_says_how_far_it_has_come(pagesight: Run, page: Path, tmp_path: Path) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(f"{page}\nnosuch.html\n", "utf-8")
    pagesight("batch", listed, "--no-render", "--out", out)
    assert pagesight("batch", "--status", out)[1] == "1 of 2 done, 1 failed (1 no page)\n"
    code, _, err = pagesight("batch", "--status", tmp_path / "other.jsonl")
    assert (code, "holds no state of a job" in err) == (1, True)


def test_the_line_of_an_error_names_its_page_once(
    site: Site, pagesight: Run, tmp_path: Path
) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"%PDF-1.7", kind="application/pdf")
    listed = tmp_path / "list.txt"
    listed.write_text(site.url("/"), "utf-8")
    _, _, err = pagesight("batch", listed, "--out", tmp_path / "out.jsonl", *NO_RENDER)
    assert f"error: {site.url('/')} is a PDF document" in err


@pytest.mark.parametrize(
    ("status", "named"),
    [(404, "HTTP 404 Not Found"), (500, "HTTP 500 Internal Server Error"), (999, "HTTP 999")],
)
def test_a_page_of_an_error_status_has_failed_and_is_tried_again(
    status: int, named: str, site: Site, pagesight: Run, tmp_path: Path
) -> None:
    page = f"<p>{WORDS}".encode()
    site.pages["/"] = lambda exchange: exchange.answer(page, status=status)
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(site.url("/"), "utf-8")
    asked = ["batch", listed, "--out", out, *NO_RENDER, "--retries", 0]
    code, _, err = pagesight(*asked)
    (row,) = rows_of(out.read_text("utf-8"))
    assert (code, row["status"], row["text"]) == (1, status, WORDS.strip())
    assert row["error"].startswith(named)
    assert f"error: {site.url('/')}: {named}" in err
    site.pages["/"] = page
    assert pagesight(*asked)[0] == 1
    assert pagesight(*asked, "--retry-failed")[0] == 0
    (row,) = rows_of(out.read_text("utf-8"))
    assert (row["status"], row["error"]) == (200, None)


def test_extract_warns_of_a_page_of_an_error_status(site: Site, pagesight: Run) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(f"<p>{WORDS}".encode(), status=404)
    _, out, err = pagesight("extract", site.url("/"), *NO_RENDER)
    assert WORDS.strip() in out
    assert "warning:   the server answered with status 404" in err


@pytest.mark.browser
def test_a_rendered_page_of_an_error_status_has_failed_too(
    site: Site, pagesight: Run, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(site.url("/nosuch"), "utf-8")
    assert pagesight("batch", listed, "--out", out, "--allow-private")[0] == 1
    (row,) = rows_of(out.read_text("utf-8"))
    assert (row["error"], row["rendered"]) == ("HTTP 404 Not Found", True)


def test_a_list_may_have_a_byte_order_mark_any_line_ends_and_repeats(
    pagesight: Run, page: Path, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "new" / "folder" / "out.jsonl"
    listed.write_bytes(f"\ufeff{page}\r\n  {page} \r\n\t{page}\t\r\r\n".encode())
    code, _, err = pagesight("batch", listed, "--no-render", "--out", out)
    assert (code, err) == (0, f"1 pages, 0 failed; in {out}\n")


@pytest.mark.parametrize("command", ["batch - --out -", "extract -"])
def test_an_input_without_end_is_an_error(command: str) -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [COMMAND, *command.split(), "--no-render"],
            stdin=endless, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("error: standard input is longer than ")


def test_a_reader_that_leaves_ends_the_batch_without_an_error(tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    # Rows of ten times what a pipe holds: the batch writes on after its reader has left.
    listed.write_text("".join(f"no{n}.html\n" for n in range(5_000)), "utf-8")
    shell = f"set -o pipefail; '{COMMAND}' batch '{listed}' --no-render --out - | head -n 1"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=240
    )
    assert (done.returncode, len(rows_of(done.stdout))) == (0, 1)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ["--workers", "0"], ["--workers", "-1"], ["--workers", "1000"], ["--per-host", "0"],
        ["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "x"], ["--merge", "a.jsonl"],
        ["--deadline", "inf"], ["--deadline", "nan"], ["--perplexity", "nan"], ["--nosuch"],
    ],
)  # fmt: skip
def test_a_wrong_option_of_a_batch_is_a_usage_error(
    pagesight: Run, page: Path, wrong: list[str]
) -> None:
    code, out, err = pagesight("batch", page, "--out", "-", "--no-render", *wrong)
    assert (code, out, err.startswith("error: "), err.count("\n")) == (2, "", True, 1)
