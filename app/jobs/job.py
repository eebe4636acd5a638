"""A job: pages to be extracted, how, and where its state is kept; what passes between its parts.

Two addresses may be of the same page: `page_key`.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from w3lib.url import safe_url_string

from pagesight.app.config import Engine, Options, Screenshots
from pagesight.app.output.result_json import RESULT_KEYS
from pagesight.render.sources.address import DEFAULT_PORTS

# Of Options and what is in it: they change how a page is had, not what is made of it.
_NO_MATTER = frozenset({"captures_per_browser", "executable", "proxy"})
OUT_OF_MEMORY = 77  # exit status of a worker that grew too large
_EMPTY_ROW: dict[str, Any] = dict.fromkeys(("source", "error", "error_kind", *RESULT_KEYS))
_WORKER_MB = 1400  # a worker, its models and its browser (docs/cluster.md)


@dataclass(frozen=True, slots=True, kw_only=True)
class Politeness:
    """How the pages of one host are asked for. Times are in seconds."""

    robots: bool = True  # obey robots.txt, and the delay that it asks for
    per_host: int = 4  # pages at a time
    delay: float = 0.0  # from the end of a page to the beginning of the next
    longest_delay: float = 60.0  # no more is waited, whatever a host asks for


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How often a page is tried again after a fault that may pass, and when."""

    times: int = 3
    first_wait: float = 2.0  # seconds, before jitter; the next ones are four times as long each
    longest_wait: float = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """How to do the pages of a job. Its state is kept in the folder `state`."""

    state: Path
    options: Options = field(default_factory=Options)
    workers: int = 1
    engine: Engine = "local"
    html_column: str = ""
    screenshots: Screenshots = "none"
    follow_pages: int = 0  # of a list that goes on, into the row of its first page
    politeness: Politeness = field(default_factory=Politeness)
    retries: Retries = field(default_factory=Retries)
    pages_per_worker: int = 2000  # then a fresh process: libraries' memory creeps
    worker_mb: int = 4000  # a worker that holds more is ended; beyond half of it, renewed
    grace: float = 30.0  # seconds past all deadlines until a worker counts as hung

    @property
    def patience(self) -> float:
        """Return the seconds that a worker may take for a page, and those followed from it."""
        one = self.options.rendering.deadline + self.options.limits.seconds
        following = self.follow_pages * (one + self.politeness.longest_delay)
        return one + following + self.grace

    @property
    def key(self) -> str:
        """Return the hash of all options that results depend on and that are not the defaults."""
        chosen = [*_chosen(self.options), f"screenshots={self.screenshots}"]
        if self.follow_pages:
            chosen.append(f"follow_pages={self.follow_pages}")
        return hashlib.sha256("\n".join(chosen).encode()).hexdigest()[:16]


def _chosen(options: Any, prefix: str = "") -> Iterator[str]:
    """Yield what differs from the defaults: options that come with newer versions do not then."""
    for one in fields(options):
        value = getattr(options, one.name)
        default = one.default if one.default_factory is MISSING else one.default_factory()
        if one.name in _NO_MATTER or value == default:
            continue
        if is_dataclass(value):
            yield from _chosen(value, f"{prefix}{one.name}.")
        else:
            yield f"{prefix}{one.name}={value!r}"


def workers_that_fit(*, render: bool) -> int:
    """Return how many workers this machine has cores for, and memory where they have browsers."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if not render:
        return cores or 1
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**20
    return max(1, min(cores or 1, int(memory / _WORKER_MB)))


@dataclass(frozen=True, slots=True)
class Html:
    """HTML that the input holds itself, and what is known of it."""

    body: bytes | str
    url: str = ""
    content_type: str = ""
    status: int | None = None
    warning: str = ""  # why it is not all of the page


@dataclass(frozen=True, slots=True)
class Task:
    """A page to do: its number in the state, its source as given, its HTML if the input has it."""

    number: int
    source: str
    html: Html | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a page: its row as JSON, and if that has an error, the kind of error."""

    number: int
    row: str
    error_kind: str = ""
    permanent: bool = True  # of an error: the same will happen at another attempt
    screenshot: bytes | None = None
    retry_after: float | None = None  # seconds, as the server asked
    memory_mb: float = 0.0  # that the worker then held


def failed(
    task: Task,
    error_kind: str,
    error: str,
    *,
    permanent: bool = True,
    retry_after: float | None = None,
) -> Outcome:
    """Return the outcome of a page that there is nothing of."""
    row = row_json({"source": task.source, "error": error, "error_kind": error_kind})
    return Outcome(task.number, row, error_kind, permanent, retry_after=retry_after)


def row_json(row: Mapping[str, Any]) -> str:
    """Return the row as a line of JSON, without a line break at its end.

    All rows have the same keys; what a row has no value for is null.
    """
    return json.dumps({**_EMPTY_ROW, **row}, ensure_ascii=False)


def page_key(source: str) -> str:
    """Return the address so that all its spellings are one; what is no address stays as it is.

    Parameters keep their order: servers may care. A fragment that names a page of an application
    in JavaScript ("#/cart", "#!cart") stays.

    >>> page_key("HTTP://Example.com:80/%7ecaf\u00e9?b=1&a=2#top")
    'http://example.com/~caf%C3%A9?b=1&a=2'
    >>> page_key("https://example.com"), page_key("pages/a.html")
    ('https://example.com/', 'pages/a.html')
    """
    try:
        parts = urlsplit(source.strip())
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
            return source
        port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
        user, at, _ = parts.netloc.rpartition("@")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
        place = (parts.scheme, f"{user}{at}{host}{port}", parts.path or "/", parts.query, fragment)
        return str(safe_url_string(urlunsplit(place))).replace("%7e", "~").replace("%7E", "~")
    except ValueError:  # no address after all
        return source


def host_of(source: str) -> str:
    """Return the host and port that are asked for the page; "" for what is no http(s) address.

    >>> host_of("https://Example.com/a"), host_of("a.html")
    ('example.com', '')
    """
    try:
        parts = urlsplit(source)
    except ValueError:
        return ""
    return parts.netloc.rpartition("@")[2].lower() if parts.scheme in DEFAULT_PORTS else ""
