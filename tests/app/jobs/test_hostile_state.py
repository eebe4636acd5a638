"""States of jobs that somebody else has planted in the folder of results."""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from pagesight.app.errors import ResultsError
from pagesight.app.jobs.batch import Batch, export
from pagesight.app.jobs.inputs.read import Input
from pagesight.app.jobs.job import Job
from pagesight.app.jobs.state import FILE, Finished, job_rows, job_status
from pagesight.app.jobs.store import Item, Store
from pagesight.render.options import RenderOptions

KEY = "options"
ENDLESS = (
    "CREATE VIEW pages AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
    " SELECT x AS number, 'options' AS options, 'done' AS state, '' AS fault, x AS finished,"
    " '' AS source, '' AS row, NULL AS screenshot FROM n"
)


def change(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute(statement, values)


def planted(folder: Path, *sources: str) -> None:
    with Store(folder, KEY) as store:
        store.add(map(Item, sources))


@pytest.mark.parametrize(
    "statement", [ENDLESS, "CREATE VIRTUAL TABLE pages USING fts5(options, state, fault)"]
)
def test_a_state_with_views_or_virtual_tables_is_refused(statement: str, tmp_path: Path) -> None:
    change(tmp_path, statement)
    with pytest.raises(ResultsError, match="which no job makes"):
        job_status(tmp_path)
    with pytest.raises(ResultsError, match="which no job makes"), Store(tmp_path, KEY):
        pass


def test_a_trigger_is_refused(tmp_path: Path) -> None:
    planted(tmp_path, "https://a.example/")
    change(tmp_path, "CREATE TRIGGER t AFTER UPDATE ON pages BEGIN DELETE FROM pages; END")
    with pytest.raises(ResultsError, match="'t', which no job makes"):
        job_status(tmp_path)


def test_a_state_that_is_a_link_is_refused(tmp_path: Path) -> None:
    planted(tmp_path / "other", "https://a.example/")
    (tmp_path / FILE).symlink_to(tmp_path / "other" / FILE)
    with pytest.raises(ResultsError, match="symbolic link"):
        job_status(tmp_path)


def test_a_job_whose_folder_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "out.jsonl.job").symlink_to(tmp_path / "other")
    with pytest.raises(ResultsError, match=r"\.job is a symbolic link"):
        Store(tmp_path / "out.jsonl.job", "options")
    assert list((tmp_path / "other").iterdir()) == []


@pytest.mark.parametrize("due", ["soon", b"\x00", 1e300, None])
def test_times_that_no_job_writes_keep_nothing_from_being_done(due: object, tmp_path: Path) -> None:
    planted(tmp_path, "https://a.example/")
    value = due if due is not None else "x"
    change(tmp_path, "UPDATE pages SET due = ?, finished = ?, attempts = ?", value, value, value)
    with Store(tmp_path, KEY) as store:
        assert store.next_due() == 0
        assert [page.attempts for page in store.waiting(1.0, (), 9)] == [0]


@pytest.mark.parametrize(
    "row", [None, b"no zlib", zlib.compress(b"no JSON"), zlib.compress(b"[1]"), "text"]
)
def test_a_row_that_no_job_writes_is_named(row: object, tmp_path: Path) -> None:
    planted(tmp_path, "https://a.example/")
    change(tmp_path, "UPDATE pages SET state = 'done', finished = 1, row = ?", row)
    with pytest.raises(ResultsError, match=r"no readable result of 'https://a\.example/'"):
        list(job_rows(tmp_path))


def test_a_bomb_in_a_row_is_not_unpacked(tmp_path: Path) -> None:
    planted(tmp_path, "https://a.example/")
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b" " * 10**7) for _ in range(30)) + packer.flush()
    change(tmp_path, "UPDATE pages SET state = 'done', finished = 1, row = ?", bomb)
    with pytest.raises(ResultsError, match="no readable result"):
        list(job_rows(tmp_path))


def test_files_are_read_only_where_the_input_names_them(tmp_path: Path) -> None:
    secret, page = tmp_path / "secret.html", tmp_path / "page.html"
    for path in (secret, page):
        path.write_text(f"<p>{path.name}", "utf-8")
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text(str(page), "utf-8")
    job = Job(state=tmp_path / "out.jsonl.job")
    with Store(job.state, job.key) as store:
        placed = Item("https://a.example/", place=f"{secret}#0")
        store.add([Item(str(secret)), placed, Item(str(page))])
    change(job.state, "UPDATE pages SET source = ? WHERE source = ?", str(secret), str(page))
    with Batch(Input(name=str(listed), rendering=RenderOptions()), out, job) as batch:
        waiting = batch._store.waiting(1.0, (), 9)
    assert [(each.source, each.place) for each in waiting] == [(str(page), "")]


def test_a_planted_link_is_not_written_through(tmp_path: Path) -> None:
    target, out = tmp_path / "target", tmp_path / "out.jsonl"
    target.write_text("kept", "utf-8")
    (tmp_path / ".out.jsonl.unfinished").symlink_to(target)
    export([Finished("a", '{"source": "a"}', None, 1.0)], out)
    assert target.read_text("utf-8") == "kept"
    assert not out.is_symlink()
    assert '"source": "a"' in out.read_text("utf-8")
