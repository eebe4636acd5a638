"""Read a recipe off the page as it is shown: its lists by their headings, the rest by labels."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.recipe_lists import RecipeLists, may_be_recipe
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags

_YIELDS = (
    r"servings?|serves|yields?|makes|portion(?:en|s)?|por(?:ciones|[cç][oõ]es|zioni)"
    r"|person(?:en|nes|as|e)"
)
yield_in = re.compile(
    rf"(?:{_YIELDS}|f[uü]r|pour)\W{{0,4}}(\d{{1,3}}\b.{{0,20}})|(\d{{1,3}}) ?(?:{_YIELDS})", re.I
).match
_HOURS = r"(?:(\d{1,2}) ?(?:hours?|hrs?|stunden?|std|heures?|horas?|ore|uur|h)\b[^\d]{0,12})?"
_MINUTES = r"(?:(\d{1,3}) ?(?:min(?:ut\w*|s)?\b|'|m\b))?"
duration_in = re.compile(rf"\W{{0,4}}{_HOURS}{_MINUTES}", re.I).match
TIMES: dict[str, Callable[[str], "re.Match[str] | None"]] = {
    "prepTime": re.compile(
        r"(?:active |hands.on )?prep(?:aration|\.)?(?: time)?|vorbereitung\w*|arbeitszeit"
        r"|(?:temps de )?pr[eé]paration|(?:tiempo de )?preparaci[oó]n|voorbereiding\w*",
        re.I,
    ).match,
    "cookTime": re.compile(
        r"(?:cook(?:ing)?|bak(?:e|ing))(?: time)?|koch(?:zeit|-)\S*|backzeit"
        r"|(?:temps de )?cuisson|(?:tiempo de )?cocci[oó]n|cottura|kooktijd",
        re.I,
    ).match,
    "totalTime": re.compile(
        r"(?:total|ready in|gesamt|insgesamt)(?:zeit| ?time| ?tijd)?"
        r"|(?:temps|tiempo|tempo) total\w?",
        re.I,
    ).match,
}

_PARTS = ("prepTime", "cookTime")  # of the total time
_is_duration = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:[\d.]+S)?)?").fullmatch
_MOST_LABEL = 60  # characters


@dataclass(frozen=True, slots=True)
class ShownRecipe:
    """A recipe as a page shows it, and which blocks are lines of its lists, (blocks,)."""

    entity: Entity
    blocks: Flags


def shown_recipe(document: Document) -> ShownRecipe | None:
    """Return the recipe that the page shows; None without a list of ingredients, and steps.

    Lists are found by what their elements are called, else by the headings above them. It is looked
    for once.
    """
    return document.once(_shown_recipe)


def _shown_recipe(document: Document) -> ShownRecipe | None:
    if not may_be_recipe(document):
        return None
    lists = RecipeLists(document)
    ingredients = lists.ingredients()
    steps = lists.steps() if ingredients else []
    if not steps:
        return None
    fields: dict[str, object] = {
        "name": lists.name(document.once(page_title)),
        "recipeIngredient": tuple(ingredients),
        "recipeInstructions": tuple(steps),
        **_labelled(document),
    }
    entity = Entity("Recipe", fields, dict.fromkeys(fields, "page"))
    return ShownRecipe(entity, lists.blocks())


def _labelled(document: Document) -> dict[str, str]:
    """Return yield and times, by their labels."""
    texts = [text for text in document.cuts.texts if 0 < len(text) <= _MOST_LABEL]
    found: dict[str, str] = {}
    for text, after in zip(texts, [*texts[1:], ""], strict=True):
        for said in (text, f"{text} {after}"):
            if "recipeYield" not in found and (serves := yield_in(said)):
                found["recipeYield"] = (serves[1] or serves[2]).strip()
            for name, is_label in TIMES.items():
                if name not in found and (label := is_label(said)):
                    found |= _time(name, said[label.end() :])
    return found | total_of(found)


def total_of(times: Mapping[str, object]) -> dict[str, str]:
    """Return the total time as the sum of the others, where a recipe states none.

    >>> total_of({"prepTime": "PT10M", "cookTime": "PT1H5M", "totalTime": "PT0M"})
    {'totalTime': 'PT75M'}
    """
    total, *parts = (_minutes(str(times.get(name, ""))) for name in ("totalTime", *_PARTS))
    return {"totalTime": f"PT{sum(parts)}M"} if not total and any(parts) else {}


def _minutes(duration: str) -> int:
    """Return the minutes of an ISO 8601 duration; 0 for what is none."""
    found = _is_duration(duration.upper())
    days, hours, minutes = (int(each or 0) for each in found.groups()) if found else (0, 0, 0)
    return 1440 * days + 60 * hours + minutes


def _time(name: str, text: str) -> dict[str, str]:
    """Return the time that follows a label, as schema.org has it; nothing for what is none."""
    said = duration_in(text)
    hours, minutes = (int(each or 0) for each in said.groups()) if said else (0, 0)
    return {name: f"PT{60 * hours + minutes}M"} if hours or minutes else {}
