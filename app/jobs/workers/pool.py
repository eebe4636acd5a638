"""A pool of workers: who gets the next page, and what becomes of the pages of one that dies.

The workers of this machine are processes, each with a pipe to this one.
"""

import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from pagesight.app.errors import CRASH, HANG, MEMORY, WorkersError, log_for_users, words_of
from pagesight.app.jobs.job import OUT_OF_MEMORY, Job, Outcome, Task, failed
from pagesight.app.processes import start_child, use_one_thread
from pagesight.render.errors import PagesightError

START_SECONDS = 300.0  # for imports, models and a browser, on a busy machine
_MOST_EXITS = 5  # of workers one after the other, in which none of them did any page
_RENDERED_AT_ONCE = 2  # pages a worker: one in its browser, one that is extracted
_READ_AT_ONCE = 8  # most of these wait for servers
_ENDING_SECONDS = 5.0  # to end by itself; then it is killed
_THREADS = 8  # as many pages as a pool gives a worker at once


@dataclass(frozen=True, slots=True)
class WorkerExit:
    """The end of a worker that nobody asked for, and its exit status if that is known."""

    status: int | None = None


class WorkerHandle(Protocol):
    """A worker as its pool sees it, wherever it runs."""

    def give(self, task: Task) -> None:
        """Send it a page; returns at once."""

    def end(self) -> None:
        """End it and its browser, whatever it is at."""


Answer = (
    Outcome | Exception | WorkerExit | None
)  # an exception keeps it from starting; None: it has
AnyWorker = TypeVar("AnyWorker", bound=WorkerHandle)


@dataclass(slots=True)
class WorkerSlot(Generic[AnyWorker]):
    """A worker, what it has in hand and how long it may take."""

    handle: AnyWorker
    late_at: float
    ready: bool = False
    alone: bool = False  # it has a page that others may have died of
    done: int = 0
    leaving: bool = False
    tasks: dict[int, Task] = field(default_factory=dict)


class WorkerPool(Generic[AnyWorker]):
    """Up to `job.workers` workers, each started when there is a page for it.

    `listen` returns what handles answer within some seconds.
    """

    def __init__(
        self,
        job: Job,
        hire: Callable[[], AnyWorker],
        listen: Callable[[Sequence[AnyWorker], float], Sequence[tuple[AnyWorker, Answer]]],
    ) -> None:
        self._job = job
        self._hire, self._listen = hire, listen
        self._slots: list[WorkerSlot[AnyWorker]] = []
        self._suspects: deque[Task] = deque()
        self._exits = 0
        self._patience = job.patience

    def has_room(self) -> bool:
        """Return whether a worker can take another page, or may be started for it."""
        if self._suspects:  # first
            return False
        return len(self._slots) < self._job.workers or bool(self._open_slots())

    def give(self, task: Task) -> None:
        """Give the page to the worker that has the fewest."""
        open_slots = self._open_slots()
        if all(slot.tasks for slot in open_slots) and len(self._slots) < self._job.workers:
            open_slots = [self._new_slot()]
        self._give(min(open_slots, key=lambda slot: (not slot.ready, len(slot.tasks))), task)

    def outcomes(self, seconds: float) -> list[Outcome]:
        """Return the outcomes that come within so many seconds, those of dead workers among them.

        Raises what keeps workers from starting, and WorkersError where they die at once.
        """
        outcomes: list[Outcome] = []
        self._place_suspects()
        for handle, answer in self._listen([slot.handle for slot in self._slots], seconds):
            slot = next((slot for slot in self._slots if slot.handle is handle), None)
            if slot is None:
                continue
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, WorkerExit):
                outcomes += self._lost(slot, MEMORY if answer.status == OUT_OF_MEMORY else CRASH)
            elif answer is None:
                self._started(slot)
            else:
                outcomes += self._answered(slot, answer)
        for slot in [slot for slot in self._slots if self._is_late(slot)]:
            outcomes += self._lost(slot, HANG)
        self._share()
        return outcomes

    def close(self) -> None:
        """End all workers."""
        with ThreadPoolExecutor(len(self._slots) or 1) as threads:
            list(threads.map(lambda slot: slot.handle.end(), self._slots))
        self._slots.clear()

    def _open_slots(self) -> list[WorkerSlot[AnyWorker]]:
        most = _RENDERED_AT_ONCE if self._job.options.render else _READ_AT_ONCE
        slots = self._slots
        return [s for s in slots if len(s.tasks) < most and not s.leaving and not s.alone]

    def _new_slot(self) -> WorkerSlot[AnyWorker]:
        slot = WorkerSlot(self._hire(), time.monotonic() + START_SECONDS)
        self._slots.append(slot)
        return slot

    def _give(self, slot: WorkerSlot[AnyWorker], task: Task) -> None:
        if not slot.tasks and slot.ready:
            slot.late_at = time.monotonic() + self._patience
        slot.tasks[task.number] = task
        if slot.ready:
            slot.handle.give(task)

    def _started(self, slot: WorkerSlot[AnyWorker]) -> None:
        slot.ready, slot.late_at = True, time.monotonic() + self._patience
        for task in slot.tasks.values():
            slot.handle.give(task)

    def _share(self) -> None:
        """Give pages of workers that have not started to those that have nothing to do.

        A cluster may have no place for more, or have lost the node that was to start one.
        """
        idle = [slot for slot in self._open_slots() if slot.ready and not slot.tasks]
        starting = [slot for slot in self._slots if not slot.ready and slot.tasks]
        for slot, other in zip(idle, starting, strict=False):
            _, task = other.tasks.popitem()
            self._give(slot, task)

    def _answered(self, slot: WorkerSlot[AnyWorker], outcome: Outcome) -> list[Outcome]:
        if slot.tasks.pop(outcome.number, None) is None:
            return []
        self._exits = 0
        slot.done += 1
        slot.alone = False
        slot.late_at = time.monotonic() + self._patience
        worn = slot.done >= self._job.pages_per_worker
        slot.leaving |= worn or outcome.memory_mb > self._job.worker_mb / 2
        if slot.leaving and not slot.tasks:
            self._dismiss(slot)
        return [outcome]

    def _is_late(self, slot: WorkerSlot[AnyWorker]) -> bool:
        return bool(slot.tasks or not slot.ready) and time.monotonic() > slot.late_at

    def _lost(self, slot: WorkerSlot[AnyWorker], why: str) -> list[Outcome]:
        """Return the failure of the page that the worker died of, if that is known."""
        self._dismiss(slot)
        self._exits += 1
        if self._exits > max(_MOST_EXITS, 2 * self._job.workers):
            raise WorkersError(f"{self._exits} workers in a row died before they had done a page")
        tasks = list(slot.tasks.values())
        if len(tasks) == 1 and slot.ready:
            return [failed(tasks[0], why, words_of(why).sentence("the page"), permanent=False)]
        self._suspects.extend(tasks)
        return []

    def _dismiss(self, slot: WorkerSlot[AnyWorker]) -> None:
        self._slots.remove(slot)
        slot.handle.end()

    def _place_suspects(self) -> None:
        """Give pages that workers may have died of to workers without any other."""
        while self._suspects:
            free = [s for s in self._slots if s.ready and not s.tasks and not s.leaving]
            if not free:
                if len(self._slots) < self._job.workers:
                    self._new_slot()  # a cluster may have no place for it: who is there goes on
                return
            free[0].alone = True
            self._give(free[0], self._suspects.popleft())


def local_pool(job: Job) -> "WorkerPool[_Process]":
    """Return a pool of processes."""
    return WorkerPool(job, lambda: _Process(job), _listen)


class _Process:
    """A process with a worker. A thread sends it tasks: one that hangs reads none."""

    def __init__(self, job: Job) -> None:
        self._outbox: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._process, self.connection = start_child(_serve, job)
        threading.Thread(target=self._send, daemon=True).start()

    def give(self, task: Task) -> None:
        self._outbox.put(task)

    def end(self) -> None:
        self._outbox.put(None)
        with suppress(OSError):
            self.connection.close()  # by which it knows
        self._process.join(_ENDING_SECONDS)
        self._process.kill()
        self._process.join()

    def status(self) -> int | None:
        """Return the exit status of a process that is ending."""
        self._process.join(_ENDING_SECONDS)
        return self._process.exitcode

    def _send(self) -> None:
        with suppress(OSError):  # it has ended, which is noticed elsewhere
            while (task := self._outbox.get()) is not None:
                self.connection.send(task)


def _listen(handles: Sequence[_Process], seconds: float) -> list[tuple[_Process, Answer]]:
    by_connection: dict[Any, _Process] = {handle.connection: handle for handle in handles}
    return [_answer(by_connection[each]) for each in wait(list(by_connection), timeout=seconds)]


def _answer(handle: _Process) -> tuple[_Process, Answer]:
    try:
        return handle, handle.connection.recv()
    except (EOFError, OSError):
        return handle, WorkerExit(handle.status())


def _serve(job: Job, connection: Connection) -> None:
    """Answer tasks with outcomes until the other end is closed; first comes a None."""
    use_one_thread()
    log_for_users()
    from pagesight.app.jobs.workers.worker import Worker  # with one thread a library

    inbox: queue.SimpleQueue[Task] = queue.SimpleQueue()
    sending = threading.Lock()

    def work(worker: Worker) -> None:
        with suppress(OSError):  # nobody is there to take it
            while True:
                outcome = worker.do(inbox.get())
                with sending:
                    connection.send(outcome)

    try:
        worker = Worker(job)
    except PagesightError as error:
        connection.send(error)
        return
    for _ in range(_THREADS):
        threading.Thread(target=work, args=(worker,), daemon=True).start()
    try:
        with suppress(EOFError, OSError), closing(worker):
            connection.send(None)
            while True:
                inbox.put(connection.recv())
    finally:
        os._exit(0)  # whatever the threads are at
