"""Workers as actors of a Ray cluster: each a process with a browser, on whatever machine has room.

Actors are synchronous, and end their own browsers: Ray's asynchronous functions leaked processes.
An actor's node may end at any moment; its pages are then done again by another actor.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pagesight.app.jobs.job import Job, Outcome, Task
from pagesight.app.jobs.workers.pool import Answer, WorkerExit, WorkerPool
from pagesight.render.errors import PagesightError, needed_for

_THREADS = 10  # as many pages as a pool gives a worker at once, and one to end it by
_ENDING_SECONDS = 10.0  # to end by itself; then it is killed


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
