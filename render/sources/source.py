"""Recognise what a source is, open it, and read its HTML without rendering it."""

import mimetypes
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pagesight.render.errors import SourceError
from pagesight.render.obstacles import with_obstacles
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, Page, Viewport
from pagesight.render.sources.address import is_address, own_address, page_address
from pagesight.render.sources.body import decode_html, non_html_kind, type_name
from pagesight.render.sources.html import Archive, replay_file, replay_text
from pagesight.render.sources.plain_text import has_text
from pagesight.render.sources.refresh import led_on_to

if TYPE_CHECKING:
    from pagesight.render.net.upstream import Cancellation

# Characters of text: shells of script applications have a title and a notice, under 100.
_FILLED_CHARS = 150
# Servers that call HTML plain text are many: their pages are read all the same.
_is_marked_up = re.compile(r"\s*<(?:!doctype|html|head|body|!--)", re.I).match
_has_script = re.compile(r"<script\b", re.I).search
# Bounded, so that no tag, however long, is read again and again. Pages of scripts have small
# frames of trackers (`iframe`), pages of frames have none of their own.
_find_frames = re.compile(
    r"<frame\b[^<>]{0,500}?\ssrc\s{0,9}=\s{0,9}[\"']?([^\s\"'<>]+)", re.I
).findall


@dataclass(frozen=True, slots=True)
class Source:
    """An address to render and, if it is to be rendered without the net, what answers for it."""

    name: str  # as the user gave it
    url: str
    archive: Archive | None = None

    @property
    def address(self) -> str:
        """The page's own address; "" if it is not known."""
        return page_address(self.url)


def open_source(source: str, url: str = "") -> Source:
    """Return what `source` names: a URL, or a path of HTML, MHTML, a WARC archive or a folder.

    `url` is the address of a saved page, in place of the one that it states itself.
    A WARC holds many pages: `archive.warc.gz#https://...` names one, else its first is meant.
    Raises SourceError if there is no such file, it cannot be read or it holds no page.
    """
    if url and not is_address(url):
        raise SourceError(f"{url[:200]} is not an http(s) address; wanted that of the saved page")
    try:
        if not _is_address(source):
            return _open_path(source, url)
    except OSError as error:  # no right to read it, a name longer than names can be
        raise SourceError(f"cannot read {source[:200]}: {error.strerror}") from error
    if url:
        raise SourceError(f"{source} is an address itself; --url is for saved pages")
    return Source(source, source)


def _is_address(source: str) -> bool:
    try:
        return urlsplit(source).scheme in ("http", "https")
    except ValueError as error:
        raise SourceError(f"{source[:200]} is not an address: {error}") from error


def _open_path(source: str, url: str) -> Source:
    if not source.strip():
        raise SourceError("the source is empty: wanted an address, a file or a folder")
    file, _, wanted = source.partition("#")
    path = Path(source if Path(source).exists() else file)
    if path.is_dir():
        return Source(source, *replay_file(path / "index.html", url))
    if not path.is_file():
        raise SourceError(f"{source} is neither an http(s) address nor a file or folder")
    if path.name.lower().endswith((".warc", ".warc.gz")):
        from pagesight.render.sources.warc import replay_warc  # slow to load, as MHTML is

        return Source(source, *replay_warc(path, wanted or url))
    if path.suffix.lower() in (".mhtml", ".mht"):
        from pagesight.render.sources.mhtml import replay_mhtml

        return Source(source, *replay_mhtml(path, url))
    with path.open("rb") as opened:
        other = non_html_kind(opened.read(2048))
    other = other or type_name(mimetypes.guess_type(path.name)[0] or "")
    if other:
        raise SourceError(f"{source} is {other}, not HTML")
    return Source(source, *replay_file(path, url))


def html_source(html: str, url: str = "", name: str = "") -> Source:
    """Return a source that renders `html` as if `url` had answered it, without the net."""
    address, archive = replay_text(html, url)
    return Source(name or url or page_address(address), address, archive)


def read_source(
    source: str | Source, options: RenderOptions, cancellation: "Cancellation | None" = None
) -> Capture:
    """Return the page as served or saved. Raises a RenderError if there is none.

    Another thread can end the fetch by the `cancellation`.
    """
    opened = source if isinstance(source, Source) else open_source(source, options.url)
    if opened.archive is None:
        from pagesight.render.net.fetch import fetch  # files need none of it

        response = fetch(opened.url, options, cancellation=cancellation)
        page = Page(response.url, _html(response.body, response.content_type))
        capture = captured(page, opened.name, response.status, response.warning)
        return _with_advice(replace(capture, retry_after=response.retry_after))
    answer = opened.archive(opened.url)
    if answer is None:
        raise SourceError(f"{opened.name} holds no page under {opened.url}")
    page = Page(opened.address, _html(answer.body, answer.content_type))
    return _with_advice(captured(page, opened.name, answer.status, answer.warning))


def _html(body: bytes, content_type: str) -> str:
    """Return a body as HTML: plain text as browsers show it, its lines as they are."""
    text = decode_html(body, content_type)
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type != "text/plain" or _is_marked_up(text):
        return text
    return f"<pre>{escape(text, quote=False)}</pre>"


def _with_advice(capture: Capture) -> Capture:
    """Return the capture with a warning where only a browser would fill the page."""
    if has_text(capture.page.html, _FILLED_CHARS):
        return capture
    warning = _advice(capture.page)
    return replace(capture, warnings=(*capture.warnings, warning)) if warning else capture


def _advice(page: Page) -> str:
    """Return where the text of a page without any is to be had; "" where nothing says it."""
    html = page.html
    if frames := _find_frames(html):
        shown = ", ".join(frames[:3])
        return f"the page's text is in its frames: rendering reads them, or name one ({shown})"
    if _has_script(html):
        return "next to no text without its scripts: rendering may bring it"
    if target := led_on_to(html, page.url):
        return f"the page sends its visitors on: name where ({target})"
    return ""


def page_of_html(html: str | bytes, url: str, name: str = "the HTML") -> Page:
    """Return HTML that is at hand as a page; bytes are decoded as a browser would.

    Without a `url` the page's address is the one that it states as its own, if it does. Raises
    SourceError, which gives the `name`, for what is no text, or something else than HTML.
    """
    if not isinstance(html, (str, bytes)):
        raise SourceError(f"{name} is of type {type(html).__name__}; wanted str or bytes")
    if not isinstance(url, str):
        raise SourceError(f"the address of {name} is of type {type(url).__name__}; wanted str")
    if isinstance(html, bytes):
        if other := non_html_kind(html):
            raise SourceError(f"{name} is {other}, not HTML")
        html = decode_html(html)
    return Page(url or own_address(html), html)


def captured(
    page: Page, requested_url: str = "", status: int | None = None, warning: str = ""
) -> Capture:
    """Return the capture of a page that was not rendered."""
    failure = f"the server answered with status {status}" if (status or 0) >= 400 else ""
    capture = Capture(
        page=page,
        requested_url=requested_url or page.url,
        status=status,
        redirects=(),
        captured_at=datetime.now(UTC),
        viewport=Viewport(),
        response_html=page.html,
        warnings=tuple(filter(None, (warning, failure))),
    )
    return with_obstacles(capture)
