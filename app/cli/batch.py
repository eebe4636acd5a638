"""`pagesight batch`: the content of many pages; nothing is lost, and nothing done twice."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from pagesight.app.choices import Engine, Screenshots
from pagesight.app.cli.options import AllowPrivate, Deadline, IncludeHidden, Perplexity

if TYPE_CHECKING:
    from pagesight.app.jobs.inputs.read import Input
    from pagesight.app.jobs.job import Job

STDIO = "-"
_INPUT = (
    "A list of sources, one a line; CSV, JSON Lines or Parquet with addresses or HTML; WARC; a "
    "sitemap or its address; a folder of pages; - for a list on standard input."
)


def batch(
    source: Annotated[str, typer.Argument(metavar="[INPUT]", help=_INPUT)] = "",
    out: Annotated[
        Path | None,
        typer.Option(help="Results: a .jsonl or .parquet file, or - for standard output."),
    ] = None,
    status: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Print how far that job has come, and exit.")
    ] = None,
    merge: Annotated[
        list[Path] | None,
        typer.Option(metavar="PART", help="Results of a part of a job, to be merged into OUT."),
    ] = None,
    shard: Annotated[
        str, typer.Option(metavar="K/N", help="Do part K of N, whose hosts are its own.")
    ] = "1/1",
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Try pages again that failed for good.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(help="Processes, each with a browser; as many as fit.", min=1, max=256),
    ] = None,
    render: Annotated[bool, typer.Option(help="Render in browsers, or read the HTML.")] = True,
    screenshots: Annotated[
        Screenshots, typer.Option(help="Keep them in the results, or in a folder beside them.")
    ] = "none",
    url_column: Annotated[str, typer.Option(help="Column of addresses in a table.")] = "",
    html_column: Annotated[str, typer.Option(help="Column of HTML in a table.")] = "",
    retries: Annotated[
        int, typer.Option(help="Times that a fault which may pass is tried again.", min=0, max=20)
    ] = 3,
    per_host: Annotated[int, typer.Option(help="Pages of one host at a time.", min=1, max=256)] = 4,
    delay: Annotated[
        float, typer.Option(help="Seconds between two pages of one host.", min=0, max=3600)
    ] = 0,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Fetch what robots.txt forbids, too.")
    ] = False,
    engine: Annotated[
        Engine, typer.Option(help="Workers on this machine, or on a Ray cluster.")
    ] = "local",
    deadline: Deadline = 30,
    allow_private: AllowPrivate = False,
    include_hidden: IncludeHidden = False,
    perplexity: Perplexity = None,
) -> None:
    """Write the content of many pages to a file; a page that fails is a row with its error.

    What is done is kept in OUT.job at once: however it ends, the same command goes on.
    """
    if status is not None:
        from pagesight.app.jobs.batch import state_of
        from pagesight.app.jobs.state import job_status

        typer.echo(str(job_status(state_of(status))))
        return
    if merge and out is not None and not source:
        from pagesight.app.cli.failures import to_stderr
        from pagesight.app.jobs.batch import merge_jobs

        to_stderr(f"{merge_jobs(merge, out, screenshots)}; in {out}")
        return
    if not source or out is None or merge:
        raise typer.BadParameter(
            "name an INPUT and an --out; or --merge and an --out; or a --status"
        )
    to_stdout = str(out) == STDIO
    if not to_stdout and out.exists() and not out.is_file() and not out.is_dir():
        raise typer.BadParameter(f"--out {out} is no file: name one, or - for standard output")
    if not to_stdout and out.exists() and Path(source).exists() and out.samefile(source):
        raise typer.BadParameter(f"--out {out} would overwrite the list of sources: name another")
    from pagesight.app.config import Options
    from pagesight.app.jobs.batch import check_out, state_of
    from pagesight.app.jobs.inputs.read import Input, holds_html
    from pagesight.app.jobs.job import Job, Politeness, Retries, workers_that_fit
    from pagesight.extract.budget import Limits
    from pagesight.render.options import RenderOptions

    rendering = RenderOptions(deadline=deadline, allow_private=allow_private)
    number, shards = _shard(shard)
    given = Input(
        name=source,
        shard=number,
        shards=shards,
        url_column=url_column,
        html_column=html_column,
        rendering=rendering,
    )
    render = render and not holds_html(given)
    if not to_stdout:
        check_out(out)
    with TemporaryDirectory(prefix="pagesight-") as temporary:
        job = Job(
            state=Path(temporary) if to_stdout else state_of(out),
            options=Options(
                render=render,
                rendering=rendering,
                include_hidden=include_hidden,
                perplexity=perplexity,
                limits=Limits(seconds=deadline),
            ),
            workers=workers or workers_that_fit(render=render),
            engine=engine,
            html_column=html_column,
            screenshots=screenshots,
            politeness=Politeness(robots=not ignore_robots, per_host=per_host, delay=delay),
            retries=Retries(times=retries),
        )
        _run(given, None if to_stdout else out, job, retry_failed=retry_failed)


def _shard(named: str) -> tuple[int, int]:
    """Return the number of a part, and of how many. Raises BadParameter for anything else."""
    number, _, parts = named.partition("/")
    if number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts):
        return int(number), int(parts)
    raise typer.BadParameter(f"--shard {named} is no part of a whole; wanted for example 2/8")


def _run(given: "Input", out: Path | None, job: "Job", *, retry_failed: bool) -> None:
    """Do the job, show how far it comes, and exit with 1 if pages have failed."""
    from pagesight.app.cli.failures import stoppable, to_stderr, writing
    from pagesight.app.cli.job_progress import JobProgress
    from pagesight.app.jobs.batch import Batch

    goes_on = "; the same command goes on" if out else ""
    name = out or "standard output"
    with (
        Batch(given, out, job, retry_failed=retry_failed) as batch,
        JobProgress(batch.status) as progress,
        stoppable(lambda: f"{progress.summary}{goes_on}"),
        writing(name),
        closing(batch.pages()) as pages,
    ):
        for page in pages:
            if out is None:
                typer.echo(page.row)
            if page.fault:
                to_stderr(f"error: {page.source}: {json.loads(page.row)['error']}")
            progress.advance(page)
    to_stderr(f"{progress.total} pages, {progress.failed} failed; in {name}")
    if progress.failed:
        raise typer.Exit(1)
