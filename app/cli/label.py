"""`pagesight label`: gold of one's own, made in a browser by keyboard."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.failures import check_writable, progress_bar, stoppable, to_stderr, writing
from pagesight.app.cli.options import (
    named_sources,
    own_models,
    with_fetching,
    with_genre_model,
    with_render,
)
from pagesight.app.cli.serve import check_free
from pagesight.app.config import Options
from pagesight.app.errors import SourceKindError
from pagesight.app.labelling.labels import Sheet, agreement
from pagesight.app.labelling.session import Session, prepare
from pagesight.app.pipeline import Pipeline
from pagesight.render.errors import PagesightError, needed_for
from pagesight.render.options import RenderOptions

_SOURCES = "URLs, HTML or MHTML files, or a .txt file of them, one a line."
_SHOWN = 5  # pages on which two annotators agree least
_is_name = re.compile(r"[\w-]{1,40}").fullmatch


def _name(_: click.Context, __: click.Parameter, given: str) -> str:
    """Return the name. Raises BadParameter for one that is no part of a file's name."""
    if given and not _is_name(given):
        raise click.BadParameter(f"{given!r}: wanted letters, digits, - and _, at most 40")
    return given


@click.command()
@click.argument("sources", nargs=-1, help=_SOURCES)
@click.option("--out", "-o", type=Path, help="Corpus file (Parquet) to write.")
@click.option(
    "--annotator",
    default="",
    show_default=False,
    callback=_name,
    help="Who labels: corpus.parquet becomes corpus.NAME.parquet.",
)
@click.option(
    "--agreement",
    type=(Path, Path),
    metavar="A B",
    help="Compare the corpora of two annotators, and end.",
)
@click.option("--port", type=click.IntRange(1, 65535), default=7861, help="Port to listen on.")
@with_render
@with_fetching
@with_genre_model
@click.option(
    "--model",
    multiple=True,
    metavar="NAME=FOLDER",
    help="Model of an extractor, whose choice is proposed.",
)
def label(
    sources: tuple[str, ...],
    out: Path | None,
    annotator: str,
    agreement: tuple[Path, Path] | None,
    port: int,
    render: bool,
    fetching: Mapping[str, Any],
    genre_model: Path | None,
    model: tuple[str, ...],
) -> None:
    """Label pages in a browser: which blocks are content, and the genre.

    The least certain pages come first. Each change is on the disk at once; run again, it goes on.
    """
    if agreement:
        _compare(*agreement)
        return
    if not sources or out is None:
        raise click.BadParameter("name SOURCES to label and --out FILE, or --agreement A B")
    if out.suffix != ".parquet":
        raise click.BadParameter(f"--out {out}: wanted a corpus file, as corpus.parquet")
    with needed_for("the labelling tool", "serve"):
        from pagesight.app.labelling.server import HOST, run

    check_free(HOST, port)
    check_writable(out.absolute().parent)
    options = Options(
        render=render,
        rendering=RenderOptions(full_page=True),
        **fetching,
        genre_model=genre_model,
        models=own_models(model, "auto"),
    )
    named = list(dict.fromkeys(named_sources(sources)))
    with Pipeline(options) as pipeline:
        sheets = _sheets(named, out, pipeline)
    with Session(sheets, out, annotator) as session:
        run(session, port, lambda: to_stderr(f"label at http://{HOST}:{port}/ (Ctrl-C ends)"))
        to_stderr(f"{session.done} of {len(sheets)} pages labelled, in {session.corpus}")


def _sheets(named: list[str], out: Path, pipeline: Pipeline) -> list[Sheet]:
    """Return the sheets of the sources, less those that fail. Raises SourceKindError for none."""
    sheets: list[Sheet] = []

    def state() -> str:
        return f"{len(sheets)} of {len(named)} pages are ready; the same command goes on"

    with stoppable(state), progress_bar() as progress, writing(out):
        for source in progress.track(named, description="reading"):
            try:
                sheets.append(prepare(source, out, pipeline))
            except PagesightError as error:
                to_stderr(f"error: {error}")
    if not sheets:
        raise SourceKindError(f"none of the {len(named)} sources gave a page to label")
    return sheets


def _compare(first: Path, second: Path) -> None:
    comparison = agreement(first, second)
    click.echo(f"pages in common    {len(comparison.word_f1)}")
    click.echo(f"blocks             {comparison.blocks}")
    click.echo(f"Cohen's kappa      {comparison.kappa:.3f}")
    click.echo(f"word F1 of texts   {comparison.mean_f1:.3f}")
    click.echo(f"same genre         {comparison.genres:.1%}")
    worst = sorted(comparison.word_f1.items(), key=lambda item: item[1])[:_SHOWN]
    for name, f1 in worst:
        if f1 < 1:
            click.echo(f"least agreed: {f1:.3f} {name}")
