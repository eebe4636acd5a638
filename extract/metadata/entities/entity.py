"""Define an entity: a thing of schema.org that a page states, with where each field is from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

# Stated in the page's markup alone, seen in its text as well, or read off that alone.
FieldSource = Literal["markup", "both", "page"]


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
    named = (value.text(name) for name in names)
    return next(filter(None, named), "")


def _json(value: Any) -> Any:
    if isinstance(value, Entity):
        return value.as_json()
    return [_json(each) for each in value] if isinstance(value, tuple) else value
