"""Read microdata and RDFa Lite as items like those of JSON-LD."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from lxml.html import HtmlElement

from pagesight.extract.metadata.sources import clean, inner_text
from pagesight.extract.page.document import Document
from pagesight.extract.page.structured_data import Item

_MOST = 3000  # elements with a property: more are a long list of offers
_MOST_CHARS = 5_000  # of a value: a step of a recipe, a description
_MOST_CHARS_AROUND = 500  # of one around others: each level of them would be read again
_MARKED = (
    "//*[@itemscope or @itemprop or @typeof or (@property and not(self::meta[ancestor::head]))]"
)
_OF_LINES = frozenset({"recipeIngredient", "ingredients", "recipeInstructions"})
_LINES = ".//li[not(.//li)] | .//p[not(ancestor::li) and not(.//li)]"
_STATES = ("content", "datetime", "value", "href", "src", "data", "resource")


def items(document: Document) -> tuple[Item, ...]:
    """Return the items of a page in document order, those in others too, without those of no type.

    What stands in no item is in a last one of no type.
    """
    scopes: dict[HtmlElement, dict[str, Any]] = {}
    loose: dict[str, Any] = {}
    marked = document.tree.xpath(_MARKED)[:_MOST]
    for element, following in zip_longest(marked, marked[1:]):
        owner = _owner(element, scopes, loose)
        is_item = element.get("itemscope") is not None or element.get("typeof") is not None
        if is_item:
            scopes[element] = _item(element)
        is_around = following is not None and element in following.iterancestors()
        most = _MOST_CHARS_AROUND if is_around else _MOST_CHARS
        value: Any = scopes[element] if is_item else _value(element, most)
        for written in (element.get("itemprop") or element.get("property") or "").split():
            name = written.rsplit(":", 1)[-1].rsplit("/", 1)[-1]
            is_lines = name in _OF_LINES and not is_item and not is_around
            for each in (is_lines and _lines(element)) or (value,):
                _add(owner, name, each)
    return (*(item for item in scopes.values() if item["@type"]), loose)


def _item(element: HtmlElement) -> dict[str, Any]:
    written = element.get("itemtype") or element.get("typeof") or ""
    return {"@type": [name for name in written.split() if name]}


def _owner(
    element: HtmlElement, scopes: Mapping[HtmlElement, dict[str, Any]], loose: dict[str, Any]
) -> dict[str, Any]:
    """Return the innermost item around the element."""
    for around in element.iterancestors():
        if around in scopes:
            return scopes[around]
    return loose


def _value(element: HtmlElement, most: int) -> str:
    for name in _STATES:
        if stated := element.get(name):
            return clean(stated[:_MOST_CHARS])
    return clean(inner_text(element, most))


def _lines(element: HtmlElement) -> tuple[str, ...]:
    """Return the texts of the elements in one that are a line each; none if it is one itself."""
    lines = element.xpath(_LINES)[:_MOST]
    return tuple(clean(inner_text(line, _MOST_CHARS)) for line in lines if len(lines) > 1)


def _add(item: dict[str, Any], name: str, value: object) -> None:
    """Add a value of a property; several make a list."""
    if value in ("", None):
        return
    if name not in item:
        item[name] = value
    elif isinstance(item[name], list):
        item[name].append(value)
    else:
        item[name] = [item[name], value]
