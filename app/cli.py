"""The command line: arguments, one library call, print, exit code.

What a command needs is imported when it runs, so that `pagesight --help` is quick.
"""

import os
import sys
from io import TextIOWrapper

import typer

from pagesight.app.commands.batch import batch
from pagesight.app.commands.classify import classify
from pagesight.app.commands.datasets import datasets
from pagesight.app.commands.demo import demo
from pagesight.app.commands.evaluate import evaluate
from pagesight.app.commands.extract import extract
from pagesight.app.commands.failures import OURS, told
from pagesight.app.commands.render import render
from pagesight.app.commands.train import train

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Look at web pages before reading them: screenshot, genre, extractor, clean content.",
)
for command in (extract, classify, render, batch, train, evaluate, demo):
    app.command(no_args_is_help=command is not demo)(command)
app.add_typer(datasets, name="datasets")


@app.callback(invoke_without_command=True)
def pagesight(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version."),
    verbose: bool = typer.Option(False, "--verbose", "-v", help="Say more of what is done."),
) -> None:
    """Look at web pages before reading them: screenshot, genre, extractor, clean content."""
    import logging

    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, format="%(message)s")
    # That Chromium has no sandbox is for everybody to know.
    logging.getLogger("pagesight.render.browser").setLevel(
        logging.INFO if verbose else logging.WARNING
    )
    if version:
        from importlib.metadata import version as version_of

        typer.echo(version_of("pagesight"))
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line and exit: 0 if all went well, 1 for an error, 2 for wrong usage."""
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal may know few characters
        sys.stdout.reconfigure(errors="backslashreplace")
    code = run(sys.argv[1:])
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # told already; what cannot be written would be tried, and told, once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code."""
    try:
        app(arguments, prog_name="pagesight")
    except SystemExit as end:  # typer has told what was wrong, if anything
        return int(end.code or 0)
    except BrokenPipeError:  # the reader of our output has gone: `pagesight ... | head`
        sys.stderr.close()
        return 0
    except OURS as error:
        typer.echo(f"error: {error}", err=True)
        return 1
    except OSError as error:
        typer.echo(f"error: {told(error)}", err=True)
        return 1
    return 0
