"""What may be asked of a job's state from outside, while another process is at work on it."""

from pathlib import Path

import pytest

from pagesight.app.errors import ResultsError
from pagesight.app.jobs.job import Job, Outcome
from pagesight.app.jobs.state import FILE, Status, job_rows, job_status
from pagesight.app.jobs.store import Change, Item, Store


def test_rows_can_be_followed_as_they_are_finished(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add(map(Item, "abc"))
        store.keep([Change(Outcome(2, '{"b": 1}'), "done")])
        (first,) = job_rows(tmp_path)
        store.keep(
            [Change(Outcome(1, '{"a": 1}'), "done"), Change(Outcome(3, '{"c": 1}', "x"), "failed")]
        )
        assert [row.row for row in job_rows(tmp_path, after=first.at)] == ['{"a": 1}', '{"c": 1}']
        assert [row.row for row in store.finished()] == ['{"a": 1}', '{"b": 1}', '{"c": 1}']


def test_a_page_that_is_done_is_not_written_again(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add([Item("a")])
        store.keep([Change(Outcome(1, '{"first": 1}'), "done")])
        store.keep([Change(Outcome(1, '{"second": 1}'), "done")])
        assert [row.row for row in store.finished()] == ['{"first": 1}']


def test_a_status_says_what_is_done_and_what_failed_why(tmp_path: Path) -> None:
    with Store(tmp_path, "options") as store:
        store.add(map(Item, "abcd"))
        store.keep([Change(Outcome(1, "{}"), "done"), Change(Outcome(2, "{}", "guard"), "failed")])
        status = job_status(tmp_path)
        assert (status.done, status.failed, status.waiting, status.running) == (1, 1, 2, True)
        assert dict(status.error_kinds) == {"guard": 1}
    assert not job_status(tmp_path).running


def test_a_status_is_a_line_with_speed_and_time_left() -> None:
    status = Status(30, 2, 7200, {"network": 2}, rate=2.0, running=True)
    assert str(status) == "30 of 7232 done, 2 failed (2 network), 2 pages/s, 1 h 0 min left"


@pytest.mark.parametrize("content", [None, b"", b"no database at all" * 100])
def test_what_is_no_state_of_a_job_is_named(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    with pytest.raises(ResultsError, match=str(tmp_path)):
        job_status(tmp_path)


def test_options_that_are_defaults_do_not_count(tmp_path: Path) -> None:
    assert Job(state=tmp_path).key == Job(state=tmp_path / "other", workers=9).key
    assert Job(state=tmp_path).key != Job(state=tmp_path, screenshots="within").key
