"""Tell what a source is by its name; read what is no page: pictures of pages, plain text."""

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from pagesight.app.errors import SourceKindError
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture, Page
from pagesight.render.read_source import captured

if TYPE_CHECKING:
    from pagesight.extract.papers.perplexity.model import PerplexityModel

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")
NO_HTML = "<html></html>"  # of a page that is known by its picture alone


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
    from pagesight.extract.papers.perplexity.filter import filter_text

    return filter_text(raw_text(source), model, threshold)


def raw_text(source: str) -> str:
    """Return what a text file holds. Raises SourceKindError for what is no text in UTF-8."""
    try:
        return Path(source).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceKindError(f"{source} is not a text file in UTF-8: {error}") from error
