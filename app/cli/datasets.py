"""`pagesight datasets`: look at corpora, check and make them; `pagesight train`: learn of them."""

import logging
from pathlib import Path

import click

from pagesight.app.cli.failures import check_writable, each, stoppable, writing
from pagesight.app.cli.options import Commands
from pagesight.app.models import trainer
from pagesight.datasets.check import check as check_files
from pagesight.datasets.check import describe as describe_file
from pagesight.datasets.convert import FORMATS, convert_public
from pagesight.datasets.convert import convert as convert_source
from pagesight.datasets.load import load
from pagesight.datasets.schema import CorpusError
from pagesight.render.errors import needed_for

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
        found = describe_file(Path(path))
        gold = ", ".join(f"{name} {count}" for name, count in found.gold.items() if count)
        click.echo(f"{path}\t{found.pages} pages\t{found.sites} sites\t{gold}")

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
        found = convert_public(format, source, out)
    release = found.release(format) or "no release that is known here"
    click.echo(f"{found.pages} pages in {out}; SHA-256 {found.sha256}: {release}", err=True)


@click.command()
@click.argument("kind", help="What to train; an unknown kind lists them all.")
@click.option("--data", type=Path, multiple=True, required=True, help="Corpus files (Parquet).")
@click.option("--out", type=Path, required=True, help="Folder to write the model to.")
@click.option("--split", default="", show_default=False, help="Take only the pages of this split.")
def train(kind: str, data: tuple[Path, ...], out: Path, split: str) -> None:
    """Train a model.

    Its folder holds weights, configuration and model card.
    """
    logging.getLogger("pagesight").setLevel(logging.INFO)  # how far it is, what it leaves out

    run = trainer(kind)
    check_writable(out)
    with stoppable(lambda: f"no model is finished in {out}"), writing(out):
        pages = [page for page in load(*data) if not split or page.split == split]
        if not pages:
            of_split = f" of split {split!r}" if split else ""
            files = ", ".join(map(str, data))
            raise CorpusError(
                f"no pages{of_split} in {files}; `pagesight datasets describe` says what is in it"
            )
        with needed_for("training", "train"):
            run(pages, out)
    click.echo(f"{kind}: {len(pages)} pages, model in {out}", err=True)
