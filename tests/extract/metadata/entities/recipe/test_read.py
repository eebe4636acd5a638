"""Recipes that pages show: whether there is one, and its name."""

import pytest
from recipe_pages import LISTED, SOUP, STEPS, recipes


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


def test_the_heading_of_a_part_of_the_ingredients_is_not_the_recipe_s_name() -> None:
    heading = "<h2>Green pea soup</h2><h3>Ingredients</h3><h4>Pea soup</h4>"
    (recipe,) = recipes(SOUP.replace("<h3>Ingredients</h3><h4>For the soup</h4>", heading))
    assert recipe.text("name") == "Green pea soup"


def test_a_recipe_is_named_by_the_heading_above_its_ingredients() -> None:
    heading = "<h2>Green pea soup</h2><h3>Ingredients</h3>"
    (recipe,) = recipes(SOUP.replace("<h3>Ingredients</h3>", heading))
    assert recipe.text("name") == "Green pea soup"


def test_of_several_recipes_cards_only_the_title_names_the_page_s_own() -> None:
    cards = "".join(f"<h4 class=recipe-card-title>Pea soup {n}</h4>" for n in range(4))
    assert recipes(cards + SOUP)[0].text("name") == "Pea soup"


@pytest.mark.parametrize("name", ["More recipes", "Butter chicken"])
def test_what_stands_below_the_recipe_does_not_name_it(name: str) -> None:
    below = f"<section><h2 class=recipe-title>{name}</h2></section>"
    assert recipes(SOUP + below)[0].text("name") == "Pea soup"


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("<h2 class=wprm-recipe-name>Best pea soup</h2>", "Best pea soup"),
        ("<h3>The recipe: Pea soup with mint</h3>", "Pea soup with mint"),
        ("<h3>For the pea cream:</h3>", "Pea soup with mint"),
        ("<h3>Soup</h3>", "Pea soup with mint"),
        ("<h3>What goes with pea soup with mint?</h3>", "Pea soup with mint"),
        ("<h2 class=recipe-name>Soppa</h2>", "Soppa"),
    ],
    ids=[
        "called so",
        "a word before it",
        "a part of it",
        "one word of it",
        "a question",
        "alone called so",
    ],
)
def test_a_recipe_s_name_says_what_the_page_s_title_does(heading: str, name: str) -> None:
    body = f"<h1>Pea soup with mint</h1>{heading}<h3>Ingredients</h3><ul>{LISTED}</ul>{STEPS}"
    (recipe,) = recipes(body)
    assert recipe.text("name") == name
