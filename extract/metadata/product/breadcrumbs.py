"""The way to a page: the names of the pages above it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pagesight.extract.metadata.product.microdata import items as microdata_items
from pagesight.extract.metadata.product.stated import items_in, name_in, text_in
from pagesight.extract.page.document import Document
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.page.structured_data import Item, types
from pagesight.extract.text.money import amount

_names_crumbs = re.compile(
    r"bread-?_?crumb|(?<![a-z])crumbs?(?![a-z])|navigation-?path|ariane"
).search
_is_separator = re.compile(r"[\W_]*").fullmatch
_MOST_CRUMBS = 12  # by hand: shops have up to eight levels
_MAX_CHARS = 60  # of a name
_MOST_VALUES = 5_000  # of JSON-LD


def breadcrumbs(document: Document, extents: TextSpans) -> tuple[str, ...]:
    """Return the names of the pages above this one, from the top down, often with its own."""
    return stated_breadcrumbs(document) or shown_breadcrumbs(document, extents)


def stated_breadcrumbs(document: Document) -> tuple[str, ...]:
    """Return the names of the pages above this one that the page states, from the top down."""
    for items in (tuple(_all_items(document.head.values)), document.once(microdata_items)):
        lists = [item for item in items if "BreadcrumbList" in types(item)]
        names = [_crumb_names(each) for each in lists]
        if any(names):
            return max(names, key=len)
        loose = tuple(text_in(item, "title") for item in items if "Breadcrumb" in types(item))
        if any(loose):
            return tuple(filter(None, loose))
    return ()


def _crumb_names(crumbs: Item) -> tuple[str, ...]:
    entries = items_in(crumbs.get("itemListElement"))
    entries = sorted(entries, key=lambda entry: amount(text_in(entry, "position")).zfill(6))
    names = (text_in(entry, "name") or name_in(entry, "item") for entry in entries)
    return tuple(name for name in names if name and "://" not in name)


def _all_items(values: Sequence[Any]) -> Iterator[Item]:
    waiting = list(reversed(values))
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting.extend(reversed(value.values()))
        elif isinstance(value, list):
            waiting.extend(reversed(value))


def shown_breadcrumbs(document: Document, extents: TextSpans) -> tuple[str, ...]:
    """Return the texts of the first element that is called breadcrumbs and has several."""
    elements = document.elements
    for row in range(len(elements)):
        label = elements.own(row).get("aria-label") or ""
        if _names_crumbs(f"{elements.classes[row]} {elements.ids[row]} {label}".lower()):
            texts = extents.texts(extents.start[row], extents.end[row])
            names = [text.strip(" /\\›»>|") for text in texts]
            found = tuple(dict.fromkeys(name for name in names if not _is_separator(name)))
            if 1 < len(found) <= _MOST_CRUMBS and max(map(len, found)) <= _MAX_CHARS:
                return found
    return ()
