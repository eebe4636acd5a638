"""Make a corpus file of what people have at hand: JSON lines, or a folder of pages."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.parquet as pq

from pagesight.datasets.errors import CorpusError
from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import SCHEMA

_ROWS_AT_ONCE = 64


def convert(source: Path, out: Path) -> int:
    """Write the pages of `source` to the corpus file `out`; return how many they are.

    `source` is a .jsonl file whose objects have the schema's columns (`html` as text), or a folder:
    each page.html in it may have page.txt, its gold text, and page.json, other columns, beside it.
    Raises CorpusError for what cannot be read.
    """
    rows = _folder_rows(source) if source.is_dir() else _json_rows(source)
    pages = 0
    out.parent.mkdir(parents=True, exist_ok=True)
    with pq.ParquetWriter(out, SCHEMA, compression="zstd") as writer:
        batch: list[Mapping[str, Any]] = []
        for row in rows:
            batch.append(row)
            pages += 1
            if len(batch) == _ROWS_AT_ONCE:
                writer.write_table(pa.Table.from_pylist(batch, SCHEMA))
                batch = []
        writer.write_table(pa.Table.from_pylist(batch, SCHEMA))
    if not pages:
        raise CorpusError(f"{source} holds no pages: give a .jsonl file or a folder of .html files")
    return pages


def _json_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _row(json.loads(line), f"{path}, line {number}")
    except OSError as error:
        raise CorpusError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise CorpusError(f"{path} is not JSON, an object a line: {error}") from error


def _folder_rows(folder: Path) -> Iterator[Mapping[str, Any]]:
    for page in sorted([*folder.rglob("*.html"), *folder.rglob("*.htm")]):
        text, other = page.with_suffix(".txt"), page.with_suffix(".json")
        columns = json.loads(other.read_text(encoding="utf-8")) if other.exists() else {}
        if text.exists():
            columns["text"] = text.read_text(encoding="utf-8")
        own = {"id": page.relative_to(folder).as_posix(), "html": page.read_bytes()}
        yield _row({**own, **columns}, str(page))


def _row(columns: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """Return the columns as the schema has them. Raises CorpusError for what does not fit."""
    unknown = columns.keys() - set(SCHEMA.names)
    if unknown:
        raise CorpusError(f"{where}: no such column: {', '.join(sorted(unknown))}; see DESIGN.md")
    missing = {"id", "html"} - columns.keys()
    if missing:
        raise CorpusError(f"{where}: lacks {', '.join(sorted(missing))}")
    genre = columns.get("genre")
    if genre and genre not in set(Genre):
        raise CorpusError(f"{where}: no genre {genre!r}; there are {', '.join(Genre)}")
    html = columns["html"]
    row = {
        **columns,
        "html": html.encode("utf-8") if isinstance(html, str) else html,
        "site": columns.get("site") or urlsplit(columns.get("url") or "").hostname or "",
    }
    for name in ("records", "extra"):
        if not isinstance(row.get(name), str | None):
            row[name] = json.dumps(row[name], ensure_ascii=False)
    return row
