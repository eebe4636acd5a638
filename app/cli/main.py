"""The command line: arguments, one library call, print, exit code.

A command's module is imported when it is called, so that `pagesight --help` is quick.
"""

import os
import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from types import FrameType
from typing import Any

import click

from pagesight.app.cli.failures import INTERRUPTED, to_stderr, usage_fault
from pagesight.app.cli.options import Commands
from pagesight.app.errors import explained, log_for_users
from pagesight.render.errors import PagesightError

# The first sentence of each command's help, in the order of `pagesight --help`.
_SUMMARIES = {
    "extract": "Print the content of pages.",
    "records": "Print the items of pages, a JSON object a line.",
    "classify": "Print the genre of each page.",
    "render": "Render pages to disk.",
    "batch": "Write the content of many pages to a file.",
    "perplexity": "Print the perplexity of texts: 1 is certain, a million unknown.",
    "train": "Train a model.",
    "label": "Label pages in a browser: which blocks are content, and the genre.",
    "evaluate": "Measure systems on labelled pages.",
    "serve": "Serve the HTTP API until stopped.",
    "demo": "Serve the demo until interrupted.",
    "datasets": "List, convert, check and describe corpora.",
}
_MODULES = {"demo": "serve"}  # of commands that stand in another's


class LazyCommand(click.Command):
    """A command by its name and summary, the rest of which is in a module of its own."""

    def load(self) -> click.Command:
        """Return the whole command."""
        name = str(self.name)
        if name == "extract":
            # NumPy's threads take about a fifth of the command's processor time to start, and no
            # page has products that are large enough for them.
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        module = import_module(f"pagesight.app.cli.{_MODULES.get(name, name)}")
        command: click.Command = getattr(module, name)
        return command

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Return the context of the whole command, in which it then runs."""
        return self.load().make_context(*arguments, **options)


def whole(command: click.Command) -> click.Command:
    """Return a command with its options and its help."""
    return command.load() if isinstance(command, LazyCommand) else command


@click.group(cls=Commands, invoke_without_command=True, context_settings={"show_default": True})
@click.option("--version", is_flag=True, help="Print the version.")
@click.option("--verbose", "-v", is_flag=True, help="Say more of what is done.")
@click.pass_context
def app(context: click.Context, version: bool, verbose: bool) -> None:
    """Look at web pages before reading them: screenshot, genre, extractor, clean content."""
    log_for_users(verbose=verbose)
    if version:
        from importlib.metadata import version as version_of

        click.echo(version_of("pagesight"))
    elif context.invoked_subcommand is None:
        click.echo(context.get_help())


for _name, _summary in _SUMMARIES.items():
    app.add_command(LazyCommand(_name, help=_summary))


def main() -> None:
    """Run the command line and exit: 0 if all went well, 1 for an error, 2 for wrong usage."""
    if isinstance(sys.stdout, TextIOWrapper):  # JSON is UTF-8 in every locale
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    ended = _end_as_by_ctrl_c()
    code = run(sys.argv[1:])
    code = 128 + signal.SIGTERM if ended and code == INTERRUPTED else code
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # already reported; flushing again would fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _end_as_by_ctrl_c() -> list[int]:
    """Let SIGTERM stop a command as Ctrl-C does, so that it closes what it has open.

    Returns a list that the signal is added to when it comes.
    """
    received: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        received.append(number)
        signal.raise_signal(signal.SIGINT)  # asyncio has a way of its own to take that

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        signal.signal(signal.SIGTERM, end)
    return received


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code."""
    try:
        with app.make_context("pagesight", arguments) as context:
            app.invoke(context)
        return 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        to_stderr(f"error: {usage_fault(error)}")
        return error.exit_code
    except KeyboardInterrupt:  # a command that does much says first how far it has come
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone: `pagesight ... | head`
        sys.stderr.close()
        return 0
    except PagesightError as error:
        to_stderr(f"error: {error}")
        return 1
    except OSError as error:
        to_stderr(f"error: {explained(error)}")
        return 1
