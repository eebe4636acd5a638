"""Do a job: give pages to workers, keep what becomes of them, until none is left.

from pagesight.app.jobs.job import Job
from pagesight.app.jobs.run import run_job
from pagesight.app.jobs.store import Item, Store

job = Job(state=Path("texts.jsonl.job"), workers=2)
with Store(job.state, job.key) as store:
    store.add([Item("https://example.com/")])
    for page in run_job(job, store): ...
"""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from pagesight.app.errors import ROBOTS, SourceKindError
from pagesight.app.jobs.inputs.read import HtmlReader
from pagesight.app.jobs.job import Job, Outcome, Task, failed
from pagesight.app.jobs.schedule import Robots, Schedule, wait_before_retry
from pagesight.app.jobs.store import Change, Store, Waiting
from pagesight.app.jobs.workers.pool import WorkerPool, local_pool
from pagesight.render.errors import SourceError

_LISTEN_SECONDS = 0.2  # between looks at what else is to do
_KEPT_AT_ONCE = 500  # outcomes of one transaction; by hand
_REFUSED = (
    "its host's robots.txt forbids it, or cannot be had; --ignore-robots fetches it all the same"
)


Watch = Callable[[Sequence[str]], None]


@dataclass(frozen=True, slots=True)
class PageDone:
    """A page that is done, or has failed for good: then with the kind of error."""

    source: str
    row: str  # JSON
    error_kind: str = ""


def run_job(
    job: Job,
    store: Store,
    stopped: Callable[[], bool] = lambda: False,
    watch: Watch = lambda _: None,
) -> Generator[PageDone, None, None]:
    """Do what is left of the job, and yield each page once it is done and kept.

    `watch` is given the sources under way several times a second. Leaving early loses nothing: the
    next run does the rest. Raises ResultsError where the state
    cannot be written.
    """
    with closing(_worker_pool(job)) as pool, closing(Robots(job.options.rendering)) as robots:
        reader = HtmlReader(job.html_column, job.options.rendering.max_html_bytes)
        schedule = Schedule(store, job.politeness, robots)
        yield from _JobRun(job, store, pool, schedule, reader).pages(stopped, watch)


def _worker_pool(job: Job) -> WorkerPool[Any]:
    if job.engine == "ray":
        from pagesight.app.jobs.workers.ray_actors import ray_pool

        return ray_pool(job)
    return local_pool(job)


class _JobRun:
    """One run of a job, as long as it lasts."""

    def __init__(
        self, job: Job, store: Store, pool: WorkerPool[Any], schedule: Schedule, reader: HtmlReader
    ) -> None:
        self._job, self._store, self._pool = job, store, pool
        self._schedule, self._reader = schedule, reader
        self._under_way: dict[int, Waiting] = {}

    def pages(self, stopped: Callable[[], bool], watch: Watch) -> Generator[PageDone, None, None]:
        """Yield pages as they are done, until none is left to do."""
        while not stopped():
            watch([page.source for page in self._under_way.values()])
            outcomes = self._hand_out()
            if not outcomes and not self._under_way and self._schedule.is_empty():
                return
            outcomes += self._pool.outcomes(0.0 if outcomes else _LISTEN_SECONDS)
            yield from self._keep(outcomes)

    def _hand_out(self) -> list[Outcome]:
        """Give workers all they have room for; return the outcomes of what cannot be given."""
        ungiven: list[Outcome] = []
        while (
            len(ungiven) < _KEPT_AT_ONCE
            and self._pool.has_room()
            and (scheduled := self._schedule.next()) is not None
        ):
            page = scheduled.page
            self._under_way[page.number] = page
            task = Task(page.number, page.source)
            if scheduled.refused:
                permanent = scheduled.refused == ROBOTS
                ungiven.append(failed(task, scheduled.refused, _REFUSED, permanent=permanent))
                continue
            try:
                html = self._reader.read(page.place, page.source) if page.place else None
            except SourceKindError as error:
                ungiven.append(failed(task, SourceError.kind, str(error)))
            else:
                self._pool.give(Task(page.number, page.source, html))
        return ungiven

    def _keep(self, outcomes: Sequence[Outcome]) -> list[PageDone]:
        """Write the outcomes, and return those of pages that are not tried again."""
        changes, done = [], []
        for outcome in outcomes:
            page = self._under_way.pop(outcome.number)
            wait = self._wait(page, outcome)
            self._schedule.finish(page, outcome, wait)
            if wait is not None:
                changes.append(Change(outcome, "waiting", time.time() + wait))
                continue
            changes.append(Change(outcome, "failed" if outcome.error_kind else "done"))
            done.append(PageDone(page.source, outcome.row, outcome.error_kind))
        if changes:
            self._store.keep(changes)
        return done

    def _wait(self, page: Waiting, outcome: Outcome) -> float | None:
        retries = self._job.retries
        return wait_before_retry(outcome, page.attempts + 1, retries)
