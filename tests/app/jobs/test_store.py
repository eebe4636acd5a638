"""What the state of a job keeps, and for how long."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from pagesight.app.jobs.job import Outcome
from pagesight.app.jobs.state import FILE, job_rows, job_status
from pagesight.app.jobs.store import Change, Item, Store, Waiting


def waiting(store: Store, now: float = 0.0) -> list[Waiting]:
    return store.waiting(now, without=(), limit=10)


def test_a_page_that_waits_is_read_where_the_input_has_it_now(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add([Item("a", "a", "old.parquet 0"), Item("b", "b", "old.parquet 1")])
        store.keep([Change(Outcome(2, "{}"), "done")])
        store.add([Item("a", "a", "new.parquet 7"), Item("b", "b", "new.parquet 8")])
        assert [(page.source, page.place) for page in waiting(store)] == [("a", "new.parquet 7")]
        assert len(list(store.finished())) == 1


def test_a_page_that_is_to_be_tried_later_waits_until_then(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add(map(Item, "ab"))
        store.keep([Change(Outcome(1, "{}", "network"), "waiting", due=100.0)])
        assert [page.source for page in waiting(store, now=99.0)] == ["b"]
        assert [page.source for page in waiting(store, now=100.0)] == ["a", "b"]


def test_a_page_that_failed_starts_afresh_when_it_is_tried_again(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add([Item("a")])
        store.keep([Change(Outcome(1, "{}", "network"), "waiting")])
        store.keep([Change(Outcome(1, "{}", "network"), "failed")])
        assert store.retry_failed() == 1
        assert [page.attempts for page in waiting(store)] == [0]


def test_readers_miss_no_page_though_the_clock_was_set_back(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add(map(Item, "ab"))
        store.keep([Change(Outcome(1, '{"n": 1}'), "done")])
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE pages SET finished = finished + 3600 WHERE state = 'done'")
    (read,) = job_rows(tmp_path)
    with Store(tmp_path, "options") as store:
        store.keep([Change(Outcome(2, '{"n": 2}'), "done")])
        assert [row.row for row in job_rows(tmp_path, after=read.at)] == ['{"n": 2}']


def test_what_is_kept_is_on_the_disk_before_work_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        # No test can cut the power: SQLite waits for the disk where this says 2, FULL.
        (database,) = (each for each in vars(store).values() if type(each) is sqlite3.Connection)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_speed_of_a_job_that_just_began_is_over_the_time_since(tmp_path: Path) -> None:
    began = time.time()
    with Store(tmp_path, "options") as store:
        store.add(map(Item, "abc"))
        store.keep([Change(Outcome(1, "{}"), "done"), Change(Outcome(2, "{}"), "done")])
        assert job_status(tmp_path).rate >= 2 / max(1.0, time.time() - began)
