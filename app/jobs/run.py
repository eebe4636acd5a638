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
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

from pagesight.app.errors import ROBOTS, SourceKindError
from pagesight.app.jobs.inputs.read import HtmlReader
from pagesight.app.jobs.job import Job, Outcome, Task, failed
from pagesight.app.jobs.schedule import Robots, Schedule, wait_before_retry
from pagesight.app.jobs.store import Change, Store, Waiting
from pagesight.app.jobs.workers.pool import Answer, WorkerExit, WorkerPool, local_pool
from pagesight.render.errors import PagesightError, SourceError, needed_for

_LISTEN_SECONDS = 0.2  # between looks at what else is to do
_KEPT_AT_ONCE = 500  # outcomes of one transaction; by hand
_REFUSED = (
    "its host's robots.txt forbids it, or cannot be had; --ignore-robots fetches it all the same"
)


Watch = Callable[[Sequence[str]], None]
_THREADS = 10  # as many pages as a pool gives a worker at once, and one to end it by
_ENDING_SECONDS = 10.0  # to end by itself; then it is killed


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
    return ray_pool(job) if job.engine == "ray" else local_pool(job)


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


def ray_pool(job: Job) -> "WorkerPool[_ActorHandle]":
    """Return a pool of actors. Raises MissingPackage without Ray."""
    with needed_for("--engine ray", "ray"):
        import ray
    return _RayPool(job, ray)


class _RayPool(WorkerPool["_ActorHandle"]):
    """A pool that leaves the cluster at its end, if it was it that joined."""

    def __init__(self, job: Job, ray: Any) -> None:
        self._ray, self._joined = ray, not ray.is_initialized()
        if self._joined:
            ray.init(log_to_driver=False)  # by RAY_ADDRESS, or that of this machine, or a new one
        super().__init__(
            job,
            lambda: _ActorHandle(job, ray),
            lambda handles, seconds: _listen(handles, seconds, ray),
        )

    def close(self) -> None:
        super().close()
        if self._joined:
            self._ray.shutdown()


class _ActorHandle:
    """An actor as its pool sees it, and the answers that are still to come from it."""

    def __init__(self, job: Job, ray: Any) -> None:
        options = {"num_cpus": 1, "max_restarts": 0, "max_concurrency": _THREADS}
        self._ray = ray
        self._actor = ray.remote(_Actor).options(**options).remote(job)
        self.awaited = [self._actor.start.remote()]

    def give(self, task: Task) -> None:
        self.awaited.append(self._actor.do.remote(task))

    def end(self) -> None:
        self.awaited.clear()
        with suppress(self._ray.exceptions.RayError):  # it may have ended already
            self._ray.get(self._actor.close.remote(), timeout=_ENDING_SECONDS)
        self._ray.kill(self._actor)

    def answer(self, reference: Any) -> Answer:
        """Return what came, or that nothing will."""
        if reference in self.awaited:
            self.awaited.remove(reference)
        try:
            answer: Answer = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError:  # a fault of ours
            raise
        except self._ray.exceptions.RayError:
            self.awaited.clear()
            return WorkerExit()
        return answer


def _listen(
    handles: Sequence[_ActorHandle], seconds: float, ray: Any
) -> list[tuple[_ActorHandle, Answer]]:
    handle_of = {reference: handle for handle in handles for reference in handle.awaited}
    if not handle_of:
        return []
    ray.wait(list(handle_of), num_returns=1, timeout=seconds)
    ready, _ = ray.wait(list(handle_of), num_returns=len(handle_of), timeout=0)
    return [(handle_of[reference], handle_of[reference].answer(reference)) for reference in ready]


class _Actor:
    """A worker in a process of the cluster."""

    def __init__(self, job: Job) -> None:
        from pagesight.app.jobs.workers.worker import Worker  # where its packages are needed

        self._fault: Exception | None = None
        try:
            self._worker = Worker(job)
        except PagesightError as error:
            self._fault = error

    def start(self) -> Exception | None:
        """Return what kept the worker from starting."""
        return self._fault

    def do(self, task: Task) -> Outcome:
        """Return what becomes of the page."""
        return self._worker.do(task)

    def close(self) -> None:
        """End the browser."""
        if self._fault is None:
            self._worker.close()
