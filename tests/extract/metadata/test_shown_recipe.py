"""Recipes read off the page, where its markup states none."""

import pytest

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.page.document import read
from pagesight.render.page import Page

SOUP = (
    "<h1>Pea soup</h1><p>Prep Time: 10 minutes</p><p>Cook time</p><p>1 hour 5 mins</p>"
    "<p>Servings: 4 bowls</p><h3>Ingredients</h3><h4>For the soup</h4><ul><li>▢ 2 cups peas</li>"
    "<li>1 onion</li></ul><h3>Instructions</h3><ol><li>Chop the onion.</li><li>Boil all.</li></ol>"
    "<h3>Notes</h3><ul><li>It keeps for a week.</li></ul>"
)
STATED = (
    '<script type="application/ld+json">{"@type": "Recipe", "name": "Soup of peas",'
    ' "recipeIngredient": ["2 cups of peas"]}</script>'
)


def recipes(body: str) -> list[Entity]:
    document = read(Page("https://soups.example/", f"<html><body>{body}</body></html>"))
    return [each for each in entities(document) if each.type == "Recipe"]


def test_a_recipe_is_read_below_its_headings() -> None:
    (recipe,) = recipes(SOUP)
    assert recipe.fields == {
        "name": "Pea soup",
        "recipeIngredient": ("2 cups peas", "1 onion"),
        "recipeInstructions": ("Chop the onion.", "Boil all."),
        "recipeYield": "4 bowls",
        "prepTime": "PT10M",
        "cookTime": "PT65M",
        "totalTime": "PT75M",  # the sum, where the page says none
    }
    assert {*recipe.sources.values()} == {"page"}


def test_what_the_markup_states_comes_first_and_the_page_has_the_rest() -> None:
    (recipe,) = recipes(STATED + SOUP)
    assert recipe.texts("recipeIngredient") == ("2 cups of peas",)
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil all.")
    assert recipe.sources["recipeYield"] == "page"


@pytest.mark.parametrize(
    "body",
    [
        SOUP.replace("Ingredients", "We like"),
        "<h1>Soap</h1><h2>Ingredients</h2><ul><li>Water</li><li>Oil</li></ul><p>Buy it here.</p>",
    ],
    ids=["no ingredients", "no steps"],
)
def test_a_page_without_both_lists_shows_no_recipe(body: str) -> None:
    assert not recipes(body)


STEPS = "<h3>Method</h3><ol><li>Chop the onion.</li><li>Boil it all.</li></ol>"
LINES = ("2 cups peas", "1 onion", "3 carrots")


def _lines(body: str) -> tuple[str, ...]:
    (recipe,) = recipes(f"<h1>Pea soup</h1>{body}{STEPS}")
    return recipe.texts("recipeIngredient")


def test_ingredients_may_be_elements_of_any_tag_in_one_that_is_called_so() -> None:
    items = "".join(f"<div class=row>{line}</div>" for line in LINES)
    assert _lines(f"<h3>Shopping</h3><div class=ingredients>{items}</div>") == LINES


@pytest.mark.parametrize("heading", ["<li>For the soup:</li>", "<li>Ingredients</li>"])
def test_headings_in_a_list_are_no_ingredients(heading: str) -> None:
    items = "".join(f"<li>{line}</li>" for line in LINES)
    assert _lines(f"<h3>Ingredients</h3><ul>{heading}{items}</ul>") == LINES


def test_of_several_lists_those_with_quantities_are_the_recipe_s_and_each_counts_once() -> None:
    items = "".join(f"<li>{line}</li>" for line in LINES)
    names = "".join(
        f"<li>{name} - fresh is best</li>" for name in ("Peas", "Onion", "Lime", "Mint")
    )
    lists = "".join(f"<ul class=ingredient-list>{each}</ul>" for each in (names, items, items))
    assert _lines(f"<h3>Ingredients</h3>{lists}") == LINES


@pytest.mark.parametrize("heading", ["Preparation of the soup", "Slik gjør du", "Steps to Make It"])
def test_the_steps_stand_under_headings_of_many_words(heading: str) -> None:
    items = "".join(f"<li>{line}</li>" for line in LINES)
    body = f"<h1>Soup</h1><h3>Ingredients</h3><ul>{items}</ul>"
    (recipe,) = recipes(body + STEPS.replace("Method", heading))
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil it all.")
