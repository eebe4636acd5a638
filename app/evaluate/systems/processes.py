"""Run systems on pages, each in a process of its own, so that none can stop or slow another.

Memory is then the system's own, and a page on which a system crashes or hangs costs that page.
"""

import logging
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, TypeVar

from pagesight.app.evaluate.options import EVIDENCE, GIVEN, with_evidence
from pagesight.app.evaluate.statistics import median
from pagesight.app.evaluate.systems.system import Output, System, load_system
from pagesight.app.processes import (
    children_ignore_sigint,
    end_with_parent,
    memory_mb,
    start_child,
    use_one_thread,
)
from pagesight.datasets.load import load
from pagesight.render.errors import MissingPackage
from pagesight.render.page import Page

# page id, output, milliseconds, peak memory in MB, error
Answer = tuple[str, Output, float, float, str]
Outcome = TypeVar("Outcome")
TIMED_OUT = "no answer within"  # of the error of a page that a system was stopped at
_START_SECONDS = 300.0  # for imports and for loading models, on a busy machine


@dataclass(frozen=True, slots=True)
class EvaluationJob:
    """A system, and the pages of the corpora to run it on, with the models to run it with."""

    system: str
    corpora: tuple[Path, ...]
    ids: tuple[str, ...]  # in the corpora's order
    split: str = ""  # the ids are those of this split; "" for all
    models: Path | None = None
    evidence: str = GIVEN  # of each page by itself: a name in EVIDENCE
    markdown: bool = False  # whether outputs have it too, which takes time

    @property
    def name(self) -> str:
        """Return what the figures of the runs stand under."""
        return with_evidence(self.system, self.evidence)


def serve(job: EvaluationJob, connection: Connection) -> None:
    """Send an Answer for each page, or the exception that kept the system from loading."""
    use_one_thread()
    logging.disable(logging.CRITICAL)  # rivals log every page they cannot read
    try:
        run = load_system(job.system, job.models, markdown=job.markdown)
        wanted, change = set(job.ids), EVIDENCE[job.evidence]
        for page in load(*job.corpora):
            if page.id in wanted and job.split in ("", page.split):
                (given,) = change([page])
                connection.send((page.id, *_answer(run, given.page)))
    except BrokenPipeError:  # the parent has gone
        return
    except Exception as error:  # whatever it is: the parent raises it
        connection.send(error)


def _answer(run: System, page: Page) -> tuple[Output, float, float, str]:
    started = time.process_time()
    try:
        output, error = run(page), ""
    except MissingPackage:
        raise
    except Exception as failure:  # rivals raise anything; a page that one fails at is a result
        output, error = Output(""), f"{type(failure).__name__}: {failure}"[:500]
    return output, (time.process_time() - started) * 1000, memory_mb("VmHWM"), error


@dataclass(frozen=True, slots=True)
class PageRun:
    """What a system made of a page. `error` says what went wrong; the output is then empty.

    `milliseconds` is processor time; `peak_rss_mb` the most memory the process has held so far.
    """

    id: str
    system: str
    output: Output
    milliseconds: float = 0.0
    peak_rss_mb: float = 0.0
    error: str = ""


def costs(runs: Sequence[PageRun]) -> dict[str, float]:
    """Return the median time of a page, and the most memory that any process has held.

    Nothing of an outside system, of which neither is known.
    """
    if not any(run.milliseconds for run in runs):
        return {}
    return {
        "ms_per_page_median": median([run.milliseconds for run in runs]),
        "peak_rss_mb": round(max((run.peak_rss_mb for run in runs), default=0.0), 1),
    }


def map_in_processes(
    work: Callable[..., Outcome], *items: Sequence[Any], processes: int, at_once: int = 1
) -> list[Outcome]:
    """Return what `work` makes of the items, in their order, in processes of one thread each."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=_begin) as pool:
        with children_ignore_sigint():
            outcomes = pool.map(work, *items, chunksize=at_once)
        try:
            return list(outcomes)
        except BaseException:  # stopped: do not wait for what is under way
            for child in multiprocessing.active_children():
                child.kill()
            raise


def _begin() -> None:
    end_with_parent()
    use_one_thread()


def run_jobs(
    jobs: Sequence[EvaluationJob], processes: int, page_seconds: float
) -> Iterator[PageRun]:
    """Yield a run for each page of each job, as they come, `processes` jobs at a time.

    Raises what a system raises on loading, since it would fail on every page.
    """
    waiting = list(jobs)
    running: dict[Connection, _SystemProcess] = {}
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                worker = _SystemProcess(waiting.pop(0), page_seconds)
                running[worker.connection] = worker
            arrived = wait(list(running), timeout=1.0)
            for worker in list(running.values()):
                yield from worker.runs(arrived=worker.connection in arrived)
                if worker.over:
                    del running[worker.connection]
                    waiting[:0] = worker.rest
    finally:
        for worker in running.values():
            worker.stop()


class _SystemProcess:
    """A process at work on a job."""

    def __init__(self, job: EvaluationJob, page_seconds: float) -> None:
        self.over = False
        self.rest: tuple[EvaluationJob, ...] = ()
        self._job = job
        self._done = 0
        self._page_seconds = page_seconds
        self._late_at = time.monotonic() + _START_SECONDS
        self._process, self.connection = start_child(serve, job)

    def runs(self, *, arrived: bool) -> Iterator[PageRun]:
        """Yield what the process has to say, or the failure it died or hung of."""
        if arrived:
            yield from self._receive()
        elif time.monotonic() > self._late_at:
            yield from self._fail(f"{TIMED_OUT} {self._page_seconds:.0f} s")

    def stop(self) -> None:
        """End the process."""
        self.over = True
        self._process.kill()
        self._process.join()
        self.connection.close()

    def _receive(self) -> Iterator[PageRun]:
        try:
            message = self.connection.recv()
        except EOFError:
            self._process.join()
            yield from self._fail(f"crashed with exit status {self._process.exitcode}")
            return
        if isinstance(message, Exception):
            raise message
        self._done += 1
        self._late_at = time.monotonic() + self._page_seconds
        page_id, *answer = message
        yield PageRun(page_id, self._job.name, *answer)
        if self._done == len(self._job.ids):
            self.stop()

    def _fail(self, why: str) -> Iterator[PageRun]:
        """Yield the failure of the page in hand; the pages after it go to a fresh process."""
        self.stop()
        yield PageRun(self._job.ids[self._done], self._job.name, Output(""), error=why)
        left = self._job.ids[self._done + 1 :]
        self.rest = (replace(self._job, ids=left),) if left else ()
