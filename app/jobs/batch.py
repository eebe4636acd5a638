"""A batch: a job whose pages an input names, and whose results go to a file."""

import errno
import os
from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import chain, islice
from pathlib import Path

from pagesight.app.config import Screenshots
from pagesight.app.errors import ResultsError
from pagesight.app.jobs.export import check_name, export
from pagesight.app.jobs.inputs.read import Input, read_input
from pagesight.app.jobs.job import Job
from pagesight.app.jobs.run import PageDone, Watch, run_job
from pagesight.app.jobs.state import FILE, Status, job_options
from pagesight.app.jobs.store import Store


def state_of(out: Path) -> Path:
    """Return the folder of the state of the job whose results go to `out`; itself for that."""
    return out if (out / FILE).is_file() else out.with_name(f"{out.name}.job")


def check_out(out: Path) -> None:
    """Raise an error if a job cannot write its results to `out`, or would overwrite something."""
    if out.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(out))
    check_name(out)
    if out.exists() and out.stat().st_size and not (state_of(out) / FILE).is_file():
        raise ResultsError(
            f"{out} is there already, and no state of a job in {state_of(out)}: "
            "to begin anew, remove it or name another file"
        )


def merge_jobs(parts: Sequence[Path], out: Path, screenshots: Screenshots) -> Status:
    """Write what the jobs whose outputs `parts` are have finished to `out`, each page once.

    Their states are merged into one of its own, which a batch with `out` goes on with. Raises
    ResultsError if they were not all done with the same options.
    """
    check_out(out)
    folders = [state_of(part) for part in parts]
    options = {job_options(folder) for folder in folders}
    if len(options) != 1:
        raise ResultsError(
            f"{', '.join(map(str, parts))} were done with different options: merge those alike"
        )
    with Store(state_of(out), options.pop()) as store:
        for folder in folders:
            store.merge(folder)
        export(store.finished(), out, screenshots)
        return store.status


class Batch:
    """A batch under way. Use as `with Batch(given, out, job) as batch`.

    With `out` None the pages are only yielded, and nothing is written but the job's state.
    """

    def __init__(
        self, given: Input, out: Path | None, job: Job, *, retry_failed: bool = False
    ) -> None:
        self._out, self._job = out, job
        items = read_input(given)
        first = list(islice(items, 1))  # raises, before anything is written, if it names none
        self._store = Store(job.state, job.key)
        try:
            if retry_failed:
                self._store.retry_failed()
            self._store.await_naming()
            self._store.add(chain(first, items), given.version)
        except BaseException:
            self._store.close()
            raise

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *error: object) -> None:
        self._store.close()

    @property
    def status(self) -> Status:
        """Return how far the job has come."""
        return self._store.status

    def pages(self, watch: Watch = lambda _: None) -> Generator[PageDone, None, None]:
        """Yield pages as they are done and kept; at the end, or if stopped, write the output.

        `watch` is given the sources under way several times a second.
        """
        try:
            with closing(run_job(self._job, self._store, watch=watch)) as pages:
                yield from pages
        except (GeneratorExit, KeyboardInterrupt):
            self._export()
            raise
        self._export()

    def _export(self) -> None:
        if self._out is not None:
            export(self._store.finished(), self._out, self._job.screenshots)
