"""Commands that a user stops: what is done stays, and one line says how to go on."""

import json
import os
import pty
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest
from loopback import Site, hanging
from service import COMMAND

from pagesight.app.evaluate.content.evaluate import read_predictions
from pagesight.datasets.load import load

from .conftest import WORDS, CorpusMaker, Run

Stop = Callable[..., tuple[int, str]]
NO_RENDER = ["--no-render", "--allow-private", "--deadline", "60"]


def ended(process: "subprocess.Popen[str]", end: signal.Signals) -> str:
    """End a command as Ctrl-C does, which its children get too; return what it wrote to stderr.

    A signal that comes in the instant before Python enters a system call that waits is seen only
    after it: as a user would, press again.
    """
    for patience in (15, 15, 60):
        os.killpg(process.pid, end)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=patience)[1]
    raise AssertionError("the command goes on after three signals")


@pytest.fixture
def hung(site: Site) -> Event:
    """Is set as soon as somebody asks the server for /hang, which never answers."""
    asked = Event()
    site.pages |= {"/hang": hanging(asked), "/page": f"<p>{WORDS}".encode()}
    return asked


@pytest.fixture
def stop(hung: Event) -> Iterator[Stop]:
    """Run a command until it asks for /hang, end it as a terminal does; return code and stderr."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: object, end: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        process = subprocess.Popen(
            [COMMAND, *map(str, arguments)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        started.append(process)
        assert hung.wait(180)
        messages = ended(process, end)
        return process.returncode, messages

    yield run
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("end", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_batch_that_is_stopped_says_how_it_goes_on_and_keeps_what_is_done(
    end: signal.Signals, code: int, site: Site, stop: Stop, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(f"{site.url('/page')}\n{site.url('/hang')}\n", "utf-8")
    one_by_one = ["--per-host", "1"]
    said = stop("batch", listed, "--out", out, *NO_RENDER, *one_by_one, end=end)
    assert said == (code, "stopped: 1 of 2 done; the same command goes on\n")
    (row,) = map(json.loads, out.read_text("utf-8").splitlines())
    assert row["text"] == WORDS.strip()


def test_a_rerun_that_is_killed_leaves_the_results_of_before(
    site: Site, stop: Stop, pagesight: Run, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(site.url("/page"), "utf-8")
    assert pagesight("batch", listed, "--out", out, *NO_RENDER)[0] == 0
    before = out.read_bytes()
    listed.write_text(site.url("/hang"), "utf-8")
    assert stop("batch", listed, "--out", out, *NO_RENDER, end=signal.SIGKILL)[0] == -9
    assert WORDS.strip().encode() in before
    assert out.read_bytes() == before


def test_extract_says_how_many_were_done(site: Site, stop: Stop) -> None:
    code, messages = stop("extract", site.url("/page"), site.url("/hang"), *NO_RENDER)
    assert (code, messages.splitlines()[-1]) == (130, "stopped: 1 of 2 sources done")


@pytest.mark.browser
@pytest.mark.parametrize("command", [["batch", "--per-host", "1"], ["render"]])
def test_rendering_that_is_stopped_closes_its_browsers_and_says_how_it_goes_on(
    command: list[str], site: Site, stop: Stop, tmp_path: Path
) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(f"{site.url('/page')}\n{site.url('/hang')}\n", "utf-8")
    code, messages = stop(*command, listed, "--out", out, *NO_RENDER[1:])
    lines = [line for line in messages.splitlines() if "without its sandbox" not in line]  # of root
    assert (code, len(lines)) == (130, 1), messages
    assert lines[0].startswith("stopped: 1 of 2 done; the same command")


def test_an_evaluation_that_is_stopped_keeps_outputs_that_can_be_scored(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"html": f"<p>{WORDS * 9} {n}", "text": WORDS} for n in range(9000)])
    out = tmp_path / "report"
    mine, theirs = pty.openpty()  # progress is shown to terminals alone
    process = subprocess.Popen(
        [COMMAND, "evaluate", "--corpus", corpus, "--systems", "goce-article", "--out", out],
        stdout=subprocess.DEVNULL, stderr=theirs, start_new_session=True,
        env={**os.environ, "TERM": "xterm"},  # a dumb one shows progress at the end
    )  # fmt: skip
    os.close(theirs)
    messages = read_until(mine, rb"[1-9][0-9]*/9000")
    os.killpg(process.pid, signal.SIGINT)
    messages += read_until(mine, None)
    os.close(mine)
    assert process.wait(15) == 130
    assert b"Traceback" not in messages
    (done,) = re.findall(rb"stopped: ([0-9]+) of 9000 pages done; their outputs are in", messages)
    (part,) = out.glob("predictions.part-*.jsonl")
    found = read_predictions(part, list(load(corpus)))
    kept = sum(not run.error for run in found["goce-article"])
    assert kept >= int(done) > 0  # one may be written when the signal comes, and not yet counted


def test_an_evaluation_that_is_stopped_after_its_systems_ran_keeps_all_their_outputs(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"html": f"<p>{WORDS * 9} {n}", "text": WORDS} for n in range(3)])
    outside, out = tmp_path / "outside.jsonl", tmp_path / "report"
    os.mkfifo(outside)
    process = subprocess.Popen(
        [COMMAND, "evaluate", "--corpus", corpus, "--systems", "goce-article", "--out", out,
         "--predictions", outside],
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    with outside.open("w"):  # returns when the command reads it, after its own systems
        os.killpg(process.pid, signal.SIGINT)
        _, messages = process.communicate(timeout=60)
    assert process.returncode == 130
    assert messages.startswith("stopped: 3 of 3 pages done; their outputs are in")
    (part,) = out.glob("predictions.part-*.jsonl")
    found = read_predictions(part, list(load(corpus)))
    assert [run.error for run in found["goce-article"]] == [""] * 3


def test_a_training_that_is_stopped_says_that_there_is_no_model(tmp_path: Path) -> None:
    text, out = tmp_path / "text.txt", tmp_path / "model"
    os.mkfifo(text)
    process = subprocess.Popen(
        [COMMAND, "train", "perplexity", "--data", text, "--out", out],
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    with text.open("w"):  # returns when the command reads
        os.killpg(process.pid, signal.SIGINT)
        _, messages = process.communicate(timeout=60)
    assert (process.returncode, messages) == (130, f"stopped: no model is finished in {out}\n")


def read_until(terminal: int, pattern: bytes | None) -> bytes:
    """Return what is written to the terminal until the pattern is, or nobody has it open."""
    messages = b""
    while pattern is None or not re.search(pattern, messages):
        try:
            messages += os.read(terminal, 65536)
        except OSError:  # so Linux ends it
            break
    return messages
