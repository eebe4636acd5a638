"""Say how far a training has come, and how long the rest will take."""

import logging
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TypeVar

Item = TypeVar("Item")
_EVERY = 5.0  # seconds between two lines, at least
_log = logging.getLogger(__name__)


def paced(items: Sequence[Item], name: str) -> Iterator[Item]:
    """Yield the items; log how many are done and the time that is left, at most every 5 seconds.

    The time left is that of what is done so far, an item. What takes less than 5 seconds is silent.
    """
    begun = reported = monotonic()
    for done, item in enumerate(items, 1):
        yield item
        now = monotonic()
        is_last = done == len(items) and now - begun >= _EVERY
        if now - reported >= _EVERY or is_last:
            reported = now
            left = (now - begun) / done * (len(items) - done)
            rest = f", {spelled(left)} left" if done < len(items) else f" in {spelled(now - begun)}"
            _log.info("%s: %d of %d%s", name, done, len(items), rest)


def pace(count: int, unit: str, seconds: float, rounds_left: int) -> str:
    """Return the speed of a round that took so long, and how long the others will take.

    >>> pace(52, "pages", 2.0, 10)
    '26 pages/s, 20 s left'
    """
    return f"{count / max(seconds, 1e-9):.0f} {unit}/s, {spelled(seconds * rounds_left)} left"


def spelled(seconds: float) -> str:
    """Return a length of time for people.

    >>> spelled(7.4), spelled(125), spelled(7260)
    ('7 s', '2 min 5 s', '2 h 1 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes_left = divmod(minutes, 60)
    return f"{hours} h {minutes_left} min" if hours else f"{minutes} min {rest} s"
