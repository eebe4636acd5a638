"""Write a result in the formats that the command line offers."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from html import escape

from pagesight.app.choices import Format
from pagesight.app.pipeline import Result
from pagesight.app.result_json import record_json, result_json

_COLUMNS = ("page", "title", "url", "text", "price", "image", "date")


def written(result: Result, format: Format) -> str:
    """Return the result in that format, without a line break at its end."""
    return _WRITERS[format](result)


def _json(result: Result) -> str:
    return json.dumps(result_json(result), ensure_ascii=False)


def _html(result: Result) -> str:
    """Return the content as an HTML page of its own. Markup in the text stays text."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table")
    metadata = result.extraction.metadata
    language = f' lang="{escape(metadata.language)}"' if metadata.language else ""
    head = f'<meta charset="utf-8"><title>{escape(metadata.title)}</title>'
    # The one mark of HTML in our Markdown: a line break in a table's cell.
    content = body.render(result.extraction.markdown).replace("&lt;br&gt;", "<br>")
    return f"<!doctype html><html{language}><head>{head}</head><body>\n{content}</body></html>"


def _csv(result: Result) -> str:
    """Return a line a record; a page without records is one record itself."""
    page = result.capture.page.url
    rows = [{"page": page, **record_json(record)} for record in result.extraction.records]
    if not rows:
        title = result.extraction.metadata.title
        rows = [{"page": page, "title": title, "url": page, "text": result.extraction.text}]
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().rstrip("\n")


_WRITERS: Mapping[Format, Callable[[Result], str]] = {
    "text": lambda result: result.extraction.text,
    "markdown": lambda result: result.extraction.markdown,
    "json": _json,
    "html": _html,
    "csv": _csv,
}
