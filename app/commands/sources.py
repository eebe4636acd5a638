"""Sources as the command line takes them, `-` for standard input among them."""

import sys

from pagesight.app.pipeline import Pipeline
from pagesight.app.read_source import captured
from pagesight.render.charset import decode_html
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture, Page
from pagesight.render.sniff import told_from_html

STDIN = "-"
_NOWHERE = "https://stdin.invalid/"  # the address of a page that has none; RFC 2606


def get_capture(source: str, pipeline: Pipeline) -> Capture:
    """Return the capture of a source; `-` reads HTML from standard input."""
    if source != STDIN:
        return pipeline.capture(source)
    if sys.stdin is None:
        raise SourceError("there is no standard input to read: it is closed")
    body = sys.stdin.buffer.read()
    if not body.strip():
        raise SourceError("standard input is empty: wanted HTML")
    if other := told_from_html(body):
        raise SourceError(f"what stands on standard input is {other}, not HTML")
    html = decode_html(body)
    if not pipeline.options.render:
        return captured(Page(_NOWHERE, html))
    from pagesight.render.capture import render_page
    from pagesight.render.sources import html_source

    return render_page(html_source(html, _NOWHERE), pipeline.options.rendering)
