"""Inputs of a batch: lists, tables, archives, sitemaps, folders; and their HTML."""

import codecs
import csv
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pagesight.app.errors import BROKEN_INPUT, SourceKindError
from pagesight.app.jobs.inputs.sitemap import is_sitemap, sitemap_items
from pagesight.app.jobs.inputs.warcs import is_warc, read_warc, warc_items
from pagesight.app.jobs.job import Html, host_of, page_key
from pagesight.app.jobs.store import Item
from pagesight.app.sources import STDIN, listed_in, read_list
from pagesight.render.options import RenderOptions
from pagesight.render.sources.address import is_http
from pagesight.render.sources.warc_records import OpenArchive, open_archive
from pagesight.render.store import is_kept

_PAGES = frozenset({".html", ".htm", ".xhtml", ".mhtml", ".mht"})
Row = Mapping[str, Any]
# Names of columns, the first that there is is taken.
_ADDRESSES = ("url", "address", "uri", "link", "href", "loc", "source", "requested_url")
_HTML = ("html", "raw_html", "page_html")
_BATCH = 32  # rows of Parquet in memory
_HEAD = 10_000  # characters: longer than a line of names
_SEEKING = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """Where the pages of a batch are named. `name` is a path, an address of a sitemap, or `-`.

    Of `shards` parts, whose pages are of different hosts, the one with the number `shard` is meant.
    """

    name: str
    shard: int = 1
    shards: int = 1
    url_column: str = ""
    html_column: str = ""
    rendering: RenderOptions

    @property
    def version(self) -> str:
        """Return what is the same as long as the input is; "" where that cannot be known."""
        path = Path(self.name)
        if self.name == STDIN or not path.is_file():
            return ""
        stat = path.stat()
        columns = f"{self.url_column} {self.html_column} {self.shard}/{self.shards}"
        return f"{path.resolve()} {stat.st_size} {stat.st_mtime_ns} {columns}"


def holds_html(given: Input) -> bool:
    """Return whether the input has the pages' HTML itself, which then needs no browser."""
    path = Path(given.name)
    if is_table(path) and path.is_file():
        return bool(find_columns(path, given.url_column, given.html_column).html)
    return is_warc(path)


def read_input(given: Input) -> Iterator[Item]:
    """Yield the pages that the input names. Raises a PagesightError where it names none."""
    has_items = False
    for item in _items(given):
        has_items = True
        if given.shards == 1 or _shard_of(item, given.shards) == given.shard:
            yield item
    if not has_items:
        raise SourceKindError(f"{given.name}: no sources in it")


def _shard_of(item: Item, shards: int) -> int:
    whole = (
        "" if item.place else host_of(item.source)
    )  # hosts stay whole: politeness counts by them
    return zlib.crc32((whole or page_key(item.source)).encode("utf-8", "replace")) % shards + 1


def _items(given: Input) -> Iterator[Item]:
    if given.name == STDIN:
        return map(Item, read_list(Path(STDIN)))
    if is_http(given.name):
        return sitemap_items(given.name, given.rendering)
    path = Path(given.name)
    if path.is_dir():
        return _folder_items(path)
    if is_table(path):
        return table_items(path, given.url_column, given.html_column)
    if is_warc(path):
        return warc_items(path)
    if path.is_file() and is_sitemap(path):
        return sitemap_items(given.name, given.rendering)
    return map(Item, listed_in(path))


def _folder_items(folder: Path) -> Iterator[Item]:
    """Yield the saved pages, captures and archives in a folder and those within."""
    for name, folders, files in os.walk(folder):
        folders.sort()
        if is_kept(name):
            folders.clear()
            yield Item(name)
            continue
        for path in (Path(name) / file for file in sorted(files)):
            if is_warc(path):
                yield from warc_items(path)
            elif path.suffix.lower() in _PAGES:
                yield Item(str(path))


class HtmlReader:
    """Reads the HTML that inputs hold, at the places that a job has kept of it."""

    def __init__(self, html_column: str = "", limit: int = RenderOptions().max_html_bytes) -> None:
        self._column, self._limit = html_column, limit
        self._tables: dict[str, HtmlTable] = {}
        self._archives: dict[Path, OpenArchive] = {}  # the last: to unpack one may take a while

    def read(self, place: str, source: str) -> Html:
        """Return the HTML at that place. Raises SourceKindError if it is not there any more."""
        name, _, position = place.rpartition("#")
        path = Path(name)
        if not path.is_file():
            raise SourceKindError(f"{path}, which had the page, is not there any more")
        if is_warc(path):
            return read_warc(self._archive(path), int(position), source, self._limit)
        if name not in self._tables:
            self._tables = {name: HtmlTable(path, self._column)}
        return self._tables[name].read(int(position))

    def _archive(self, path: Path) -> OpenArchive:
        if path not in self._archives:
            self._archives = {path: open_archive(path)}
        return self._archives[path]


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line of a table that is no row; counted from 1 where the file is read from its start."""

    number: int
    reason: str


Rows = Iterator[tuple[int, Row | BrokenLine]]  # with their positions in the file


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table that count; "" where there is none."""

    url: str
    html: str
    id: str = ""

    @property
    def named(self) -> Sequence[str]:
        """Return those that there are."""
        return [name for name in (self.url, self.html, self.id) if name]


def is_table(path: Path) -> bool:
    """Return whether the file's name says that it is a table that can be read here."""
    return path.suffix.lower() in _READERS


def table_items(path: Path, url_column: str, html_column: str) -> Iterator[Item]:
    """Yield the pages of a table: with their HTML if it has such a column, else to be fetched.

    Raises SourceKindError for a file of something else, and for one without the columns.
    """
    columns = find_columns(path, url_column, html_column)
    wanted = Columns(columns.url, "", columns.id) if columns.html else columns
    for position, row in _rows(path, wanted.named, 0):
        if isinstance(row, BrokenLine):
            name = f"{path}, line {row.number}"
            yield Item(name, error_kind=BROKEN_INPUT, error=f"{row.reason}; the rest was read")
            continue
        url = str(row.get(columns.url) or "").strip()
        if not columns.html:
            if url:
                yield Item(url)
            continue
        name = str(row.get(columns.id) or "") or url or f"{path.name}#{position}"
        yield Item(name, place=f"{path}#{position}")


class HtmlTable:
    """Reads the HTML of rows. Quick where they are asked for in the table's order."""

    def __init__(self, path: Path, html_column: str = "") -> None:
        self._path = path
        self._columns = find_columns(path, "", html_column)
        self._rows: Rows = iter(())
        self._next = -1

    def read(self, position: int) -> Html:
        """Return the HTML of the row at that position. Raises SourceKindError if there is none."""
        if position < self._next or self._next < 0 or self._path.suffix.lower() in _SEEKING:
            self._rows = _rows(self._path, self._columns.named, position)
        for number, row in self._rows:
            self._next = number + 1
            if number == position and not isinstance(row, BrokenLine):
                return self._html(row, position)
        self._next = -1
        raise SourceKindError(f"{self._path} has no row {position} any more: it was changed")

    def _html(self, row: Row, position: int) -> Html:
        body = row.get(self._columns.html)
        if not isinstance(body, str | bytes) or not body.strip():
            what = "the line at byte" if self._path.suffix.lower() in _SEEKING else "row"
            raise SourceKindError(f"{self._path} has no HTML in {what} {position}")
        url = str(row.get(self._columns.url) or "") if self._columns.url else ""
        return Html(body, url)


def find_columns(path: Path, url: str, html: str) -> Columns:
    """Return the columns to read. Raises SourceKindError if the table has neither."""
    names = _names(path)
    for wanted in filter(None, (url, html)):
        if wanted not in names:
            raise SourceKindError(
                f"{path} has no column {wanted!r}; it has {', '.join(names) or 'none'}"
            )
    lower = {name.lower().strip(): name for name in reversed(names)}
    html = html or ("" if url else _first(lower, _HTML))
    url = url or _first(lower, _ADDRESSES)
    if not url and not html:
        raise SourceKindError(
            f"{path} has no column of addresses ({', '.join(_ADDRESSES[:3])} ...) or of HTML; "
            f"name it with --url-column or --html-column; it has {', '.join(names) or 'none'}"
        )
    return Columns(url, html, lower.get("id", ""))


def _first(lower: Mapping[str, str], names: Iterable[str]) -> str:
    return next((lower[name] for name in names if name in lower), "")


def _names(path: Path) -> Sequence[str]:
    if path.suffix.lower() == ".parquet":
        import pyarrow.parquet as pq

        with _readable(path):
            return list(pq.read_schema(path).names)
    broken = None
    for _, row in _rows(path, (), 0):
        if not isinstance(row, BrokenLine):
            return list(row)
        broken = broken or row
    if broken:
        what = f"line {broken.number}: {broken.reason}"
        raise SourceKindError(f"{path} cannot be read as a table: {what}")
    return []


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Name the file in whatever reading it raises."""
    try:
        yield
    except (OSError, ValueError, csv.Error) as error:  # of Arrow too
        reason = str(error).partition("\n")[0]
        raise SourceKindError(f"{path} cannot be read as a table: {reason}") from error


def _rows(path: Path, columns: Sequence[str], start: int) -> Rows:
    """Yield the rows from position `start` on, with the columns named; all if none is."""
    with _readable(path):
        yield from _READERS[path.suffix.lower()](path, columns, start)


def _csv(path: Path, columns: Sequence[str], start: int) -> Rows:
    csv.field_size_limit(sys.maxsize)  # pages are larger than Python thinks fields are
    with path.open(encoding="utf-8-sig", newline="") as file:
        delimiter = "\t" if path.suffix.lower() == ".tsv" else _separator(file.readline(_HEAD))
        file.seek(0)
        for position, row in enumerate(csv.DictReader(file, delimiter=delimiter)):
            if position >= start:
                yield position, {name: row[name] for name in columns} if columns else row


def _separator(head: str) -> str:
    """Return what separates columns: Excel writes semicolons where the comma is a decimal one."""
    return ";" if ";" in head and "," not in head else ","


def _json_lines(path: Path, columns: Sequence[str], start: int) -> Rows:
    """Positions are offsets in bytes. A line may be an address alone, in quotes."""
    with path.open("rb") as file:
        file.seek(start)
        for number, line in enumerate(file, 1):
            position, start = start, start + len(line)
            if not line.strip():
                continue
            try:
                row = json.loads(line.removeprefix(codecs.BOM_UTF8))
            except (ValueError, RecursionError) as error:
                reason = str(error).partition(":")[0]  # not where: it is line 1 in all of them
                yield position, BrokenLine(number, f"it is no JSON: {reason}")
                continue
            row = {"url": row} if isinstance(row, str) else row
            if not isinstance(row, dict):
                yield position, BrokenLine(number, "it is no object of JSON")
                continue
            yield position, {name: row.get(name) for name in columns} if columns else row


def _parquet(path: Path, columns: Sequence[str], start: int) -> Rows:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        position = 0
        for group in range(file.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if position + rows <= start:
                position += rows
                continue
            for batch in file.iter_batches(_BATCH, row_groups=[group], columns=list(columns)):
                for row in batch.to_pylist():
                    if position >= start:
                        yield position, row
                    position += 1


_READERS: Mapping[str, Callable[[Path, Sequence[str], int], Rows]] = {
    ".csv": _csv,
    ".tsv": _csv,
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".parquet": _parquet,
}
