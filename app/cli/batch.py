"""`pagesight batch`: the content of many pages, a JSON object a line."""

from contextlib import closing
from pathlib import Path

import click

from pagesight.app.cli.options import (
    with_allow_private,
    with_deadline,
    with_include_hidden,
    with_perplexity,
    with_workers,
)

STDIO = Path("-")


@click.argument(
    "sources",
    metavar="INPUT",
    type=Path,
    help="A file with a source a line, or - for standard input.",
)
@click.option(
    "--out",
    type=Path,
    required=True,
    help="JSON Lines file to write, or - for standard output.",
)
@click.option("--resume", is_flag=True, help="Keep what OUT holds, and do only the rest.")
@with_workers
@click.option("--render/--no-render", default=True, help="Render in browsers, or read the HTML.")
@with_deadline
@with_allow_private
@with_include_hidden
@with_perplexity
def batch(
    sources: Path,
    out: Path,
    resume: bool,
    workers: int,
    render: bool,
    deadline: float,
    allow_private: bool,
    include_hidden: bool,
    perplexity: float | None,
) -> None:
    """Write the content of many pages to a file; a page that fails is a line with its error."""
    if resume and (out == STDIO or (out.exists() and not out.is_file())):
        raise click.BadParameter(f"--out {out} is no file to go on with")
    if STDIO not in (sources, out) and out.exists() and sources.exists() and out.samefile(sources):
        raise click.BadParameter(f"--out {out} would overwrite the list of sources: name another")
    from pagesight.app.cli.failures import progress_bar, stoppable, to_stderr, writing
    from pagesight.app.cli.sources import read_list
    from pagesight.app.config import Options
    from pagesight.app.jobs.batch import BatchOptions, batch_rows, row_json, run_batch
    from pagesight.app.jobs.results_file import to_do
    from pagesight.extract.budget import Limits
    from pagesight.render.options import RenderOptions

    rendering = RenderOptions(deadline=deadline, allow_private=allow_private)
    limits = Limits(seconds=deadline)
    pages = Options(
        render=render,
        rendering=rendering,
        include_hidden=include_hidden,
        perplexity=perplexity,
        limits=limits,
    )
    options = BatchOptions(pages, workers)
    name = "standard output" if out == STDIO else out
    named = read_list(sources)
    left = named if out == STDIO else to_do(named, out, resume=resume)
    rows = batch_rows(left, options) if out == STDIO else run_batch(left, out, options)
    done, failed = len(named) - len(left), 0

    def state() -> str:
        failures = f", {failed} failed" if failed else ""
        goes_on = "" if out == STDIO else "; the same command with --resume goes on"
        return f"{done} of {len(named)} done{failures}{goes_on}"

    with stoppable(state), progress_bar() as progress, writing(name), closing(rows):
        task = progress.add_task("pages", total=len(named), completed=done)
        for row in rows:
            if out == STDIO:
                click.echo(row_json(row))
            progress.advance(task)
            if "error" in row:
                failed += 1
                to_stderr(f"error: {row['source']}: {row['error']}")
            else:
                done += 1
    to_stderr(f"{len(named)} pages, {failed} failed; in {name}")
    if failed:
        raise click.exceptions.Exit(1)
