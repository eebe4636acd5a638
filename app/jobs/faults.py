"""Kinds of faults of a page: which of them may pass, and when it is tried again."""

import random
import re
from collections.abc import Callable
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from pagesight.app.errors import AppError
from pagesight.app.jobs.job import Retries
from pagesight.render.errors import BrowserError, GuardError, NavigationError, PagesightError

if TYPE_CHECKING:
    from pagesight.app.result import Result

NETWORK, BROWSER, GUARD, NO_PAGE, FAULT = "network", "browser", "guard", "no page", "bug"
ROBOTS, CONSENT = "robots.txt", "consent wall"
CRASH, HANG, MEMORY = "crash", "hang", "memory"  # of the worker that had the page

_PASSING_STATUS = frozenset({408, 425, 429, *range(500, 600)}) - {501, 505}
_PASSING = frozenset({NETWORK, BROWSER, CRASH, HANG, MEMORY}) | {
    f"http {status}" for status in _PASSING_STATUS
}
# What NavigationError says of addresses that will give no page tomorrow either.
_LASTING = (
    "not a page", "not a web page", "not an address", "redirects more than", "in a circle",
    "cannot resolve", "does not resolve", "offered as a download", "certificate", "cannot be read",
    "browsers do not fetch",
)  # fmt: skip
_CONSENT_HOSTS = ("consent.", "guce.", "cookiewall", "privacy-gate")
_GROWTH = 4.0
_find_status = re.compile(r"\bstatus (\d{3})\b").search


def kind_of(error: Exception) -> str:
    """Return the kind of fault that an error is.

    >>> kind_of(NavigationError("cannot connect to a.example: timed out"))
    'network'
    >>> kind_of(NavigationError("https://a.example/x is a PDF document, not a page"))
    'no page'
    >>> kind_of(NavigationError("https://a.example/ is JSON, not a page, with status 503"))
    'http 503'
    """
    if isinstance(error, GuardError):
        return GUARD
    if isinstance(error, BrowserError):
        return BROWSER
    if isinstance(error, NavigationError):
        if status := _find_status(str(error)):
            return f"http {status[1]}"
        return NO_PAGE if any(words in str(error) for words in _LASTING) else NETWORK
    return NO_PAGE if isinstance(error, PagesightError | AppError) else FAULT


def is_consent_wall(result: "Result") -> bool:
    """Return whether the page asks for consent in place of its content."""
    address = result.capture.page.url.lower()
    moved = address != result.capture.requested_url.lower()
    if moved and any(name in address for name in _CONSENT_HOSTS):
        return True
    thin = any(warning.startswith(("thin", "no content")) for warning in result.warnings)
    return thin and "obscured" in result.warnings


def wait_before_retry(
    fault: str,
    attempts: int,
    retry_after: float | None,
    retries: Retries,
    jitter: Callable[[], float] = random.random,
) -> float | None:
    """Return the seconds until a page is tried again that has failed `attempts` times; or None.

    >>> wait_before_retry("http 404", 1, None, Retries()) is None
    True
    >>> wait_before_retry("network", 2, None, Retries(), jitter=lambda: 0.5)
    8.0
    >>> wait_before_retry("http 429", 1, 120.0, Retries(), jitter=lambda: 0.5)
    121.0
    """
    if fault not in _PASSING or attempts > retries.times:
        return None
    backoff = retries.first_wait * _GROWTH ** (attempts - 1)
    if retry_after is not None:
        return min(retry_after, retries.longest_wait) + retries.first_wait * jitter()
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


def slows_host(fault: str) -> bool:
    """Return whether the fault says that the host has had enough for now."""
    return fault in ("http 429", "http 503")
