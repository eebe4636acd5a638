"""`pagesight classify`: the genre of pages."""

from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from pagesight.app.choices import ClassifyBy
from pagesight.app.cli.options import (
    with_allow,
    with_allow_private,
    with_deadline,
    with_genre_model,
    with_url,
)

if TYPE_CHECKING:
    from pagesight.app.pipeline import Pipeline
    from pagesight.vision.prediction import Prediction

_SOURCES = (
    "URLs, HTML or MHTML files, folders, WARC archives, images, a .txt file of them, one a line, "
    "or - for HTML on standard input."
)


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
    type=Path,
    help="PNG to write: the screenshot, in red the evidence for its genre.",
)
@click.option(
    "--json", "json_lines", is_flag=True, help="Print a JSON object a page in place of a line."
)
@with_deadline
@with_allow_private
@with_allow
@with_url
def classify(
    sources: tuple[str, ...],
    by: ClassifyBy,
    genre_model: Path | None,
    explain: Path | None,
    json_lines: bool,
    deadline: float,
    allow_private: bool,
    allow: tuple[str, ...],
    url: str,
) -> None:
    """Print the genre of each page.

    Its probability follows, then those of the other genres.

    With --by html no browser is started; an image is classified by what it shows.
    """
    from pagesight.app.cli.failures import each, writing
    from pagesight.app.cli.sources import check_url, named_sources
    from pagesight.app.config import Options
    from pagesight.app.output.classification import classification_json, classification_line
    from pagesight.app.pipeline import Pipeline
    from pagesight.render.options import RenderOptions

    named = named_sources(sources)
    check_url(url, named)
    if explain and (by == "html" or len(named) > 1):
        raise click.BadParameter("--explain needs a picture of one page: one source, not --by html")
    options = Options(
        by=by,
        genre_model=genre_model,
        render=by != "html",
        rendering=RenderOptions(url=url),
        deadline=deadline,
        allow=allow,
        allow_private=allow_private,
    )
    write = classification_json if json_lines else classification_line
    with Pipeline(options) as pipeline:

        def act(source: str) -> None:
            with writing(explain or source):
                prediction = _classify(source, pipeline, explain)
            click.echo(write(source, prediction))

        each(named, act)


def _classify(source: str, pipeline: "Pipeline", explain: Path | None) -> "Prediction":
    """Return the genre of a page, and draw the evidence for it where that is asked for."""
    from pagesight.app.cli.sources import get_capture
    from pagesight.app.sources import is_picture, picture_capture

    pictured = is_picture(source)
    capture = picture_capture(source) if pictured else get_capture(source, pipeline)
    prediction = pipeline.classify_capture(capture)
    if explain is not None:
        explain.parent.mkdir(parents=True, exist_ok=True)
        explain.write_bytes(pipeline.explainer().explain(capture.page, prediction.genre))
    return prediction
