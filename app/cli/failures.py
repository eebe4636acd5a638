"""Messages about failures, and how a command goes on after one."""

import errno
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagesight.app.errors import explained, is_full, without_credentials
from pagesight.app.sources import STDIN
from pagesight.extract.text.safe import printable
from pagesight.render.errors import PagesightError

if TYPE_CHECKING:
    from rich.progress import Progress


INTERRUPTED = 128 + signal.SIGINT  # exit code


def to_stderr(message: object) -> None:
    """Write a message to standard error."""
    click.echo(printable(without_credentials(str(message))), err=True)


def failure_line(source: str, error: str) -> str:
    """Return the line of an error, which names its source once.

    >>> failure_line("http://a.example/", "http://a.example/ is a PDF document")
    'error: http://a.example/ is a PDF document'
    >>> failure_line("a.html", "it is empty")
    'error: a.html: it is empty'
    """
    return f"error: {error}" if source in error else f"error: {source}: {error}"


@contextmanager
def progress_bar() -> Iterator["Progress"]:
    """Show progress on standard error while the block runs; nothing where no person looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console, watched = Console(stderr=True), sys.stderr is not None and sys.stderr.isatty()
    name = "[progress.description]{task.description}"
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not watched) as progress:
        yield progress


def usage_fault(error: click.ClickException) -> str:
    """Return what is wrong with a command line, in one line, and what to do about it."""
    if isinstance(error, click.BadParameter) and error.param is None:
        return error.message  # of a command of ours: it gives advice of its own
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "pagesight"
    fault = re.sub(r"\s*\n\s*", " ", error.format_message()).removesuffix(".")
    fault = re.sub(r"\. \(?Did (you mean .+\?)\)?$", r" (did \1)", fault)
    return f"{fault[:1].lower()}{fault[1:]}; see `{path} --help`"


@contextmanager
def writing(name: object) -> Iterator[None]:
    """Put the name into errors of a disk that is full: the system gives them none."""
    try:
        yield
    except OSError as error:
        if error.filename is None and is_full(error):
            error.filename = str(name)
        raise


@contextmanager
def stoppable(state: Callable[[], str]) -> Iterator[None]:
    """Say how far the block has come where the user stops it, and exit with 130 as shells do."""
    try:
        yield
    except KeyboardInterrupt:
        to_stderr(f"stopped: {state()}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BrokenPipeError:  # the reader of our output has gone: `pagesight ... | head`
        raise click.exceptions.Exit from None


def check_writable(folder: Path) -> None:
    """Raise OSError if `folder` can be neither made nor written to: before the work, not after."""
    nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not nearest.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(nearest))
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(nearest))


def each(sources: Sequence[str], act: Callable[[str], None]) -> None:
    """Act on each source; exit with 1 at the end if any failed, after reporting its error.

    Raises the OSError of a standard output that takes no more: the rest would be lost too.
    """
    done = failed = 0
    with stoppable(lambda: f"{done} of {len(sources)} sources done"):
        for source in sources:
            try:
                act(source)
            except PagesightError as error:
                name = "standard input" if source == STDIN else source
                to_stderr(failure_line(name, str(error)))
                failed += 1
            except OSError as error:
                if error.filename is None:
                    raise
                to_stderr(f"error: {explained(error)}")
                failed += 1
            done += 1
    if failed:
        raise click.exceptions.Exit(1)
