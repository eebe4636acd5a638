"""Read JSON-LD (https://www.w3.org/TR/json-ld11/): scripts as values, and the nodes in them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lxml.html import HtmlElement

_trailing_comma = re.compile(r",(?=\s*[}\]])").sub
# A quotation mark beside which no value can begin or end.
_loose_quote = re.compile(r"(?<=[^\s{,:\[\\])(\s*)\"(?=\s*[^\s,:}\]])").sub
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
    >>> parsed('{"name": "The "Tern" sails"}')
    [{'name': 'The "Tern" sails'}]
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
    repaired = _trailing_comma("", bare)
    yield repaired
    yield _loose_quote(r'\1\\"', repaired)


def _without_halves(value: Any) -> Any:
    """Return the value without halves of characters (a cut "\\ud83d"), which no file can hold."""
    written = json.dumps(value, ensure_ascii=False)
    whole = written.encode("utf-8", "ignore")
    return value if len(whole.decode("utf-8")) == len(written) else json.loads(whole)


Item = Mapping[str, Any]

# These hold items that are not what the page is about.
_ASIDE = frozenset(
    {"itemListElement", "blogPost", "comment", "review", "isRelatedTo", "relatedLink", "hasPart",
     "isPartOf", "potentialAction", "breadcrumb", "suggestedAnswer", "mentions", "citation"}
)  # fmt: skip
_MAX_NAME = 100  # characters at the end of a type that are looked at
_is_article = re.compile(r".*Article|.*Posting|Report|Review|Recipe|ScholarlyArticle").fullmatch
_is_thing = re.compile(
    r"Product|.*Event|Course|VideoObject|Book|Movie|Dataset|Question|QAPage|JobPosting|.*Software.*"
).fullmatch
_is_page = re.compile(r".*Page").fullmatch


def items_of(roots: Sequence[Any]) -> tuple[Item, ...]:
    """Return the items in the values of a page's JSON-LD, those that say most of it first.

    References to other items (`@id`) are followed. Scripts that are no JSON, even after the usual
    mistakes are fixed, are left out.
    """
    items = list(_items(roots))
    known = {item["@id"]: item for item in items if isinstance(item.get("@id"), str)}
    full = (_resolved(item, known) for item in items)
    return tuple(sorted((item for item in full if "@type" in item), key=_rank))


def types(item: Item) -> tuple[str, ...]:
    """Return the names of the item's types, without the vocabulary's address."""
    found = item.get("@type")
    listed = found if isinstance(found, list) else [found]
    names = (name[-_MAX_NAME:] for name in listed if isinstance(name, str))
    return tuple(re.split("[/#:]", name)[-1] for name in names)


def is_about_page(item: Item) -> bool:
    """Return whether the item is what a page is about, and not who made it."""
    return _rank(item) < 3


def texts(value: Any, *keys: str) -> tuple[str, ...]:
    """Return the texts in a JSON value: itself, those of a list, or those under `keys`."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Mapping):
        return next(filter(None, (texts(value.get(key)) for key in keys)), ())
    if isinstance(value, list):
        return tuple(text for part in value if not isinstance(part, list)
                     for text in texts(part, *keys))  # fmt: skip
    return ()


def _items(roots: Sequence[Any]) -> Iterator[Item]:
    """Yield every object in the values, in order, without what they hold aside."""
    waiting = list(reversed(roots))
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            inner = [part for key, part in value.items() if key not in _ASIDE]
            waiting.extend(reversed(inner))
        elif isinstance(value, list):
            waiting.extend(reversed(value))


def _resolved(item: Item, known: Mapping[str, Item]) -> Item:
    """Return the item with the items that its fields refer to in place of references."""
    return {key: _followed(value, known) for key, value in item.items()}


def _followed(value: Any, known: Mapping[str, Item]) -> Any:
    if isinstance(value, list):
        return [_followed(part, known) for part in value if not isinstance(part, list)]
    if isinstance(value, dict) and isinstance(value.get("@id"), str) and "name" not in value:
        return known.get(value["@id"], value)
    return value


def _rank(item: Item) -> int:
    names = types(item)
    for rank, fits in enumerate((_is_article, _is_thing, _is_page)):
        if any(map(fits, names)):
            return rank
    return 3
