"""`pagesight batch`: the content of many pages, a JSON object a line."""

from pathlib import Path
from typing import Annotated

import typer


def batch(
    sources: Annotated[Path, typer.Argument(metavar="INPUT", help="A source a line.")],
    out: Annotated[Path, typer.Option(help="JSON Lines file to write.")],
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep what OUT holds, and do only the rest.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Pages at a time.", min=1)] = 1,
    render: Annotated[bool, typer.Option(help="Render in browsers, or read the HTML.")] = True,
    deadline: Annotated[float, typer.Option(help="Seconds to render a page in.", min=0.5)] = 30,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch private and loopback addresses too.")
    ] = False,
    include_hidden: Annotated[
        bool, typer.Option("--include-hidden", help="Extract text that the page hides, too.")
    ] = False,
    perplexity: Annotated[
        float | None,
        typer.Option(help="Drop sentences stranger than this; 8000 suits prose. Reads .txt too."),
    ] = None,
) -> None:
    """Write the content of many pages to a file; a page that fails is a line with its error."""
    if out.exists() and sources.exists() and out.samefile(sources):
        raise typer.BadParameter(f"--out {out} would overwrite the list of sources: name another")
    if resume and out.exists() and not out.is_file():
        raise typer.BadParameter(f"--out {out} is no file to go on with")
    from pagesight.app.batch import BatchOptions, run_batch
    from pagesight.app.commands.failures import writing
    from pagesight.app.commands.messages import progress_bar, tell
    from pagesight.app.config import Options
    from pagesight.app.source_lists import read_list
    from pagesight.render.options import RenderOptions

    rendering = RenderOptions(deadline=deadline, allow_private=allow_private)
    pages = Options(
        render=render,
        rendering=rendering,
        include_hidden=include_hidden,
        perplexity=perplexity,
    )
    options = BatchOptions(pages, workers, resume)
    named = read_list(sources)
    failed = 0
    with progress_bar() as progress, writing(out):
        task = progress.add_task("pages", total=len(named))
        for row in run_batch(named, out, options):
            progress.advance(task)
            if "error" in row:
                failed += 1
                tell(f"error: {row['source']}: {row['error']}")
    tell(f"{len(named)} pages, {failed} failed; in {out}")
    if failed:
        raise typer.Exit(1)
