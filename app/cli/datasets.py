"""`pagesight datasets`: look at corpora, check them, make them."""

from pathlib import Path

import click

from pagesight.app.cli.failures import each, writing
from pagesight.app.cli.options import Commands
from pagesight.datasets.check import check as check_files
from pagesight.datasets.check import describe as describe_file
from pagesight.datasets.convert import FORMATS, convert_public
from pagesight.datasets.convert import convert as convert_source

_files = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=Path, help="Corpus files (Parquet)."
)


@click.group(cls=Commands, no_args_is_help=False)
def datasets() -> None:
    """List, convert, check and describe corpora."""


@datasets.command("list")
@click.argument(
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder to look in, and below.",
)
def list_(folder: Path) -> None:
    """Print each corpus file in a folder with its pages, sites and what gold it has."""
    paths = sorted(folder.rglob("*.parquet"))
    if not paths:
        click.echo(f"no corpus files (*.parquet) in {folder}", err=True)

    def show(path: str) -> None:
        description = describe_file(Path(path))
        gold = ", ".join(f"{name} {count}" for name, count in description.gold.items() if count)
        click.echo(f"{path}\t{description.pages} pages\t{description.sites} sites\t{gold}")

    each([str(path) for path in paths], show)


@datasets.command()
@_files
def describe(files: tuple[Path, ...]) -> None:
    """Print how many pages a corpus has by genre, language, split and licence."""

    def show(path: str) -> None:
        click.echo(describe_file(Path(path)).summary())

    each([str(path) for path in files], show)


@datasets.command()
@_files
def check(files: tuple[Path, ...]) -> None:
    """Check corpora against the schema; exit with 1 if anything is wrong."""
    problems = check_files(files)
    for problem in problems:
        click.echo(problem)
    if problems:
        raise click.exceptions.Exit(1)
    click.echo(f"{len(files)} file(s): nothing wrong", err=True)


@datasets.command()
@click.argument("source", type=Path, help="A .jsonl file, a folder, or a public corpus.")
@click.argument("out", type=Path, help="Corpus file (Parquet) to write.")
@click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    help="The source is a public corpus, as its makers publish it.",
)
def convert(source: Path, out: Path, format: str | None) -> None:
    """Make a corpus file of JSON lines in the schema's columns, or of a folder of pages.

    In a folder each page.html may have page.txt (gold text) and page.json (other columns) beside.
    """
    if out.exists() and not out.is_file():  # it is replaced once all is written
        raise click.BadParameter(f"{out} is there and is no file")
    with writing(out):
        if format is None:
            click.echo(f"{convert_source(source, out)} pages in {out}", err=True)
            return
        converted = convert_public(format, source, out)
    release = converted.release(format) or "no release that is known here"
    click.echo(f"{converted.pages} pages in {out}; SHA-256 {converted.sha256}: {release}", err=True)
