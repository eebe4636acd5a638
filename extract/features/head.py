"""What a page says of itself in its head: title, description, types, the text of its JSON-LD."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.parse.walk import Passed

find_types = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(\w+)"').findall
_MOST_STRINGS = 4000  # of a page's structured data
LEAST_CHARS = 30  # shorter strings of structured data are names, dates, addresses


@dataclass(frozen=True, slots=True)
class Head:
    """Texts of the head; "" where there is none."""

    title: str
    description: str
    og_type: str
    types: str  # of its JSON-LD, in small letters
    structured: str  # its long strings


def head(passed: Sequence[Passed]) -> Head:
    """Return what the page says of itself in the elements that hold no text of it."""
    title, described, og_type, scripts = "", [], "", []
    for element in _of_head(passed):
        tag = element.tag
        if tag == "script":
            if element.get("type") == "application/ld+json":
                scripts.append(element.text or "")
        elif tag == "title":
            title = title or element.text or ""
        else:
            name, property_ = element.get("name"), element.get("property")
            if name == "description" or property_ == "og:description":
                described.append(element.get("content") or "")
            elif property_ == "og:type" and not og_type:
                og_type = (element.get("content") or "").lower()
    return Head(
        title=title,
        description=" ".join(described),
        og_type=og_type,
        types=" ".join(find_types(" ".join(scripts))).lower(),
        structured=" ".join(islice(_long_strings(scripts), _MOST_STRINGS)),
    )


def _of_head(passed: Sequence[Passed]) -> Iterator[HtmlElement]:
    for element, *_ in passed:
        if element.tag == "head":
            yield from element.iter("script", "title", "meta")
        elif element.tag in ("script", "title", "meta"):
            yield element


def _long_strings(scripts: list[str]) -> Iterator[str]:
    """Yield the long strings of the page's JSON-LD."""
    for script in scripts:
        try:
            values = [json.loads(script, strict=False)]
        except (ValueError, RecursionError):
            continue
        while values:
            value = values.pop()
            if isinstance(value, dict):
                values.extend(value.values())
            elif isinstance(value, list):
                values.extend(value)
            elif isinstance(value, str) and len(value) >= LEAST_CHARS:
                yield value
