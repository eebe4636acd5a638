"""Gather what there is of a page beside its text: its head, its scripts, its form fields."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.structured_data import is_json_ld, parsed
from pagesight.extract.page.walk import SkippedElement

_MOST_CHARS = 200_000  # of a script's JSON-LD, looked through for types
_OPTION_CHARS = 60  # kept of an option's text; by hand
_DESCRIPTIONS = frozenset({"description", "og:description"})
_find_types = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(\w+)"').findall


@dataclass(frozen=True)
class PageHead:
    """Elements that hold no text of the page, in document order; "" for what there is none of."""

    tags: Mapping[str, int]  # how many of each, those in the head and in their like among them
    title: str
    metas: tuple[tuple[str, str], ...]  # name or property in small letters, content
    json_ld: tuple[str, ...]  # the text of each script of it
    inputs: tuple[tuple[str, str], ...]  # type, placeholder
    options: tuple[str, ...]  # the text of each

    @property
    def description(self) -> str:
        """Return the page's descriptions of itself, one after the other."""
        return " ".join([content for name, content in self.metas if name in _DESCRIPTIONS])

    @cached_property
    def types(self) -> tuple[str, ...]:
        """Return the types of its JSON-LD in small letters, of broken scripts too."""
        scripts = (script[:_MOST_CHARS].lower() for script in self.json_ld)
        return tuple([kind for script in scripts for kind in _find_types(script)])

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """Return the values of its JSON-LD, one a script that can be read."""
        return tuple([value for script in self.json_ld for value in parsed(script)])


def page_head(passed: Sequence[SkippedElement]) -> PageHead:
    """Return what there is of the elements that the walk skipped."""
    tags: Counter[str] = Counter()
    titles, scripts, options = [], [], []
    metas, inputs = [], []
    for element in _with_inner(passed):
        tag = element.tag
        tags[tag] += 1
        if tag == "meta":
            name = element.get("property") or element.get("name") or ""
            metas.append((name.lower(), element.get("content") or ""))
        elif tag == "script":
            if is_json_ld(element):
                scripts.append(element.text or "")
        elif tag == "input":
            kind = (element.get("type") or "text").lower()
            inputs.append((kind, element.get("placeholder") or ""))
        elif tag == "option":
            options.append((element.text or "")[:_OPTION_CHARS])
        elif tag == "title":
            titles.append(element.text or "")
    return PageHead(
        tags=tags,
        title=next(filter(None, titles), ""),
        metas=tuple(metas),
        json_ld=tuple(scripts),
        inputs=tuple(inputs),
        options=tuple(options),
    )


def _with_inner(passed: Sequence[SkippedElement]) -> Iterator[HtmlElement]:
    """Yield the elements, and those inside the head and groups of options."""
    for element, *_ in passed:
        yield element
        if element.tag in ("head", "optgroup", "datalist"):
            yield from element.iterdescendants(etree.Element)
