"""Gather what there is of a page beside its text: its head, its form fields, its JSON-LD.

Scripts of JSON-LD (https://www.w3.org/TR/json-ld11/) are read as values, with the nodes in them.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.walk import SkippedElement

_trailing_comma = re.compile(r",(?=\s*[}\]])").sub
# A quotation mark beside which no value can begin or end.
_loose_quote = re.compile(r"(?<=[^\s{,:\[\\])(\s*)\"(?=\s*[^\s,:}\]])").sub
_wrapping = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|(?://\s*)?\]\]>)\s*(?:;\s*)?$"
).sub
_find_value = re.compile(r"[^\s,;}\]]").search
_DECODER = json.JSONDecoder(strict=False)
_may_be_half = re.compile(r"\\u[dD]").search
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
_MOST_CHARS = 200_000  # of a script's JSON-LD, looked through for types
_OPTION_CHARS = 60  # kept of an option's text; by hand
_DESCRIPTIONS = frozenset({"description", "og:description"})
_find_types = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(\w+)"').findall


def is_json_ld(script: HtmlElement) -> bool:
    """Return whether a script states that it is JSON-LD."""
    return "ld+json" in (script.get("type") or "").lower()


def parsed(script: str) -> Sequence[Any]:
    """Return the values of a script; none if it is no JSON, even after usual mistakes are fixed.

    >>> parsed('<!-- {"@type": "Article",} -->;')
    [{'@type': 'Article'}]
    >>> parsed('{"@type": "Article"}}, {"@type": "Event"}')
    [{'@type': 'Article'}, {'@type': 'Event'}]
    >>> parsed('{"name": "The "Tern" sails"}')
    [{'name': 'The "Tern" sails'}]
    """
    for text in _readings(script):
        if values := _values(text):
            return [_without_halves(value) if _may_be_half(text) else value for value in values]
    return ()


def _values(text: str) -> Sequence[Any]:
    """Return the objects and lists that stand after each other in a text, if nothing else does.

    There may be brackets and signs between them and at the end that nothing opened.
    """
    values: list[Any] = []
    at = 0
    while begin := _find_value(text, at):
        try:
            value, at = _DECODER.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            return ()
        values.append(value)
    return values


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


def items_of(roots: Sequence[Any]) -> tuple[Item, ...]:
    """Return the items in the values of a page's JSON-LD, those that say most of it first.

    References to other items (`@id`) are followed. Scripts that are no JSON, even after the usual
    mistakes are fixed, are left out.
    """
    items = list(objects(roots, _at_heart))
    known = {item["@id"]: item for item in items if isinstance(item.get("@id"), str)}
    full = (_resolved(item, known) for item in items)
    return tuple(sorted((item for item in full if "@type" in item), key=_rank))


def types(item: Item) -> tuple[str, ...]:
    """Return the names of the item's types, without the vocabulary's address."""
    stated = item.get("@type")
    listed = stated if isinstance(stated, list) else [stated]
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


def objects(
    values: Iterable[Any], inner: Callable[[Item], Iterable[Any]] = lambda item: item.values()
) -> Iterator[Item]:
    """Yield every object in JSON values, in order; `inner` says which values of one to look at."""
    waiting = [*values][::-1]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += [*inner(value)][::-1]
        elif isinstance(value, list):
            waiting += value[::-1]


def _at_heart(item: Item) -> list[Any]:
    return [value for key, value in item.items() if key not in _ASIDE]


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
        return tuple([name for script in scripts for name in _find_types(script)])

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
            input_type = (element.get("type") or "text").lower()
            inputs.append((input_type, element.get("placeholder") or ""))
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
