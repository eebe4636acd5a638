"""Decide when a page that failed is tried again."""

import random
from collections.abc import Callable
from datetime import datetime
from email.utils import parsedate_to_datetime

from pagesight.app.jobs.job import Outcome, Retries

_GROWTH = 4.0  # times the wait before; by hand


def wait_before_retry(
    outcome: Outcome,
    attempts: int,
    retries: Retries,
    jitter: Callable[[], float] = random.random,
) -> float | None:
    """Return the seconds until a page is tried again that has failed `attempts` times; or None.

    >>> wait_before_retry(Outcome(1, "", "http 404"), 1, Retries()) is None
    True
    >>> broken = Outcome(1, "", "network", permanent=False)
    >>> wait_before_retry(broken, 2, Retries(), jitter=lambda: 0.5)
    8.0
    >>> told = Outcome(1, "", "http 429", permanent=False, retry_after=120.0)
    >>> wait_before_retry(told, 1, Retries(), jitter=lambda: 0.5)
    121.0
    """
    if not outcome.error_kind or outcome.permanent or attempts > retries.times:
        return None
    backoff = retries.first_wait * _GROWTH ** (attempts - 1)
    if outcome.retry_after is not None:
        return min(outcome.retry_after, retries.longest_wait) + retries.first_wait * jitter()
    return min(backoff * (0.5 + jitter()), retries.longest_wait)


def asked_wait(header: str, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, in either of its forms.

    >>> from datetime import UTC
    >>> asked_wait("120", datetime(2026, 1, 1, tzinfo=UTC)), asked_wait("soon", datetime.now(UTC))
    (120.0, None)
    >>> asked_wait("Thu, 01 Jan 2026 00:00:30 GMT", datetime(2026, 1, 1, tzinfo=UTC))
    30.0
    """
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, (parsedate_to_datetime(header) - now).total_seconds())
    except (TypeError, ValueError):
        return None


def slows_host(error_kind: str) -> bool:
    """Return whether the error says that the host has had enough for now."""
    return error_kind in ("http 429", "http 503")
