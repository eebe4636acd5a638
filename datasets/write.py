"""Write corpus files: rows as the schema has them, a file whole or not at all."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from tldextract import TLDExtract

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import CorpusError, arrow_schema

_ROWS_AT_ONCE = 64  # pages with their pictures; by hand, for memory
# By the list of public suffixes that comes with the package: nothing is fetched or kept on disk.
_split_host = TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


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
