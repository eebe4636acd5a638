"""Sources: their kinds by name, lists of them, and what is no page (pictures, plain text)."""

import codecs
import sys
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pagesight.app.errors import SourceKindError
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture, Page
from pagesight.render.sources.source import captured

if TYPE_CHECKING:
    from pagesight.extract.papers.perplexity.model import PerplexityModel


STDIN = "-"
_MARKS_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MAX_BYTES = 250_000_000  # two million addresses; a device would go on for ever
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")
NO_HTML = "<html></html>"  # of a page that is known by its picture alone


def listed(file: BinaryIO, name: str) -> list[str]:
    """Return the sources that a file lists. Raises SourceKindError, with the file's `name`."""
    body = file.read(_MAX_BYTES + 1)
    if len(body) > _MAX_BYTES:
        raise SourceKindError(f"{name} is longer than {_MAX_BYTES // 10**6} MB: cut it in parts")
    try:
        # Windows PowerShell writes UTF-16.
        text = body.decode("utf-16" if body.startswith(_MARKS_16) else "utf-8-sig")
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
        raise SourceKindError(f"cannot read the list {path}: {error.strerror}") from error


def standard_input(wanted: str) -> BinaryIO:
    """Return what comes from standard input. Raises SourceError where nothing can."""
    if sys.stdin is None:
        raise SourceError("there is no standard input to read: it is closed")
    if sys.stdin.isatty():
        raise SourceError(f"standard input is a terminal: pipe {wanted} into the command")
    return sys.stdin.buffer


def source_name(source: str | PathLike[str]) -> str:
    """Return a source as text. Raises SourceError for what is neither an address nor a path."""
    name = fspath(source) if isinstance(source, (str, PathLike)) else source
    if not isinstance(name, str):
        raise SourceError(f"{source!r} is of type {type(source).__name__}; wanted a URL or a path")
    return name


def is_picture(source: str) -> bool:
    """Return whether the source is a picture file.

    >>> is_picture("shot.PNG"), is_picture("https://a.example/shot.png")
    (True, False)
    """
    return source.lower().endswith(_PICTURES) and "://" not in source


def picture_capture(source: str) -> Capture:
    """Return the capture of a page of which there is only a picture. Raises SourceError."""
    path = Path(source)
    try:
        picture = path.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot read the picture {path}: {error.strerror}") from error
    return captured(Page(url=path.name, html=NO_HTML, screenshot=picture), source)


def is_raw_text(source: str) -> bool:
    """Return whether the source is a text file, which a page never is.

    >>> is_raw_text("notes.txt"), is_raw_text("https://a.example/notes.txt")
    (True, False)
    """
    return source.lower().endswith(".txt") and "://" not in source


def filtered_text(source: str, model: "PerplexityModel", threshold: float) -> str:
    """Return a text file without its sentences of that perplexity or more.

    Raises SourceKindError for what is no text in UTF-8.
    """
    from pagesight.extract.papers.perplexity.model import filter_text

    return filter_text(raw_text(source), model, threshold)


def raw_text(source: str) -> str:
    """Return what a text file holds. Raises SourceKindError for what is no text in UTF-8."""
    try:
        return Path(source).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceKindError(f"{source} is not a text file in UTF-8: {error}") from error
