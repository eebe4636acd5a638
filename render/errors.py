"""The root of all errors of Pagesight, and those of the render folder.

PagesightError
├── MissingPackage         an optional package is not installed
├── RenderError
│   ├── GuardError         the address is not one we may fetch
│   ├── SourceError        the source cannot be read: no such file, not a page, an empty archive
│   ├── BrowserError       no browser, or it died twice on the same page
│   └── NavigationError    the host or server gave no page: DNS, TLS, redirect loop, non-HTML
├── DatasetError           datasets/errors.py
├── ExtractError           extract/errors.py
├── VisionError            vision/errors.py
└── AppError               app/errors.py
"""


class PagesightError(Exception):
    """Base of every error that Pagesight raises for what a user can cause."""


class MissingPackage(PagesightError, ImportError):  # noqa: N818 - reads as the fact it states
    """An optional package is not installed; the text ends with the line that installs it."""


class RenderError(PagesightError):
    """Base of every error raised by `pagesight.render`."""


class GuardError(RenderError):
    """The address is not one we may fetch."""


class SourceError(RenderError):
    """The source cannot be read."""


class BrowserError(RenderError):
    """There is no working browser."""


class NavigationError(RenderError):
    """The address gave no page."""
