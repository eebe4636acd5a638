"""`pagesight classify`: the genre of pages."""

from pathlib import Path
from typing import get_args

import click

from pagesight.app.choices import ClassifyBy
from pagesight.app.cli.options import (
    with_allow,
    with_allow_private,
    with_deadline,
    with_genre_model,
    with_url,
)

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
    from pagesight.app.classify import Classifier, classification_json, classification_line
    from pagesight.app.cli.failures import each, writing
    from pagesight.app.cli.sources import check_url, get_capture, named_sources
    from pagesight.app.config import Options
    from pagesight.app.pipeline import Pipeline
    from pagesight.extract.page.budget import Limits
    from pagesight.render.options import RenderOptions

    named = named_sources(sources)
    check_url(url, named)
    if explain and (by == "html" or len(named) > 1):
        raise click.BadParameter("--explain needs a picture of one page: one source, not --by html")
    rendering = RenderOptions(deadline=deadline, allow_private=allow_private, allow=allow, url=url)
    options = Options(
        by=by,
        genre_model=genre_model,
        render=by != "html",
        rendering=rendering,
        limits=Limits(seconds=deadline),
    )
    pipeline = Pipeline(options)
    classifier = Classifier(pipeline, lambda source: get_capture(source, pipeline), explain)
    write = classification_json if json_lines else classification_line

    def act(source: str) -> None:
        with writing(explain or source):
            prediction = classifier.predict(source)
        click.echo(write(source, prediction))

    each(named, act)
