"""Write a page with what was kept marked."""

from pathlib import Path

from pagesight.app.output.highlight.page import marked_page
from pagesight.app.output.highlight.picture import marked_picture
from pagesight.app.result import Result


def write_highlight(result: Result, path: Path) -> None:
    """Write a copy of the page (.html) or its picture (.png) with what was kept marked.

    Raises HighlightError for a picture of a page that was not rendered.
    """
    if path.suffix.lower() == ".png":
        path.write_bytes(marked_picture(result))
    else:
        path.write_text(marked_page(result), encoding="utf-8", errors="replace")
