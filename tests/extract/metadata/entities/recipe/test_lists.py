"""The ingredients and the steps that a page shows."""

import pytest
from recipe_pages import LINES, LISTED, LONG, SOUP, STEPS, recipes

from pagesight.extract.metadata.entities.recipe.read import recipe_lines
from pagesight.extract.page.document import read
from pagesight.render.page import Page

BARE = f"<h1>Pea soup</h1><ul>{LISTED}</ul>"


def _lines(body: str) -> tuple[str, ...]:
    (recipe,) = recipes(f"<h1>Pea soup</h1>{body}{STEPS}")
    return recipe.texts("recipeIngredient")


def test_ingredients_may_be_elements_of_any_tag_in_one_that_is_called_so() -> None:
    items = "".join(f"<div class=row>{line}</div>" for line in LINES)
    assert _lines(f"<h3>Shopping</h3><div class=ingredients>{items}</div>") == LINES


def test_ingredients_are_descriptions_below_the_names_of_a_recipe_s_parts() -> None:
    parts = [
        f"<dl class=ingredients><dt>Part</dt><dd>{line}</dd><dd>1 pinch of salt</dd></dl>"
        for line in LINES
    ]
    found = _lines(f"<h2>Ingredients</h2>{''.join(parts)}")
    assert found == tuple(each for line in LINES for each in (line, "1 pinch of salt"))


@pytest.mark.parametrize(
    "heading",
    [
        "<li>Sauce:\u2063</li>",
        "<li>Ingredients</li>",
        "<li>4 porsjoner</li>",
        "<li>Cottura: 15 min</li>",
        "<li class=list-subheading>Soup</li>",
    ],
)
def test_headings_in_a_list_are_no_ingredients(heading: str) -> None:
    assert _lines(f"<h3>Ingredients</h3><ul>{heading}{LISTED}</ul>") == LINES


def test_of_several_lists_those_with_quantities_are_the_recipe_s_and_each_counts_once() -> None:
    names = "".join(
        f"<li>{name} - fresh is best</li>" for name in ("Peas", "Onion", "Lime", "Mint")
    )
    lists = "".join(f"<ul class=ingredient-list>{each}</ul>" for each in (names, LISTED, LISTED))
    assert _lines(f"<h3>Ingredients</h3>{lists}") == LINES


def test_a_list_without_quantities_that_stands_right_below_others_is_of_the_recipe() -> None:
    listed = "<ul class=ingredients>{}</ul>"
    lists = listed.format(LISTED)
    toppings = ("lime wedges", "mint", "parsley", "chives")
    lists += "<h4>To serve:</h4>" + listed.format("".join(f"<li>{name}</li>" for name in toppings))
    comments = "<p>Hello there.</p>" * 4 + "<ul><li>Ann says: we liked it.</li></ul>"
    assert _lines(f"<h3>Ingredients</h3>{lists}{comments}") == (*LINES, *toppings)


def test_the_amounts_of_ingredients_may_stand_in_elements_of_their_own() -> None:
    rows = "".join(
        f"<p>{amount}</p><div>{name}</div>" for amount, name in (("250 g", "peas"), ("2", "leeks"))
    )
    assert _lines(f"<h3>Ingredients</h3><div>{rows}</div>") == ("250 g peas", "2 leeks")


@pytest.mark.parametrize(
    "body",
    [
        f"<ul><li>2<li>4<li>6</ul><ul>{LISTED}</ul><ul>{LISTED.replace('3', '6')}</ul>",
        "".join(f"<div><p>{line[2:]}</p><p>{line[:1]}</p></div>" for line in LINES),
    ],
    ids=["for more people", "amounts behind"],
)
def test_each_ingredient_is_there_once_with_its_amount(body: str) -> None:
    lines = _lines(f"<h3>Ingredients</h3><div class=ingredients>{body}</div>")
    assert [{*line.split()} for line in lines] == [{*line.split()} for line in LINES]


def test_the_facts_of_a_package_are_no_ingredients() -> None:
    facts = "".join(
        f"<li>{fact}</li>" for fact in ("Calories 120", "Fat 2 g", "Per 100 g: 40 kcal")
    )
    assert not recipes(f"<h1>Soup</h1><h3>Ingredients</h3><ul>{facts}</ul><p>{LONG[0]}</p><p>x</p>")


@pytest.mark.parametrize(
    "heading",
    [
        "Preparation of the soup",
        "How to prepare pea soup",
        "Slik gjør du",
        "Steps to Make It",
        "Recipe steps",
        "Zo maak je het",
    ],
)
def test_the_steps_stand_under_headings_of_many_words(heading: str) -> None:
    body = f"<h1>Soup</h1><h3>Ingredients</h3><ul>{LISTED}</ul>"
    (recipe,) = recipes(body + STEPS.replace("Method", heading))
    assert recipe.texts("recipeInstructions") == ("Chop the onion.", "Boil it all.")


@pytest.mark.parametrize(
    "steps",
    [
        "<p>Enough for four.</p><ol><li>{}</li><li>{}</li></ol>",
        "<p>{}</p><p>{}</p>",
        "<div><h4>Step 1</h4><div>{}</div><h4>Step 2</h4><div>{}</div></div>",
        "<h3>Method</h3><ol><li>1. {}</li><li>2. {}</li></ol>",
        "<h3>Method</h3><ol><li><b>Step 1</b> {}</li><li><b>Step 2</b> {}</li></ol>",
        "<h3>Method</h3><p>1. {} 2. {}</p>",
        f"<h3>Method</h3><p>{' '.join(LONG)}</p><ol><li>1. {{}}</li><li>2. {{}}</li></ol>",
        "<h3>Method</h3><div>1</div><p>{}</p><p>Tip: a lid.</p><div>2</div><p>{}</p><p>Enjoy it!",
        "<h4>Step 1</h4><img src=a.png><ul><li>a large pot</ul><p>{}</p><h4>Step 2</h4><p>{}</p>",
        "<h4>Step 1</h4>{0}<h4>Step 2</h4>{1}<div role=dialog><h4>Step 1</h4>{0}<h4>Step 2</h4>{1}",
        "<h3>Method</h3><ol><li>{}</li><li>{}</li></ol><h3>12 comments</h3><li>So good! Thank you",
    ],
    ids=[
        "list",
        "paragraphs",
        "headings",
        "numbers",
        "labels",
        "one paragraph",
        "told twice",
        "numbers alone",
        "tools before each",
        "dialog",
        "comments",
    ],
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


def test_texts_behind_their_element_s_children_hide_no_lines_of_lists() -> None:
    ingredients = f"<h3>Ingredients</h3><ul>{LISTED}</ul>Enough for us all."
    body = f"<h1>Pea soup</h1><div><div>{ingredients}</div>As we said.{STEPS}Enjoy.</div>"
    document = read(Page("https://soups.example/", f"<html><body>{body}</body></html>"))
    lines = recipe_lines(document)
    assert lines is not None
    kept = [text for text, is_line in zip(document.cuts.texts, lines, strict=True) if is_line]
    assert kept == [*LINES, "Chop the onion.", "Boil it all."]


def test_headings_may_name_steps_whose_texts_stand_below_them() -> None:
    chopped, boiled = LONG
    steps = (
        f"<h4>Step 1: Chop</h4><ol><li>{chopped}</li></ol><p>Mind your fingers at that.</p>"
        f"<h4>Step 2: Boil</h4><p>{boiled}</p><button>Go!</button>"
    )
    (recipe,) = recipes(BARE.replace("1 onion", "2 tbsp butter").replace("3 ", "3 g ") + steps)
    assert recipe.texts("recipeInstructions") == (
        "Chop",
        f"{chopped} Mind your fingers at that.",
        "Boil",
        boiled,
    )


def test_a_short_paragraph_that_is_counted_is_a_step_under_no_heading() -> None:
    steps = f"<p>1- {LONG[0]}</p><p>2- Add the cheese.</p><p>3- {LONG[1]}</p>"
    (recipe,) = recipes(BARE.replace("1 onion", "2 tbsp butter").replace("3 ", "3 g ") + steps)
    assert len(recipe.texts("recipeInstructions")) == 3


@pytest.mark.parametrize(
    ("holder", "line"),
    [
        ("<div class=box>{}</div>", "<div class=line><span>{}</span></div>"),
        ("<section><div class=part>{}</div></section>", "<p>{}</p>"),
        ("<article>{}</article>", "<label><input type=checkbox><b>{}</b></label>"),
        ("<div>{}</div>", "<span class=row><b>{}</b></span>"),
    ],
    ids=["divs", "paragraphs", "checkboxes", "spans"],
)
def test_each_part_of_a_recipe_has_an_element_of_its_own_for_its_lines(
    holder: str, line: str
) -> None:
    crust = ("200 g flour", "100 g butter", "1 egg")
    parts = "".join(
        f"<h4>For the {name}</h4>{holder.format(''.join(map(line.format, lines)))}"
        for name, lines in (("soup", (*LINES, "1 l water")), ("crust", crust))
    )
    assert _lines(f"<h2>Ingredients</h2>{parts}") == (*LINES, "1 l water", *crust)
