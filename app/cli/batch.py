"""`pagesight batch`: the content of many pages; nothing is lost, and nothing done twice."""

import json
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self, get_args

import click

from pagesight.app.cli.failures import failure_line, progress_bar, stoppable, to_stderr, writing
from pagesight.app.cli.options import (
    Number,
    check_browser,
    with_fetching,
    with_include_hidden,
    with_page_options,
    with_perplexity,
    with_wanted,
)
from pagesight.app.config import Engine, Options, Screenshots
from pagesight.app.jobs.batch import Batch, check_out, merge_jobs, state_of
from pagesight.app.jobs.inputs.read import Input, holds_html
from pagesight.app.jobs.job import Job, Politeness, Retries, workers_that_fit
from pagesight.app.jobs.run import PageDone
from pagesight.app.jobs.state import Status, job_status
from pagesight.extract.page.budget import Limits
from pagesight.render.options import RenderOptions

_RATE_SECONDS = 60.0  # over which pages a minute are counted
_LINE_SECONDS = 30.0  # between lines, where no person looks
STDIO = "-"
_INPUT = (
    "A list of sources, one a line; CSV, JSON Lines or Parquet with addresses or HTML; WARC; a "
    "sitemap or its address; a folder of pages; - for a list on standard input."
)


class JobProgress:
    """Shows how far a job has come: a bar on a terminal, else a line now and then."""

    def __init__(self, before: Status) -> None:
        self.done, self.total = before.done, before.total
        self.error_kinds = Counter(before.error_kinds)
        self._started = self._line_at = time.monotonic()
        self._lately: deque[float] = deque()
        self._bar = progress_bar()

    def __enter__(self) -> Self:
        self._progress = self._bar.__enter__()
        completed = self.done + self.failed
        self._task = self._progress.add_task("pages", total=self.total, completed=completed)
        return self

    def __exit__(self, *raised: Any) -> None:
        self._bar.__exit__(*raised)

    @property
    def failed(self) -> int:
        """Return how many pages have failed."""
        return self.error_kinds.total()

    @property
    def summary(self) -> str:
        """Return how many pages are done and failed."""
        failures = f", {self.failed} failed" if self.failed else ""
        return f"{self.done} of {self.total} done{failures}"

    def advance(self, page: PageDone) -> None:
        """Count a page."""
        if page.error_kind:
            self.error_kinds[page.error_kind] += 1
        else:
            self.done += 1
        now = time.monotonic()
        self._lately.append(now)
        while self._lately[0] < now - _RATE_SECONDS:
            self._lately.popleft()
        self._progress.update(self._task, advance=1, description=self._speed(now))
        if self._progress.disable and now > self._line_at + _LINE_SECONDS:
            self._line_at = now
            to_stderr(f"{self.status(now)}")

    def watch(self, under_way: Sequence[str]) -> None:
        """Say what is waited for, where nothing else was said for a while."""
        now = time.monotonic()
        if self._progress.disable and under_way and now > self._line_at + _LINE_SECONDS:
            self._line_at = now
            more = f" and {len(under_way) - 1} more" if len(under_way) > 1 else ""
            to_stderr(f"{self.status(now)}; waiting for {under_way[0]}{more}")

    def status(self, now: float) -> Status:
        """Return how far the job has come."""

        waiting = self.total - self.done - self.failed
        return Status(
            self.done, self.failed, waiting, dict(self.error_kinds), self._rate(now), True
        )

    def _rate(self, now: float) -> float:
        seconds = min(_RATE_SECONDS, now - self._started)
        return len(self._lately) / max(seconds, 0.5)

    def _speed(self, now: float) -> str:
        errors = ", ".join(f"{count} {name}" for name, count in self.error_kinds.most_common(3))
        return f"{self._rate(now):.1f} pages/s{', failed: ' if errors else ''}{errors}"


@click.command()
@click.argument("source", metavar="[INPUT]", default="", help=_INPUT)
@click.option(
    "--out", type=Path, help="Results: a .jsonl or .parquet file, or - for standard output."
)
@click.option(
    "--status", type=Path, metavar="OUT", help="Print how far that job has come, and exit."
)
@click.option(
    "--merge",
    type=Path,
    multiple=True,
    metavar="PART",
    help="Results of a part of a job, to be merged into OUT.",
)
@click.option(
    "--shard", default="1/1", metavar="K/N", help="Do part K of N, whose hosts are its own."
)
@click.option("--retry-failed", is_flag=True, help="Try pages again that failed for good.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes, each with a browser; as many as fit."
)
@click.option("--render/--no-render", default=True, help="Render in browsers, or read the HTML.")
@click.option(
    "--screenshots",
    type=click.Choice(get_args(Screenshots)),
    default="none",
    help="Keep them in the results, or in a folder beside them.",
)
@click.option(
    "--url-column", default="", show_default=False, help="Column of addresses in a table."
)
@click.option("--html-column", default="", show_default=False, help="Column of HTML in a table.")
@click.option(
    "--retries",
    type=click.IntRange(0, 20),
    default=3,
    help="Times that a fault which may pass is tried again.",
)
@click.option(
    "--per-host", type=click.IntRange(1, 256), default=4, help="Pages of one host at a time."
)
@click.option(
    "--delay", type=Number(0, 3600), default=0, help="Seconds between two pages of one host."
)
@click.option("--ignore-robots", is_flag=True, help="Fetch what robots.txt forbids, too.")
@click.option(
    "--follow-pages",
    type=click.IntRange(0, 1000),
    default=0,
    metavar="N",
    help="Read up to N further pages of each list into its row, as each links to the next.",
)
@click.option(
    "--engine",
    type=click.Choice(get_args(Engine)),
    default="local",
    help="Workers on this machine, or on a Ray cluster.",
)
@with_fetching
@with_include_hidden
@with_perplexity
@with_page_options
@with_wanted
def batch(
    source: str,
    out: Path | None,
    status: Path | None,
    merge: tuple[Path, ...],
    shard: str,
    retry_failed: bool,
    workers: int | None,
    render: bool,
    screenshots: Screenshots,
    url_column: str,
    html_column: str,
    retries: int,
    per_host: int,
    delay: float,
    ignore_robots: bool,
    follow_pages: int,
    engine: Engine,
    fetching: Mapping[str, Any],
    include_hidden: bool,
    perplexity: float | None,
    page: Mapping[str, Any],
    wanted: Mapping[str, Any],
) -> None:
    """Write the content of many pages to a file.

    A page that fails is a row with its error.

    What is done is kept in OUT.job at once: however it ends, the same command goes on.
    """
    if status is not None:
        click.echo(str(job_status(state_of(status))))
        return
    if merge and out is not None and not source:
        to_stderr(f"{merge_jobs(merge, out, screenshots)}; in {out}")
        return
    if not source or out is None or merge:
        raise click.BadParameter(
            "name an INPUT and an --out; or --merge and an --out; or a --status"
        )
    check_browser(page, render=render)
    file = _file_to_write(out, source)
    rendering = RenderOptions(**fetching, **page)
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
    if file is not None:
        check_out(file)
    with _state(file) as state:
        job = Job(
            state=state,
            options=Options(
                render=render,
                rendering=rendering,
                include_hidden=include_hidden,
                perplexity=perplexity,
                **wanted,
                limits=Limits(seconds=fetching["deadline"]),
            ),
            workers=workers or workers_that_fit(render=render),
            engine=engine,
            html_column=html_column,
            screenshots=screenshots,
            follow_pages=follow_pages,
            politeness=Politeness(robots=not ignore_robots, per_host=per_host, delay=delay),
            retries=Retries(times=retries),
        )
        _run(given, file, job, retry_failed=retry_failed)


def _file_to_write(out: Path, source: str) -> Path | None:
    """Return the file to write, None for standard output. Raises BadParameter if it cannot be."""
    if str(out) == STDIO:
        return None
    if out.exists() and not out.is_file() and not out.is_dir():
        raise click.BadParameter(f"--out {out} is no file: name one, or - for standard output")
    if out.exists() and Path(source).exists() and out.samefile(source):
        raise click.BadParameter(f"--out {out} would overwrite the list of sources: name another")
    return out


@contextmanager
def _state(out: Path | None) -> Iterator[Path]:
    """Give the folder of the job's state: beside `out`; without one, a folder that is dropped."""
    if out is not None:
        yield state_of(out)
        return
    with TemporaryDirectory(prefix="pagesight-") as temporary:
        yield Path(temporary)


def _shard(named: str) -> tuple[int, int]:
    """Return the number of a part, and of how many. Raises BadParameter for anything else."""
    number, _, parts = named.partition("/")
    if number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts):
        return int(number), int(parts)
    raise click.BadParameter(f"--shard {named} is no part of a whole; wanted for example 2/8")


def _run(given: Input, out: Path | None, job: Job, *, retry_failed: bool) -> None:
    """Do the job, show how far it comes, and exit with 1 if pages have failed."""
    goes_on = "; the same command goes on" if out else ""
    name = out or "standard output"
    with (
        Batch(given, out, job, retry_failed=retry_failed) as batch,
        JobProgress(batch.status) as progress,
        stoppable(lambda: f"{progress.summary}{goes_on}"),
        writing(name),
        closing(batch.pages(progress.watch)) as pages,
    ):
        for page in pages:
            if out is None:
                click.echo(page.row)
            if page.error_kind:
                to_stderr(failure_line(page.source, json.loads(page.row)["error"]))
            progress.advance(page)
    to_stderr(f"{progress.total} pages, {progress.failed} failed; in {name}")
    if progress.failed:
        raise click.exceptions.Exit(1)
