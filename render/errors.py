"""The root of all errors of Pagesight, those of the render folder, and that of missing packages.

PagesightError
├── MissingPackage         an optional package is not installed
├── RenderError
│   ├── OptionError        an option has a value that it cannot have, or a call comes out of place
│   ├── GuardError         the address is not one we may fetch
│   ├── SourceError        the source cannot be read: no such file, not a page, an empty archive
│   ├── BrowserError       no browser, or it died twice on the same page
│   ├── LateError          a page at hand, or a request, took longer than it may
│   └── NavigationError    the host or server gave no page this time: a time-out, a break
│       └── NoPageError    nor will it at another time: no such host, redirect loop, non-HTML
├── DatasetError           datasets/schema.py
├── ExtractError           extract/errors.py
├── ImageError             vision/prediction.py
└── AppError               app/errors.py

What a program needs to know of an error stands in its attributes, not in its text.
"""

from collections.abc import Iterator
from contextlib import contextmanager

# Statuses of servers that may answer otherwise later: Request Timeout, Too Early, Too Many
# Requests, and server errors but Not Implemented and HTTP Version Not Supported (RFC 9110, 15).
_PASSING_STATUSES = frozenset({408, 425, 429, *range(500, 600)}) - {501, 505}


def is_passing(status: int) -> bool:
    """Return whether a server that answers with that status may give the page later."""
    return status in _PASSING_STATUSES


class PagesightError(Exception):
    """Base of every error that Pagesight raises for what a user can cause."""

    kind: str = "error"  # the type of fault in a word or two, as reports of jobs name it
    permanent: bool = True  # the same will happen at another attempt
    status: int | None = None  # HTTP status, where a server answered


class MissingPackage(PagesightError, ImportError):  # noqa: N818 - reads as the fact it states
    """An optional package is not installed; the text ends with the line that installs it."""

    kind = "not installed"


class RenderError(PagesightError):
    """Base of every error raised by `pagesight.render`."""


class OptionError(RenderError):
    """An option has a value that it cannot have."""


class GuardError(RenderError):
    """The address is not one we may fetch."""

    kind = "guard"


class SourceError(RenderError):
    """The source cannot be read."""

    kind = "no page"


class BrowserError(RenderError):
    """There is no working browser."""

    kind = "browser"
    permanent = False


class LateError(RenderError):
    """It took longer than it may, and no host is to blame."""

    kind, permanent = "late", False


class NavigationError(RenderError):
    """The address gave no page this time; `status` says what the server answered, if it did."""

    kind = "network"
    permanent = False

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        if status is not None:
            self.status = status
        if status is not None and status >= 400:
            self.kind = f"http {status}"
            self.permanent = not is_passing(status)


class NoPageError(NavigationError):
    """The address gives no page, whenever it is asked."""

    kind = "no page"
    permanent = True


@contextmanager
def needed_for(what: str, extra: str) -> Iterator[None]:
    """Raise MissingPackage, with the line that installs it, for a package that the block lacks.

    `extra` is the one of pyproject.toml that has it. A module of Pagesight's own is none.

    >>> with needed_for("the demo", "demo"):
    ...     import nosuchpackage.module
    Traceback (most recent call last):
    pagesight.render.errors.MissingPackage: the demo needs the package nosuchpackage: \
pip install 'pagesight[demo]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "pagesight"):
            raise
        raise MissingPackage(
            f"{what} needs the package {package}: pip install 'pagesight[{extra}]'"
        ) from error
