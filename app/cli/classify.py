"""`pagesight classify`: the genre of pages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from pagesight.app.cli.failures import each, writing
from pagesight.app.cli.options import (
    check_page,
    check_url,
    get_capture,
    named_sources,
    with_fetching,
    with_genre_model,
    with_url,
)
from pagesight.app.config import ClassifyBy, Options
from pagesight.app.output.formats import classification_json, classification_line, explanation
from pagesight.app.pipeline import Pipeline
from pagesight.app.sources import is_picture, picture_capture
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.vision.prediction import Prediction

_SOURCES = (
    "URLs, HTML or MHTML files, folders of one page, WARC archives, images, a .txt file of them, "
    "one a line, or - for HTML on standard input."
)


@click.command()
@click.argument("sources", nargs=-1, required=True, help=_SOURCES)
@click.option(
    "--by",
    type=click.Choice(get_args(ClassifyBy)),
    default="both",
    help="The evidence to predict the genre from.",
)
@with_genre_model
@click.option(
    "--explain",
    is_flag=True,
    help="Say below what HTML and picture predict alone, and what weight each of them got.",
)
@click.option(
    "--heatmap", type=Path, help="PNG to write: the screenshot, in red the evidence for its genre."
)
@click.option(
    "--json", "json_lines", is_flag=True, help="Print a JSON object a page in place of a line."
)
@with_fetching
@with_url
def classify(
    sources: tuple[str, ...],
    by: ClassifyBy,
    genre_model: Path | None,
    explain: bool,
    heatmap: Path | None,
    json_lines: bool,
    fetching: Mapping[str, Any],
    url: str,
) -> None:
    """Print the genre of each page.

    Its probability follows, then those of the other genres.

    With --by html no browser is started; an image is classified by what it shows.
    """
    named = named_sources(sources)
    check_url(url, named)
    if heatmap and (by == "html" or len(named) > 1):
        raise click.BadParameter("--heatmap needs a picture of one page: one source, not --by html")
    options = Options(
        by=by,
        genre_model=genre_model,
        render=by != "html",
        rendering=RenderOptions(url=url),
        **fetching,
    )
    with Pipeline(options) as pipeline:

        def act(source: str) -> None:
            with writing(heatmap or source):
                capture = (
                    picture_capture(source) if is_picture(source) else get_capture(source, pipeline)
                )
                prediction = _classify(capture, pipeline, heatmap)
            if json_lines:
                click.echo(classification_json(source, prediction, explain))
            else:
                click.echo(classification_line(source, prediction))
                if explain:
                    click.echo(explanation(prediction))
            check_page(source, capture)

        each(named, act)


def _classify(capture: Capture, pipeline: Pipeline, heatmap: Path | None) -> Prediction:
    """Return the genre of a page, and draw the evidence for it where that is asked for."""
    prediction = pipeline.classify_capture(capture)
    if heatmap is not None:
        heatmap.parent.mkdir(parents=True, exist_ok=True)
        heatmap.write_bytes(pipeline.explainer().explain(capture.page, prediction.genre))
    return prediction
