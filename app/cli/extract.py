"""`pagesight extract`: the content of pages."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from pagesight.app.choices import ExtractorChoice, Format, GenreChoice
from pagesight.app.cli.options import (
    with_allow,
    with_allow_private,
    with_deadline,
    with_genre_model,
    with_include_hidden,
    with_perplexity,
    with_url,
)

if TYPE_CHECKING:
    from pagesight.app.pipeline import Pipeline
    from pagesight.app.result import Result

_SOURCES = (
    "URLs, HTML or MHTML files, folders, WARC archives, a .txt file of them, one a line, "
    "or - for HTML on standard input."
)


@click.argument("sources", nargs=-1, required=True, help=_SOURCES)
@click.option(
    "--format", type=click.Choice(get_args(Format)), default="text", help="What to print."
)
@click.option(
    "--extractor",
    type=click.Choice(get_args(ExtractorChoice)),
    default="auto",
    help="auto: by genre.",
)
@click.option(
    "--genre",
    type=click.Choice(get_args(GenreChoice)),
    default="auto",
    help="auto: predicted from the page.",
)
@click.option("--render/--no-render", default=True, help="Render in a browser, or read the HTML.")
@with_deadline
@with_allow_private
@with_allow
@with_url
@with_include_hidden
@with_perplexity
@click.option(
    "--model",
    multiple=True,
    metavar="[NAME=]FOLDER",
    help="Model of an extractor, by default of the --extractor.",
)
@with_genre_model
@click.option("--out", type=Path, help="Folder to keep JSON, Markdown and screenshot in.")
@click.option(
    "--highlight",
    type=Path,
    help="File to show on the page itself what was kept: .html or .png.",
)
def extract(
    sources: tuple[str, ...],
    format: Format,
    extractor: ExtractorChoice,
    genre: GenreChoice,
    render: bool,
    deadline: float,
    allow_private: bool,
    allow: tuple[str, ...],
    url: str,
    include_hidden: bool,
    perplexity: float | None,
    model: tuple[str, ...],
    genre_model: Path | None,
    out: Path | None,
    highlight: Path | None,
) -> None:
    """Print the content of pages.

    Their genre and warnings go to standard error.
    """
    # NumPy's threads take about a fifth of the command's processor time to start, and no page has
    # products that are large enough for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from pagesight.app.cli.failures import each
    from pagesight.app.cli.sources import check_url, named_sources
    from pagesight.app.config import Options
    from pagesight.app.output.formats import CSV_HEADER
    from pagesight.app.pipeline import Pipeline
    from pagesight.datasets.genres import Genre
    from pagesight.extract.page.budget import Limits
    from pagesight.render.options import RenderOptions

    options = Options(
        extractor=extractor,
        genre=None if genre == "auto" else Genre(genre),
        render=render,
        models=_models(model, extractor),
        genre_model=genre_model,
        include_hidden=include_hidden,
        perplexity=perplexity,
        rendering=RenderOptions(
            deadline=deadline,
            allow_private=allow_private,
            allow=allow,
            url=url,
            full_page=highlight is not None,
            mhtml=highlight is not None,
        ),
        limits=Limits(seconds=deadline),
    )
    pipeline = Pipeline(options)
    named = named_sources(sources) if perplexity is None else list(sources)
    check_url(url, named)
    _check_highlight(highlight, named)
    folders = _folders(named, out)
    if format == "csv":
        click.echo(CSV_HEADER)
    each(named, lambda source: _extract(source, pipeline, format, folders.get(source), highlight))


def _extract(
    source: str,
    pipeline: "Pipeline",
    format: Format,
    folder: Path | None,
    highlight: Path | None,
) -> None:
    """Print the content of a page, or of a text file to filter, and keep it where asked for."""
    from pagesight.app.cli.failures import to_stderr, writing
    from pagesight.app.cli.sources import get_capture
    from pagesight.app.output.formats import written, written_text
    from pagesight.app.output.save import keep, keep_text
    from pagesight.app.sources import filtered_text, is_raw_text

    threshold = pipeline.options.perplexity
    if threshold is not None and is_raw_text(source):
        text = filtered_text(source, pipeline.models.perplexity(), threshold)
        click.echo(written_text(source, text, format))
        keep_it = partial(keep_text, source, text)
    else:
        result = pipeline.extract_capture(get_capture(source, pipeline))
        to_stderr(_summary(result))
        click.echo(written(result, format))
        keep_it = partial(keep, result)
        if highlight is not None:
            from pagesight.app.output.highlight import write_highlight

            with writing(highlight):
                write_highlight(result, highlight)
    if folder is not None:
        with writing(folder):
            kept = keep_it(folder)
        to_stderr("kept: " + ", ".join(map(str, kept)))


def _check_highlight(path: Path | None, sources: list[str]) -> None:
    """Raise BadParameter for a file that cannot show what was kept of these sources."""
    if path is None:
        return
    if path.suffix.lower() not in (".html", ".png"):
        raise click.BadParameter(f"--highlight {path}: wanted a name that ends in .html or .png")
    if len(sources) > 1:
        raise click.BadParameter("--highlight shows one page: name one source")


def _models(given: tuple[str, ...], extractor: str) -> dict[str, Path]:
    """Return the folders that replace packaged models, by the extractor that each is for."""
    if not given:
        return {}
    from pagesight.app.evaluate.systems.system import models_of

    used = [kind for kind in models_of(extractor) if kind != "html"]  # that is --genre-model
    models = {}
    for text in given:
        name, named, folder = text.partition("=")
        if name not in used or not named:
            name, folder = extractor, text
        if name not in used:
            uses = ", ".join(used) or "none"
            raise click.BadParameter(
                f"--model {text}: {extractor} takes models of its own for: {uses}"
            )
        models[name] = Path(folder)
    return models


def _summary(result: "Result") -> str:
    """Return what the page is and who read it, in a few lines."""
    shares = sorted(result.prediction.probabilities.items(), key=lambda item: -item[1])
    lines = [
        f"page:      {result.capture.page.url or result.capture.requested_url}",
        f"genre:     {result.genre}",
        "           "
        + ", ".join(f"{genre} {share:.0%}" for genre, share in shares if share > 0.005),
        f"extractor: {result.extraction.method} ({result.reason})",
        *_left_out(result),
        *(f"warning:   {warning}" for warning in result.warnings),
    ]
    return "\n".join(lines)


def _left_out(result: "Result") -> list[str]:
    if not result.hidden_chars:
        return []
    return [f"left out:  {result.hidden_chars} characters of hidden text (--include-hidden)"]


def _folders(sources: list[str], out: Path | None) -> dict[str, Path]:
    """Return the folder to keep each source in: `out` itself for one, folders in it for many."""
    if out is None:
        return {}
    if len(sources) == 1:
        return {sources[0]: out}
    from pagesight.render.store import folder_for

    return {source: folder_for(source, out) for source in sources}
