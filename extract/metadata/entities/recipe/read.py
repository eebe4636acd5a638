"""Read a recipe off the page as it is shown: its name, its lists, its yield and times."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.recipe.lines import (
    BEHIND_LABEL,
    FEWEST_BARE,
    LIKE,
    MOST_HEADING,
    MOST_NAMES,
    Lines,
    by_list,
    is_title,
    likeness,
    names_as,
)
from pagesight.extract.metadata.entities.recipe.lists import RecipeLists
from pagesight.extract.metadata.entities.recipe.times import yield_and_times
from pagesight.extract.metadata.entities.recipe.words import (
    find_ingredients_heading,
    heads_ingredients,
    is_measured,
    names_ingredients,
    names_recipe,
    without_kind,
)
from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.site_names import squeezed
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Elements, Flags
from pagesight.extract.page.spans import TextSpans

# Set by hand.
_MOST_NAMED = 3  # recipes of a page: more are cards of others
_MOST_NAME, _ABOVE = 120, 40  # characters of a name; texts above the ingredients that may be it


@dataclass(frozen=True, slots=True)
class _ShownLists:
    """A recipe's lists as a page shows them, and which blocks are lines of them, (blocks,)."""

    ingredients: Sequence[str]
    steps: Sequence[str]
    blocks: Flags
    row: int  # of the ingredients' element


def shown_recipe(document: Document) -> Entity | None:
    """Return the recipe that the page shows; None without a list of ingredients, and steps.

    Lists are found by what their elements are called, else by the headings above them.
    """
    shown = document.once(_shown_lists)
    if shown is None:
        return None
    fields: dict[str, object] = {
        "name": _name(document, shown.row),
        "recipeIngredient": tuple(shown.ingredients),
        "recipeInstructions": tuple(shown.steps),
        **yield_and_times(document, shown.row),
    }
    return Entity("Recipe", fields, dict.fromkeys(fields, "page"))


def recipe_lines(document: Document) -> Flags | None:
    """Return which blocks are lines of the lists of the shown recipe, (blocks,); None if none is.

    It takes less time than the recipe, since no labels are looked for.
    """
    shown = document.once(_shown_lists)
    return shown.blocks if shown else None


def _may_be_recipe(document: Document) -> bool:
    """Return whether the page names ingredients or measures some: most pages do neither."""
    lines = "\n".join(document.cuts.texts).split("\n")
    short = [*dict.fromkeys(line for line in lines if len(line) <= MOST_HEADING)]
    return (
        find_ingredients_heading("\n".join(short).lower()) is not None
        or _names_ingredients(document.elements)
        or sum(map(bool, map(is_measured, short))) >= FEWEST_BARE
    )


def _names_ingredients(elements: Elements) -> bool:
    """Return whether the first class names of an element say ingredients."""
    if names_ingredients(elements.class_names) is None:
        return False
    return any(names_ingredients(each[:MOST_NAMES].lower()) for each in elements.by_class)


def _shown_lists(document: Document) -> _ShownLists | None:
    if not _may_be_recipe(document):
        return None
    lists = RecipeLists(document)
    ingredients = lists.ingredients()
    steps = lists.steps() if ingredients else []
    if not steps:
        return None
    return _ShownLists(ingredients, steps, _blocks_of(document, lists.listed), lists.row)


def _blocks_of(document: Document, listed: Lines) -> Flags:
    """Return which blocks are, or are in, lines of lists, (blocks,)."""
    texts, (start, end) = document.cuts.texts, document.text_bounds
    inside = np.zeros(len(texts), np.bool_)
    for holder, lines in by_list(listed).items():
        listed_text = squeezed(" ".join(lines))
        first, last = document.cuts.first.searchsorted((start[holder], end[holder])).tolist()
        for at in range(first, min(last + BEHIND_LABEL, len(texts))):
            own = squeezed(texts[at])
            inside[at] |= bool(own) and own in listed_text
    return inside


def _name(document: Document, row: int) -> str:
    """Return what is called the name, else a heading above the element `row`, else the title."""
    title, table, texts = document.once(page_title), document.elements, document.cuts.texts
    spans, named = TextSpans(document), document.elements.values("class")
    rows = (each for each, classes in named if names_recipe(classes[:MOST_NAMES]))
    texts_called = (
        (spans.said(spans.start[each], spans.end[each], _MOST_NAME), spans.start[each])
        for each in rows
    )
    called = {text: start for text, start in texts_called if text}
    if 0 < len(called) <= _MOST_NAMED:
        best = max(called, key=lambda text: likeness(text, title))
        is_alone_above = len(called) == 1 and called[best] <= spans.start[row]
        if is_alone_above or likeness(best, title) >= LIKE:
            return without_kind("", best)
    blocks = table.block[document.cuts.element]
    last = int(document.cuts.first.searchsorted(spans.start[row]))
    above = range(max(last - _ABOVE, 0), last)[::-1]
    heads = (at for at in above if heads_ingredients(texts[at].strip(" :")))
    last = next(heads, last)  # what stands below names a part
    for at in range(max(last - _ABOVE, 0), last)[::-1]:
        text, tag = texts[at], table.names[table.tag[blocks[at]]]
        may_be_name = len(text) <= _MOST_NAME and not text.endswith("?")
        if may_be_name and is_title(tag, table.classes[blocks[at]]) and names_as(text, title):
            return without_kind("", text)
    return without_kind("", title)
