"""Options of commands that render: what is sent, waited for, clicked, and how the page is seen."""

import re
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.options import Number, gathered
from pagesight.render.errors import OptionError
from pagesight.render.options import Cookie, RenderOptions
from pagesight.render.page import Viewport

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
    click.option(
        "--wait", type=Number(0, 3600), default=0, help="Seconds to wait once a page is at rest."
    ),
    click.option(
        "--wait-for",
        default="",
        show_default=False,
        metavar="SELECTOR|TEXT",
        help="Wait until the page shows this, as long as the deadline lets.",
    ),
    click.option(
        "--click",
        multiple=True,
        metavar="SELECTOR",
        help="Click this once the page is at rest; repeatable, in order.",
    ),
    click.option(
        "--scroll",
        type=click.IntRange(0, 500),
        default=4,
        help="Screens to follow a list that grows as one scrolls.",
    ),
    click.option(
        "--load-more",
        type=click.IntRange(0, 500),
        default=0,
        help="Times to click a button such as 'Load more'.",
    ),
    click.option(
        "--close-overlays",
        is_flag=True,
        help="Close notices of consent and pop-ups, or hide them; they are always reported.",
    ),
    click.option(
        "--header",
        "headers",
        multiple=True,
        callback=_headers,
        metavar="'NAME: VALUE'",
        help="Send this to the page's own site; repeatable.",
    ),
    click.option(
        "--cookie",
        "cookies",
        multiple=True,
        callback=_cookies,
        metavar="NAME=VALUE|FILE",
        help="Send this cookie, or those of a file in Netscape's format; repeatable.",
    ),
    click.option(
        "--user-agent", default="", show_default=False, help="Name of the browser to send."
    ),
    click.option(
        "--viewport",
        callback=_viewport,
        metavar="WIDTHxHEIGHT[@SCALE]",
        help="Size of the window, by default 1280x960.",
    ),
    click.option(
        "--proxy",
        default="",
        show_default=False,
        callback=_proxy,
        metavar="http://HOST:PORT",
        help="Go out by this proxy, to addresses checked here; USER:PASSWORD@ may come first.",
    ),
)  # fmt: skip
_NAMES = (
    "wait", "wait_for", "click", "scroll", "load_more", "close_overlays", "headers",
    "cookies", "user_agent", "viewport", "proxy",
)  # fmt: skip


# What is sent, waited for, clicked: arguments of RenderOptions, as `page`.
with_page_options = gathered("page", _OPTIONS, _NAMES)
