"""Errors as programs read them: kind, whether it is permanent, the server's status."""

import pickle

import pytest

from pagesight.render.errors import (
    BrowserError,
    GuardError,
    NavigationError,
    NoPageError,
    PagesightError,
    SourceError,
)


@pytest.mark.parametrize(
    ("error", "kind", "permanent", "status"),
    [
        (PagesightError("a"), "error", True, None),
        (GuardError("a"), "guard", True, None),
        (SourceError("a"), "no page", True, None),
        (BrowserError("a"), "browser", False, None),
        (NavigationError("a"), "network", False, None),
        (NoPageError("a"), "no page", True, None),
        (NoPageError("a", 204), "no page", True, 204),
        (NoPageError("a", 503), "http 503", False, 503),
        (NavigationError("a", 401), "http 401", True, 401),
    ],
)
def test_an_error_says_whether_it_is_permanent_also_in_another_process(
    error: PagesightError, kind: str, permanent: bool, status: int | None
) -> None:
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert (each.kind, each.permanent, each.status) == (kind, permanent, status)
        assert str(each) == "a"
