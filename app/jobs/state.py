"""Read the state of a job, from any process, while another may be at work on it."""

import fcntl
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pagesight.app.errors import ResultsError
from pagesight.extract.training.pace import spelled

FILE = "state.sqlite"
# A full disk, and what its file systems make of it.
_FULL = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHMSIZE,
)
_STATES = ("done", "failed", "waiting")
_TABLES = frozenset({"pages", "inputs", "runs", "sqlite_stat1", "sqlite_stat4"})
_MOST_ROW_BYTES = 100_000_000  # of a result as JSON: a page of 8 MB is in it some four times
_RATE_SECONDS = 60.0  # the speed is that of the last minute


@dataclass(frozen=True, slots=True)
class Finished:
    """A page that is done or has failed for good, and its row as JSON."""

    source: str
    row: str
    screenshot: bytes | None
    at: float  # when it was kept, in seconds since 1970; later ones have a greater number


@dataclass(frozen=True, slots=True)
class Status:
    """How far a job has come. `rate` is in pages a second; `error_kinds` counts failures."""

    done: int
    failed: int
    waiting: int
    error_kinds: Mapping[str, int]
    rate: float
    running: bool

    @property
    def total(self) -> int:
        """Return how many pages the job has, as far as its input was read."""
        return self.done + self.failed + self.waiting

    @property
    def seconds_left(self) -> float | None:
        """Return the time that the rest will take; None where there is no speed to go by."""
        return self.waiting / self.rate if self.rate else None

    def __str__(self) -> str:
        errors = ", ".join(f"{count} {name}" for name, count in self.error_kinds.items())
        failed = f", {self.failed} failed ({errors})" if self.failed else ""
        left = self.seconds_left
        eta = f", {spelled(left)} left" if left and self.running else ""
        speed = f", {self.rate:.2g} pages/s" if self.running else ""
        return f"{self.done} of {self.total} done{failed}{speed}{eta}"


def job_status(folder: Path) -> Status:
    """Return how far the job in `folder` has come. Raises ResultsError if there is none."""
    with faults_named(folder), closing(_reading(folder)) as db:
        options = last_options(db)
        return status(db, options, running=_is_running(folder))


def status(db: sqlite3.Connection, options: str, *, running: bool) -> Status:
    """Return the status of the pages with these options."""
    rows = db.execute(
        "SELECT state, fault, count(*) FROM pages WHERE options = ? AND state IN (?, ?, ?)"
        " GROUP BY state, fault ORDER BY count(*) DESC",
        (options, *_STATES),
    ).fetchall()
    total = dict.fromkeys(_STATES, 0)
    for state, _, count in rows:
        total[state] += count
    error_kinds = {error_kind: count for state, error_kind, count in rows if state == "failed"}
    since = time.time() - _RATE_SECONDS
    lately, first = db.execute(
        "SELECT count(*), CAST(min(finished) AS REAL) FROM pages"
        " WHERE options = ? AND state != 'waiting' AND finished > ?",
        (options, since),
    ).fetchone()
    rate = lately / max(1.0, time.time() - first) if lately else 0.0
    return Status(**total, error_kinds=error_kinds, rate=rate, running=running)


def job_options(folder: Path) -> str:
    """Return the hash of the options that the job in `folder` was last run with."""
    with faults_named(folder), closing(_reading(folder)) as db:
        return last_options(db)


def job_rows(folder: Path, after: float = 0.0) -> Iterator[Finished]:
    """Yield the finished pages of the job in `folder`, as they were finished, from a time on.

    Who asks again after the time of the last one misses none. Raises ResultsError if there is no
    job.
    """
    with faults_named(folder), closing(_reading(folder)) as db:
        yield from finished(db, last_options(db), after, order="finished, number")


def finished(
    db: sqlite3.Connection, options: str, after: float = 0.0, order: str = "number"
) -> Iterator[Finished]:
    """Yield the pages with these options that are done or have failed, in the input's order."""
    rows = db.execute(
        "SELECT source, row, screenshot, finished FROM pages"
        " WHERE options = ? AND state != 'waiting' AND state != 'unnamed' AND finished > ?"
        f" ORDER BY {order}",
        (options, after),
    )
    for source, row, screenshot, at in rows:
        yield Finished(source, _unpacked(source, row), screenshot, at)


def _unpacked(source: str, row: bytes) -> str:
    """Return a row as it was before `packed`. Raises ResultsError for what that never wrote."""
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(row, _MOST_ROW_BYTES).decode()
        if not unpacker.eof or not isinstance(json.loads(text), dict):
            raise ValueError("it is too long, or no object")
    except (zlib.error, TypeError, ValueError) as error:
        raise ResultsError(
            f"the state of a job has no readable result of {source!r:.200}: {error}; "
            "name another --out"
        ) from error
    return text


def packed(row: str) -> bytes:
    """Return a row as it is kept."""
    return zlib.compress(row.encode("utf-8", "backslashreplace"), 1)


def last_options(db: sqlite3.Connection) -> str:
    """Return the hash of the options that the job was last run with."""
    row = db.execute("SELECT options FROM runs ORDER BY at DESC LIMIT 1").fetchone()
    return str(row[0]) if row else ""


def connect(folder: Path) -> sqlite3.Connection:
    """Return a connection in which transactions begin where they are begun.

    Raises ResultsError for a file that no job made: who can write to a folder of results could
    plant one, and views and triggers run when it is read.
    """
    path = folder / FILE
    if link := next((each for each in (folder, path) if each.is_symlink()), None):
        raise ResultsError(f"{link} is a symbolic link, which no job makes; name another --out")
    db = sqlite3.connect(path, isolation_level=None, timeout=60)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        made = db.execute("SELECT name, type, sql FROM sqlite_master").fetchall()
    except BaseException:
        db.close()
        raise
    foreign = [name for name, type_, sql in made if not _is_ours(name, type_, sql or "")]
    if foreign:
        db.close()
        raise ResultsError(
            f"{path} holds {foreign[0]!r:.60}, which no job makes; name another --out"
        )
    return db


def _is_ours(name: str, type_: str, sql: str) -> bool:
    if type_ == "index":
        return True
    return type_ == "table" and name in _TABLES and sql.upper().startswith("CREATE TABLE")


def _reading(folder: Path) -> sqlite3.Connection:
    if not (folder / FILE).is_file():
        raise ResultsError(f"{folder} holds no state of a job; name the --out of a batch")
    return connect(folder)


def _is_running(folder: Path) -> bool:
    """Return whether a process has the job's lock."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextmanager
def faults_named(folder: Path) -> Iterator[None]:
    """Turn what SQLite raises into a ResultsError that names the folder and what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        advice = (
            "free some space and run the same command again: what was reported done is kept"
            if error.sqlite_errorcode in _FULL
            else "it may not have begun, or cannot be read and written there"
        )
        raise ResultsError(f"{folder}, the state of a job: {error}; {advice}") from error
    except sqlite3.DatabaseError as error:
        raise ResultsError(f"{folder} holds no state of a job: {error}; name another --out") from (
            error
        )
