"""Count the ingredient lines and steps of recipes that systems keep.

    pagesight evaluate --corpus recipes.parquet --limit 150 --out report \
        --systems auto,sight,trafilatura,chromerag --evidence given,no-structured,article-structured
    python recipe_lines.py report/predictions.jsonl.gz --corpus recipes.parquet

A line is kept if its letters and digits stand in the text one after the other, however the page
splits or joins lines. Lines that no element of the page holds count for no system: sites write some
in structured data alone. Means over pages, with 95 % intervals by bootstrap over sites.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from pagesight.app.evaluate.statistics import interval_by_group
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.document import read


@dataclass(frozen=True, slots=True)
class Wanted:
    """The lines of a page's recipe that the page holds, squeezed."""

    site: str
    ingredients: tuple[str, ...]
    steps: tuple[str, ...]


def squeezed(text: str) -> str:
    """Return the letters and digits, in small letters.

    >>> squeezed("1/2 cup Sugar")
    '12cupsugar'
    """
    return "".join(filter(str.isalnum, text.lower()))


def wanted(page: LabelledPage) -> Wanted:
    """Return what is to be kept of a page."""
    held = squeezed(" ".join(block.text for block in read(page.page).blocks))
    recipe, lines = page.extra["recipe"], page.extra["with"]
    if not isinstance(recipe, Mapping) or not isinstance(lines, list):
        raise TypeError(f"page {page.id} has no recipe and lines")
    ingredients = set(map(squeezed, recipe["ingredients"]))
    there = [line for line in map(squeezed, lines) if line and line in held]
    return Wanted(
        page.site,
        tuple(line for line in there if line in ingredients),
        tuple(line for line in there if line not in ingredients),
    )


def share_kept(lines: Sequence[str], text: str) -> float:
    """Return the share of lines that the squeezed text holds; there is one at least."""
    return sum(line in text for line in lines) / len(lines)


def figure(shares: Sequence[tuple[str, float]]) -> str:
    """Return the mean of the shares, (site, share) a page, with its interval."""
    values = [share for _, share in shares]
    low, high = interval_by_group(values, [site for site, _ in shares])
    return f"{mean(values):.4f} ({low:.3f} to {high:.3f})"


def main() -> None:
    """Print a row a system."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("predictions", type=Path, nargs="+")
    arguments.add_argument("--corpus", type=Path, required=True)
    options = arguments.parse_args()
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for path in options.predictions:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                texts[row["system"]][row["id"]] = squeezed(row["text"])
    asked = set.intersection(*map(set, texts.values()))
    recipes = {page.id: wanted(page) for page in load(options.corpus) if page.id in asked}
    print(
        f"| {len(recipes)} pages | ingredient lines | steps | characters kept |\n|---|---|---|---|"
    )
    for system, of_page in texts.items():
        kept = {"ingredients": list[tuple[str, float]](), "steps": list[tuple[str, float]]()}
        for page, own in recipes.items():
            for kind, shares in kept.items():
                if lines := getattr(own, kind):
                    shares.append((own.site, share_kept(lines, of_page[page])))
        size = mean(len(of_page[page]) for page in recipes)
        print(
            f"| {system} | {figure(kept['ingredients'])} | {figure(kept['steps'])} | {size:.0f} |"
        )


if __name__ == "__main__":
    main()
