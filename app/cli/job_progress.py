"""The progress of a job on standard error: pages a second, failures by kind, time left."""

import time
from collections import Counter, deque
from collections.abc import Sequence
from typing import Any, Self

from pagesight.app.cli.failures import progress_bar, to_stderr
from pagesight.app.jobs.run import PageDone
from pagesight.app.jobs.state import Status

_RATE_SECONDS = 60.0  # over which pages a minute are counted
_LINE_SECONDS = 30.0  # between lines, where no person looks


class JobProgress:
    """Shows how far a job has come: a bar on a terminal, else a line now and then."""

    def __init__(self, before: Status) -> None:
        self.done, self.total = before.done, before.total
        self.error_kinds = Counter(before.error_kinds)
        self._started = self._line_at = time.monotonic()
        self._lately: deque[float] = deque()
        self._bar = progress_bar()

    def __enter__(self) -> Self:
        self._progress = self._bar.__enter__()
        completed = self.done + self.failed
        self._task = self._progress.add_task("pages", total=self.total, completed=completed)
        return self

    def __exit__(self, *raised: Any) -> None:
        self._bar.__exit__(*raised)

    @property
    def failed(self) -> int:
        """Return how many pages have failed."""
        return self.error_kinds.total()

    @property
    def summary(self) -> str:
        """Return how many pages are done and failed."""
        failures = f", {self.failed} failed" if self.failed else ""
        return f"{self.done} of {self.total} done{failures}"

    def advance(self, page: PageDone) -> None:
        """Count a page."""
        if page.error_kind:
            self.error_kinds[page.error_kind] += 1
        else:
            self.done += 1
        now = time.monotonic()
        self._lately.append(now)
        while self._lately[0] < now - _RATE_SECONDS:
            self._lately.popleft()
        self._progress.update(self._task, advance=1, description=self._speed(now))
        if self._progress.disable and now > self._line_at + _LINE_SECONDS:
            self._line_at = now
            to_stderr(f"{self.status(now)}")

    def watch(self, under_way: Sequence[str]) -> None:
        """Say what is waited for, where nothing else was said for a while."""
        now = time.monotonic()
        if self._progress.disable and under_way and now > self._line_at + _LINE_SECONDS:
            self._line_at = now
            more = f" and {len(under_way) - 1} more" if len(under_way) > 1 else ""
            to_stderr(f"{self.status(now)}; waiting for {under_way[0]}{more}")

    def status(self, now: float) -> Status:
        """Return how far the job has come."""
        waiting = self.total - self.done - self.failed
        return Status(
            self.done, self.failed, waiting, dict(self.error_kinds), self._rate(now), True
        )

    def _rate(self, now: float) -> float:
        seconds = min(_RATE_SECONDS, now - self._started)
        return len(self._lately) / max(seconds, 0.5)

    def _speed(self, now: float) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.error_kinds.most_common(3))
        return f"{self._rate(now):.1f} pages/s{', failed: ' if kinds else ''}{kinds}"
