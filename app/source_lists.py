"""Lists of sources: text files, one source a line."""

from collections.abc import Iterable
from pathlib import Path

from pagesight.app.errors import SourceKindError


def read_list(path: Path) -> list[str]:
    """Return the sources in a file, one a line, each once; blank lines and # comments are not.

    Raises SourceKindError if there is no such file.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceKindError(f"{path} is not a text file of sources, one a line: {error}") from (
            error
        )
    named = (line.strip() for line in lines)
    return list(dict.fromkeys(line for line in named if line and not line.startswith("#")))


def read_sources(sources: Iterable[str]) -> list[str]:
    """Return the sources, with those that a .txt file lists in its place."""
    named: list[str] = []
    for source in sources:
        listed = source.endswith(".txt") and "://" not in source
        named += read_list(Path(source)) if listed else [source]
    return named
