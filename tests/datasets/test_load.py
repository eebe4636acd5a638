"""Corpora are read as written, and bad files are named."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pagesight.datasets.check import check
from pagesight.datasets.load import load
from pagesight.datasets.schema import CorpusError, Genre, arrow_schema
from pagesight.render.page import Layout


def write(path: Path, **row: object) -> Path:
    columns = {name: [row.get(name)] for name in arrow_schema().names}
    pq.write_table(pa.table(columns, schema=arrow_schema()), path)
    return path


def test_a_row_becomes_a_labelled_page(tmp_path: Path) -> None:
    extra = {"family": "theme-x", "node_labels": [["Home", 0], ["Text", 1]]}
    file = write(
        tmp_path / "c.parquet",
        id="1",
        url="https://example.org/a",
        html=b"<p>Text",
        genre="article",
        site="example.org",
        extra=json.dumps(extra),
    )
    (page,) = load(file)
    assert (page.page.url, page.page.html) == ("https://example.org/a", "<p>Text")
    assert page.genre is Genre.ARTICLE
    assert page.block_labels == (("Home", 0), ("Text", 1))
    assert (page.site, page.extra["family"]) == ("example.org", "theme-x")


def test_the_charset_of_the_source_wins_over_the_meta_tag(tmp_path: Path) -> None:
    html = '<meta charset="latin-1"><p>é'.encode()
    extra = json.dumps({"charset": "utf-8"})
    (page,) = load(write(tmp_path / "c.parquet", id="1", html=html, extra=extra))
    assert "é" in page.page.html


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no corpus file at .*nowhere\.parquet"):
        list(load(tmp_path / "nowhere.parquet"))


def test_a_file_that_is_not_parquet_is_named(tmp_path: Path) -> None:
    file = tmp_path / "c.parquet"
    file.write_text("not parquet")
    with pytest.raises(CorpusError, match=r"c\.parquet is not a readable Parquet file"):
        list(load(file))


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    file = tmp_path / "c.parquet"
    pq.write_table(pa.table({"id": ["1"]}), file)
    with pytest.raises(CorpusError, match="html"):
        list(load(file))


def test_a_text_file_is_a_page_of_gold_text_alone(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_text("Once upon a time.", encoding="utf-8")
    (page,) = load(file)
    assert (page.text, page.page.html, page.source) == ("Once upon a time.", "", "book.txt")
    with pytest.raises(CorpusError, match=r"none\.txt"):
        list(load(tmp_path / "none.txt"))


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("genre", "novel", "'novel' is not a valid Genre"),
        ("extra", "{", "Expecting property name"),
        ("extra", "[1]", "extra is no JSON object"),
        ("extra", '{"node_labels": [1]}', "cannot unpack"),
        ("records", "[1, 2]", "records are not JSON objects"),
        ("id", None, "id is NoneType, not str"),
    ],
)
def test_a_row_that_is_not_as_the_schema_says_is_named(
    column: str, value: str | None, message: str, tmp_path: Path
) -> None:
    file = write(tmp_path / "c.parquet", **{"id": "1", "html": b"<p>", column: value})
    with pytest.raises(CorpusError, match=f"c.parquet, row 1, id .*: {message}"):
        list(load(file))
    assert [problem for problem in check([file]) if message in problem]


def test_html_that_was_stored_as_text_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "c.parquet"
    pq.write_table(pa.table({"id": ["1"], "html": ["<p>"]}), file)
    with pytest.raises(CorpusError, match="html is str, not bytes"):
        list(load(file))


def test_a_corpus_without_pages_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "c.parquet"
    pq.write_table(arrow_schema().empty_table(), file)
    assert check([file]) == [f"{file} holds no page"]


def test_what_extra_calls_records_may_be_none(tmp_path: Path) -> None:
    extra = '{"records": {"docket": "12-345"}}'
    (page,) = load(write(tmp_path / "c.parquet", id="1", html=b"<p>", extra=extra))
    assert page.records is None


def test_layouts_are_read_where_they_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "c.parquet"
    kept = {"page_height": 9, "styles": [], "nodes": []}
    packed = gzip.compress(json.dumps(kept).encode())
    pq.write_table(
        pa.table({"id": ["1", "2"], "html": [b"<p>"] * 2, "layout": [packed, None]}), file
    )
    assert [page.page.layout for page in load(file)] == [None, None]
    assert [page.page.layout for page in load(file, layouts=True)] == [Layout((), 9), None]
