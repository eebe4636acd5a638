"""A page as the rest of Pagesight sees it, and the record of how it was captured."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

# In the names of classes and attributes of what scripts show once it is scrolled to.
ANIMATED = (
    "anim|fade|reveal|appear|aos|wow|motion|stagger|lazy|scroll|transition|w-id|framer|opacity"
)


@dataclass(frozen=True, slots=True)
class Viewport:
    """Size of the browser's window, in CSS pixels, and device pixels per CSS pixel."""

    width: int = 1280
    height: int = 960
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels; the origin is the top left corner of the page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Style:
    """What a node looks like: the computed styles that separate content from page furniture."""

    display: str
    visible: bool  # neither display:none, visibility:hidden nor opacity:0
    position: str
    font_size: float  # CSS px
    font_weight: int
    color: str
    background: str


@dataclass(frozen=True, slots=True)
class LaidOutNode:
    """One DOM node that was laid out.

    `text` is the text of a text node with its white space collapsed and None for an element;
    `tag` is the element's own name, or the parent's for a text node.
    """

    tag: str
    text: str | None
    box: Box
    style: Style


@dataclass(frozen=True, slots=True)
class Layout:
    """Laid-out nodes in document order, and the height of the whole page in CSS px."""

    nodes: tuple[LaidOutNode, ...]
    page_height: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """Where in a page's HTML text begins to be hidden, and how.

    `place` is the offset of the end of the attributes in the start tag of an element, in whose
    whole inside the way holds, down to the next. `way` is "display", "visibility", "opacity",
    "font", "clip", "size", "offscreen" or "colour", or "shown" where text is seen again.
    """

    place: int
    way: str


@dataclass(frozen=True, slots=True)
class Page:
    """One web page: its address after redirects, its HTML and, if it was rendered, its looks.

    `screenshot` is an encoded image (PNG or WebP) of the top of the page. `rendered` says whether
    `html` is the DOM after scripts ran: if not, text in `noscript` and `template` may be read.
    `unseen` says what the browser hid; None where that is not known.
    """

    url: str
    html: str
    screenshot: bytes | None = None
    layout: Layout | None = None
    rendered: bool = False
    unseen: tuple[Unseen, ...] | None = None


@dataclass(frozen=True, slots=True)
class Capture:
    """A page and how it came to be: what was asked for, what was sent, and what went wrong."""

    page: Page
    requested_url: str
    status: int | None  # HTTP status; None for a local file
    redirects: tuple[str, ...]  # addresses passed on the way, the requested one first
    captured_at: datetime
    viewport: Viewport
    title: str = ""
    language: str = ""
    response_html: str = ""  # as served, before scripts ran
    full_page: bytes | None = None  # PNG of the whole page, if it was asked for
    mhtml: bytes | None = None  # the page with its parts, if it was asked for
    blocked_requests: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)  # by step
    retry_after: str = ""  # the header of that name, where it is known
    blocked: str = ""  # what keeps visitors out in place of the page, "a challenge page" for one
    consent_wall: bool = False  # the page asks for consent and shows nothing else


def picture_format(picture: bytes) -> str:
    """Return what an encoded picture is, as its file's name ends: "webp" or "png"."""
    return "png" if picture[:4] in (b"\x89PNG", b"") else "webp"


def page_fault(capture: Capture) -> str:
    """Return why what was captured is not the page asked for; "" where it is."""
    return fault_of(capture.status, capture.blocked, capture.consent_wall)


def fault_of(status: int | None, blocked: str, consent_wall: bool) -> str:
    """Return the fault of a page that came with that status, and with that in its place.

    >>> fault_of(404, "", False), fault_of(200, "a challenge page", False), fault_of(200, "", False)
    ('HTTP 404 Not Found', 'blocked: a challenge page', '')
    """
    if error := http_error(status):
        return error
    if blocked:
        return f"blocked: {blocked}"
    return "a consent wall" if consent_wall else ""


def http_error(status: int | None) -> str:
    """Return the error that the server answered with; "" where it gave the page.

    >>> http_error(404), http_error(999), http_error(200), http_error(None)
    ('HTTP 404 Not Found', 'HTTP 999', '', '')
    """
    if status is None or status < 400:
        return ""
    from http import HTTPStatus

    return f"HTTP {status} {HTTPStatus(status).phrase if status in set(HTTPStatus) else ''}".strip()
