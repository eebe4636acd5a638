"""10,000 hostile inputs: what becomes of each, how long it takes, how much memory.

python tests/bench/bench_bad_input.py [--inputs 10000] [--limit 90] [--only KIND [--at N]]
    [--api 300]

Each input is read as a file of that content would be: charset, genre, extraction, all formats.
Bombs come compressed from a server. The pages are read by a process of their own, which is ended
where it takes longer than `--limit`. A line a kind: how many gave content, nothing, an error of
ours that says what is wrong, any other error (a fault), ended the process (a crash), or took too
long (a hang); the longest time, and the most memory above that of the loaded program. Those that
should not be are named on standard error: `--only` and `--at` repeat one. With `--api` a sample is
sent to `pagesight serve`.
"""

import argparse
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from bad_input import BOMBS, KINDS, bomb, made
from loopback import Exchange, Site

_BOMB = "compressed bombs"
_SECONDS = 10.0  # deadline of a page
_FIRST = "<h1>A page</h1><p>Of a few plain words, to load the models.</p>"


@dataclass
class Figures:
    """What became of the inputs of a kind."""

    outcomes: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    peak_mib: float = 0.0
    notes: list[str] = field(default_factory=list)


class Reader:
    """Reads inputs in a process of its own, and starts another where that has ended."""

    def __init__(self, limit: float, site: str) -> None:
        self._limit, self._site = limit, site
        self._start()

    def read(self, kind: str, number: int, figures: Figures) -> None:
        """Count what becomes of an input."""
        self._ours.send((kind, number))
        try:
            found = self._ours.recv() if self._ours.poll(self._limit) else None
            outcome, seconds, mib, note = found or ("hang", self._limit, 0.0, "")
        except EOFError:
            outcome, seconds, mib, note = "crash", 0.0, 0.0, ""
        figures.outcomes[outcome] += 1
        figures.longest = max(figures.longest, seconds)
        figures.peak_mib = max(figures.peak_mib, mib)
        if outcome in ("fault", "crash", "hang"):
            figures.notes.append(f"{kind} {number}: {outcome} {note}")
            print(figures.notes[-1], file=sys.stderr, flush=True)
        if outcome in ("crash", "hang"):
            self.end()
            self._start()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._site), daemon=True)
        self._process.start()
        theirs.close()
        self._ours.recv()


def _serve(connection: Connection, site: str) -> None:
    """Read inputs as they are named; answer with outcome, seconds, MiB and a note."""
    from pagesight.app.config import Options
    from pagesight.app.pipeline import Pipeline
    from pagesight.extract.page.budget import Limits
    from pagesight.render.errors import PagesightError
    from pagesight.render.options import RenderOptions
    from pagesight.render.page import Page
    from pagesight.render.sources.source import captured

    rendering = RenderOptions(allow_private=True, deadline=_SECONDS)
    options = Options(render=False, limits=Limits(seconds=_SECONDS), rendering=rendering)
    pipeline = Pipeline(options)
    _all_of(pipeline, captured(Page("", _FIRST)))
    base = _mib("VmRSS")
    connection.send(None)
    while True:
        kind, number = connection.recv()
        _forget_peak()
        began, note = time.perf_counter(), ""
        try:
            chars = _all_of(pipeline, _capture(pipeline, kind, number, site))
            outcome = "content" if chars else "nothing"
        except PagesightError:
            outcome = "error"
        except Exception:  # what is counted here
            outcome, note = "fault", traceback.format_exc(limit=-3).replace("\n", " ")
        connection.send((outcome, time.perf_counter() - began, _mib("VmHWM") - base, note))


def _capture(pipeline: Any, kind: str, number: int, site: str) -> Any:
    if kind == _BOMB:
        return pipeline.capture(f"{site}/{number}")
    body, content_type = made(kind, number)
    if number % 2:  # as a file
        with TemporaryDirectory() as folder:
            path = Path(folder) / "page.html"
            path.write_bytes(body)
            return pipeline.capture(str(path))
    from pagesight.render.page import Page
    from pagesight.render.sources.address import own_address
    from pagesight.render.sources.body import decode_html
    from pagesight.render.sources.source import captured

    html = decode_html(body, content_type)
    return captured(Page(own_address(html), html))


def _all_of(pipeline: Any, capture: Any) -> int:
    from pagesight.app.config import FORMAT_CHOICES
    from pagesight.app.output.formats import written

    result = pipeline.extract_capture(capture)
    for format in FORMAT_CHOICES:
        written(result, format).encode("utf-8", "backslashreplace")
    return len(result.extraction.text)


def _mib(figure: str) -> float:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith(f"{figure}:")).split()[1]) / 1024


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # VmHWM begins anew


def _bombs(site: Site) -> None:
    def send(exchange: Exchange) -> None:
        body, encoding = bomb(random.Random(exchange.path))
        exchange.answer(body, headers={"Content-Encoding": encoding})

    site.pages |= {f"/{number}": send for number in range(BOMBS)}


def _row(kind: str, figures: Figures) -> str:
    counts = [figures.outcomes[name] for name in
              ("content", "nothing", "error", "fault", "crash", "hang")]  # fmt: skip
    cells = [kind, sum(counts), *counts, f"{figures.longest:.1f}", f"{figures.peak_mib:.0f}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def _to_api(count: int) -> None:
    """Send a sample of the inputs to a service and print what it answers."""
    from service import Served

    statuses: Counter[int] = Counter()
    longest = 0.0
    with TemporaryDirectory() as folder, Served(Path(folder), "--rate", 1e6) as served:
        for number in range(count):
            kind = tuple(KINDS)[number % len(KINDS)]
            html = made(kind, number)[0].decode("utf-8", "replace")
            began = time.perf_counter()
            statuses[served.post("/extract", {"html": html}).status_code] += 1
            longest = max(longest, time.perf_counter() - began)
        alive = served.client.get("/healthz").status_code == 200
    answers = ", ".join(f"{times} x {status}" for status, times in statuses.most_common())
    print(f"\nto the API: {count} sent, {answers}; longest {longest:.1f} s; alive after: {alive}")


def _read_all(asked: argparse.Namespace, site: Site) -> list[str]:
    """Read all inputs, print a row a kind, and return the notes of what went wrong."""
    _bombs(site)
    reader = Reader(asked.limit, site.url("").rstrip("/"))
    whole, notes = Figures(), []
    columns = ("kind", "inputs", "content", "nothing", "error", "fault", "crash", "hang",
               "longest, s", "MiB")  # fmt: skip
    print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
    counts = {kind: count for kind, (_, count) in KINDS.items()} | {_BOMB: BOMBS}
    for kind, count in counts.items():
        if asked.only not in (None, kind):
            continue
        figures = Figures()
        numbers = range(max(1, count * asked.inputs // 10_000)) if asked.at is None else [asked.at]
        for number in numbers:
            reader.read(kind, number, figures)
        print(_row(kind, figures), flush=True)
        whole.outcomes += figures.outcomes
        whole.longest = max(whole.longest, figures.longest)
        whole.peak_mib = max(whole.peak_mib, figures.peak_mib)
        notes += figures.notes
    print(_row("all", whole), flush=True)
    reader.end()
    return notes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--limit", type=float, default=90.0, help="seconds until it is a hang")
    parser.add_argument("--only", choices=(*KINDS, _BOMB))
    parser.add_argument("--at", type=int)
    parser.add_argument("--api", type=int, default=0)
    asked = parser.parse_args()
    with Site() as site:
        notes = _read_all(asked, site)
    if asked.api:
        _to_api(asked.api)
    sys.exit(bool(notes))


if __name__ == "__main__":
    main()
