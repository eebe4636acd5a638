"""Pages and a small corpus that the tests of the app share."""

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pagesight.app.cli.main import run
from pagesight.datasets.schema import arrow_schema

CorpusMaker = Callable[[Sequence[Mapping[str, Any]]], Path]
Run = Callable[..., tuple[int, str, str]]
WORDS = "A page of a few plain words, so that something is there to be read. " * 5


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of the bundled sample pages."""
    return Path(str(files("pagesight.app"))) / "samples"


@pytest.fixture
def make_corpus(tmp_path: Path) -> CorpusMaker:
    """Write rows as a corpus file; ids and HTML are filled in where they are left out."""

    def make(rows: Sequence[Mapping[str, Any]]) -> Path:
        full = [
            {"id": f"p{number}", **row, "html": str(row.get("html", "<p>text")).encode()}
            for number, row in enumerate(rows)
        ]
        for row in full:
            if "extra" in row:
                row["extra"] = json.dumps(row["extra"])
        path = tmp_path / "tiny.parquet"
        pq.write_table(pa.Table.from_pylist(full, arrow_schema()), path)
        return path

    return make


@pytest.fixture
def pagesight(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line; return its exit code, standard output and standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A file of one paragraph."""
    path = tmp_path / "page.html"
    path.write_text(f"<p>{WORDS}", "utf-8")
    return path
