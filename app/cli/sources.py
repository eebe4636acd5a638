"""Sources as the command line takes them, `-` for standard input among them."""

from collections.abc import Sequence
from pathlib import Path

import click

from pagesight.app.errors import SourceKindError
from pagesight.app.lists import STDIN, listed_in, standard_input
from pagesight.app.pipeline import Pipeline
from pagesight.app.sources import is_raw_text
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture, Page
from pagesight.render.read_source import captured
from pagesight.render.sources.address import own_address
from pagesight.render.sources.charset import decode_html
from pagesight.render.sources.source import non_html_kind


def named_sources(sources: Sequence[str]) -> list[str]:
    """Return the sources, with those that a .txt file lists in its place.

    Raises SourceKindError if the lists name none.
    """
    named: list[str] = []
    for source in sources:
        named += listed_in(Path(source)) if is_raw_text(source) else [source]
    if not named:
        raise SourceKindError(f"{', '.join(sources)}: no sources in it; wanted one a line")
    return named


def check_url(url: str, sources: Sequence[str]) -> None:
    """Raise BadParameter for an address of `--url` that is to be that of several sources."""
    if url and len(sources) > 1:
        raise click.BadParameter("--url is the address of one saved page: name one source")


def get_capture(source: str, pipeline: Pipeline) -> Capture:
    """Return the capture of a source; `-` reads HTML from standard input."""
    if source != STDIN:
        return pipeline.capture(source)
    limit = pipeline.options.rendering.max_html_bytes
    body = standard_input("HTML").read(limit + 1)
    if not body.strip():
        raise SourceError("standard input is empty: wanted HTML")
    if len(body) > limit:
        raise SourceError(f"standard input is longer than {limit / 1e6:.0f} MB: no page is")
    if other := non_html_kind(body):
        raise SourceError(f"what stands on standard input is {other}, not HTML")
    html = decode_html(body)
    rendering = pipeline.options.rendering
    if not pipeline.options.render:
        return captured(Page(rendering.url or own_address(html), html), STDIN)
    from pagesight.render.capture import render_page
    from pagesight.render.sources.source import html_source

    return render_page(html_source(html, rendering.url, name=STDIN), rendering)
