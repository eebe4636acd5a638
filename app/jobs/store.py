"""The state of a job: a SQLite file with each page, what is to do, and what is done.

A page's state and its result are written in one transaction, by one process. What `keep` returned
from is on the disk: neither a crash nor a power cut loses it, and no page is done twice.
"""

import fcntl
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Self

from pagesight.app.errors import INPUT_KINDS, ResultsError
from pagesight.app.jobs.job import Outcome, host_of, page_key, row_json
from pagesight.app.jobs.state import (
    FILE,
    Finished,
    Status,
    connect,
    faults_named,
    finished,
    packed,
    status,
)

SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    number INTEGER PRIMARY KEY,
    options TEXT NOT NULL,              -- hash of those it is done with
    key TEXT NOT NULL,                  -- its address, normalised
    source TEXT NOT NULL,               -- as it was given
    host TEXT NOT NULL,                 -- "" for what no server is asked for
    place TEXT NOT NULL DEFAULT '',     -- of its HTML in the input, if that holds it
    state TEXT NOT NULL DEFAULT 'waiting',  -- or done, failed, unnamed: not by the input
    attempts INTEGER NOT NULL DEFAULT 0,    -- that failed
    due REAL NOT NULL DEFAULT 0,        -- not to be tried before
    fault TEXT NOT NULL DEFAULT '',     -- kind of error
    finished REAL NOT NULL DEFAULT 0,
    row BLOB,                           -- JSON, compressed
    screenshot BLOB,
    UNIQUE (options, key)
);
CREATE INDEX IF NOT EXISTS to_do ON pages (options, number) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS finished ON pages (options, finished) WHERE state != 'waiting';
CREATE TABLE IF NOT EXISTS inputs (name TEXT PRIMARY KEY);  -- read to their ends
CREATE TABLE IF NOT EXISTS runs (options TEXT PRIMARY KEY, at REAL NOT NULL);  -- begun last
"""

REPAIRS = (
    "DELETE FROM pages WHERE typeof(source) != 'text' OR typeof(host) != 'text'"
    " OR typeof(place) != 'text' OR typeof(fault) != 'text'",
    "UPDATE pages SET due = 0 WHERE typeof(due) NOT IN ('real', 'integer') OR due > :later",
    "UPDATE pages SET attempts = 0 WHERE typeof(attempts) != 'integer' OR attempts > 1000",
    "UPDATE pages SET finished = 0"
    " WHERE typeof(finished) NOT IN ('real', 'integer') OR finished > :later",
)
ADD = (
    "INSERT INTO pages (options, key, source, host, place, state, fault, finished, row)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET source = excluded.source, host = excluded.host,"
    " place = excluded.place, state = excluded.state, fault = excluded.fault,"
    " finished = excluded.finished, row = excluded.row WHERE state IN ('waiting', 'unnamed')"
)
_COPIED = (
    "options, key, source, host, place, state, attempts, due, fault, finished, row, screenshot"
)
MERGE = (
    "DELETE FROM pages WHERE state = 'waiting' AND options = :options AND key IN (SELECT key"
    " FROM other.pages WHERE options = :options AND state != 'waiting')",
    f"INSERT OR IGNORE INTO pages ({_COPIED}) SELECT {_COPIED} FROM other.pages"
    " WHERE options = :options ORDER BY number",
)


_ADDED_AT_ONCE = 10_000  # items of one transaction; by hand
_LOCK_SECONDS = 0.5  # who only looks has it for a moment
_LATEST_SECONDS = 86_400.0  # from now: no page is put off for longer


@dataclass(frozen=True, slots=True)
class Item:
    """A page as an input names it, or with an `error_kind` what of an input is lost.

    `place` is where the input holds its HTML, if it does.
    """

    source: str
    key: str = ""  # "": its address
    place: str = ""
    error_kind: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A page that is to be done."""

    number: int
    source: str
    host: str
    place: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Change:
    """An outcome and what follows from it: done, failed, or tried again from a time on."""

    outcome: Outcome
    state: str
    due: float = 0.0


class Store:
    """The pages of one job with one set of options. Use as `with Store(folder, job.key) as store`.

    Raises ResultsError where the state cannot be kept, or another process is at work on it.
    """

    def __init__(self, folder: Path, options: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(folder)
        self._options = options
        self._folder = folder
        with faults_named(folder):
            self._db = connect(folder)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(SCHEMA)
            self._repair()
            self._db.execute("REPLACE INTO runs VALUES (?, ?)", (options, time.time()))
            last = self._db.execute("SELECT ifnull(max(finished), 0) FROM pages").fetchone()
            self._last: float = last[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others have the job."""
        self._db.close()
        os.close(self._lock)

    @property
    def status(self) -> Status:
        """Return how far the job has come with these options."""
        return status(self._db, self._options, running=True)

    def finished(self) -> Iterator[Finished]:
        """Yield the pages that are done or have failed, in the order of the input."""
        return finished(self._db, self._options)

    def add(self, items: Iterable[Item], name: str = "") -> None:
        """Add the pages that are not in it yet; an input of that `name` is read only once."""
        name = name and f"{self._options} {name}"
        if name and self._db.execute("SELECT 1 FROM inputs WHERE name = ?", (name,)).fetchone():
            return
        coming = iter(items)
        while rows := [self._row(item) for item in islice(coming, _ADDED_AT_ONCE)]:
            with self._transaction():
                self._db.executemany(ADD, rows)
        if name:
            with self._transaction():
                self._db.execute("INSERT INTO inputs VALUES (?)", (name,))

    def _row(self, item: Item) -> tuple[Any, ...]:
        key, host = f"html {item.key or item.source}", ""
        if not item.place and not item.error_kind:
            key, host = page_key(item.source), host_of(item.source)
        row = (self._options, key, item.source, host, item.place)
        if not item.error_kind:
            return (*row, "waiting", "", 0.0, None)
        values = {"source": item.source, "error": item.error, "error_kind": item.error_kind}
        return (*row, "failed", item.error_kind, self._finished_now(), packed(row_json(values)))

    def _finished_now(self) -> float:
        """Return a time after all before it, whatever the clock does: readers go on from there."""
        self._last = max(time.time(), self._last + 1e-6)
        return self._last

    def await_naming(self) -> None:
        """Leave pages that are not fetched from the net until the input names them again.

        Who can write to the folder of results could else have any file of ours read into them.
        """
        with self._transaction():
            left = self._db.execute(
                "UPDATE pages SET state = 'unnamed' WHERE options = ? AND state = 'waiting'"
                " AND (place != '' OR source NOT LIKE 'http://%' AND source NOT LIKE 'https://%')",
                (self._options,),
            )
            if left.rowcount:
                self._db.execute("DELETE FROM inputs")

    def waiting(self, now: float, without: Sequence[str], limit: int) -> list[Waiting]:
        """Return the first pages to do that are due and of none of the hosts `without`."""
        marks = ", ".join("?" * len(without))
        return [
            Waiting(*row)
            for row in self._db.execute(
                "SELECT number, source, host, place, attempts FROM pages"
                f" WHERE options = ? AND state = 'waiting' AND due <= ? AND host NOT IN ({marks})"
                " ORDER BY number LIMIT ?",
                (self._options, now, *without, limit),
            )
        ]

    def next_due(self) -> float | None:
        """Return when the first of the pages to do is due; None if there are none."""
        due: float | None = self._db.execute(
            "SELECT min(due) FROM pages WHERE options = ? AND state = 'waiting'", (self._options,)
        ).fetchone()[0]
        return due

    def keep(self, changes: Sequence[Change]) -> None:
        """Write outcomes and the states that they lead to, all or none of them."""
        at = self._finished_now()
        with self._transaction():
            for change in changes:
                outcome = change.outcome
                self._db.execute(
                    "UPDATE pages SET state = ?, due = ?, fault = ?, finished = ?, row = ?,"
                    " screenshot = ?, attempts = attempts + ?"
                    " WHERE number = ? AND state = 'waiting'",
                    (change.state, change.due, outcome.error_kind, at, packed(outcome.row),
                     outcome.screenshot, bool(outcome.error_kind), outcome.number),
                )  # fmt: skip

    def retry_failed(self) -> int:
        """Let all pages that failed be done again; return how many these are.

        What the input has lost it does not have the next time either.
        """
        with self._transaction():
            return self._db.execute(
                "UPDATE pages SET state = 'waiting', attempts = 0, due = 0"
                " WHERE options = ? AND state = 'failed' AND fault NOT IN (?, ?, ?)",
                (self._options, *INPUT_KINDS),
            ).rowcount

    def merge(self, folder: Path) -> None:
        """Take over the pages of the job in `folder` that this one has not finished itself."""
        with faults_named(folder):
            self._db.execute("ATTACH ? AS other", (str(folder / FILE),))
            try:
                with self._transaction():
                    for statement in MERGE:
                        self._db.execute(statement, {"options": self._options})
                self._repair()
            finally:
                self._db.execute("DETACH other")

    def _repair(self) -> None:
        """Give values of the wrong kind, which only others can have written, harmless ones."""
        now = time.time()
        for statement in REPAIRS:
            self._db.execute(statement, {"later": now + _LATEST_SECONDS})

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with faults_named(self._folder):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def _locked(folder: Path) -> int:
    """Return a descriptor that holds the folder's lock. Raises ResultsError if another has it."""
    descriptor = os.open(folder, os.O_RDONLY)
    patience = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except OSError as error:
            if time.monotonic() > patience:
                os.close(descriptor)
                raise ResultsError(
                    f"{folder} belongs to a job that is running; wait for it or stop it"
                ) from error
        time.sleep(_LOCK_SECONDS / 10)
