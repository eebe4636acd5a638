"""Whether an address is that of another page of the same list."""

import re
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, urlsplit

# What stands for the number of a page at the end of a path or of its last segment.
_drop_number = re.compile(
    r"(?:[-_/.,]?(?:page|pages|seite|pagina|página|pag|pg|p|start|offset|strana|strona|sida|side"
    r"|sivu|index|from|f))?[-_/.,=]?(?<!\d)\d{1,5}(?=/?(?:index)?(?:\.\w{2,5})?/?$)",
    re.I,
).sub
_numbers_pages = re.compile(r"p|.*(?:pag|start|offset|from|skip|seite|range).*|pg", re.I).fullmatch
_numbers_else = re.compile(
    r".*(?:limit|size|count|show|anzahl|year|month|day|date|mini).*|(?:items)?_?per_?page|m|y|d",
    re.I,
).fullmatch
_identifies = re.compile(r".*id|t|f|c|topic|thread|board|forum|cat\w*|tag", re.I).fullmatch
_is_number = re.compile(r"\d[\d.,-]{0,6}").fullmatch
_drop_index = re.compile(r"(?:index|default)\.\w{2,5}$", re.I).sub
_MAX_CHARS = 1000  # longer addresses are none of a list's pages


def is_same_list(address: str, page: str) -> bool:
    """Return whether two addresses differ in no more than the number of a page.

    >>> is_same_list("https://a.example/blog/page/2/", "https://a.example/blog/")
    True
    >>> is_same_list("https://a.example/t?id=7&start=20", "https://www.a.example/t?id=7")
    True
    >>> is_same_list("https://a.example/about", "https://a.example/blog/")
    False
    """
    if max(len(address), len(page)) > _MAX_CHARS:
        return False
    there, here = _split(address), _split(page)
    if there is None or here is None or _host(there) != _host(here):
        return False
    return _is_same_query(there.query, here.query) and not _paths(there.path).isdisjoint(
        _paths(here.path)
    )


@lru_cache(maxsize=1024)
def _split(address: str) -> SplitResult | None:
    try:
        return urlsplit(address)
    except ValueError:
        return None


def _host(parts: SplitResult) -> str:
    return parts.netloc.lower().removeprefix("www.")


def _is_same_query(there: str, here: str) -> bool:
    """Return whether queries differ in numbers alone, and in parameters that one of them lacks.

    What the page's own has is missing only where it may be the number of a page.
    """
    said, own = dict(parse_qsl(there)), dict(parse_qsl(here))
    if any(name not in said and not _numbers_pages(name) for name in own):
        return False
    return all(
        own.get(name) == value or _may_change(name, own.get(name, ""), value)
        for name, value in said.items()
    )


def _may_change(name: str, old: str, new: str) -> bool:
    """Return whether a parameter may have another value on another page of the list."""
    if _numbers_pages(name):
        return True
    if _numbers_else(name):
        return False
    if old and _identifies(name):  # forums number "board=18.0", "board=18.20"
        return "." in new and old.split(".")[0] == new.split(".")[0]
    return not old or _is_number(new) is not None


@lru_cache(maxsize=1024)
def _paths(path: str) -> frozenset[str]:
    """Return the path, and what it is without numbers of pages, once and twice."""
    once = _drop_number("", path)
    found = (path, once, _drop_number("", once))
    return frozenset(_drop_index("", each).rstrip("/") for each in found)
