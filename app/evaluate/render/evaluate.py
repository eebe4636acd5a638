"""Evaluate renderers: how fast they are, what they keep of the text, at which pages they fail.

Each runs in a process of its own, page by page as it is asked; its memory is watched.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Self

import lxml.html
from lxml import etree

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.evidence import GIVEN
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher, drawn
from pagesight.app.evaluate.part import Row, keeping, part_file
from pagesight.app.evaluate.render.systems import (
    RENDERERS,
    Rendering,
    ServedPage,
    allows_private,
    pages_to_render,
)
from pagesight.app.evaluate.statistics import interval, mean, median, pairs, scores_in
from pagesight.app.evaluate.systems.system import named_systems
from pagesight.app.processes import end_with_parent, start_child, tree_memory_mb
from pagesight.datasets.load import joint_digest
from pagesight.extract.text.tokens import tokens
from pagesight.render.browser.actions import find_net_error
from pagesight.render.errors import PagesightError
from pagesight.render.page import Page
from pagesight.vision.screenshot.preprocess import decoded, page_warnings

TIMED_OUT = "time-out"
_START_SECONDS = 120.0  # for imports and a browser, on a busy machine
_SAMPLE_SECONDS = 0.2  # between two looks at the memory
_UNREAD = ("script", "style", "noscript", "template")  # of which no visitor reads the text
_IN_PREDICTIONS = (
    *("id", "system", "seconds", "failure", "error", "text_kept", "text_added", "blank"),
)


@dataclass(frozen=True, slots=True)
class RenderRun:
    """What a system made of a page, in so many seconds; of a failure its kind and its text."""

    rendering: Rendering | None
    seconds: float
    failure: str = ""
    error: str = ""


class RenderProcess:
    """A renderer that waits for pages. Use as a context manager.

    `peak_mb` is the most memory that its process and all that this started, browsers too, were seen
    to hold together (proportional set size); 0 where the system is not Linux.
    """

    def __init__(self, system: str, allow_private: bool, page_seconds: float) -> None:
        self.peak_mb = 0.0
        self._start = (system, allow_private)
        self._page_seconds = page_seconds

    def __enter__(self) -> Self:
        # No daemon: it has children of its own.
        self._process, self._connection = start_child(_serve, *self._start, daemon=False)
        ready = self._answer(_START_SECONDS)
        if isinstance(ready, Exception):
            self._stop()
            raise ready
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def render(self, url: str) -> RenderRun:
        """Return what the system makes of a page; if it takes too long it is restarted."""
        self._connection.send(url)
        started = time.monotonic()
        answer = self._answer(self._page_seconds)
        if isinstance(answer, RenderRun):
            return answer
        seconds = time.monotonic() - started  # of the page; what restarting takes is nobody's
        self._stop()
        self.__enter__()
        late = isinstance(answer, TimeoutError)
        return RenderRun(None, seconds, TIMED_OUT if late else "crash", str(answer))

    def _answer(self, seconds: float) -> object:
        """Return what the process sends, or the exception that says why it sends nothing."""
        ends = time.monotonic() + seconds
        while not self._connection.poll(_SAMPLE_SECONDS):
            self.peak_mb = max(self.peak_mb, tree_memory_mb(self._process.pid or 0))
            if time.monotonic() > ends:
                return TimeoutError(f"no answer within {seconds:.0f} s")
        try:
            return self._connection.recv()
        except EOFError:
            return ChildProcessError("the process ended")

    def _stop(self) -> None:
        """Let the process close its browser; kill it if it does not."""
        self._connection.close()
        self._process.join(10.0)
        self._process.kill()
        self._process.join()


def _serve(system: str, allow_private: bool, connection: Connection) -> None:
    end_with_parent()
    logging.disable(logging.CRITICAL)
    try:
        asyncio.run(_render_asked(system, allow_private, connection))
    except (BrokenPipeError, EOFError):  # the parent has gone, or needs no more
        return
    except Exception as error:  # whatever it is: the parent raises it
        connection.send(error)


async def _render_asked(system: str, allow_private: bool, connection: Connection) -> None:
    async with RENDERERS[system](allow_private) as render:
        connection.send(None)
        while True:
            url = await asyncio.to_thread(connection.recv)
            started = time.monotonic()
            try:
                rendering, failure, text = await render(url), "", ""
            except Exception as error:  # rivals raise anything: a failure is a result
                rendering, failure, text = None, _failure(error), f"{type(error).__name__}: {error}"
            seconds = time.monotonic() - started
            connection.send(RenderRun(rendering, seconds, failure, text[:500]))


def _failure(error: Exception) -> str:
    """Return the kind of a failure in a word or two."""
    if net_error := find_net_error(str(error)):
        return net_error[1]
    if isinstance(error, PagesightError):
        return error.kind
    return TIMED_OUT if "Timeout" in type(error).__name__ else type(error).__name__


def evaluate_render(options: EvaluateOptions, watcher: Watcher) -> Evaluation:
    """Return the figures of every renderer on the pages of the inputs.

    The systems take each page in turns, one after the other, so that what else the machine does
    falls on all alike. Raises UnknownSystem, and EvaluationError for options of other tasks.
    """
    named_systems(options.systems, tuple(RENDERERS), "renderer", folds=False)
    if options.folds or options.predictions or options.evidence != (GIVEN,):
        raise EvaluationError(
            "renderers are measured as they run: leave out --folds, --predictions and --inputs"
        )
    runs: dict[str, list[Row]] = {name: [] for name in options.systems}
    with pages_to_render(options) as served, ExitStack() as running:
        pages, private = drawn(served, options), allows_private(options)
        # What a server of others sends may differ each time; an address is the page.
        digests = [joint_digest([page.id, page.html if private else ""]) for page in pages]
        findings = running.enter_context(
            keeping(part_file(options, digests), options.systems, watcher)
        )
        processes = {}
        for name in options.systems:
            watcher.start(name, len(pages))
            process = RenderProcess(name, private, options.page_seconds)
            processes[name] = running.enter_context(process)
        for page in pages:
            for name, process in processes.items():
                runs[name].append(findings.once(name, page.id, partial(_rendered, process, page)))
                watcher.advance(name)
    figures = {name: _figures(of_system, options.seed) for name, of_system in runs.items()}
    rows = [_row(row) for of_system in runs.values() for row in of_system]
    return Evaluation(figures, rows, pairs(scores_in(rows, "text_kept"), {}, {}, options.seed))


def _rendered(process: RenderProcess, page: ServedPage) -> Row:
    """Return what became of a page, as the part file holds it."""
    run = process.render(page.url)
    costs = {"seconds": run.seconds, "peak_mb": process.peak_mb}
    return {**costs, "failure": run.failure, "error": run.error, **_score(run, page)}


def _score(run: RenderRun, page: ServedPage) -> Row:
    """Return what a rendering has of the page's text, as shares of the words that the server sent.

    None where the page sends no words, or the system gives no HTML. `blank` is None without a
    picture.
    """
    sent, kept, added, blank = _words(page.html), None, None, None
    if run.rendering is None:
        kept = 0.0 if sent else None
    else:
        if picture := run.rendering.picture:
            blank = "blank" in page_warnings(Page("", "", picture), decoded(picture))
        if run.rendering.html is not None and sent:
            shown, total = _words(run.rendering.html), sent.total()
            kept, added = (sent & shown).total() / total, (shown - sent).total() / total
    return {"text_kept": kept, "text_added": added, "blank": blank}


def _words(html: str) -> Counter[str]:
    """Return the words of HTML outside of what no visitor reads."""
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        tree = lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:  # nothing in it
        return Counter()
    for element in list(tree.iter(*_UNREAD, etree.Comment, etree.ProcessingInstruction)):
        element.drop_tree()
    return Counter(tokens(" ".join(map(str, tree.itertext()))))


def _figures(runs: Sequence[Row], seed: int) -> dict[str, object]:
    kept = [run["text_kept"] for run in runs if run["text_kept"] is not None]
    added = [run["text_added"] for run in runs if run["text_added"] is not None]
    seconds = [run["seconds"] for run in runs]
    failures = Counter(run["failure"] for run in runs if run["failure"])
    figures: dict[str, object] = {
        "pages": len(runs),
        "errors": failures.total(),
        "timeouts": failures[TIMED_OUT],
        "failures": dict(failures.most_common()),
        "blank": sum(run["blank"] is True for run in runs),
        "no_picture": sum(run["blank"] is None for run in runs),
        "seconds_per_page": mean(seconds),
        "seconds_per_page_median": median(seconds),
        "pages_per_second": round(len(runs) / sum(seconds), 4) if sum(seconds) else 0.0,
        "peak_mb": round(max((run["peak_mb"] for run in runs), default=0.0), 1),
    }
    if added:  # of a system that gives HTML
        figures |= {
            "text_kept": mean(kept),
            "text_kept_ci95": list(interval(kept, seed)),
            "text_added": mean(added),
        }
    return figures


def _row(run: Row) -> Mapping[str, object]:
    """Return a page's line of predictions; what is not known of it is left out."""
    fields = {name: run[name] for name in _IN_PREDICTIONS}
    fields["seconds"] = round(run["seconds"], 3)
    return {key: value for key, value in fields.items() if value not in (None, "")}
