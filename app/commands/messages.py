"""What commands say on standard error while they work: failures, and progress bars."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def tell(message: object) -> None:
    """Write a message to standard error."""
    typer.echo(str(message), err=True)


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


class Bars:
    """Watches an evaluation: a bar a system."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}
        self.done = self.pages = 0

    def start(self, system: str, pages: int) -> None:
        """Add the bar of the system."""
        self._tasks[system] = self._progress.add_task(system, total=pages)
        self.pages += pages

    def advance(self, system: str) -> None:
        """Move the bar of the system."""
        self._progress.advance(self._tasks[system])
        self.done += 1
