"""Results as files: JSON Lines and Parquet, whole or not at all, screenshots with them."""

import base64
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pagesight.app.api import extract_html
from pagesight.app.jobs.batch import export
from pagesight.app.jobs.state import Finished
from pagesight.app.output.result_json import result_json

PICTURE = b"\x89PNG and so on"
LIST = "<title>Shop</title>" + "".join(
    f"<li><a href='/{n}'>Thing {n}</a> <b>{n}.99 €</b><p>A thing that one may buy."
    for n in range(9)
)
PAGE = extract_html(LIST, "https://a.example/")


def row(source: str, **more: Any) -> Finished:
    whole = {"source": source, **result_json(PAGE), **more}
    return Finished(source, json.dumps(whole, ensure_ascii=False), PICTURE, 0.0)


FAILED = Finished(
    "b", json.dumps({"source": "b", "error": "x", "error_kind": "network"}), None, 0.0
)


def test_parquet_holds_what_json_lines_hold(tmp_path: Path) -> None:
    rows = [row("a"), FAILED]
    export(rows, tmp_path / "o.jsonl")
    export(rows, tmp_path / "o.parquet")
    lines = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text("utf-8").splitlines()]
    table = pq.read_table(tmp_path / "o.parquet").to_pylist()
    for line, found in zip(lines, table, strict=True):
        for name in ("records", "tables", "pagination", "product", "entities", "holds"):
            found[name] = found[name] and json.loads(found[name])
        for name in ("probabilities", "seconds"):
            found[name] = found[name] and dict(found[name])
        assert {name: value for name, value in found.items() if value is not None} == {
            name: value for name, value in line.items() if value is not None
        }


def test_screenshots_come_within_the_results(tmp_path: Path) -> None:
    export([row("a"), FAILED], tmp_path / "o.parquet", "within")
    export([row("a")], tmp_path / "o.jsonl", "within")
    assert pq.read_table(tmp_path / "o.parquet")["screenshot"].to_pylist() == [PICTURE, None]
    (line,) = (tmp_path / "o.jsonl").read_text("utf-8").splitlines()
    assert base64.b64decode(json.loads(line)["screenshot"]) == PICTURE


@pytest.mark.parametrize(
    ("name", "column"), [("o.jsonl", "screenshot"), ("o.parquet", "screenshot_file")]
)
def test_screenshots_come_as_files_that_rows_name(name: str, column: str, tmp_path: Path) -> None:
    out = tmp_path / name
    export([row("a"), FAILED], out, "beside")
    if out.suffix == ".parquet":
        first = pq.read_table(out).to_pylist()[0]
    else:
        first = json.loads(out.read_text("utf-8").splitlines()[0])
    assert (tmp_path / first[column]).read_bytes() == PICTURE


def test_an_output_that_cannot_be_finished_leaves_the_one_before(tmp_path: Path) -> None:
    out = tmp_path / "o.jsonl"
    export([FAILED], out)
    before = out.read_bytes()

    def rows() -> Any:
        yield row("a")
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        export(rows(), out)
    assert (out.read_bytes(), list(tmp_path.iterdir())) == (before, [out])


def test_text_that_is_no_unicode_is_written_all_the_same(tmp_path: Path) -> None:
    for name in ("o.jsonl", "o.parquet"):
        export([row("a\udcff")], tmp_path / name)
    assert pq.read_table(tmp_path / "o.parquet")["source"].to_pylist() == ["a?"]
