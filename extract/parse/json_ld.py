"""The text of a JSON-LD script (https://www.w3.org/TR/json-ld11/) as values."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from lxml.html import HtmlElement

_trailing_comma = re.compile(r",(?=\s*[}\]])").sub
_wrapping = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|(?://\s*)?\]\]>)\s*(?:;\s*)?$"
).sub
_may_be_half = re.compile(r"\\u[dD]").search


def is_json_ld(script: HtmlElement) -> bool:
    """Return whether a script states that it is JSON-LD."""
    return "ld+json" in (script.get("type") or "").lower()


def parsed(script: str) -> Sequence[Any]:
    """Return the value of a script; none if it is no JSON, even after the usual mistakes are fixed.

    >>> parsed('<!-- {"@type": "Article",} -->;')
    [{'@type': 'Article'}]
    """
    for text in _readings(script):
        try:
            value = json.loads(text, strict=False)
            return [_without_halves(value) if _may_be_half(text) else value]
        except (ValueError, RecursionError):
            continue
    return ()


def _readings(script: str) -> Iterator[str]:
    """Yield the script as it stands, then without what is wrapped around it, then repaired."""
    yield script
    bare = _wrapping("", script).strip().rstrip(";")
    yield bare
    yield _trailing_comma("", bare)


def _without_halves(value: Any) -> Any:
    """Return the value without halves of characters (a cut "\\ud83d"), which no file can hold."""
    written = json.dumps(value, ensure_ascii=False)
    whole = written.encode("utf-8", "ignore")
    return value if len(whole.decode("utf-8")) == len(written) else json.loads(whole)
