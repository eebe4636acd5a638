"""One source that fails does not stop the others."""

from collections.abc import Callable, Sequence

import typer

from pagesight.app.commands.messages import tell
from pagesight.app.errors import AppError
from pagesight.extract.errors import ExtractError
from pagesight.render.errors import RenderError
from pagesight.vision.errors import VisionError


def each(sources: Sequence[str], act: Callable[[str], None]) -> None:
    """Act on each source; exit with 1 at the end if any failed, its error told."""
    failed = False
    for source in sources:
        try:
            act(source)
        except (AppError, ExtractError, RenderError, VisionError) as error:
            tell(f"error: {error}")
            failed = True
    if failed:
        raise typer.Exit(1)
