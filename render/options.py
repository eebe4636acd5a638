"""Options of rendering: the defaults of every capture."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from pagesight.render.errors import OptionError
from pagesight.render.page import Viewport

# IANA's ports of http and https with their usual alternates: what else listens on a public host
# (mail, databases) is nobody's web page. A host on another port can be named in `allow`.
WEB_PORTS = (80, 81, 88, 443, 591, 3000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888)
is_token = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch  # RFC 9110, 5.6.2
has_controls = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]").search
# Headers that frame a message or belong to the connection: another value would be another message.
_OWN_HEADERS = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "upgrade", "te", "trailer"}
    | {"accept-encoding", "expect", "keep-alive", "proxy-authorization", "proxy-connection"}
    | {"cookie"}  # by `cookies`, that follow the rules of cookies
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLimits:
    """What one rendered page may take from the net; what it asks for beyond that is refused.

    A page and its parts are 2.6 MB by 71 requests in the median, and 10 MB by 180 requests at the
    90th percentile (HTTP Archive, Web Almanac 2024, page weight): these only stop what runs away.
    """

    max_bytes: int = 200_000_000  # both directions together
    max_requests: int = 5_000  # tunnels for https, each of which carries many, count as one
    max_connections: int = 256  # at once; Chromium itself opens at most 32 to one proxy
    connect_seconds: float = 10.0  # for each address of a host


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie to send; of the page's own host alone where it names no domain."""

    name: str
    value: str = field(repr=False)  # never logged
    domain: str = ""
    path: str = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """Limits of a capture, and what is done. Times in seconds, sizes in CSS px unless named."""

    deadline: float = 30.0  # from the moment a browser takes the page up: an answer by then
    settle: float = 10.0  # wait no longer after the page commits: later requests are mostly adverts
    quiet: float = 0.25  # no request open for this long: the page has settled
    wait: float = 0.0  # and so many seconds more
    wait_for: str = ""  # a CSS selector, or a text, that is waited for as long as the deadline lets
    click: tuple[str, ...] = ()  # CSS selectors of what is clicked, one after the other
    close_overlays: bool = False  # notices of consent and pop-ups: closed, not only reported
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # to the page's own site
    cookies: tuple[Cookie, ...] = ()
    user_agent: str = ""  # "": the browser's own
    viewport: Viewport = field(default_factory=Viewport)
    screenshot_height: int = 1920  # the top of the page: what genres are predicted from
    full_page: bool = False
    mhtml: bool = False  # keep the page with its style sheets and pictures as MHTML too
    max_full_page_height: int = 16_000  # 4 bytes a pixel: 80 MB of bitmap at 1280 wide
    max_html_bytes: int = 8_000_000  # of the main document; real pages stay under 5 MB
    # Viewports scrolled through, in the page and its boxes, to wake what is lazy.
    max_scrolls: int = 24
    # Viewports that lists growing as one scrolls are followed beyond their first end.
    scroll: int = 4
    load_more: int = 0  # times that a button such as "Load more" is clicked
    url: str = ""  # address of a saved page, in place of the one that it states itself
    allow_private: bool = False  # loopback and private networks too; cloud metadata never
    # Hosts, addresses and networks that may be fetched wherever they are: "intranet.example",
    # "127.0.0.1:8000", "10.1.0.0/16", "[fd00::]/8"; with a port only that one, else any.
    allow: tuple[str, ...] = ()
    ports: tuple[int, ...] = WEB_PORTS  # of public hosts
    # http://[USER:PASSWORD@]HOST:PORT: another proxy to go out by, to addresses checked here.
    proxy: str = field(default="", repr=False)
    limits: PageLimits = field(default_factory=PageLimits)
    javascript: bool = True
    captures_per_browser: int = 50  # then a fresh browser: Chromium's memory creeps
    executable: Path | None = None  # None: Playwright's own Chromium, else the system's

    def __post_init__(self) -> None:
        """Raise OptionError for headers that would be more than that."""
        for name, value in (*self.headers, ("User-Agent", self.user_agent)):
            if not is_token(name) or has_controls(value) or max(value, default="") > "\xff":
                raise OptionError(f"the header {name[:50]!r} has characters that no header has")
            if name.lower() in _OWN_HEADERS:
                raise OptionError(f"the header {name} cannot be set; cookies go by --cookie")
