"""`pagesight render`: captures of pages on disk."""

from pathlib import Path
from typing import Annotated

import typer

from pagesight.app.cli.options import AllowPrivate, Deadline, Url, Workers

_SOURCES = "URLs, HTML or MHTML files, folders, WARC archives, or a .txt file of them, one a line."


def render(
    sources: Annotated[list[str], typer.Argument(help=_SOURCES)],
    out: Annotated[Path, typer.Option(help="Folder to write a folder a page to.")],
    full_page: Annotated[
        bool, typer.Option("--full-page", help="Take a picture of the whole page as well.")
    ] = False,
    workers: Workers = 1,
    deadline: Deadline = 30,
    allow_private: AllowPrivate = False,
    url: Url = "",
) -> None:
    """Render pages to disk. Run again, it does what is still to do; a failed page stops nothing."""
    from pagesight.app.cli.failures import progress_bar, stoppable, to_stderr, writing
    from pagesight.app.cli.sources import named_sources
    from pagesight.render.capture import Outcome, render_batch
    from pagesight.render.options import RenderOptions

    options = RenderOptions(
        deadline=deadline, full_page=full_page, allow_private=allow_private, url=url
    )
    named = named_sources(sources)
    if url and len(named) > 1:
        raise typer.BadParameter("--url is the address of one saved page: name one source")
    done = 0

    def state() -> str:
        return f"{done} of {len(named)} done; the same command goes on"

    with stoppable(state), progress_bar() as progress, writing(out):
        task = progress.add_task("rendering", total=len(named))

        def show(outcome: Outcome) -> None:
            nonlocal done
            progress.advance(task)
            if outcome.error:
                to_stderr(f"error: {outcome.source}: {outcome.error}")
            else:
                done += 1
                with writing("standard output"):
                    typer.echo(outcome.folder)

        outcomes = render_batch(named, out, workers, options, show)
    failed = sum(bool(outcome.error) for outcome in outcomes)
    skipped = sum(outcome.skipped for outcome in outcomes)
    to_stderr(f"{len(outcomes)} pages: {failed} failed, {skipped} were there already; in {out}")
    if failed:
        raise typer.Exit(1)
