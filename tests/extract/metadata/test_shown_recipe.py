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


@pytest.mark.parametrize(
    "heading",
    [
        "<li>Sauce:\u2063</li>",
        "<li>Ingredients</li>",
        "<li>4 porsjoner</li>",
        "<li class=list-subheading>Soup</li>",
    ],
)
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


def test_a_list_without_quantities_that_stands_right_below_others_is_of_the_recipe() -> None:
    listed = "<ul class=ingredients>{}</ul>"
    lists = listed.format("".join(f"<li>{line}</li>" for line in LINES))
    toppings = ("lime wedges", "mint", "parsley", "chives")
    lists += "<h4>To serve:</h4>" + listed.format("".join(f"<li>{name}</li>" for name in toppings))
    comments = "<p>Hello there.</p>" * 4 + "<ul><li>Ann says: we liked it.</li></ul>"
    assert _lines(f"<h3>Ingredients</h3>{lists}{comments}") == (*LINES, *toppings)


def test_the_amounts_of_ingredients_may_stand_in_elements_of_their_own() -> None:
    rows = "".join(
        f"<p>{amount}</p><div>{name}</div>" for amount, name in (("250 g", "peas"), ("2", "leeks"))
    )
    assert _lines(f"<h3>Ingredients</h3><div>{rows}</div>") == ("250 g peas", "2 leeks")


def test_the_facts_of_a_package_are_no_ingredients() -> None:
    facts = "".join(
        f"<li>{fact}</li>" for fact in ("Calories 120", "Fat 2 g", "Per 100 g: 40 kcal")
    )
    assert not recipes(f"<h1>Soup</h1><h3>Ingredients</h3><ul>{facts}</ul><p>{LONG[0]}</p><p>x</p>")


@pytest.mark.parametrize(
    "heading",
    [
        "Preparation of the soup",
        "Slik gjør du",
        "Steps to Make It",
        "Recipe steps",
        "Zo maak je het",
    ],
)
def test_the_steps_stand_under_headings_of_many_words(heading: str) -> None:
    items = "".join(f"<li>{line}</li>" for line in LINES)
    body = f"<h1>Soup</h1><h3>Ingredients</h3><ul>{items}</ul>"
    (recipe,) = recipes(body + STEPS.replace("Method", heading))
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil it all.")


BARE = "<h1>Pea soup</h1><ul>" + "".join(f"<li>{line}</li>" for line in LINES) + "</ul>"
LONG = (
    "Chop the onion and fry it in a little butter.",
    "Boil it all for an hour and stir it well.",
)


@pytest.mark.parametrize(
    "steps",
    [
        "<p>Enough for four.</p><ol><li>{}</li><li>{}</li></ol>",
        "<p>{}</p><p>{}</p>",
        "<div><h4>Step 1</h4><div>{}</div><h4>Step 2</h4><div>{}</div></div>",
        "<h3>Method</h3><ol><li>1. {}</li><li>2. {}</li></ol>",
        "<h3>Method</h3><ol><li><b>Step 1</b> {}</li><li><b>Step 2</b> {}</li></ol>",
        "<h3>Method</h3><p>1. {} 2. {}</p>",
    ],
    ids=["list", "paragraphs", "headings", "numbers", "labels", "one paragraph"],
)
def test_steps_follow_the_ingredients_in_a_list_in_paragraphs_or_counted(steps: str) -> None:
    (recipe,) = recipes(
        BARE.replace("1 onion", "2 tbsp butter").replace("3 ", "3 g ") + steps.format(*LONG)
    )
    assert recipe.texts("recipeInstructions") == LONG


@pytest.mark.parametrize(
    "body",
    [
        "<p>Serves 4</p><p>{}</p><p>Fry it. {}</p><p>{}</p>",
        "<h3>Pour 2 personnes :</h3><p>{}</p><h3>Method</h3><p>{}</p><p>{}</p>",
        "<p>Ingredients:<br>{}</p><p>Method:<br>{}<br>{}</p>",
        "<h2>Çorba için malzemeler</h2><p>{}</p><h2>Çorba Nasıl Yapılır?</h2><p>{}</p><p>{}</p>",
        "<div>Ingredients:<br>{}</div><div>Method:</div><div>{}<br>{}</div>",
        "<h3>How to make it</h3><p>It is a soup that takes an hour and keeps warm, so that it may"
        " be made before guests come.</p><h3>Ingredients</h3><p>{}</p><h3>Method</h3>"
        "<ol><li>{}</li><li>{}</li></ol>",
    ],
    ids=[
        "under no heading",
        "for so many",
        "heading in the paragraph",
        "the dish first",
        "no paragraphs",
        "heading of one paragraph",
    ],
)
def test_lists_stand_in_paragraphs_with_breaks_under_headings_of_several_kinds(body: str) -> None:
    lines = "<br>".join(("200 g peas", "1 tbsp oil", "3 g salt"))
    (recipe,) = recipes(f"<h1>Pea soup</h1>{body.format(lines, *LONG)}<p>Per serving: 300 kcal</p>")
    assert recipe.texts("recipeIngredient") == ("200 g peas", "1 tbsp oil", "3 g salt")
    assert [step.removeprefix("Fry it. ") for step in recipe.texts("recipeInstructions")[:2]] == [
        *LONG
    ]


LISTED = "".join(f"<li>{line}</li>" for line in LINES)


def test_of_several_lists_of_steps_the_one_below_the_ingredients_is_the_recipe_s() -> None:
    overview = "<h2>How to make pea soup</h2><ol><li>Boil peas.</li><li>Serve them warm.</li></ol>"
    ingredients = f"<h2>Ingredients</h2><ul>{LISTED}</ul>"
    (recipe,) = recipes(f"<h1>Pea soup</h1>{overview}{ingredients}{STEPS}")
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil it all.")


@pytest.mark.parametrize(
    "body",
    [
        f"<h2>Ingredients</h2><h2>Nutrition</h2><ul>{LISTED}</ul><h2>Notes</h2>",
        "<h2>Ingredients</h2>" + "".join(f"<div>{line}</div>" for line in LINES),
        f"<h3>Ingredients</h3><ul><li>{LINES[0]}</li><li>{LINES[1]}</li></ul>"
        f"<h3>Ingredients for the top</h3><ul><li>{LINES[2]}</li></ul>",
    ],
    ids=["tabs", "elements beside it", "several of them"],
)
def test_headings_of_ingredients_differ_in_place_and_order(body: str) -> None:
    assert _lines(body) == LINES


def test_the_heading_of_a_part_of_the_ingredients_is_not_the_recipe_s_name() -> None:
    heading = "<h2>Green pea soup</h2><h3>Ingredients</h3><h4>Pea soup</h4>"
    (recipe,) = recipes(SOUP.replace("<h3>Ingredients</h3><h4>For the soup</h4>", heading))
    assert recipe.text("name") == "Green pea soup"


def test_menus_name_no_times() -> None:
    menu = "<nav><p>Prep</p><p>30 minutes or less</p></nav><p>Meal prep</p><p>30 minutes</p>"
    assert recipes(menu + SOUP)[0].text("prepTime") == "PT10M"


def test_menus_that_are_called_ingredients_and_tables_of_contents_are_no_recipe_s_lists() -> None:
    menu = "<ul class=ingredients>" + "<li><a href=/x>Chicken</a></li>" * 3 + "</ul>"
    contents = "<h3>Method</h3><ul><li><a href=#a>What you need to know of peas</a></li></ul>"
    (recipe,) = recipes(menu + contents + SOUP)
    assert recipe.texts("recipeIngredient") == ("2 cups peas", "1 onion")
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil all.")


def test_parts_of_the_steps_keep_their_headings_and_captions_are_no_steps() -> None:
    part = "<h4>{}</h4><ol><li>{}<figure><figcaption>Photo: Ann</figcaption></figure></li></ol>"
    parts = part.format("For the base", LONG[0]) + part.format("For the soup", LONG[1])
    (recipe,) = recipes(
        BARE.replace("<ul>", "<h3>Ingredients</h3><ul>") + "<h3>Method</h3>" + parts
    )
    wanted = ("For the base", LONG[0], "For the soup", LONG[1])
    assert recipe.texts("recipeInstructions") == wanted


def test_ingredients_stand_in_a_paragraph_between_breaks() -> None:
    assert _lines(f"<p><b>Ingredients</b></p><p>{'<br>'.join(LINES)}</p>") == LINES


def test_a_recipe_is_named_by_the_heading_above_its_ingredients() -> None:
    heading = "<h2>Green pea soup</h2><h3>Ingredients</h3>"
    (recipe,) = recipes(SOUP.replace("<h3>Ingredients</h3>", heading))
    assert recipe.text("name") == "Green pea soup"


def test_of_several_recipes_cards_only_the_title_names_the_page_s_own() -> None:
    cards = "".join(f"<h4 class=recipe-card-title>Pea soup {n}</h4>" for n in range(4))
    assert recipes(cards + SOUP)[0].text("name") == "Pea soup"


def stated(fields: str) -> str:
    item = f'{{"@type": "Recipe", "name": "Soup", {fields}}}'
    return f'<script type="application/ld+json">{item}</script>'


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


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("<h2 class=wprm-recipe-name>Best pea soup</h2>", "Best pea soup"),
        ("<h3>The recipe: Pea soup with mint</h3>", "Pea soup with mint"),
        ("<h3>For the pea cream:</h3>", "Pea soup with mint"),
        ("<h3>Soup</h3>", "Pea soup with mint"),
        ("<h2 class=recipe-name>Soppa</h2>", "Soppa"),
    ],
    ids=["called so", "a word before it", "a part of it", "one word of it", "alone called so"],
)
def test_a_recipe_s_name_says_what_the_page_s_title_does(heading: str, name: str) -> None:
    items = "".join(f"<li>{line}</li>" for line in LINES)
    body = f"<h1>Pea soup with mint</h1>{heading}<h3>Ingredients</h3><ul>{items}</ul>{STEPS}"
    (recipe,) = recipes(body)
    assert recipe.text("name") == name


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("<p>Prep Time: 5 mins Cook time: 8 Min</p>", ("PT5M", "PT8M", "PT13M", "")),
        ("<p>Zubereitung: 30 min | Kochzeit: 20 min | Gesamtzeit: 55 min</p>",
         ("PT30M", "PT20M", "PT55M", "")),
        ("<p>Cooking time</p><p>1</p><p>hour</p><p>30</p><p>minutes</p>",
         ("", "PT90M", "PT90M", "")),
        ("<p>10 mins to prepare and 12 mins to cook</p>", ("PT10M", "PT12M", "PT22M", "")),
        ("<p>Prep Time: 25</p><p>Total time : 1 h 55</p>", ("PT25M", "", "PT115M", "")),
        ("<p>PREP IN 10 MIN<br>SERVES 4</p>", ("PT10M", "", "PT10M", "4")),
        ("<p>Zutaten für 4 Portionen</p>", ("", "", "", "4 Portionen")),
        ("<p>2 - 4 porcje</p>", ("", "", "", "2 - 4 porcje")),
        ("<p>Nombre de personnes 6</p>", ("", "", "", "6")),
        ("<p>Servings 10<br>Level Average<br>Preparation time 40mins<br>Cooking time 20mins</p>",
         ("PT40M", "PT20M", "PT60M", "10")),
        ("<p>15 mins prep + 10 mins cook + 2 days rest</p>", ("PT15M", "PT10M", "PT25M", "")),
        ("<p>Total time 1 day 2 hours</p>", ("", "", "PT1560M", "")),
        ("<p>339/pers</p><h2>10 pieces — 20 minutes</h2>", ("", "", "PT20M", "10 pieces")),
        ("<div class=prep-time>10 min</div><div class=wprm-recipe-cook_time>5 m</div>"
         "<div class=serving-size>1</div><div class=servings>39 cookies</div>",
         ("PT10M", "PT5M", "PT15M", "39 cookies")),
        ("<p>HAZIRLAMA SÜRESİ</p><p>45 dakika</p><p>PİŞİRME SÜRESİ</p><p>40 dakika</p>",
         ("PT45M", "PT40M", "PT85M", "")),
        ("<p>χρόνος μαγειρέματος</p><p>Tillagningstid: 1 h 5 min</p>", ("", "PT65M", "PT65M", "")),
        ("<li>0:15 Prep</li><li>1:40 Cook</li>", ("PT15M", "PT100M", "PT115M", "")),
        ("<p>Bake</p><p>12 to 15 mins</p>", ("", "PT15M", "PT15M", "")),
        ("<div class=cook-time>Total Time: 20 min</div>", ("", "", "PT20M", "")),
    ],
)  # fmt: skip
def test_times_and_yield_stand_after_their_labels_or_before(
    shown: str, expected: tuple[str, str, str, str]
) -> None:
    _, _, lists = SOUP.partition("<p>Servings: 4 bowls</p>")
    (recipe,) = recipes(f"<h1>Pea soup</h1>{shown}{lists}")
    names = ("prepTime", "cookTime", "totalTime", "recipeYield")
    assert tuple(recipe.text(name) for name in names) == expected


def test_the_page_s_ingredients_stand_for_markup_that_leaves_out_lines_or_quantities() -> None:
    lines = "".join(f"<li>{line}</li>" for line in LINES)
    body = f"<h1>Pea soup</h1><h3>Ingredients</h3><ul>{lines}</ul>{STEPS}"
    for kept in ('"2 cups peas", "1 onion"', '"peas", "onion", "carrots"'):
        (recipe,) = recipes(stated(f'"recipeIngredient": [{kept}]') + body)
        assert recipe.texts("recipeIngredient") == LINES
