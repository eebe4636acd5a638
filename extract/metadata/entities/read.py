"""Read the entities that a page states in JSON-LD, microdata and RDFa, and those that it shows."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from pagesight.extract.metadata.entities.entity import Entity, FieldSource, entity_of
from pagesight.extract.metadata.entities.event import shown_event
from pagesight.extract.metadata.entities.faq import shown_faq
from pagesight.extract.metadata.entities.job import shown_job
from pagesight.extract.metadata.entities.recipe.lines import COUNTED, share
from pagesight.extract.metadata.entities.recipe.read import shown_recipe
from pagesight.extract.metadata.entities.recipe.times import total_of
from pagesight.extract.metadata.entities.recipe.words import begins_with_number
from pagesight.extract.metadata.product.stated import microdata_items
from pagesight.extract.page.document import Document
from pagesight.extract.page.head import Item, objects, types
from pagesight.extract.text.tokens import tokens

_MOST_ENTITIES = 500  # of a page
_OWN = ("url", "startDate")  # what things of one name differ in
_without_query = re.compile(r"[?#].*", re.S).sub  # which tells variants apart
_is_reported = re.compile(
    r"(?:Individual|Some)?Products?|Product(?:Model|Group)|Vehicle|Car|Book|Recipe|\w*Event|JobPosting"
    r"|FAQPage|QAPage|Question|HowTo|\w*Review|Person|BreadcrumbList|\w*Article|\w*Posting|Course"
    r"|Organization|Corporation|LocalBusiness|Restaurant|Hotel|Store|Movie|VideoObject"
    r"|SoftwareApplication|Dataset|Place"
).fullmatch
_LISTS = ("recipeIngredient", "recipeInstructions")  # the ingredients first
_HELD, _MOST_FULLER = 0.9, 2  # share of the markup's words that the page's lines hold; times them
_SPLIT, _SAME = 1.5, 1.1  # times the markup's lines, its words: the markup joins lines; by hand
_has_digit = re.compile(r"\d").search
_FEW = 0.2  # share of lines with a quantity, of lists without them
_is_page_of = re.compile(r"Recipe|Product|JobPosting|NewsArticle|\w*Event").fullmatch
_BESIDE_OTHERS = ("Recipe", "FAQPage")  # on pages that are about another thing as well
_is_date = re.compile(r"\d{4}-\d\d-\d\d").fullmatch
_DAY = 10  # characters of a day in ISO 8601
_BOTH: FieldSource = "both"


def entities(document: Document) -> tuple[Entity, ...]:
    """Return the entities that are in no other, in the order of the page, and what it shows."""
    complete = document.once(stated_entities)
    for thing in _shown(document):
        complete = _with_shown(complete, thing)
    return complete


def stated_entities(document: Document) -> tuple[Entity, ...]:
    """Return the entities that are stated and in no other, in the order of the page.

    What several kinds of markup state of one thing is one entity: the fields of the first kind
    count, and those of the others that it lacks. Things of one name in one kind are several if they
    have addresses or days of their own.
    """
    values = document.head.values
    # The outermost items of types that are reported.
    outermost = objects(values, lambda item: () if _are_reported(item) else item.values())
    roots = filter(_are_reported, outermost)
    known = _by_id(values)
    stated = (entity_of(item, known) for item in roots)
    marked = (entity_of(item, {}) for item in _outer(document.once(microdata_items)[:-1]))
    merged: dict[tuple[str, ...], Entity] = {}
    for things in (stated, marked):
        before = {*merged}
        for entity in filter(None, things):
            key: tuple[str, ...] = (entity.type, _name(entity) or str(len(merged)))
            if key in merged and key not in before and _are_two(merged[key], entity):
                key = (*key, *map(entity.text, _OWN))
            if key in merged or len(merged) < _MOST_ENTITIES:
                merged[key] = _joined(merged[key], entity) if key in merged else entity
    words = " ".join(" ".join(document.cuts.texts if merged else ()).split()).casefold()
    return tuple(_with_sources(_with_total(entity), words) for entity in merged.values())


def _name(entity: Entity) -> str:
    return entity.text("name") or entity.text("headline")


def _are_two(one: Entity, other: Entity) -> bool:
    """Return whether two things of one name are told apart by what each alone has."""
    pairs = ([_without_query("", each.text(name)) for each in (one, other)] for name in _OWN)
    return any(first != second for first, second in pairs if first and second)


def _shown(document: Document) -> Iterator[Entity]:
    """Yield what the page shows by its lists and labels: a recipe, a job or an event; questions."""
    if faq := shown_faq(document):
        yield faq
    if recipe := shown_recipe(document):
        yield recipe
    elif thing := shown_job(document) or shown_event(document):
        yield thing


def _with_shown(stated_ones: tuple[Entity, ...], shown: Entity) -> tuple[Entity, ...]:
    """Return the entities with what the page shows, or what the stated one of its type lacks.

    Where several are stated the page is a list of them, which shows none.
    """
    stated = [each for each in stated_ones if each.type.endswith(shown.type)]
    if shown.type not in _BESIDE_OTHERS and (len(stated) > 1 or _is_of_other(stated_ones, shown)):
        return stated_ones
    if not stated:
        return (*stated_ones, shown)
    whole = _completed(stated[0], shown)
    return tuple(whole if each is stated[0] else each for each in stated_ones)


def _is_of_other(stated_ones: tuple[Entity, ...], shown: Entity) -> bool:
    """Return whether the page states that it is about a thing of another type."""
    return any(
        _is_page_of(each.type) and not each.type.endswith(shown.type) for each in stated_ones
    )


def _completed(stated: Entity, shown: Entity) -> Entity:
    """Return the stated thing with what it lacks and the page shows."""
    lists = [(name, shown.texts(name), stated.texts(name)) for name in _LISTS]
    fuller = [name for name, own, stated_list in lists if _is_fuller(own, stated_list)]
    fuller += [name for name, own, stated_list in lists[:1] if _lists_more(own, stated_list)]
    fields = {**shown.fields, **stated.fields} | {name: shown.fields[name] for name in fuller}
    both = [name for name in shown.fields if _agree(shown.text(name), stated.text(name))]
    sources = {**shown.sources, **stated.sources} | dict.fromkeys((*fuller, *both), _BOTH)
    return Entity(stated.type, fields, sources)


def _with_total(entity: Entity) -> Entity:
    """Return a recipe with its total time, where it states only the parts of that."""
    return replace(entity, fields={**entity.fields, **total_of(entity.fields)})


def _agree(shown: str, stated: str) -> bool:
    """Return whether two texts are one, or days of one date."""
    is_day = _is_date(shown[:_DAY]) and shown[:_DAY] == stated[:_DAY]
    return bool(shown) and (is_day or shown.casefold() == stated.casefold())


def _is_fuller(shown: tuple[str, ...], stated: tuple[str, ...]) -> bool:
    """Return whether the markup has in one text what the page has in lines, or no quantities."""
    if len(shown) < 2 or not _has_words(shown, stated):
        return False
    words = _count(shown).total() / _count(stated).total()
    is_whole = len(stated) == 1 and words <= _MOST_FULLER
    is_whole |= len(shown) >= _SPLIT * len(stated) and words <= _SAME
    return is_whole or (len(shown) == len(stated) and not any(map(_has_digit, stated)))


def _lists_more(shown: tuple[str, ...], stated: tuple[str, ...]) -> bool:
    """Return whether the page's ingredients have quantities that the markup lacks, or lines."""
    counted = [share(begins_with_number, lines) for lines in (shown, stated)]
    if counted[0] < COUNTED or not _has_words(shown, stated):
        return False
    has_quantities = len(shown) >= len(stated) and counted[1] <= _FEW
    return has_quantities or {*map(_squeezed, stated)} < {*map(_squeezed, shown)}


def _has_words(shown: tuple[str, ...], stated: tuple[str, ...]) -> bool:
    """Return whether the page's lines have nearly all words of the markup."""
    wanted = _count(stated)
    return (_count(shown) & wanted).total() >= _HELD * wanted.total() > 0


def _count(lines: tuple[str, ...]) -> Counter[str]:
    return Counter(tokens(normalize("NFKC", " ".join(lines))))


def _squeezed(line: str) -> str:
    return " ".join(tokens(line))


def _are_reported(item: Item) -> bool:
    return any(map(_is_reported, types(item)))


def _by_id(values: Sequence[Any]) -> Mapping[str, Item]:
    """Return the items that say more than their `@id`, by that: the outermost, and the last."""
    by_id: dict[str, Item] = {}
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            name = value.get("@id")
            if isinstance(name, str) and len(value) > 1:
                by_id.setdefault(name, value)
            waiting.extend(value.values())
    return by_id


def _outer(items: tuple[Item, ...]) -> list[Item]:
    """Return the items of reported types that are not a value of another such."""
    reported = list(filter(_are_reported, items))
    inner = {id(value) for item in reported for value in objects(item.values())}
    return [item for item in reported if id(item) not in inner]


def _joined(first: Entity, other: Entity) -> Entity:
    return replace(first, fields={**other.fields, **first.fields})


def _with_sources(entity: Entity, page_text: str) -> Entity:
    """Return the entity with where each field is: in the markup, or also in the page's text."""
    sources: dict[str, FieldSource] = {
        name: "both" if _is_shown(entity.texts(name), page_text) else "markup"
        for name in entity.fields
    }
    return replace(entity, sources=sources)


def _is_shown(texts: tuple[str, ...], page_text: str) -> bool:
    return bool(texts) and all(text.casefold() in page_text for text in texts[:20])
