"""Define what commands share: options as decorators, among them those to render by; types."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce, wraps
from pathlib import Path
from typing import Any, get_args

import click

from pagesight.app.config import FavorChoice
from pagesight.app.errors import SourceKindError
from pagesight.app.pipeline import Pipeline
from pagesight.app.sources import STDIN, is_raw_text, listed_in, standard_input
from pagesight.render.errors import GuardError, NavigationError, OptionError, SourceError
from pagesight.render.options import Cookie, RenderOptions
from pagesight.render.page import Capture, Viewport, page_fault
from pagesight.render.sources.source import captured, html_source, page_of_html

Collected = Callable[..., None]

# What `extract` and `records` read, for their help.
SOURCES = (
    "URLs, HTML or MHTML files, folders of one page, WARC archives, a .txt file of them, one a "
    "line, or - for HTML on standard input."
)
with_allow_private = click.option(
    "--allow-private", is_flag=True, help="Fetch private and loopback addresses too."
)
with_url = click.option(
    "--url",
    default="",
    show_default=False,
    help="Address of the saved page, in place of the one that it states.",
)
with_include_hidden = click.option(
    "--include-hidden", is_flag=True, help="Extract text that the page hides, too."
)
with_render = click.option(
    "--render/--no-render", default=True, help="Render in a browser, or read the HTML."
)
with_genre_model = click.option(
    "--genre-model", type=Path, help="Model folder of `train genre...`, in place of ours."
)
_WANTED = (
    click.option("--favor", type=click.Choice(get_args(FavorChoice)), default="balanced",
        help="precision keeps what is surely content, recall doubtful text too."),
    click.option("--comments/--no-comments", default=None,
        help="Keep readers' comments, or leave them out; by default those of a thread are kept."),
    click.option("--tables/--no-tables", default=True, help="Keep tables of data."),
    click.option("--links/--no-links", default=True, help="Keep links in Markdown."),
    click.option("--images/--no-images", default=True, help="Keep images in Markdown."),
)  # fmt: skip
_find_size = re.compile(r"(\d{2,5})x(\d{2,5})(?:@([\d.]{1,4}))?").fullmatch
_IN_BROWSER = ("wait", "wait_for", "click", "load_more", "close_overlays")


class Commands(click.Group):
    """Commands that `--help` lists in the order in which they were added."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)


class Number(click.FloatRange):
    """A number in a range: NaN is in none, though Click finds it in all."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Raises BadParameter where it is out of the range."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


with_deadline = click.option(
    "--deadline",
    type=Number(0.5, 86_400),  # no clock of the system takes an infinite time
    default=30,
    help="Seconds to get a page in, and to read it in.",
)
with_perplexity = click.option(
    "--perplexity",
    type=Number(1),
    help="Drop sentences of higher perplexity; 8000 suits prose. Reads .txt too.",
)


def _hosts(_: click.Context, __: click.Parameter, entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries. Raises BadParameter for one that names no host."""
    from pagesight.render.net.guard import check_entry

    for entry in entries:
        try:
            check_entry(entry)
        except GuardError as error:
            raise click.BadParameter(str(error)) from error
    return entries


with_allow = click.option(
    "--allow",
    multiple=True,
    callback=_hosts,
    metavar="HOST[:PORT]",
    help="Fetch from this host or network though it is private, or on that port; repeatable.",
)


def gathered(name: str, *options: Callable[[Collected], Collected]) -> Callable[..., Collected]:
    """Return what adds options to a command, which gets them together as `name`."""

    def with_all(command: Collected) -> Collected:
        return reduce(lambda made, option: option(made), reversed(options), command)

    names = [str(each.name) for each in click.command(name)(with_all(lambda: None)).params]

    def decorated(command: Collected) -> Collected:
        @wraps(command)
        def called(**arguments: Any) -> None:
            together: Mapping[str, Any] = {each: arguments.pop(each) for each in names}
            command(**{name: together}, **arguments)

        return with_all(called)

    return decorated


# How long a page may take and where it may come from: arguments of Options and of RenderOptions,
# as `fetching`.
with_fetching = gathered("fetching", with_deadline, with_allow_private, with_allow)
# What counts as content: arguments of Options, as `wanted`.
with_wanted = gathered("wanted", *_WANTED)


def own_models(given: Sequence[str], extractor: str) -> dict[str, Path]:
    """Return the folders of `--model`, by the extractor that each is for.

    Raises BadParameter for an extractor that takes no model of that name.
    """
    if not given:
        return {}
    from pagesight.app.evaluate.systems.system import models_of

    used = [model for model in models_of(extractor) if model != "html"]  # that is --genre-model
    models = {}
    for text in given:
        name, named, folder = text.partition("=")
        if name not in used or not named:
            name, folder = extractor, text
        if name not in used:
            uses = ", ".join(used) or "none"
            raise click.BadParameter(
                f"--model {text}: {extractor} takes models of its own for: {uses}"
            )
        models[name] = Path(folder)
    return models


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


def check_browser(page: Mapping[str, Any], *, render: bool) -> None:
    """Raise BadParameter for options of a page that nothing would come of without a browser."""
    idle = [f"--{name.replace('_', '-')}" for name in _IN_BROWSER if page[name] and not render]
    if idle:
        raise click.BadParameter(f"{', '.join(idle)} needs a browser: leave --no-render out")


def check_page(source: str, capture: Capture) -> None:
    """Raise NavigationError for an error page that came in place of the page."""
    if failure := page_fault(capture):
        raise NavigationError(f"{source}: {failure}", capture.status)


def with_scheme(source: str) -> str:
    """Return the source, an address that was typed without its scheme with https.

    It must begin with a host of a known domain, and be no file.

    >>> with_scheme("example.com/a"), with_scheme("page.html"), with_scheme("http://b.example")
    ('https://example.com/a', 'page.html', 'http://b.example')
    """
    host = source.partition("/")[0].partition(":")[0]
    if "." not in host.strip(".") or "://" in source or " " in host or Path(source).exists():
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
