"""Sources as the command line takes them, `-` for standard input among them."""

from collections.abc import Sequence
from pathlib import Path

import click

from pagesight.app.errors import SourceKindError
from pagesight.app.pipeline import Pipeline
from pagesight.app.sources import STDIN, is_raw_text, listed_in, standard_input
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture
from pagesight.render.read_source import captured, page_of_html
from pagesight.render.sources.source import html_source


def named_sources(sources: Sequence[str], *, keep_texts: bool = False) -> list[str]:
    """Return the sources, with those that a .txt file lists in its place, unless it is kept.

    Raises SourceKindError if the lists name none.
    """
    named: list[str] = []
    for source in sources:
        listed = is_raw_text(source) and not keep_texts
        named += listed_in(Path(source)) if listed else [source]
    named = list(map(with_scheme, named))
    if not named:
        raise SourceKindError(f"{', '.join(sources)}: no sources in it; wanted one a line")
    return named


def check_url(url: str, sources: Sequence[str]) -> None:
    """Raise BadParameter for an address of `--url` that is to be that of several sources."""
    if url and len(sources) > 1:
        raise click.BadParameter("--url is the address of one saved page: name one source")


def check_highlight(path: Path | None, sources: Sequence[str]) -> None:
    """Raise BadParameter for a file of `--highlight` that cannot show these sources."""
    if path is None:
        return
    if path.suffix.lower() not in (".html", ".png"):
        raise click.BadParameter(f"--highlight {path}: wanted a name that ends in .html or .png")
    if len(sources) > 1:
        raise click.BadParameter("--highlight shows one page: name one source")


def with_scheme(source: str) -> str:
    """Return the source, an address that was typed without its scheme with https.

    It must begin with a host of a known domain, and be no file.

    >>> with_scheme("example.com/a"), with_scheme("page.html"), with_scheme("http://b.example")
    ('https://example.com/a', 'page.html', 'http://b.example')
    """
    host = source.partition("/")[0].partition(":")[0]
    if "." not in host.strip(".") or "://" in source or Path(source).exists():
        return source
    from tldextract import TLDExtract

    # The list of domains that comes with the package: nothing is fetched or written.
    known = TLDExtract(suffix_list_urls=(), cache_dir=None)(host)
    return f"https://{source}" if known.domain and known.suffix else source


def get_capture(source: str, pipeline: Pipeline) -> Capture:
    """Return the capture of a source; `-` reads HTML from standard input."""
    if source != STDIN:
        return pipeline.capture(source)
    rendering = pipeline.options.rendering
    limit = rendering.max_html_bytes
    body = standard_input("HTML").read(limit + 1)
    if not body.strip():
        raise SourceError("standard input is empty: wanted HTML")
    if len(body) > limit:
        raise SourceError(f"standard input is longer than {limit / 1e6:.0f} MB: no page is")
    page = page_of_html(body, rendering.url, "standard input")
    if not pipeline.options.render:
        return captured(page, STDIN)
    return pipeline.capture(html_source(page.html, rendering.url, name=STDIN))
