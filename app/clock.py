"""Time the steps of a page."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Clock:
    """Collects the seconds of named steps, after those of steps already made."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        self._seconds = dict(seconds or {})

    @property
    def seconds(self) -> Mapping[str, float]:
        """Seconds by step so far, to a tenth of a millisecond."""
        return {step: round(seconds, 4) for step, seconds in self._seconds.items()}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Add the time that the block takes to the step of that name."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[name] = self._seconds.get(name, 0.0) + time.perf_counter() - started
