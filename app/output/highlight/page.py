"""A copy of a page that needs nothing from outside, with what was kept marked in it."""

from importlib.resources import files
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement

from pagesight.app.output.highlight.marks import Marked, mark
from pagesight.app.output.highlight.picture import marked_picture
from pagesight.app.output.highlight.self_contained import make_self_contained
from pagesight.app.output.result_json import kept_numbers, legend
from pagesight.app.result import Result
from pagesight.extract.page.dom import parse
from pagesight.render.page import Capture
from pagesight.render.sources.address import without_origin
from pagesight.render.sources.charset import decode_html
from pagesight.render.sources.html import Archive


def marked_page(result: Result) -> str:
    """Return the HTML of the copy: no script in it runs, and it asks nobody for anything.

    Of a page that was rendered with `mhtml` it has the style and the pictures, of others only what
    is in the HTML itself.
    """
    text, archive = _page_of(result.capture)
    tree = parse(text)
    make_self_contained(tree, result.capture.page.url, archive)
    mark(tree, _blocks(result))
    _explain(tree, legend(result))
    return without_origin(f"<!doctype html>\n{html.tostring(tree, encoding='unicode')}")


def _page_of(capture: Capture) -> tuple[str, Archive]:
    """Return the HTML of the page, and what answers for its style sheets and pictures."""
    if capture.mhtml is None:
        return capture.page.html, lambda _: None
    from pagesight.render.sources.mhtml import replay_message

    address, archive = replay_message(capture.mhtml, capture.requested_url)
    page = archive(address)
    if page is None:
        return capture.page.html, archive
    return decode_html(page.body, page.content_type), archive


def _blocks(result: Result) -> list[Marked]:
    kept = frozenset(kept_numbers(result.extraction.blocks, result.blocks))
    marked, number = [], 0
    for at, block in enumerate(result.blocks):
        if block.text:
            number += at in kept
            marked.append(Marked(block.text, number if at in kept else None))
    return marked


def _explain(tree: HtmlElement, text: str) -> None:
    """Add the style of the marks and the legend."""
    style = html.Element("style")
    style.text = files("pagesight.app").joinpath("templates/highlight.css").read_text("utf-8")
    head, body = tree.find("head"), tree.find("body")
    (tree if head is None else head).append(style)
    aside = html.Element("aside", {"id": "pagesight-legend"})
    aside.text = text
    (tree if body is None else body).append(aside)


def write_highlight(result: Result, path: Path) -> None:
    """Write a copy of the page (.html) or its picture (.png) with what was kept marked.

    Raises HighlightError for a picture of a page that was not rendered.
    """
    if path.suffix.lower() == ".png":
        path.write_bytes(marked_picture(result))
    else:
        path.write_text(marked_page(result), encoding="utf-8", errors="replace")
