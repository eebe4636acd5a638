"""Lists of sources: text files, one source a line."""

from collections.abc import Iterable
from pathlib import Path

from pagesight.app.errors import SourceKindError


def read_list(path: Path) -> list[str]:
    """Return the sources in a file, one a line, each once; blank lines and # comments are not.

    Raises SourceKindError if there is no such file.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceKindError(f"{path} is not a text file of sources, one a line: {error}") from (
            error
        )
    return listed(text)


def listed(text: str) -> list[str]:
    """Return the sources of a list's text.

    >>> listed("# pages\\na.html\\r\\n\\n b c.html \\na.html")
    ['a.html', 'b c.html']
    """
    named = (line.strip() for line in text.split("\n"))
    return list(dict.fromkeys(line for line in named if line and not line.startswith("#")))


def read_sources(sources: Iterable[str]) -> list[str]:
    """Return the sources, with those that a .txt file lists in its place."""
    named: list[str] = []
    for source in sources:
        is_list = source.endswith(".txt") and "://" not in source
        named += read_list(Path(source)) if is_list else [source]
    return named
