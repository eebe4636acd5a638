"""Say which line installs an optional package that is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from pagesight.render.errors import MissingPackage


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
