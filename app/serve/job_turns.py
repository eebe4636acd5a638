"""Turns of jobs: callers alternate, each job for a while, so that long ones stop nobody."""

from collections import OrderedDict, deque
from threading import Condition


class JobTurns:
    """The jobs that are to be done, by caller. Used from any thread."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[str]] = OrderedDict()  # the next caller first
        self._changed = Condition()
        self._closed = False

    def add(self, caller: str, job: str, *, goes_on: bool = False) -> None:
        """Put a job at the end of its caller's; before all others of the caller if it `goes_on`."""
        with self._changed:
            jobs = self._jobs.setdefault(caller, deque())
            if goes_on:
                jobs.appendleft(job)
            else:
                jobs.append(job)
            self._changed.notify_all()

    def next(self) -> tuple[str, str] | None:
        """Return the next caller and job, once there is one; None once this is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._jobs)
            if self._closed:
                return None
            caller, jobs = self._jobs.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._jobs[caller] = jobs
            return caller, job

    def others_wait(self, caller: str) -> bool:
        """Return whether a job of somebody else is to be done."""
        with self._changed:
            return any(other != caller for other in self._jobs)

    def close(self) -> None:
        """Give out no more jobs."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
