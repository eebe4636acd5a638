"""`pagesight render`: captures of pages on disk."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.failures import failure_line, progress_bar, stoppable, to_stderr, writing
from pagesight.app.cli.options import (
    check_url,
    named_sources,
    with_fetching,
    with_page_options,
    with_url,
)
from pagesight.render.capture import CaptureOutcome, render_batch
from pagesight.render.options import RenderOptions

_SOURCES = (
    "URLs, HTML or MHTML files, folders of one page, WARC archives, or a .txt file of them, one a "
    "line."
)


@click.command()
@click.argument("sources", nargs=-1, required=True, help=_SOURCES)
@click.option("--out", "-o", type=Path, required=True, help="Folder to write a folder a page to.")
@click.option("--full-page", is_flag=True, help="Take a picture of the whole page as well.")
@click.option("--workers", type=click.IntRange(1, 256), default=1, help="Pages at a time.")
@with_fetching
@with_url
@with_page_options
def render(
    sources: tuple[str, ...],
    out: Path,
    full_page: bool,
    workers: int,
    fetching: Mapping[str, Any],
    url: str,
    page: Mapping[str, Any],
) -> None:
    """Render pages to disk. Run again, it does what is still to do; a failed page stops nothing."""
    options = RenderOptions(full_page=full_page, url=url, **fetching, **page)
    named = named_sources(sources)
    check_url(url, named)
    done = 0

    def state() -> str:
        return f"{done} of {len(named)} done; the same command goes on"

    with stoppable(state), progress_bar() as progress, writing(out):
        task = progress.add_task("rendering", total=len(named))

        def show(outcome: CaptureOutcome) -> None:
            nonlocal done
            progress.advance(task)
            if outcome.error:
                to_stderr(failure_line(outcome.source, str(outcome.error)))
            else:
                done += 1
                with writing("standard output"):
                    click.echo(outcome.folder)

        outcomes = render_batch(named, out, workers, options, show)
    failed = sum(bool(outcome.error) for outcome in outcomes)
    skipped = sum(outcome.skipped for outcome in outcomes)
    to_stderr(f"{len(outcomes)} pages: {failed} failed, {skipped} were there already; in {out}")
    if failed:
        raise click.exceptions.Exit(1)
