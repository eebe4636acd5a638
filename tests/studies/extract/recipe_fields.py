"""Measure the fields of recipes that pages state: python recipe_fields.py RECIPES.parquet

Right is a field as the site's own parser reads it (`extra.recipe`): title and yield by their words,
times in minutes, ingredients and steps line by line (F1 of a page's lines; "alike" where "½" counts
as "1/2", as markup often has it where the page has the sign; "on the page": the share of the gold's
lines whose words, alike, the page's texts have in a row, beyond which nobody can read them off it).
The second row of each is of the same pages with JSON-LD, microdata and RDFa taken out: what a
visitor sees.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from unicodedata import normalize
from zlib import crc32

from pagesight.datasets.load import load
from pagesight.extract.errors import ParseError
from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.page.document import read
from pagesight.extract.text.tokens import tokens
from pagesight.render.page import Page

_markup = re.compile(
    r"""<script[^>]*ld\+json[^>]*>.*?</script>|<meta\b[^>]*itemprop[^>]*>"""
    r"""|\b(?:itemprop|itemtype|itemscope|typeof|property|vocab)(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?""",
    re.I | re.S,
)
_fraction = re.compile(r"(\d)([¼½¾⅐-⅞])").sub
_duration = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:[\d.]+S)?)?").fullmatch
TIMES = {"totalTime": "total_time", "prepTime": "prep_time", "cookTime": "cook_time"}
LINES = {"recipeIngredient": "ingredients", "recipeInstructions": "instructions_list"}


def minutes(written: str) -> float | None:
    """Return the minutes of an ISO 8601 duration; None if it is none."""
    found = _duration(written.upper())
    days, hours, rest = (int(each or 0) for each in found.groups()) if found else (0, 0, 0)
    return days * 1440 + hours * 60 + rest if found else None


def alike(line: str) -> str:
    """Return a line with fractions and signs as one writes them on a keyboard.

    >>> alike("1½ cups, 9×13 inch")
    '1 1/2 cups, 9x13 inch'
    """
    spaced = _fraction(r"\1 \2", line.replace("×", "x"))
    return normalize("NFKC", spaced).replace("\u2044", "/")


def lines_score(found: Sequence[str], gold: Sequence[str]) -> float:
    """Return the F1 of lines, each right if its words are."""
    own, wanted = (Counter(" ".join(tokens(line)) for line in lines) for lines in (found, gold))
    right = (own & wanted).total()
    return 2 * right / max(own.total() + wanted.total(), 1)


def squeezed(text: str) -> str:
    """Return the words of a text without what stands between them."""
    return "".join(tokens(alike(text)))


def scores(
    recipe: Entity | None, gold: Mapping[str, object], said: str
) -> Iterator[tuple[str, float]]:
    """Yield each field that the gold has, and how right it is; `said` is the page's text."""
    stated = recipe or Entity("Recipe", {})
    words = " ".join(tokens(str(gold["title"])))
    yield "title", float(" ".join(tokens(stated.text("name"))) == words)
    for name, own in LINES.items():
        lines = gold.get(own)
        if isinstance(lines, list) and lines:
            found, wanted = stated.texts(name), list(map(str, lines))
            yield own, lines_score(found, wanted)
            yield (
                f"{own}, alike",
                lines_score(*(list(map(alike, each)) for each in (found, wanted))),
            )
            yield f"{own}, on the page", mean(squeezed(line) in said for line in wanted)
    for name, own in TIMES.items():
        if gold.get(own):
            yield own, float(minutes(stated.text(name)) == float(str(gold[own])))
    if digits := re.findall(r"\d+", str(gold.get("yields") or "")):
        yield "yields", float(any(digits[0] in text for text in stated.texts("recipeYield")))


def main() -> None:
    """Print the mean of each field by halves of the sites, with the markup and without it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    found: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for page in load(parser.parse_args().corpus):
        gold = page.extra.get("recipe")
        if not isinstance(gold, Mapping):
            continue
        half = crc32(page.site.encode()) % 2
        for kind, html in (("stated", page.page.html), ("shown", without_markup(page.page.html))):
            recipe, said = read_recipe(replace(page.page, html=html))
            for name, score in scores(recipe, gold, said):
                found[name, kind, half].append(score)
    columns = [(kind, half) for kind in ("stated", "shown") for half in (0, 1)]
    print(f"| field | pages | {' | '.join(f'{kind}, half {half}' for kind, half in columns)} |")
    print("|---|---|---|---|---|---|")
    for field in dict.fromkeys(name for name, _, _ in found):
        own = [found[field, *column] for column in columns]
        cells = (f"{mean(values):.3f}" if values else "" for values in own)
        print(f"| {field} | {len(own[0]) + len(own[1])} | {' | '.join(cells)} |")


def read_recipe(page: Page) -> tuple[Entity | None, str]:
    """Return the recipe of a page, None if it has none, and the words of its text, squeezed."""
    try:
        document = read(page)
    except ParseError:
        return None, ""
    recipe = next((each for each in entities(document) if each.type == "Recipe"), None)
    return recipe, squeezed(" ".join(document.texts.strings))


def without_markup(html: str) -> str:
    """Return the HTML without what it states for machines alone."""
    return _markup.sub(" ", html)


if __name__ == "__main__":
    main()
