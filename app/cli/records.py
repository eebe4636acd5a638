"""`pagesight records`: the items of pages, found by themselves or by a pattern of one's own."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.failures import each, to_stderr, writing
from pagesight.app.cli.options import (
    SOURCES,
    check_highlight,
    check_page,
    check_url,
    get_capture,
    named_sources,
    with_fetching,
    with_render,
    with_url,
)
from pagesight.app.config import Options
from pagesight.app.errors import SourceKindError
from pagesight.app.output.result_json import record_json
from pagesight.app.pipeline import Pipeline
from pagesight.extract.records.patterns import Pattern, learn_pattern, read_by_pattern
from pagesight.extract.records.record import Record
from pagesight.render.errors import PagesightError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture


@click.command()
@click.argument("sources", nargs=-1, required=True, help=SOURCES)
@click.option(
    "--like",
    nargs=2,
    multiple=True,
    metavar="TITLE PRICE",
    help="What an item on the first page shows; once or twice. Its pattern reads the pages.",
)
@click.option("--out", "-o", type=Path, help="JSON file to keep the pattern of --like in.")
@click.option("--pattern", type=Path, help="File of a pattern to read the pages by.")
@click.option(
    "--highlight",
    type=Path,
    help="File to show the items on the page itself: .html or .png. Not with a pattern.",
)
@with_render
@with_fetching
@with_url
def records(
    sources: tuple[str, ...],
    like: tuple[tuple[str, str], ...],
    out: Path | None,
    pattern: Path | None,
    highlight: Path | None,
    render: bool,
    fetching: Mapping[str, Any],
    url: str,
) -> None:
    """Print the items of pages, a JSON object a line.

    With --like or --pattern they are those of a site's own list: a page that the pattern no longer
    fits is an error.
    """
    if (like and pattern) or (out and not like):
        raise click.BadParameter("--like makes a pattern, and --out keeps it; --pattern reads one")
    if highlight and (like or pattern):
        raise click.BadParameter("--highlight shows the items that are found without a pattern")
    named = named_sources(sources)
    check_url(url, named)
    check_highlight(highlight, named)
    shown = highlight is not None
    options = Options(
        render=render, rendering=RenderOptions(url=url, full_page=shown, mhtml=shown), **fetching
    )
    with Pipeline(options) as pipeline:
        captures = {named[0]: get_capture(named[0], pipeline)} if like else {}
        own = _pattern(pipeline, captures, like, out, pattern)

        def act(source: str) -> None:
            capture = captures.pop(source, None) or get_capture(source, pipeline)
            records = _read(capture, pipeline, own, highlight)
            if not records:
                to_stderr(f"{source}: no items found")
            for record in records:
                row = {"page": source, **record_json(record)}
                click.echo(json.dumps(row, ensure_ascii=False))
            check_page(source, capture)

        each(named, act)


def _pattern(
    pipeline: Pipeline,
    captures: dict[str, Capture],
    like: Sequence[tuple[str, str]],
    out: Path | None,
    kept: Path | None,
) -> Pattern | None:
    """Return the pattern that the examples show on the first page, or the one kept in a file."""
    if kept is not None:
        try:
            return Pattern.from_json(kept.read_text("utf-8", errors="replace"))
        except PagesightError as error:
            raise SourceKindError(f"{kept}: {error}") from error
    if not like:
        return None
    examples = [{"title": title, "price": price} for title, price in like]
    pattern = learn_pattern(pipeline.document(next(iter(captures.values()))), examples)
    if out is not None:
        with writing(out):
            out.write_text(pattern.to_json() + "\n", "utf-8")
    return pattern


def _read(
    capture: Capture, pipeline: Pipeline, pattern: Pattern | None, highlight: Path | None
) -> Sequence[Record]:
    """Return the records of a page: by the pattern, or without one as `extract` finds them."""
    if pattern is not None:
        return read_by_pattern(pipeline.document(capture), pattern)
    result = pipeline.extract_capture(capture)
    if highlight is not None:
        from pagesight.app.output.highlight import shown_records, write_highlight

        with writing(highlight):
            write_highlight(result, shown_records(result), highlight)
    return result.records
