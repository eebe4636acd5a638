"""Lists of sources, one a line: text files, and standard input."""

import sys
from pathlib import Path
from typing import BinaryIO

from pagesight.app.errors import SourceKindError
from pagesight.render.errors import SourceError

STDIN = "-"
_MAX_BYTES = 250_000_000  # two million addresses; a device would go on for ever


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


def read_list(path: Path) -> list[str]:
    """Return the sources that a file lists, or standard input where the path is `-`.

    Raises SourceKindError for what is no list, and for one that names none.
    """
    if str(path) == STDIN:
        name = "standard input"
        named = listed(standard_input("a list of sources"), name)
    else:
        name = str(path)
        named = listed_in(path)
    if not named:
        raise SourceKindError(f"{name}: no sources in it; wanted one a line")
    return named


def listed_in(path: Path) -> list[str]:
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


def standard_input(wanted: str) -> BinaryIO:
    """Return what comes from standard input. Raises SourceError where nothing can."""
    if sys.stdin is None:
        raise SourceError("there is no standard input to read: it is closed")
    if sys.stdin.isatty():
        raise SourceError(f"standard input is a terminal: pipe {wanted} into the command")
    return sys.stdin.buffer
