"""Make a corpus file: of JSON lines, of a folder of pages, of a public corpus."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa

from pagesight.datasets.errors import CorpusError
from pagesight.datasets.public.formats import FORMATS, joint_sha256, pages_of
from pagesight.datasets.write import corpus_row, write_corpus


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
