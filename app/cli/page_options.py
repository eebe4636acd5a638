"""Options of commands that render: what is sent, waited for, clicked, and how the page is seen."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.options import Number, gathered
from pagesight.app.errors import SourceKindError
from pagesight.app.pipeline import Pipeline
from pagesight.app.sources import STDIN, is_raw_text, listed_in, standard_input
from pagesight.render.errors import OptionError, SourceError
from pagesight.render.options import Cookie, RenderOptions
from pagesight.render.page import Capture, Viewport
from pagesight.render.read_source import captured, page_of_html
from pagesight.render.sources.source import html_source

_find_size = re.compile(r"(\d{2,5})x(\d{2,5})(?:@([\d.]{1,4}))?").fullmatch


def _headers(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[Any, ...]:
    """Return names and values. Raises BadParameter, which does not show the value."""
    if not given:
        return ()
    parts = [header.partition(":") for header in given]
    if not all(colon for _, colon, _ in parts):
        raise click.BadParameter("a header has no colon; wanted 'NAME: VALUE'")
    headers = tuple((name.strip(), value.strip()) for name, _, value in parts)
    try:
        RenderOptions(headers=headers)
    except OptionError as error:
        raise click.BadParameter(f"{error}; wanted 'NAME: VALUE'") from error
    return headers


def _cookies(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[Cookie, ...]:
    """Return the cookies that are named, or that stand in the files that are."""
    if not given:
        return ()
    from pagesight.render.net.cookies import parse_cookie, read_cookies

    cookies: list[Cookie] = []
    try:
        for text in given:
            cookies += read_cookies(Path(text)) if Path(text).is_file() else (parse_cookie(text),)
    except OptionError as error:
        raise click.BadParameter(str(error)) from error
    return tuple(cookies)


def _viewport(_: click.Context, __: click.Parameter, given: str | None) -> Any:
    """Return the window, the usual one where none is given."""
    if given is None:
        return Viewport()
    size = _find_size(given)
    if size is None:
        raise click.BadParameter(
            f"{given} is no WIDTHxHEIGHT in pixels, such as 390x844 or 390x844@2"
        )
    return Viewport(int(size[1]), int(size[2]), float(size[3] or 1))


def _proxy(_: click.Context, __: click.Parameter, given: str) -> str:
    """Return the proxy's address. Raises BadParameter, which does not show a password."""
    if given:
        from pagesight.render.net.upstream import parse_upstream

        try:
            parse_upstream(given)
        except OptionError as error:
            raise click.BadParameter(str(error)) from error
    return given


_OPTIONS = (
    click.option("--wait", type=Number(0, 3600), default=0,
        help="Seconds to wait once a page is at rest."),
    click.option("--wait-for", default="", show_default=False, metavar="SELECTOR|TEXT",
        help="Wait until the page shows this, as long as the deadline lets."),
    click.option("--click", multiple=True, metavar="SELECTOR",
        help="Click this once the page is at rest; repeatable, in order."),
    click.option("--scroll", type=click.IntRange(0, 500), default=4,
        help="Screens to follow a list that grows as one scrolls."),
    click.option("--load-more", type=click.IntRange(0, 500), default=0,
        help="Times to click a button such as 'Load more'."),
    click.option("--close-overlays", is_flag=True,
        help="Close notices of consent and pop-ups, or hide them; they are always reported."),
    click.option("--header", "headers", multiple=True, callback=_headers, metavar="'NAME: VALUE'",
        help="Send this to the page's own site; repeatable."),
    click.option("--cookie", "cookies", multiple=True, callback=_cookies, metavar="NAME=VALUE|FILE",
        help="Send this cookie, or those of a file in Netscape's format; repeatable."),
    click.option("--user-agent", default="", show_default=False,
        help="Name of the browser to send."),
    click.option("--viewport", callback=_viewport, metavar="WIDTHxHEIGHT[@SCALE]",
        help="Size of the window, by default 1280x960."),
    click.option("--proxy", default="", show_default=False, callback=_proxy,
        metavar="http://HOST:PORT",
        help="Go out by this proxy, to addresses checked here; USER:PASSWORD@ may come first."),
)  # fmt: skip
# What is sent, waited for, clicked: arguments of RenderOptions, as `page`.
with_page_options = gathered("page", *_OPTIONS)


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
