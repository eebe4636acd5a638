"""What a page of genre "other" plainly is: an error, a login, nothing at all.

Rules for what needs no model. How often they are right, and how many such pages they find:
`python tests/bench/count_plain_kinds.py genre/*.parquet`.
"""

from collections.abc import Mapping

from pagesight.vision.html.evidence import HtmlFeatures

_FEW_WORDS = 150  # of running text on a page that is a form and little else
_NO_WORDS = 5
_STATUSES = ("403", "404", "500", "503")
_NOT_FOUND = ("not", "found")


def plain_kinds(features: HtmlFeatures) -> tuple[str, ...]:
    """Return "error page", "login" or "empty", whichever holds; nothing for most pages."""
    tokens = features.tokens
    words = sum(count for token, count in tokens.items() if token.startswith("w:"))
    if words >= _FEW_WORDS:
        return ()
    if _is_error(tokens):
        return ("error page",)
    if "s:input=password" in tokens:
        return ("login",)
    return ("empty",) if words < _NO_WORDS else ()


def _is_error(tokens: Mapping[str, int]) -> bool:
    """Return whether the title or a heading has a status, or says that nothing was found."""
    return any(
        any(f"{field}:{status}" in tokens for status in _STATUSES)
        or all(f"{field}:{word}" in tokens for word in _NOT_FOUND)
        for field in ("t", "h")
    )
