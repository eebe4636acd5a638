"""How to render: the defaults of every capture."""

from dataclasses import dataclass, field
from pathlib import Path

from pagesight.render.page import Viewport


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """Limits and looks of a capture. Times are in seconds, sizes in CSS pixels unless named."""

    deadline: float = 30.0  # from the moment a browser takes the page up: an answer by then
    settle: float = 10.0  # wait no longer after the page commits: later requests are mostly adverts
    quiet: float = 0.25  # no request open for this long: the page has settled
    viewport: Viewport = field(default_factory=Viewport)
    screenshot_height: int = 1920  # the top of the page: what genres are predicted from
    full_page: bool = False
    mhtml: bool = False  # keep the page with its style sheets and pictures as MHTML too
    max_full_page_height: int = 16_000  # 4 bytes a pixel: 80 MB of bitmap at 1280 wide
    max_html_bytes: int = 8_000_000  # of the main document; real pages stay under 5 MB
    max_scrolls: int = 8  # viewports scrolled through to wake lazy images
    url: str = ""  # address of a saved page, in place of the one that it states itself
    allow_private: bool = False
    javascript: bool = True
    captures_per_browser: int = 50  # then a fresh browser: Chromium's memory creeps
    executable: Path | None = None  # None: Playwright's own Chromium, else the system's
