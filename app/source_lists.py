"""Lists of sources: text files, one source a line."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from pagesight.app.errors import SourceKindError

_MAX_BYTES = 250_000_000  # two million addresses; a device would go on for ever


def read_list(path: Path) -> list[str]:
    """Return the sources in a file, one a line, each once; blank lines and # comments are not.

    Raises SourceKindError if there is no such file, and for a file of something else.
    """
    try:
        with path.open("rb") as file:
            return listed(file, str(path))
    except OSError as error:
        raise SourceKindError(f"{path} is not a text file of sources, one a line: {error}") from (
            error
        )


def listed(file: BinaryIO, name: str) -> list[str]:
    """Return the sources that a file lists. Raises SourceKindError, with the file's `name`."""
    body = file.read(_MAX_BYTES + 1)
    if len(body) > _MAX_BYTES:
        raise SourceKindError(f"{name} is longer than {_MAX_BYTES // 10**6} MB: cut it in parts")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceKindError(f"{name} is not a text file of sources, one a line: {error}") from (
            error
        )
    if text.lstrip().startswith("<"):
        raise SourceKindError(f"{name} is a page, not a list of sources: name a list with it in")
    named = (line.strip() for line in text.splitlines())
    return list(dict.fromkeys(line for line in named if line and not line.startswith("#")))


def read_sources(sources: Iterable[str]) -> list[str]:
    """Return the sources, with those that a .txt file lists in its place."""
    named: list[str] = []
    for source in sources:
        is_list = source.endswith(".txt") and "://" not in source
        named += read_list(Path(source)) if is_list else [source]
    return named
