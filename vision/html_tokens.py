"""The words of a page for the HTML model, each with the place it stands in as a prefix.

c: class name or id     t: title      h: heading    u: address (address.py)
a: link, button, label  s: structure  w: running text
m: what the page says of itself (og:type, JSON-LD ...)
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from lxml.html import HtmlElement

from pagesight.extract.gold.scores import tokens as text_tokens
from pagesight.extract.parse.document import Document
from pagesight.vision.subtrees import Subtrees

_split_name = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+").findall
_find_types = re.compile(r'"@type"\s*:\s*("[^"]+"|\[[^\[\]]*\])').findall
_find_words = re.compile(r"[A-Za-z]+").findall
_LABELS = frozenset({"a", "button", "label", "th", "dt", "option", "legend"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_SELF = frozenset({"og:type", "generator", "twitter:card", "robots", "twitter:label1"})
_WORDS = 1500  # of running text: what comes later tells no more
_BLOCK = 2000  # characters of a block


def page_tokens(document: Document, page: Subtrees) -> Counter[str]:
    """Return the page's tokens, those of its address apart, and how often each occurs.

    `page` is what the document's tree holds.
    """
    found: Counter[str] = Counter()
    found.update(f"w:{word}" for word in first_words(document))
    for element in page.elements:
        found.update(_element_tokens(element, page))
    return found


def first_words(document: Document) -> list[str]:
    """Return the first words of the page's text."""
    words: list[str] = []
    for block in document.blocks:
        words.extend(text_tokens(block.text[:_BLOCK]))
        if len(words) > _WORDS:
            break
    return words[:_WORDS]


def _element_tokens(element: HtmlElement, page: Subtrees) -> Iterator[str]:
    """Yield the tokens of one element, its children apart."""
    tag = element.tag
    parent = element.getparent()
    yield f"s:{parent.tag if parent is not None else ''}>{tag}"
    yield from _name_tokens(element)
    if tag in _LABELS:
        yield from _label_tokens(page.text(element, 60))
    elif tag in _HEADINGS or tag == "title":
        prefix = "t" if tag == "title" else "h"
        yield from (f"{prefix}:{word}" for word in text_tokens(page.text(element, 300)))
    elif tag == "meta":
        name = (element.get("property") or element.get("name") or "").lower()
        yield f"m:{name}"
        if name in _SELF:
            yield from (
                f"m:{name}={w}" for w in _find_words((element.get("content") or "").lower())
            )
    elif tag == "script" and "json" in (element.get("type") or ""):
        yield from (f"m:ld={kind}" for kind in _linked_types(element.text or ""))
    elif tag == "input":
        yield f"s:input={(element.get('type') or 'text').lower()}"
        yield from (f"a:{w}" for w in text_tokens(element.get("placeholder") or "")[:6])


def _name_tokens(element: HtmlElement) -> Iterator[str]:
    """Yield whole class names and ids, their parts, and what microdata and roles say."""
    yield from _parts(element.get("class") or "")
    yield from _parts(element.get("id") or "")
    for attribute in ("itemtype", "itemprop", "role", "rel"):
        value = element.get(attribute)
        if value:
            yield f"m:{attribute}={value.rsplit('/', 1)[-1].lower()[:30]}"


@lru_cache(maxsize=4096)  # a page repeats its names
def _parts(names: str) -> tuple[str, ...]:
    """Return the tokens of names with spaces between them."""
    found: list[str] = []
    for name in names.split()[:12]:
        if len(name) <= 40:
            found.append(f"c:{name.lower()}")
            parts = _split_name(name)
            if len(parts) > 1:
                found.extend(f"c:{part.lower()}" for part in parts if len(part) > 1)
    return tuple(found)


def _label_tokens(text: str) -> Iterator[str]:
    """Yield the words of a short label, of which this is the beginning, and the whole of it."""
    words = text_tokens(text)
    if 0 < len(words) <= 4:
        yield "a:" + "_".join("0" if word.isdigit() else word for word in words)
        if len(words) > 1:
            yield from (f"a:{word}" for word in words if not word.isdigit())


def _linked_types(script: str) -> Iterator[str]:
    """Yield the types that JSON-LD names, without parsing it whole: it is often broken."""
    for match in _find_types(script[:200_000]):
        try:
            kinds: Any = json.loads(match)
        except (ValueError, RecursionError):
            continue
        yield from ([kinds.lower()] if isinstance(kinds, str) else [str(k).lower() for k in kinds])
