"""`pagesight classify`: the genre of pages."""

from pathlib import Path
from typing import Annotated

import typer

from pagesight.app.choices import ClassifyBy
from pagesight.app.cli.options import AllowPrivate, Deadline, GenreModel, Url

_SOURCES = (
    "URLs, HTML or MHTML files, folders, WARC archives, images, a .txt file of them, one a line, "
    "or - for HTML on standard input."
)


def classify(
    sources: Annotated[list[str], typer.Argument(help=_SOURCES)],
    by: Annotated[
        ClassifyBy, typer.Option(help="The evidence to predict the genre from.")
    ] = "both",
    genre_model: GenreModel = None,
    explain: Annotated[
        Path | None,
        typer.Option(help="PNG to write: the screenshot, in red the evidence for its genre."),
    ] = None,
    json_lines: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a page in place of a line.")
    ] = False,
    deadline: Deadline = 30,
    allow_private: AllowPrivate = False,
    url: Url = "",
) -> None:
    """Print the genre of each page with its probability, then those of the other genres.

    With --by html no browser is started; an image is classified by what it shows.
    """
    from pagesight.app.classify import Classifier, classification_json, classification_line
    from pagesight.app.cli.failures import each, writing
    from pagesight.app.cli.sources import get_capture, named_sources
    from pagesight.app.config import Options
    from pagesight.app.pipeline import Pipeline
    from pagesight.extract.budget import Limits
    from pagesight.render.options import RenderOptions

    named = named_sources(sources)
    if url and len(named) > 1:
        raise typer.BadParameter("--url is the address of one saved page: name one source")
    if explain and (by == "html" or len(named) > 1):
        raise typer.BadParameter("--explain needs a picture of one page: one source, not --by html")
    rendering = RenderOptions(deadline=deadline, allow_private=allow_private, url=url)
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
        typer.echo(write(source, prediction))

    each(named, act)
