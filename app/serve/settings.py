"""Settings of the service: what it may do, and how much of it at once."""

import hashlib
import hmac
import os
from dataclasses import dataclass, field
from pathlib import Path

from pagesight.app.config import Options
from pagesight.app.errors import KeysError

KEYS_VARIABLE = "PAGESIGHT_API_KEYS"  # NAME:KEY, separated by commas
_LEAST_KEY_CHARS = 16  # 62^16 keys cannot be guessed
_ANSWER_MARGIN = 5.0  # seconds, of writing what was read
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class ApiKeys:
    """Who may use the service: digests of keys and the names of their owners."""

    digests: tuple[tuple[bytes, str], ...] = ()

    def owner(self, given: str) -> str:
        """Return the name of the key's owner, "" if it is nobody's, in the same time for all."""
        digest, owner = _digest(given), ""
        for known, name in self.digests:
            if hmac.compare_digest(known, digest):
                owner = name
        return owner


def read_keys(path: Path | None) -> ApiKeys:
    """Return the keys of a file, one a line as NAME:KEY, else those of the environment.

    Raises KeysError for a line that is no name and key, and for a key that can be guessed.
    """
    if path is None:
        return ApiKeys(_parsed(os.environ.get(KEYS_VARIABLE, "").split(","), f"${KEYS_VARIABLE}"))
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise KeysError(f"{path} is not a file of keys, NAME:KEY a line: {error}") from error
    keys = ApiKeys(_parsed([line for line in lines if not line.startswith("#")], str(path)))
    if not keys.digests:
        raise KeysError(f"{path} holds no keys; wanted NAME:KEY, one a line")
    return keys


def _parsed(entries: list[str], where: str) -> tuple[tuple[bytes, str], ...]:
    digests = []
    for number, entry in enumerate(filter(None, map(str.strip, entries)), 1):
        name, _, key = entry.partition(":")
        if not name or len(key) < _LEAST_KEY_CHARS:
            raise KeysError(
                f"key {number} of {where}: wanted NAME:KEY, the key of at least "
                f"{_LEAST_KEY_CHARS} characters; make one with `openssl rand -hex 24`"
            )
        digests.append((_digest(key), name))
    return tuple(digests)


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server that listens on `host`."""
    return host in _LOOPBACK


def state_folder() -> Path:
    """Return where jobs are kept if nothing else is said: in the user's folder of states."""
    states = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state"
    return Path(states) / "pagesight/jobs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits of the service. Times are in seconds."""

    options: Options = field(default_factory=lambda: Options(render=False))
    host: str = "127.0.0.1"
    port: int = 8321
    keys: ApiKeys = field(default_factory=ApiKeys)
    trusted_proxies: tuple[str, ...] = ()  # whose X-Forwarded-For names the caller
    workers: int = 2  # threads that read pages; more than cores gain nothing
    browsers: int = 2  # each started when first needed; one of two is always left for others
    fetches: int = 64  # threads that wait for servers: they cost nothing but themselves
    queue: int = 32  # pages that wait: 16 for each of two workers, some 2 s of common pages
    rate: float = 600.0  # requests a minute of one key, or of one address where there are no keys
    connections: int = 1000  # open at a time; by hand: ten for each of a hundred callers
    max_body_bytes: int = 20_000_000  # HTML of 8 MB, all of it escaped in JSON, fits
    jobs: Path | None = field(default_factory=state_folder)  # None: no jobs are taken on
    max_jobs: int = 16  # that are not done
    demo: bool = False

    @property
    def answer_seconds(self) -> float:
        """Return after how long the caller of a request that was taken on has an answer."""
        return answer_seconds(self.options)

    @property
    def jobs_each(self) -> int:
        """Return how many jobs that are not done one caller may have."""
        return max(1, self.max_jobs // 4)

    @property
    def kept_jobs_each(self) -> int:
        """Return how many jobs one caller may have until it deletes some: they fill the disk."""
        return 25 * self.jobs_each

    @property
    def requests_each(self) -> int:
        """Return how many requests of one caller may be under way: ten such callers fill all."""
        return max(1, self.connections // 10)

    @property
    def body_bytes_at_once(self) -> int:
        """Return how many bytes of bodies are in memory at most: sixteen of the largest."""
        return 16 * self.max_body_bytes

    @property
    def fetches_each(self) -> int:
        """Return how many fetches of one caller may go on at a time: dead servers hold each."""
        return max(1, self.fetches // 4)

    @property
    def hosts(self) -> frozenset[str]:
        """Return the names that a browser may call the service by; none: any.

        Where this machine alone is let in, without a key, a page of the web that is open on it
        could else reach the service by a name of its own (DNS rebinding).
        """
        alone = is_loopback(self.host) and not self.keys.digests
        return _LOOPBACK if alone else frozenset()


def answer_seconds(options: Options) -> float:
    """Return how long it takes at most to get a page, read it and write what was read."""
    return options.rendering.deadline + options.limits.seconds + _ANSWER_MARGIN
