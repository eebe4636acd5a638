"""Recipes that markup states, and what the page shows beside it."""

from recipe_pages import LINES, LISTED, LONG, SOUP, STEPS, recipes

STATED = (
    '<script type="application/ld+json">{"@type": "Recipe", "name": "Soup of peas",'
    ' "recipeIngredient": ["2 cups of peas"]}</script>'
)


def stated(fields: str) -> str:
    item = f'{{"@type": "Recipe", "name": "Soup", {fields}}}'
    return f'<script type="application/ld+json">{item}</script>'


def test_what_the_markup_states_comes_first_and_the_page_has_the_rest() -> None:
    (recipe,) = recipes(STATED + SOUP)
    assert recipe.texts("recipeIngredient") == ("2 cups of peas",)
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil all.")
    assert recipe.sources["recipeYield"] == "page"


def test_names_of_sections_and_steps_stand_before_their_texts_and_tips_do_not_count() -> None:
    step = '{"@type": "HowToStep", "name": "%s", "text": "%s"}'
    steps = ", ".join(
        [step % ("Fry", LONG[0]), step % ("Boil it", LONG[1]), '{"@type": "HowToTip", "text": "x"}']
    )
    section = f'"recipeInstructions": [{{"name": "Base", "itemListElement": [{steps}]}}]'
    (recipe,) = recipes(stated(section))
    assert recipe.texts("recipeInstructions") == ("Base", "Fry", LONG[0], LONG[1])


def test_the_page_s_lines_stand_for_markup_that_has_them_in_one_text_or_without_quantities() -> (
    None
):
    names = (
        '"recipeIngredient": ["peas", "onion"], "recipeInstructions": "Chop the onion. Boil all."'
    )
    (recipe,) = recipes(stated(names) + SOUP)
    assert recipe.texts("recipeIngredient") == ("2 cups peas", "1 onion")
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil all.")
    assert recipe.sources["recipeIngredient"] == "both"


def test_the_markup_s_breaks_within_a_line_are_spaces_and_numbers_alone_no_steps() -> None:
    lines = '"recipeIngredient": ["2\\nleeks", "salt"]'
    step = '{"@type": "HowToStep", "name": "soup step 1", "text": "Boil all."}'
    (recipe,) = recipes(stated(f'{lines}, "recipeInstructions": [{step}, "Step 2:"]'))
    assert recipe.texts("recipeIngredient") == ("2 leeks", "salt")
    assert recipe.texts("recipeInstructions") == ("Boil all.",)


def test_the_page_s_steps_stand_for_markup_that_joins_them() -> None:
    joined = f'"recipeInstructions": ["{LONG[0]} {LONG[1]}", "Eat it."]'
    steps = "".join(f"<li>{step}</li>" for step in (*LONG, "Eat it."))
    body = SOUP.replace("<li>Chop the onion.</li><li>Boil all.</li>", steps)
    (recipe,) = recipes(stated(joined) + body)
    assert recipe.texts("recipeInstructions") == (*LONG, "Eat it.")


def test_a_total_time_that_is_not_stated_is_the_sum_of_the_others() -> None:
    (recipe,) = recipes(stated('"prepTime": "PT10M", "cookTime": "PT1H", "totalTime": "PT0M"'))
    assert recipe.text("totalTime") == "PT70M"


def test_a_step_in_microdata_is_an_item_of_the_list_in_it() -> None:
    steps = f"<ol itemprop=recipeInstructions><li>{LONG[0]}</li><li>{LONG[1]}</li></ol>"
    (recipe,) = recipes(f"<div itemscope itemtype=https://schema.org/Recipe>{steps}</div>")
    assert recipe.texts("recipeInstructions") == LONG


def test_the_page_s_ingredients_stand_for_markup_that_leaves_out_lines_or_quantities() -> None:
    body = f"<h1>Pea soup</h1><h3>Ingredients</h3><ul>{LISTED}</ul>{STEPS}"
    for kept in ('"2 cups peas", "1 onion"', '"peas", "onion", "carrots"'):
        (recipe,) = recipes(stated(f'"recipeIngredient": [{kept}]') + body)
        assert recipe.texts("recipeIngredient") == LINES
