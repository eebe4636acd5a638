"""Inputs of a batch: lists, tables, archives, sitemaps, folders; and their HTML."""

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pagesight.app.errors import SourceKindError
from pagesight.app.jobs.inputs.sitemap import is_sitemap, sitemap_items
from pagesight.app.jobs.inputs.tables import HtmlTable, find_columns, is_table, table_items
from pagesight.app.jobs.inputs.warcs import is_warc, read_warc, warc_items
from pagesight.app.jobs.job import Html, host_of, page_key
from pagesight.app.jobs.store import Item
from pagesight.app.sources import STDIN, listed_in, read_list
from pagesight.render.options import RenderOptions
from pagesight.render.sources.address import is_http
from pagesight.render.sources.warc import OpenArchive, open_archive
from pagesight.render.store import is_kept

_PAGES = frozenset({".html", ".htm", ".xhtml", ".mhtml", ".mht"})


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
    found = False
    for item in _items(given):
        found = True
        if given.shards == 1 or _shard_of(item, given.shards) == given.shard:
            yield item
    if not found:
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
