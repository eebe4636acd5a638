"""`pagesight extract`: the content of pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from pagesight.app.cli.failures import each, to_stderr, writing
from pagesight.app.cli.options import (
    SOURCES,
    check_browser,
    check_highlight,
    check_page,
    check_url,
    get_capture,
    named_sources,
    own_models,
    with_fetching,
    with_genre_model,
    with_include_hidden,
    with_page_options,
    with_perplexity,
    with_render,
    with_url,
    with_wanted,
)
from pagesight.app.config import FORMAT_CHOICES, ExtractorChoice, Format, GenreChoice, Options
from pagesight.app.output.formats import (
    CSV_HEADER,
    file_format,
    save_result,
    save_text,
    written,
    written_text,
)
from pagesight.app.pipeline import Pipeline
from pagesight.app.result import Result
from pagesight.app.sources import filtered_text, is_raw_text
from pagesight.datasets.schema import Genre
from pagesight.render.options import RenderOptions
from pagesight.render.store import folder_for

_FORMATS: Mapping[str, Format] = {**{name: name for name in FORMAT_CHOICES}, "md": "markdown"}


@click.command()
@click.argument("sources", nargs=-1, required=True, help=SOURCES)
@click.option(
    "--format",
    type=click.Choice(list(_FORMATS)),
    default="text",
    help="What to print; md is markdown.",
)
@click.option(
    "--alternatives",
    is_flag=True,
    help="With json: what each extractor alone makes of the page, which takes time.",
)
@with_render
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
@click.option(
    "--model",
    multiple=True,
    metavar="[NAME=]FOLDER",
    help="Model of an extractor, by default of the --extractor.",
)
@with_genre_model
@with_include_hidden
@with_perplexity
@with_wanted
@with_fetching
@with_url
@with_page_options
@click.option(
    "--out",
    "-o",
    type=Path,
    help="Folder to keep JSON, Markdown and screenshot in; or, for one page, a file to write in "
    "place of what is printed: .txt, .md, .json, .html or .csv.",
)
@click.option(
    "--highlight", type=Path, help="File to show on the page itself what was kept: .html or .png."
)
def extract(
    sources: tuple[str, ...],
    format: str,
    alternatives: bool,
    extractor: ExtractorChoice,
    genre: GenreChoice,
    render: bool,
    fetching: Mapping[str, Any],
    url: str,
    page: Mapping[str, Any],
    wanted: Mapping[str, Any],
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
    shown = highlight is not None
    options = Options(
        extractor=extractor,
        genre=None if genre == "auto" else Genre(genre),
        render=render,
        models=own_models(model, extractor),
        genre_model=genre_model,
        include_hidden=include_hidden,
        perplexity=perplexity,
        **wanted,
        rendering=RenderOptions(url=url, full_page=shown, mhtml=shown, **page),
        **fetching,
    )
    named = named_sources(sources, keep_texts=perplexity is not None)
    check_url(url, named)
    check_browser(page, render=render)
    check_highlight(highlight, named)
    folders = _folders(named, out)
    if format == "csv" and not (out and file_format(out)):
        click.echo(CSV_HEADER)
    with Pipeline(options) as pipeline:

        def act(source: str) -> None:
            output = _OutputOptions(_FORMATS[format], alternatives, folders.get(source), highlight)
            _extract(source, pipeline, output)

        each(named, act)


@dataclass(frozen=True, slots=True)
class _OutputOptions:
    """How a page is written, and where: on standard output, in `out`, marked in `highlight`."""

    format: Format
    alternatives: bool
    out: Path | None
    highlight: Path | None


def _extract(source: str, pipeline: Pipeline, output: _OutputOptions) -> None:
    """Print the content of a page, or of a text file to filter, and keep it where asked for.

    Raises NavigationError, once all is written, for an error page that came in place of the page.
    """
    threshold = pipeline.options.perplexity
    capture, out, highlight = None, output.out, output.highlight
    printed = out is None or file_format(out) is None
    if threshold is not None and is_raw_text(source):
        text = filtered_text(source, pipeline.models.perplexity(), threshold)
        content = written_text(source, text, output.format)
        keep_it = partial(save_text, source, text)
    else:
        capture = get_capture(source, pipeline)
        result = pipeline.extract_capture(capture)
        to_stderr(_summary(result))
        content = written(result, output.format, alternatives=output.alternatives)
        keep_it = partial(save_result, result, alternatives=output.alternatives)
        if highlight is not None:
            from pagesight.app.output.highlight import shown_content, write_highlight

            with writing(highlight):
                write_highlight(result, shown_content(result), highlight)
    if printed:
        click.echo(content)
    if out is not None:
        with writing(out):
            kept = keep_it(out)
        to_stderr("kept: " + ", ".join(map(str, kept)))
    if capture is not None:
        check_page(source, capture)


def _summary(result: Result) -> str:
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


def _left_out(result: Result) -> list[str]:
    if not result.hidden_chars:
        return []
    return [f"left out:  {result.hidden_chars} characters of hidden text (--include-hidden)"]


def _folders(sources: list[str], out: Path | None) -> dict[str, Path]:
    """Return where to keep each source: `out` itself for one, folders in it for many."""
    if out is None:
        return {}
    if len(sources) == 1:
        return {sources[0]: out}
    if file_format(out):
        raise click.BadParameter(f"--out {out} holds one page: name one source, or a folder")
    return {source: folder_for(source, out) for source in sources}
