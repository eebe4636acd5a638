"""Parts of pages with a recipe for pea soup, and the recipes read off a page."""

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
STEPS = "<h3>Method</h3><ol><li>Chop the onion.</li><li>Boil it all.</li></ol>"
LINES = ("2 cups peas", "1 onion", "3 carrots")
LISTED = "".join(f"<li>{line}</li>" for line in LINES)
LONG = (
    "Chop the onion and fry it in a little butter.",
    "Boil it all for an hour and stir it well.",
)


def recipes(body: str) -> list[Entity]:
    """Return the recipes of a page with this body."""
    document = read(Page("https://soups.example/", f"<html><body>{body}</body></html>"))
    return [each for each in entities(document) if each.type == "Recipe"]
