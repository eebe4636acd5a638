"""Batches: a line a page, failures among them, and runs that go on where one broke off."""

import json
from pathlib import Path

import pytest

from pagesight.app.cli.sources import read_list
from pagesight.app.config import Options
from pagesight.app.errors import ResultsError, SourceKindError
from pagesight.app.jobs.batch import BatchOptions, batch_rows, run_batch
from pagesight.app.jobs.results_file import to_do

UNRENDERED = Options(render=False, extractor="goce-article")


def lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def test_a_failed_source_is_a_line_with_its_error_and_stops_nothing(
    samples: Path, tmp_path: Path
) -> None:
    named = [str(samples / "article.html"), "missing.html", str(samples / "news.html")]
    out = tmp_path / "new" / "out.jsonl"
    rows = list(run_batch(named, out, BatchOptions(UNRENDERED, workers=2)))
    assert sorted(row["source"] for row in rows) == sorted(named)
    assert {row["source"]: "error" in row for row in lines(out)} == {
        named[0]: False,
        named[1]: True,
        named[2]: False,
    }


def test_resume_does_what_failed_or_was_cut_off_and_nothing_else(
    samples: Path, tmp_path: Path
) -> None:
    article, news = str(samples / "article.html"), str(samples / "news.html")
    out = tmp_path / "out.jsonl"
    done = {"source": article, "text": "from the first run"}
    failed = {"source": news, "error": "it was down"}
    out.write_text(f'{json.dumps(done)}\n{json.dumps(failed)}\n{{"source": "cut o', "utf-8")
    rows = list(run_batch(to_do([article, news], out, resume=True), out, BatchOptions(UNRENDERED)))
    assert [row["source"] for row in rows] == [news]
    first, second = lines(out)
    assert first == done
    assert second["source"] == news
    assert "text" in second


def test_resume_keeps_pages_of_any_characters(samples: Path, tmp_path: Path) -> None:
    article, news = str(samples / "article.html"), str(samples / "news.html")
    out = tmp_path / "out.jsonl"
    done = [{"source": name, "text": "a\u2028b\x85c\x0cd \u2029"} for name in (article, news)]
    written = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in done)
    odd = '[1]\n{"text": "whose?"}\n{"source": "cut off in é'
    out.write_bytes(written.encode() + odd.encode()[:-1])
    assert to_do([article, news], out, resume=True) == []
    assert lines(out) == done
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("resume", "content", "message"),
    [
        (False, '{"source": "a", "text": "x"}\n', "is there already: --resume keeps"),
        (False, "notes of mine\n", "is there already"),
        (True, "notes of mine\n", "holds no results of a batch"),
        (True, "https://a.example/\n", "holds no results of a batch"),
    ],
)
def test_what_a_file_holds_is_never_lost(
    resume: bool, content: str, message: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text(content, "utf-8")
    with pytest.raises(ResultsError, match=f"out.jsonl {message}"):
        to_do(["a"], out, resume=resume)
    assert out.read_text("utf-8") == content


def test_an_empty_file_is_one_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").touch()
    assert to_do(["a"], tmp_path / "out.jsonl", resume=False) == ["a"]


def test_the_perplexity_filter_is_the_last_step_on_pages_and_the_only_one_on_text(
    samples: Path, tmp_path: Path
) -> None:
    text, gone = tmp_path / "notes.txt", str(tmp_path / "gone.txt")
    prose = "This is a sentence that people have written for other people to read."
    text.write_text(f"{prose}\nzxqv | wrtk >> plmq zzkt\n", "utf-8")
    page = str(samples / "article.html")
    named = [str(text), page, gone]
    rows = {}
    for threshold in (1e9, 8000.0):
        options = Options(render=False, extractor="perplexity", perplexity=threshold)
        found = batch_rows(named, BatchOptions(options))
        rows[threshold] = {row["source"]: row for row in found}
    assert rows[8000.0][str(text)] == {"source": str(text), "text": prose}
    assert "zxqv" in rows[1e9][str(text)]["text"]
    assert "gone.txt is not a text file" in rows[8000.0][gone]["error"]
    assert 0 < len(rows[8000.0][page]["text"]) <= len(rows[1e9][page]["text"])


@pytest.mark.browser
def test_a_batch_renders(samples: Path, tmp_path: Path) -> None:
    options = BatchOptions(Options(extractor="goce-article"))
    (row,) = run_batch([str(samples / "news.html")], tmp_path / "out.jsonl", options)
    assert row["rendered"]


def test_a_list_of_sources_leaves_out_blanks_comments_and_repeats(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("# pages\nhttps://a.example/\n\n b.html \nhttps://a.example/\n", "utf-8")
    assert read_list(path) == ["https://a.example/", "b.html"]


def test_a_list_that_is_no_text_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceKindError, match=r"urls\.txt is not a text file of sources"):
        read_list(path)
