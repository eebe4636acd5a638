"""Make a corpus file: of JSON lines, of a folder of pages, of a public corpus.

A new format of public corpora is a reader in `public.py`, which yields the columns of pages, and
one row of FORMATS.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from tldextract import TLDExtract

from pagesight.datasets import public
from pagesight.datasets.schema import CorpusError, Genre, arrow_schema

Columns = dict[str, Any]
_ROWS_AT_ONCE = 64  # pages with their pictures; by hand, for memory
# By the list of public suffixes that comes with the package: nothing is fetched or kept on disk.
_split_host = TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


@dataclass(frozen=True, slots=True)
class Format:
    """How a corpus is read.

    `wanted` says what its folder or file holds. `digests` names the digests of known releases:
    those of `joint_sha256` over the pages' HTML.
    """

    read: Callable[[Path], Iterator[Columns]]
    wanted: str
    digests: Mapping[str, str] = field(default_factory=dict)


FORMATS: Mapping[str, Format] = {
    "wcxb": Format(
        public.wcxb,
        "a split's folder with html/ID.html.gz and ground-truth/ID.json",
        {
            "3160d6bfb312e05ffe50bca05b8aeba05322ff421cb0935562cf50f9b8e6f7fd": "WCXB 1.0, dev",
            "f80eb1903064f28fac98becc0e34911e516da6a1e791d1d2c08a6a243da3cc23": "WCXB 1.0, test",
        },
    ),
    "scrapinghub": Format(
        public.scrapinghub,
        "ground-truth.json and html/ID.html.gz",
        {"4a968f5629918a506ebdb7400847073e4f9f5af5d60dcde43700be08ca211651": "181 pages of 2019"},
    ),
    "cleaneval": Format(public.cleaneval, "orig/N.html and clean/N.txt"),
    "dragnet": Format(public.dragnet, "HTML/ID.html and Corrected/ID.html.corrected.txt"),
    "readability": Format(public.readability, "CASE/source.html and CASE/expected.html"),
    "webmainbench": Format(public.webmainbench, "a .jsonl file with html and groundtruth_content"),
    "boilernet": Format(public.boilernet, "HTML files whose text is in <span __boilernet_label>"),
    "l3s-gn1": Format(public.l3s_gn1, "HTML files whose text is in <span class=x-nc-sel1>"),
    "klarna": Format(public.klarna, "source.html or .mhtml files with klarna-ai-label"),
    "screenshots": Format(
        public.screenshots, "a folder a genre with pictures (GOCE's two or ours)"
    ),
    "feed": Format(public.feed, "a mirrored site with an RSS or Atom feed that has whole posts"),
    "search-index": Format(public.search_index, "a built site with search_index.json (MkDocs)"),
}


def pages_of(name: str, source: Path) -> Iterator[tuple[Columns, str]]:
    """Yield the columns of each page of a public corpus, and the SHA-256 of its HTML.

    `extra.sha256` has that too. Raises CorpusError for what is not in that format.
    """
    format = FORMATS[name]
    try:
        for columns in format.read(source):
            sha256 = hashlib.sha256(columns["html"]).hexdigest()
            extra = {**columns.get("extra", {}), "sha256": sha256}
            yield {"source": name.replace("-", "_"), **columns, "extra": extra}, sha256
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(
            f"{source} is not {name} as published: {error!r}; wanted {format.wanted}"
        ) from error


def joint_sha256(digests: list[str]) -> str:
    """Return the SHA-256 of the pages' digests, sorted: that of a corpus, whatever its order."""
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()


def convert(source: Path, out: Path) -> int:
    """Write the pages of `source` to the corpus file `out`; return how many they are.

    `source` is a .jsonl file whose objects have the schema's columns (`html` as text), or a folder:
    each page.html in it may have page.txt, its gold text, and page.json, other columns, beside it.
    Raises CorpusError for what cannot be read; a file that stands at `out` then stays as it is.
    """
    rows = _folder_rows(source) if source.is_dir() else _json_rows(source)
    first = next(rows, None)
    if first is None:
        raise CorpusError(f"{source} holds no pages: wanted JSON lines or .html files")
    return write_corpus(chain([first], rows), out)


@dataclass(frozen=True, slots=True)
class Converted:
    """A public corpus as it was found: its pages, and the digest of their HTML, in any order."""

    pages: int
    sha256: str

    def release(self, format: str) -> str:
        """Return the name of the published release with this digest; "" if none is known."""
        return FORMATS[format].digests.get(self.sha256, "")


def convert_public(format: str, source: Path, out: Path) -> Converted:
    """Write a public corpus, in its makers' format, to the corpus file `out`.

    Raises CorpusError for what is not in that format; a file at `out` then stays as it is.
    """
    digests: list[str] = []

    def rows() -> Iterator[pa.Table]:
        for columns, sha256 in pages_of(format, source):
            digests.append(sha256)
            yield corpus_row(columns, f"{source}, page {columns['id']}")

    pages = write_corpus(rows(), out)
    return Converted(pages, joint_sha256(digests))


def _json_rows(path: Path) -> Iterator[pa.Table]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield corpus_row(_columns(line), f"{path}, line {number}")
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
        yield corpus_row(columns, str(page))


def _columns(line: str) -> dict[str, Any]:
    """Return the JSON object. Raises ValueError for anything else."""
    columns = json.loads(line)
    if not isinstance(columns, dict):
        raise ValueError(f"{line[:40]!r} is not an object")
    return columns


def write_corpus(rows: Iterator[pa.Table], out: Path) -> int:
    """Write rows of `corpus_row` as the corpus file `out`; return how many they are.

    A file that stands there is replaced once all rows are written, else it stays as it is.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f"{out.name}.new")
    pages = 0
    try:
        with pq.ParquetWriter(new, arrow_schema(), compression="zstd") as writer:
            while batch := list(islice(rows, _ROWS_AT_ONCE)):
                writer.write_table(pa.concat_tables(batch))
                pages += len(batch)
        new.replace(out)
    finally:
        new.unlink(missing_ok=True)
    return pages


def corpus_row(columns: Mapping[str, Any], where: str) -> pa.Table:
    """Return a row: the columns as the schema has them, the site by the address.

    Raises CorpusError, which says `where`, for what does not fit.
    """
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
