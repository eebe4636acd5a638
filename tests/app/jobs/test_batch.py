"""Batches: a row a page, failures among them, and runs that go on where one broke off."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pagesight.app.config import Options
from pagesight.app.errors import ResultsError, SourceKindError
from pagesight.app.jobs.batch import Batch, check_out, merge_jobs, state_of
from pagesight.app.jobs.inputs.read import Input
from pagesight.app.jobs.job import Job
from pagesight.app.jobs.run import PageDone
from pagesight.app.sources import read_list
from pagesight.render.options import RenderOptions

UNRENDERED = Options(render=False, extractor="goce-article")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def run(
    sources: Sequence[object], out: Path, options: Options = UNRENDERED, **more: Any
) -> list[PageDone]:
    """Do the sources, and what else the job has left."""
    listed = out.with_name("list.txt")
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("\n".join(map(str, sources)), "utf-8")
    given = Input(name=str(listed), rendering=options.rendering)
    retry_failed = more.pop("retry_failed", False)
    job = Job(state=state_of(out), options=options, **more)
    with Batch(given, out, job, retry_failed=retry_failed) as batch:
        return list(batch.pages())


def test_a_failed_source_is_a_row_with_its_error_and_stops_nothing(
    samples: Path, tmp_path: Path
) -> None:
    named = [str(samples / "article.html"), "missing.html", str(samples / "news.html")]
    out = tmp_path / "new" / "out.jsonl"
    done = run(named, out, workers=2)
    assert sorted(page.source for page in done) == sorted(named)
    assert [(row["source"], row.get("error_kind")) for row in lines(out)] == [
        (named[0], None),
        (named[1], "no page"),
        (named[2], None),
    ]


def test_rows_of_pages_that_failed_have_the_keys_of_all_others(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run([page, "missing.html"], out)
    done, failed = lines(out)
    assert (done["error"], failed["text"]) == (None, None)
    assert [*done] == [*failed]


def test_an_input_that_names_no_page_leaves_no_state(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(SourceKindError):
        run([], out)
    assert not state_of(out).exists()


def test_the_same_command_does_what_is_new_and_nothing_else(samples: Path, tmp_path: Path) -> None:
    article, news = samples / "article.html", samples / "news.html"
    out = tmp_path / "out.jsonl"
    assert len(run([article, "missing.html"], out)) == 2
    first = lines(out)
    (page,) = run([article, "missing.html", news], out)
    assert page.source == str(news)
    assert lines(out)[:2] == first


def test_failed_pages_are_tried_again_when_asked(page: Path, tmp_path: Path) -> None:
    late, out = tmp_path / "late.html", tmp_path / "out.jsonl"
    assert {done.error_kind for done in run([page, late], out)} == {"", "no page"}
    late.write_text("<p>Here it is now.", "utf-8")
    assert run([page, late], out) == []
    (again,) = run([page, late], out, retry_failed=True)
    assert (again.source, again.error_kind) == (str(late), "")
    assert [row["error"] for row in lines(out)] == [None, None]


def test_other_options_do_the_pages_again_and_those_of_before_are_kept(
    page: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    other = Options(render=False, extractor="goce-article", include_hidden=True)
    assert [len(run([page], out, options)) for options in (UNRENDERED, other, UNRENDERED)] == [
        1,
        1,
        0,
    ]


@pytest.mark.parametrize("content", ['{"source": "a", "text": "x"}\n', "notes of mine\n"])
def test_a_file_that_is_no_output_of_the_job_is_never_overwritten(
    content: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text(content, "utf-8")
    with pytest.raises(ResultsError, match=r"out.jsonl is there already, and no state of a job in"):
        check_out(out)


def test_an_empty_file_is_one_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").touch()
    check_out(tmp_path / "out.jsonl")


def test_an_output_of_an_unknown_format_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"out.doc has no known format: its name is to end"):
        check_out(tmp_path / "out.doc")


def test_a_job_that_is_running_is_left_alone(page: Path, tmp_path: Path) -> None:
    given = Input(name=str(page.with_suffix(".txt")), rendering=RenderOptions())
    Path(given.name).write_text(str(page), "utf-8")
    job = Job(state=tmp_path / "job", options=UNRENDERED)
    with (
        Batch(given, None, job),
        pytest.raises(ResultsError, match="belongs to a job that is running"),
    ):
        Batch(given, None, job)


def test_the_perplexity_filter_is_the_last_step_on_pages_and_the_only_one_on_text(
    samples: Path, tmp_path: Path
) -> None:
    text, gone = tmp_path / "notes.txt", str(tmp_path / "gone.txt")
    prose = "This is a sentence that people have written for other people to read."
    text.write_text(f"{prose}\nzxqv | wrtk >> plmq zzkt\n", "utf-8")
    page = str(samples / "article.html")
    rows = {}
    for threshold in (1e9, 8000.0):
        options = Options(render=False, extractor="perplexity", perplexity=threshold)
        out = tmp_path / f"{threshold}.jsonl"
        run([text, page, gone], out, options)
        rows[threshold] = {row["source"]: row for row in lines(out)}
    found = {name: value for name, value in rows[8000.0][str(text)].items() if value is not None}
    assert found == {"source": str(text), "text": prose}
    assert "zxqv" in rows[1e9][str(text)]["text"]
    assert "gone.txt is not a text file" in rows[8000.0][gone]["error"]
    assert 0 < len(rows[8000.0][page]["text"]) <= len(rows[1e9][page]["text"])


def test_shards_hold_each_page_once_and_are_merged_into_one_output(tmp_path: Path) -> None:
    pages = [tmp_path / f"{number}.html" for number in range(6)]
    for page in pages:
        page.write_text(f"<p>{page.name}", "utf-8")
    (tmp_path / "list.txt").write_text("\n".join(map(str, pages)), "utf-8")
    parts = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    for number, part in enumerate(parts, 1):
        given = Input(
            name=str(tmp_path / "list.txt"), shard=number, shards=2, rendering=RenderOptions()
        )
        with Batch(given, part, Job(state=state_of(part), options=UNRENDERED)) as batch:
            list(batch.pages())
    rows = [lines(part) for part in parts]
    assert all(rows)
    out = tmp_path / "all.jsonl"
    for _ in range(2):  # merging again changes nothing
        assert merge_jobs([*parts, parts[0]], out, "none").done == len(pages)
    assert lines(out) == [*rows[0], *rows[1]]
    assert run(pages, out) == []  # a batch goes on with it


def test_results_of_different_options_are_not_merged(page: Path, tmp_path: Path) -> None:
    parts = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    for part, hidden in zip(parts, (True, False), strict=True):
        run([page], part, Options(render=False, include_hidden=hidden))
    with pytest.raises(ResultsError, match="were done with different options"):
        merge_jobs(parts, tmp_path / "all.jsonl", "none")


@pytest.mark.browser
def test_a_batch_renders(samples: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run([samples / "news.html"], out, Options(extractor="goce-article"))
    assert [row["rendered"] for row in lines(out)] == [True]


def test_a_list_of_sources_leaves_out_blanks_comments_and_repeats(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("# pages\nhttps://a.example/\n\n b.html \nhttps://a.example/\n", "utf-8")
    assert read_list(path) == ["https://a.example/", "b.html"]


def test_a_list_that_is_no_text_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceKindError, match=r"urls\.txt is not a text file of sources"):
        read_list(path)
