"""Errors of the render folder.

RenderError
├── GuardError         the address is not one we may fetch
├── SourceError        the source cannot be read: no such file, not a page, an empty archive
├── BrowserError       no browser, or it died twice on the same page
└── NavigationError    the host or server gave no page: DNS, refused, TLS, redirect loop, non-HTML
"""


class RenderError(Exception):
    """Base of every error raised by `pagesight.render`."""


class GuardError(RenderError):
    """The address is not one we may fetch."""


class SourceError(RenderError):
    """The source cannot be read."""


class BrowserError(RenderError):
    """There is no working browser."""


class NavigationError(RenderError):
    """The address gave no page."""
