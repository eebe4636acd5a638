"""The command line: arguments, one library call, print, exit code.

What a command needs is imported when it runs, so that `pagesight --help` is quick.
"""

import os
import signal
import sys
from io import TextIOWrapper
from types import FrameType

import click

from pagesight.app.cli.batch import batch
from pagesight.app.cli.classify import classify
from pagesight.app.cli.datasets import datasets
from pagesight.app.cli.evaluate import evaluate
from pagesight.app.cli.extract import extract
from pagesight.app.cli.failures import INTERRUPTED, to_stderr, usage_fault
from pagesight.app.cli.label import label
from pagesight.app.cli.options import Commands
from pagesight.app.cli.perplexity import perplexity
from pagesight.app.cli.records import records
from pagesight.app.cli.render import render
from pagesight.app.cli.serve import demo, serve
from pagesight.app.cli.train import train
from pagesight.app.errors import explained
from pagesight.render.errors import PagesightError


@click.group(cls=Commands, invoke_without_command=True, context_settings={"show_default": True})
@click.option("--version", is_flag=True, help="Print the version.")
@click.option("--verbose", "-v", is_flag=True, help="Say more of what is done.")
@click.pass_context
def app(context: click.Context, version: bool, verbose: bool) -> None:
    """Look at web pages before reading them: screenshot, genre, extractor, clean content."""
    from pagesight.app.errors import log_for_users

    log_for_users(verbose=verbose)
    if version:
        from importlib.metadata import version as version_of

        click.echo(version_of("pagesight"))
    elif context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (
    extract, records, classify, render, batch, perplexity, train, label, evaluate, serve, demo
):  # fmt: skip
    app.command()(command)
app.add_command(datasets)


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
