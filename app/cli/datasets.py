"""`pagesight datasets`: look at corpora, check them, make them."""

from pathlib import Path
from typing import Annotated

import typer

datasets = typer.Typer(help="List, convert, check and describe corpora.")

_Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Corpus files (Parquet).")]


@datasets.command(name="list")
def list_(
    folder: Annotated[
        Path, typer.Argument(help="Folder to look in, and below.", exists=True, file_okay=False)
    ],
) -> None:
    """Print each corpus file in a folder with its pages, sites and what gold it has."""
    from pagesight.app.cli.failures import each
    from pagesight.datasets.describe import describe

    paths = sorted(folder.rglob("*.parquet"))
    if not paths:
        typer.echo(f"no corpus files (*.parquet) in {folder}", err=True)

    def show(path: str) -> None:
        found = describe(Path(path))
        gold = ", ".join(f"{name} {count}" for name, count in found.gold.items() if count)
        typer.echo(f"{path}\t{found.pages} pages\t{found.sites} sites\t{gold}")

    each([str(path) for path in paths], show)


@datasets.command()
def describe(files: _Files) -> None:
    """Print how many pages a corpus has by genre, language, split and licence."""
    from pagesight.app.cli.failures import each
    from pagesight.datasets.describe import describe as describe_file

    def show(path: str) -> None:
        typer.echo(describe_file(Path(path)).summary())

    each([str(path) for path in files], show)


@datasets.command()
def check(files: _Files) -> None:
    """Check corpora against the schema; exit with 1 if anything is wrong."""
    from pagesight.datasets.check import check as check_files

    problems = check_files(files)
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"{len(files)} file(s): nothing wrong", err=True)


@datasets.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A .jsonl file, or a folder of HTML files.")],
    out: Annotated[Path, typer.Argument(help="Corpus file (Parquet) to write.")],
) -> None:
    """Make a corpus file of JSON lines in the schema's columns, or of a folder of pages.

    In a folder each page.html may have page.txt (gold text) and page.json (other columns) beside.
    """
    if out.exists() and not out.is_file():  # it is replaced once all is written
        raise typer.BadParameter(f"{out} is there and is no file")
    from pagesight.app.cli.failures import writing
    from pagesight.datasets.convert import convert as convert_source

    with writing(out):
        pages = convert_source(source, out)
    typer.echo(f"{pages} pages in {out}", err=True)
