"""Bound what one page may cost: sizes at which it is cut, and a deadline; what is ready counts.

Within the deadline the bounds are of sizes and of processor time: how busy the machine is changes
no answer that comes before it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one page. No page of WCXB dev has more than 5.4 million characters, 22,000 tags.

    A table of 200,000 cells took 590 MiB beside the models (tests/bench/bench_hostile.py).
    """

    seconds: float = 30.0
    html_chars: int = 20_000_000
    tags: int = 500_000  # of opening, closing, and comments
    attributes: int = 1_000  # of one element: libxml2 compares each with all before it
    blocks: int = 200_000


# How many times as long as parsing a page and walking its tree all work on it takes: an estimate
# from most cases of bench_hostile.py; much JSON-LD takes more and may be late.
_WHOLE = 10.0

NO_DEADLINE = Limits(seconds=inf)


class Budget:
    """What is left of one page's limits, and what was left out because of them.

    `clock` is that of the deadline, `processor` that of the work done on the page.
    """

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """Start the time."""
        self.limits = limits
        self._clock, self._processor = clock, processor
        self._begun = processor()
        self._end = clock() + limits.seconds
        self._cuts: list[str] = []
        self._left_out: list[str] = []

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what was left out and why, a sentence each."""
        late = f"deadline of {self.limits.seconds:g} s: left out {', '.join(self._left_out)}"
        return (*self._cuts, late) if self._left_out else tuple(self._cuts)

    def cut(self, where: str) -> None:
        """Note that the page was cut there."""
        self._cuts.append(f"page cut at {where}: the rest was left out")

    def ends_reading(self, elements: int) -> bool:
        """Return whether to read no more, and note it if so; asked every so many elements.

        What is read must leave time for all that is done with it. It is asked in the thread that
        made the budget, whose processor time counts.
        """
        work = _WHOLE * (self._processor() - self._begun)
        if work < self.limits.seconds and self._clock() < self._end:
            return False
        self.cut(f"{elements:,} elements by the deadline of {self.limits.seconds:g} s")
        return True

    def has_time_for(self, part: str) -> bool:
        """Return whether the deadline has not passed; if it has, note that `part` is left out."""
        in_time = self._clock() < self._end
        if not in_time and part not in self._left_out:
            self._left_out.append(part)
        return in_time

    def lift(self) -> None:
        """Let the deadline go, if it has not passed: the page is read, and what is asked of it
        later takes the time of who asks.
        """
        if self._clock() < self._end:
            self._end = inf

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the time that the block takes out of account: models are loaded once."""
        start = self._clock()
        try:
            yield
        finally:
            self._end += self._clock() - start
