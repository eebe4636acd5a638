"""The times and the yield of a recipe, as a page shows them."""

import pytest
from recipe_pages import SOUP, recipes


def test_menus_name_no_times() -> None:
    menu = "<nav><p>Prep</p><p>30 minutes or less</p></nav><p>Meal prep</p><p>30 minutes</p>"
    assert recipes(menu + SOUP)[0].text("prepTime") == "PT10M"


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
        ("<p><b class=cook_time-label>Im Ofen</b> <span class=cook_time>1</span>"
         "<i class=cook_time-unit>Stunde</i> <span class=cook_time>30</span><i>Min.</i>"
         "<p>Gesamtzeit 2 Stunden", ("", "PT90M", "PT120M", "")),
        ("<p>More: soup ready in 30 min</p><p>Total Time: <b class=total-time>1 hour</b> hr 50 min",
         ("", "", "PT110M", "")),
        ("<i class=total-time>20 min</i><p class=total-time>Total 1h 7 mins</p>",
         ("", "", "PT67M", "")),
        ("<b class=servings>1x 2x</b><p class=servings>Servings 16</p>", ("", "", "", "16")),
        ("<p>90 minút<br>príprava</p><p>Cuisson au four: env. 50 min</p>",
         ("PT90M", "PT50M", "PT140M", "")),
        ("<p>Method: stovetop Difficulty: easy Prep time: 5 minutes Cook time: 30 minutes Serves: 8"
         "</p>", ("PT5M", "PT30M", "PT35M", "")),
        ("<p>10 minutes mins prep + 45 minutes mins cook</p>", ("PT10M", "PT45M", "PT55M", "")),
        ("<p>60 Min.</p>", ("", "", "PT60M", "")),
        ("<p>Zubereiten 30min</p>", ("PT30M", "", "PT30M", "")),
        ("<p>Ready in around 20 mins</p>", ("", "", "PT20M", "")),
        ("<p>Serves 4 · Prep 10 min · Cook 35 min</p>", ("PT10M", "PT35M", "PT45M", "4")),
        ("<p><b>Per 4 persone</b> <b>35 minuti</b> <b>facile</b></p>",
         ("", "", "PT35M", "4 persone")),
        ("<p>3人份 · 约90分钟</p>", ("", "", "PT90M", "3人份")),
        ("<p>Reicht für 3 Wanderer, dauert rund 30 Minuten.</p>", ("", "", "PT30M", "3 Wanderer")),
    ],
)  # fmt: skip
def test_times_and_yield_stand_after_their_labels_or_before(
    shown: str, expected: tuple[str, str, str, str]
) -> None:
    _, _, lists = SOUP.partition("<p>Servings: 4 bowls</p>")
    (recipe,) = recipes(f"<h1>Pea soup</h1>{shown}{lists}")
    names = ("prepTime", "cookTime", "totalTime", "recipeYield")
    assert tuple(recipe.text(name) for name in names) == expected
