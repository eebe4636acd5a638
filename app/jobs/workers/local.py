"""Workers as processes of this machine, each with a pipe to this one."""

import multiprocessing
import os
import queue
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from pagesight.app.jobs.job import Job, Task
from pagesight.app.jobs.workers.pool import Answer, WorkerExit, WorkerPool
from pagesight.app.messages import log_for_users
from pagesight.app.processes import children_ignore_sigint, use_one_thread
from pagesight.render.errors import PagesightError

_ENDING_SECONDS = 5.0  # to end by itself; then it is killed
_THREADS = 8  # as many pages as a pool gives a worker at once


def local_pool(job: Job) -> "WorkerPool[_Process]":
    """Return a pool of processes."""
    return WorkerPool(job, lambda: _Process(job), _listen)


class _Process:
    """A process with a worker. A thread sends it tasks: one that hangs reads none."""

    def __init__(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._outbox: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._process = context.Process(target=_serve, args=(job, theirs), daemon=True)
        with children_ignore_sigint():
            self._process.start()
        theirs.close()
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
