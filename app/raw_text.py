"""Plain text files: they list sources, or are filtered by perplexity themselves."""

from pathlib import Path
from typing import TYPE_CHECKING

from pagesight.app.errors import SourceKindError

if TYPE_CHECKING:
    from pagesight.extract.papers.perplexity.model import PerplexityModel


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

    try:
        text = Path(source).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceKindError(f"{source} is not a text file in UTF-8: {error}") from error
    return filter_text(text, model, threshold)
