"""Make a corpus file of what people have at hand: JSON lines, or a folder of pages."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from tldextract import TLDExtract

from pagesight.datasets.errors import CorpusError
from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import arrow_schema

_ROWS_AT_ONCE = 64
# By the list of public suffixes that comes with the package: nothing is fetched or kept on disk.
_split_host = TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


def convert(source: Path, out: Path) -> int:
    """Write the pages of `source` to the corpus file `out`; return how many they are.

    `source` is a .jsonl file whose objects have the schema's columns (`html` as text), or a folder:
    each page.html in it may have page.txt, its gold text, and page.json, other columns, beside it.
    Raises CorpusError for what cannot be read; a file that stands at `out` then stays as it is.
    """
    rows = _folder_rows(source) if source.is_dir() else _json_rows(source)
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f"{out.name}.new")
    try:
        pages = _write(rows, new)
        if not pages:
            raise CorpusError(f"{source} holds no pages: wanted JSON lines or .html files")
        new.replace(out)
    finally:
        new.unlink(missing_ok=True)
    return pages


def _write(rows: Iterator[pa.Table], out: Path) -> int:
    pages = 0
    with pq.ParquetWriter(out, arrow_schema(), compression="zstd") as writer:
        while batch := list(islice(rows, _ROWS_AT_ONCE)):
            writer.write_table(pa.concat_tables(batch))
            pages += len(batch)
    return pages


def _json_rows(path: Path) -> Iterator[pa.Table]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _row(_columns(line), f"{path}, line {number}")
    except OSError as error:
        raise CorpusError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise CorpusError(f"{path} is not JSON, an object a line: {error}") from error


def _folder_rows(folder: Path) -> Iterator[pa.Table]:
    for page in sorted([*folder.rglob("*.html"), *folder.rglob("*.htm")]):
        text, other = page.with_suffix(".txt"), page.with_suffix(".json")
        columns: dict[str, Any] = {"id": page.relative_to(folder).as_posix()}
        try:
            columns["html"] = page.read_bytes()
            if other.exists():
                columns |= _columns(other.read_text(encoding="utf-8"))
            if text.exists():
                columns["text"] = text.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise CorpusError(f"cannot read {page} or what is beside it: {error}") from error
        yield _row(columns, str(page))


def _columns(line: str) -> dict[str, Any]:
    """Return the JSON object. Raises ValueError for anything else."""
    columns = json.loads(line)
    if not isinstance(columns, dict):
        raise ValueError(f"{line[:40]!r} is not an object")
    return columns


def _row(columns: Mapping[str, Any], where: str) -> pa.Table:
    """Return the columns as the schema has them. Raises CorpusError for what does not fit."""
    unknown = columns.keys() - set(arrow_schema().names)
    if unknown:
        named, known = ", ".join(sorted(unknown)), ", ".join(arrow_schema().names)
        raise CorpusError(f"{where}: no such column: {named}; there are {known}")
    missing = [name for name in ("id", "html") if columns.get(name) is None]
    if missing:
        raise CorpusError(f"{where}: lacks {', '.join(missing)}")
    genre = columns.get("genre")
    if genre and genre not in tuple(Genre):
        raise CorpusError(f"{where}: no genre {genre!r}; there are {', '.join(Genre)}")
    row = {**columns, "site": columns.get("site") or _site(str(columns.get("url") or ""))}
    for name in ("records", "extra"):
        if not isinstance(row.get(name), str | None):
            row[name] = json.dumps(row[name], ensure_ascii=False)
    try:
        return pa.Table.from_pylist([row], arrow_schema())
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise CorpusError(
            f"{where}: not as the columns of a corpus, which datasets/schema.py lists: {error}"
        ) from error


def _site(url: str) -> str:
    """Return the registrable domain, or the host that is none; "" of no address."""
    host = _split_host(url)
    return f"{host.domain}.{host.suffix}".strip(".").lower()
