"""What a page of genre "other" plainly is: an error, a login, nothing at all.

Rules for what needs no model. How often they are right, and how many such pages they find:
`python tests/studies/genre/count_plain_kinds.py genre/*.parquet`.
"""

from pagesight.vision.html.evidence import Features
from pagesight.vision.html.vocabulary import Bags

_FEW_WORDS = 150  # of running text on a page that is a form and little else
_NO_WORDS = 5
_STATUSES = ("403", "404", "500", "503")
_NOT_FOUND = ("not", "found")


def plain_kinds(features: Features) -> tuple[str, ...]:
    """Return "error page", "login" or "empty", whichever holds; nothing for most pages."""
    tokens = features.tokens
    words = sum(tokens["w"].values())
    if words >= _FEW_WORDS:
        return ()
    if _is_error(tokens):
        return ("error page",)
    if "input=password" in tokens["s"]:
        return ("login",)
    return ("empty",) if words < _NO_WORDS else ()


def _is_error(tokens: Bags) -> bool:
    """Return whether the title or a heading has a status, or says that nothing was found."""
    return any(
        any(status in tokens[field] for status in _STATUSES)
        or all(word in tokens[field] for word in _NOT_FOUND)
        for field in ("t", "h")
    )
