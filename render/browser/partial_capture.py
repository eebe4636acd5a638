"""Results of a visit so far, and the Capture that they make."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from pagesight.render.browser.recovery import Steps
from pagesight.render.browser.snapshot import Dom, Pictures
from pagesight.render.errors import LateError
from pagesight.render.net.cdp_requests import ArchiveRequests
from pagesight.render.net.network_log import NetworkLog
from pagesight.render.net.traffic import PageTraffic
from pagesight.render.obstacles import with_obstacles
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, Layout, Page
from pagesight.render.sources.address import page_address, without_origin
from pagesight.render.sources.body import decode_html
from pagesight.render.sources.plain_text import plain_text
from pagesight.render.sources.source import Source

# A reading is taken in place of the page as it stands at the end if it has more than so many times
# the text, and so many characters more: scripts drop parts of most pages, menus and notices.
_TIMES, _MORE_CHARS = 2.0, 200
# What Chromium shows of XML that is none.
_XML_ERROR = "<parsererror"
_SERVED = "the HTML is the one served"
_LOST = "the page lost most of its text"


def fullest(dom: Dom | None, served: str, url: str) -> tuple[Dom, str]:
    """Return the reading that holds the page's text, and why if it is not the DOM as it stands.

    The DOM is that; one that a script has emptied is taken as it stood before, or as served.
    """
    if dom is None:
        return Dom(html=served, url=url, rendered=False), f"the DOM could not be read: {_SERVED}"
    if served and _XML_ERROR in dom.html and _XML_ERROR not in served:
        return _other(dom, served, rendered=False), f"the page is not well-formed XML: {_SERVED}"
    chars = _chars(dom.html)
    if _is_fuller(dom.earlier, chars):
        return _other(dom, dom.earlier), f"{_LOST}: the HTML is that before it was scrolled"
    if _is_fuller(served, chars):
        return _other(dom, served, rendered=False), f"{_LOST}: {_SERVED}"
    return dom, ""


def _is_fuller(html: str, chars: int) -> bool:
    least = _TIMES * chars + _MORE_CHARS
    return len(html) > least and _chars(html) > least


def _other(dom: Dom, html: str, *, rendered: bool = True) -> Dom:
    return replace(
        dom, html=html, full=len(html), unseen=None, empty=False, rendered=rendered, earlier=""
    )


def _chars(html: str) -> int:
    return len(plain_text(html))


@dataclass(slots=True)
class PartialCapture:
    """Filled in as the visit goes on; what could not be had stays None."""

    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    requests: ArchiveRequests | None = None  # of a saved page
    traffic: PageTraffic | None = None  # of a live one
    log: NetworkLog | None = None
    pictures: Pictures | None = None
    mhtml: bytes | None = None
    dom: Dom | None = None
    layout: Layout | None = None

    @property
    def served(self) -> str:
        """The main document as the server or archive sent it, as far as it has come."""
        body = self.log.served.html() if self.log else ""
        stored = self.requests.document if self.requests else None
        return body or (decode_html(stored.body, stored.content_type) if stored else "")

    @property
    def nothing(self) -> bool:
        """Whether no HTML was got."""
        return self.dom is None and not self.served

    @property
    def screenshot(self) -> bytes | None:
        """The picture of the top of the page."""
        return self.pictures.top if self.pictures else None


def to_capture(
    partial: PartialCapture, source: Source, options: RenderOptions, steps: Steps
) -> Capture:
    """Return the Capture. Raises LateError if nothing was found."""
    served = partial.served[: options.max_html_bytes]
    dom, reason = fullest(partial.dom, served, source.url)
    if not dom.html:  # a picture of a page that has not come shows nothing
        raise LateError(
            f"{source.name} could not be read in time; try again with a longer deadline"
        )
    log, traffic = partial.log, partial.traffic
    capture = Capture(
        page=Page(
            url=page_address(dom.url),
            html=without_origin(dom.html),
            screenshot=partial.screenshot,
            layout=None if reason else partial.layout,  # else of another HTML
            rendered=dom.rendered,
            unseen=dom.unseen,
        ),
        requested_url=source.name,
        status=log.status if log else None,
        redirects=tuple(filter(page_address, log.passed[:-1])) if log else (),
        captured_at=partial.started,
        viewport=options.viewport,
        title=dom.title,
        language=dom.language,
        response_html=served,
        full_page=partial.pictures.full_page if partial.pictures else None,
        mhtml=partial.mhtml,
        blocked_requests=tuple(traffic.refused) if traffic else (),
        warnings=tuple(
            filter(None, (*steps.warnings, reason, *_remarks(partial, dom, options, steps)))
        ),
        seconds=dict(steps.seconds),
    )
    return with_obstacles(capture)


def _remarks(
    partial: PartialCapture, dom: Dom, options: RenderOptions, steps: Steps
) -> Iterator[str]:
    """Yield what the user should know of the page, beyond what went wrong in a step."""
    yield from _remarks_of_network(partial)
    if dom.full > options.max_html_bytes:
        yield f"DOM larger than {options.max_html_bytes / 1e6:.0f} MB: the rest was cut off"
    elif dom.empty:
        yield "the page is empty"
    if partial.layout is None and "layout" not in steps.failed:
        yield "the layout could not be read"


def _remarks_of_network(partial: PartialCapture) -> Iterator[str]:
    if partial.log and (partial.log.status or 0) >= 400:
        yield f"the server answered with status {partial.log.status}"
    if partial.log and partial.log.broken_off:
        yield "cut off by the server: the end of the page did not come"
    if partial.traffic and partial.traffic.refused:
        yield f"requests to addresses that may not be fetched: {len(partial.traffic.refused)}"
    if partial.traffic and partial.traffic.exceeded:
        yield partial.traffic.exceeded
    if partial.requests and partial.requests.document and partial.requests.document.warning:
        yield partial.requests.document.warning
    if partial.requests and partial.requests.missing:
        yield f"requests that the archive cannot answer: {len(partial.requests.missing)}"
