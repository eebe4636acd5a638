"""Read the HTML of a source without rendering it."""

from pagesight.app.fetch import fetch
from pagesight.render.charset import decode_html
from pagesight.render.errors import SourceError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Page
from pagesight.render.sources import open_source


def read_source(source: str, options: RenderOptions) -> tuple[Page, str, int]:
    """Return the page as served or saved, the address asked for, and its HTTP status.

    Raises a RenderError if there is no such page.
    """
    opened = open_source(source)
    if opened.archive is None:
        response = fetch(opened.url, options)
        html = decode_html(response.body, response.content_type)
        return Page(response.url, html), opened.url, response.status
    answer = opened.archive(opened.url)
    if answer is None:
        raise SourceError(f"{source} holds no page under {opened.url}")
    return (
        Page(opened.url, decode_html(answer.body, answer.content_type)),
        opened.url,
        answer.status,
    )
