"""Sources as the command line takes them, `-` for standard input among them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from pagesight.app import source_lists
from pagesight.app.errors import SourceKindError
from pagesight.app.pipeline import Pipeline
from pagesight.app.read_source import captured
from pagesight.app.source_lists import read_sources
from pagesight.render.address import own_address
from pagesight.render.charset import decode_html
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture, Page
from pagesight.render.sniff import non_html_kind

STDIN = "-"


def named_sources(sources: Sequence[str]) -> list[str]:
    """Return the sources, with those that a .txt file lists in its place.

    Raises SourceKindError if the lists name none.
    """
    named = read_sources(sources)
    if not named:
        raise SourceKindError(f"{', '.join(sources)}: no sources in it; wanted one a line")
    return named


def read_list(path: Path) -> list[str]:
    """Return the sources that a file lists, or standard input where the path is `-`.

    Raises SourceKindError for what is no list, and for one that names none.
    """
    if str(path) == STDIN:
        name = "standard input"
        named = source_lists.listed(_standard_input("a list of sources"), name)
    else:
        name = str(path)
        named = source_lists.read_list(path)
    if not named:
        raise SourceKindError(f"{name}: no sources in it; wanted one a line")
    return named


def _standard_input(wanted: str) -> BinaryIO:
    """Return what comes from standard input. Raises SourceError where nothing can."""
    if sys.stdin is None:
        raise SourceError("there is no standard input to read: it is closed")
    if sys.stdin.isatty():
        raise SourceError(f"standard input is a terminal: pipe {wanted} into the command")
    return sys.stdin.buffer


def get_capture(source: str, pipeline: Pipeline) -> Capture:
    """Return the capture of a source; `-` reads HTML from standard input."""
    if source != STDIN:
        return pipeline.capture(source)
    limit = pipeline.options.rendering.max_html_bytes
    body = _standard_input("HTML").read(limit + 1)
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
    from pagesight.render.sources import html_source

    return render_page(html_source(html, rendering.url, name=STDIN), rendering)
