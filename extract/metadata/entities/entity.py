"""Define entities, and make them of items of JSON-LD and microdata, without placeholders.

An entity is a thing of schema.org that a page states, with where each field is from.
"""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from pagesight.extract.page.head import Item, types

# Stated in the page's markup alone, seen in its text as well, or read off that alone.
FieldSource = Literal["markup", "both", "page"]
_MOST_DEPTH = 8  # of entities in entities
_MOST_VALUES = 1_000  # of a list
_MOST_CHARS = 100_000  # of a text
_is_placeholder = re.compile(
    r"\$\w+|\{\{.*|\$\{.*|\[\[.*|%%.*%%|<%.*|null|undefined|none|nan|n/?a|-+|\[object object\]",
    re.I | re.S,
).fullmatch
_is_enumerated = re.compile(r"https?://(?:www\.)?schema\.org/(\w+)/?").fullmatch
_tags = re.compile(r"<(?:/?[a-zA-Z][^<>]{0,500}|!--[^<>]*--)>")
_ends_line = re.compile(r"<(?:br|/?p|/?li|/?div|/?ol|/?ul|/?h\d)\b[^<>]{0,300}>", re.I).sub
_number = re.compile(r"^\s*(?:step\s*)?\d{1,2}\s*[.):]\s+", re.I).sub
_is_bare_number = re.compile(  # "Step 1", "Pea soup step 1"
    r"\W*(?:[^\W\d]{1,10}\W{0,3})?\d{1,2}\W*|.{1,80}\Wstep \d{1,2}", re.I
).fullmatch
_counts = re.compile(r"(?<![\d,/])(\d{1,2})[.):、](?!\d)").finditer  # "1. Wash 2. Cut"
_has_letter = re.compile(r"[^\W\d_]").search
_NEARLY_ALL = 0.8  # of a recipe's words in one text: that has its steps in lines
_LISTS_OF_STEPS = frozenset({"recipeInstructions", "step", "steps", "instructions"})
_LISTS_OF_LINES = frozenset({"recipeIngredient", "ingredients", "supply", "tool"})
_SAME: Mapping[str, str] = {"ingredients": "recipeIngredient", "instructions": "recipeInstructions"}
_ADDRESS = ("streetAddress", "addressLocality", "addressRegion")
_RATINGS = ("ratingValue", "ratingCount", "reviewCount")


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing by schema.org's names: Product, Recipe, Event, JobPosting, FAQPage, Person ...

    `fields` has texts, entities, and tuples of both where there are several; steps of a recipe and
    names of breadcrumbs are texts in order. `sources` says of each field where the page has it.
    """

    type: str
    fields: Mapping[str, Any]
    sources: Mapping[str, FieldSource] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the first text of a field, of an entity in it the name; "" if there is none."""
        return next(iter(self.texts(name)), "")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the texts of a field, of entities in it their names, else texts or addresses."""
        return tuple(filter(None, map(_text_of, _several(self.fields.get(name)))))

    def entities(self, name: str) -> "tuple[Entity, ...]":
        """Return the entities in a field."""
        return tuple(each for each in _several(self.fields.get(name)) if isinstance(each, Entity))

    def as_json(self) -> dict[str, Any]:
        """Return the entity as schema.org's JSON-LD has it."""
        return {"@type": self.type} | {name: _json(value) for name, value in self.fields.items()}


def _several(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _text_of(value: Any) -> str:
    if not isinstance(value, Entity):
        return str(value)
    names = ("name", "text", "address", "url", "contentUrl", "@id")
    named = next(filter(None, map(value.text, names)), "")
    return named or ", ".join(filter(None, map(value.text, _ADDRESS)))


def _json(value: Any) -> Any:
    if isinstance(value, Entity):
        return value.as_json()
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def entity_of(item: Item, known: Mapping[str, Item], depth: int = 0) -> Entity | None:
    """Return the entity that an item states; None if it states nothing.

    `known` are the page's items by `@id`, for references.
    """
    type_names = types(item)
    fields: dict[str, Any] = {}
    for name, value in item.items():
        own = name.rsplit("/", 1)[-1].rsplit(":", 1)[-1]
        if own.startswith("@") or depth > _MOST_DEPTH:
            continue
        read = _field(own, value, known, depth)
        if read not in ("", (), None):
            fields.setdefault(_SAME.get(own, own), read)
    if not fields or _is_empty_rating(type_names, fields):
        return None
    return Entity(type_names[0] if type_names else "Thing", fields)


def _field(name: str, value: Any, known: Mapping[str, Item], depth: int) -> Any:
    if name in _LISTS_OF_STEPS:
        return tuple(_steps(value))
    if name in _LISTS_OF_LINES:
        return tuple(filter(None, _whole_lines([*_leaves(value)])))
    if name == "itemListElement" and (crumbs := _crumbs(value)):
        return crumbs
    return _value(value, known, depth)


def _value(value: Any, known: Mapping[str, Item], depth: int) -> Any:
    """Return a text, an entity or a tuple of them; None for what says nothing."""
    if isinstance(value, list):
        values = (_value(each, known, depth) for each in value[:_MOST_VALUES])
        several = tuple(each for each in values if each not in ("", (), None))
        return several[0] if len(several) == 1 else several
    if isinstance(value, Mapping):
        if "@value" in value:
            return _value(value["@value"], known, depth)
        reference = value.get("@id")
        full = (
            known.get(reference, value) if isinstance(reference, str) and len(value) <= 2 else value
        )
        return entity_of(full, known, depth + 1)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return plain_text(value) if isinstance(value, str) else None


def plain_text(written: str) -> str:
    """Return a text without tags and entities, "" for a placeholder.

    >>> plain_text("$metabrand"), plain_text("https://schema.org/InStock"), plain_text("a<br>b")
    ('', 'InStock', 'a b')
    """
    text = html.unescape(html.unescape(_ends_line(" ", written[:_MOST_CHARS])))
    text = " ".join(_tags.sub("", text).split())
    if _is_placeholder(text):
        return ""
    enumerated = _is_enumerated(text)
    return enumerated[1] if enumerated else text


def _steps(value: Any) -> Iterable[str]:
    """Yield the steps of instructions in order, without their numbers; names before their steps."""
    lines = _whole_lines([*_leaves(value)])
    steps = (step for line in lines for step in numbered_steps(line))
    yield from (_number("", step) for step in steps if not _is_bare_number(step))


def _whole_lines(texts: Sequence[str]) -> Iterable[str]:
    """Yield texts, that which is nearly all of them in its lines."""
    size = sum(map(len, texts))
    for text in texts:
        yield from _lines(text) if len(text) > _NEARLY_ALL * size else (plain_text(text),)


def numbered_steps(text: str) -> tuple[str, ...]:
    """Return the steps of a text that counts them, else the text; none without a letter.

    >>> numbered_steps("Salad: 1. Wash 2 leeks.2. Cut them. 3.Serve.")
    ('Salad:', '1. Wash 2 leeks.', '2. Cut them.', '3.Serve.')
    """
    starts: list[int] = []
    for match in _counts(text):
        if int(match[1]) == len(starts) + 1:
            starts.append(match.start(1))
    bounds = [0, *starts, len(text)] if len(starts) > 1 else [0, len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(bounds))
    return tuple(part for part in parts if _has_letter(part))


def _leaves(value: Any) -> Iterable[str]:
    """Yield the texts in lists, steps and sections, in order, each after the name that it has."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value[:_MOST_VALUES]:
            yield from _leaves(each)
    elif isinstance(value, Mapping) and "HowToTip" not in types(value):
        inner = value.get("itemListElement") or value.get("steps") or value.get("text") or ""
        yield from _name_of(value, inner if isinstance(inner, str) else "")
        yield from _leaves(inner)


def _name_of(step: Item, text: str) -> Iterable[str]:
    """Yield the name of a step or section, unless it is a number or how the text begins."""
    name = str(step.get("name") or "")
    if name and not _is_bare_number(name) and not _squeezed(text).startswith(_squeezed(name)):
        yield name


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, plain_text(text))).casefold()


def _lines(text: str) -> Iterable[str]:
    lines = re.split(r"[\r\n]", _ends_line("\n", html.unescape(text[:_MOST_CHARS])))
    return filter(None, map(plain_text, lines))


def _crumbs(value: Any) -> tuple[str, ...]:
    """Return the names of a list of links in their order; none of what is another list."""
    entries = (
        [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
    )
    if not all("ListItem" in types(each) or "item" in each for each in entries):
        return ()
    named = ((_place(each), each.get("name") or _name(each.get("item"))) for each in entries)
    ordered = sorted(named, key=lambda pair: pair[0])
    return tuple(
        text for _, name in ordered if isinstance(name, str) and (text := plain_text(name))
    )


def _place(entry: Item) -> float:
    try:
        return float(str(entry.get("position", 0)))
    except ValueError:
        return 0.0


def _name(item: Any) -> Any:
    return item.get("name") if isinstance(item, Mapping) else None


def _is_empty_rating(types: Sequence[str], fields: Mapping[str, Any]) -> bool:
    """Return whether a rating is of nobody: a template's zeros."""
    rated = [str(fields[name]) for name in _RATINGS if name in fields]
    return "AggregateRating" in types and all(value.strip("0.") == "" for value in rated[:1])
