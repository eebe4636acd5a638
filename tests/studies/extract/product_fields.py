"""Print the share of a product corpus's attributes that are read right, beside extruct.

    python product_fields.py --corpus zyte_product.parquet [--out results.json]

`stated` rows leave the pages as they are; `shown` rows take JSON-LD, microdata, RDFa and Open Graph
out of them, so that only what a visitor sees is left. Gold is `extra["attributes"]`. A title is
right if two thirds of its words are in the page's `title`, which is the corpus's gold; a price if
it is the same number; a currency if the gold's sign may stand for its code.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import extruct

from pagesight.app.evaluate.statistics import interval, mean, pairs
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.metadata.product.read import product
from pagesight.extract.page.document import read
from pagesight.extract.text.money import amount, code_of, codes_of
from pagesight.render.page import Page

FIELDS = ("title", "price", "currency", "availability", "sku", "gtin", "mpn", "brand")
Found = Mapping[str, str]
Marks = dict[tuple[str, str], dict[str, float]]  # system, attribute -> page -> 1 if it is right
MARKUP = re.compile(
    r"""<script[^>]*ld\+json[^>]*>.*?</script>|<meta\b[^>]*(?:og:|product:|itemprop)[^>]*>"""
    r"""|\b(?:itemprop|itemtype|itemscope|typeof|property|vocab)(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?""",
    re.I | re.S,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="File to write shares and intervals to.")
    parser.add_argument("--misses", action="store_true", help="Print what is wrong or missing.")
    arguments = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    marks: Marks = {}
    for page in load(arguments.corpus):
        for system, find in SYSTEMS.items():
            found = find(page)
            for name in FIELDS:
                gold = gold_of(page, name)
                right = agree(name, found.get(name, ""), gold) if gold else False
                if gold:
                    marks.setdefault((system, name), {})[page.id] = float(right)
                counts[system, name, "gold"] += bool(gold)
                counts[system, name, "right"] += right
                counts[system, name, "given"] += bool(found.get(name) and gold)
                if arguments.misses and gold and not right and system != "extruct":
                    print(
                        system, name, page.site, gold, "|", found.get(name, ""), "|", page.page.url
                    )
    print(report(counts))
    if arguments.out:
        arguments.out.write_text(json.dumps(results(marks), indent=1) + "\n", "utf-8")


def results(marks: Marks) -> Mapping[str, object]:
    """Return the share right of each attribute by system, over the pages that have it.

    The pairs of systems are compared by prices.
    """
    systems: dict[str, dict[str, object]] = {}
    for (system, name), by_page in marks.items():
        right = list(by_page.values())
        of = {"pages": len(right), "right": mean(right), "right_ci95": interval(right)}
        systems.setdefault(system, {})[name] = of
    prices = {system: by_page for (system, name), by_page in marks.items() if name == "price"}
    return {"task": "products", "systems": systems, "pairs": pairs(prices, {}, {}, seed=0)}


def ours(page: LabelledPage) -> Found:
    found = product(read(page.page))
    return {name: getattr(found, name) for name in FIELDS}


def unmarked(page: LabelledPage) -> Found:
    html = MARKUP.sub("", page.page.html)
    found = product(read(Page(page.page.url, html)))
    return {name: getattr(found, name) for name in FIELDS}


def rival(page: LabelledPage) -> Found:
    """Return what extruct's uniform output says: of the first product, and of its first offer."""
    syntaxes = ["json-ld", "microdata", "rdfa", "opengraph"]
    try:
        said = extruct.extract(page.page.html, page.page.url, syntaxes=syntaxes, uniform=True)
    except Exception as error:  # the rival's own failures count as nothing found
        print(f"extruct: {page.page.url}: {error!r}")
        return {}
    items = [item for name in ("json-ld", "microdata", "rdfa") for item in said[name]]
    products = [item for item in items if "Product" in str(item.get("@type"))] or [{}]
    graph: Mapping[str, object] = next(iter(said["opengraph"]), {})
    item = products[0]
    offer = part(item.get("offers"))
    brand = item.get("brand") or ""
    return {
        "title": str(item.get("name") or graph.get("og:title") or ""),
        "price": str(offer.get("price") or offer.get("lowPrice")
                     or graph.get("product:price:amount") or graph.get("og:price:amount") or ""),
        "currency": str(offer.get("priceCurrency") or graph.get("product:price:currency")
                        or graph.get("og:price:currency") or ""),
        "availability": str(offer.get("availability") or "").rsplit("/", 1)[-1],
        "sku": str(item.get("sku") or ""),
        "gtin": str(item.get("gtin13") or item.get("gtin") or ""),
        "mpn": str(item.get("mpn") or ""),
        "brand": str(brand.get("name") or "") if isinstance(brand, dict) else str(brand),
    }  # fmt: skip


def part(value: Any) -> Mapping[str, Any]:
    """Return the first item in what extruct says of a property; an empty one if it holds none."""
    value = value[0] if isinstance(value, list) and value else value
    return value if isinstance(value, Mapping) else {}


SYSTEMS: dict[str, Callable[[LabelledPage], Found]] = {
    "stated": ours, "shown": unmarked, "extruct": rival,
}  # fmt: skip


def gold_of(page: LabelledPage, name: str) -> list[str]:
    if name == "title":
        return [page.title] if page.title else []
    attributes = page.extra.get("attributes")
    return list(attributes.get(name, [])) if isinstance(attributes, dict) else []


def agree(name: str, found: str, golds: list[str]) -> bool:
    if not found:
        return False
    if name == "title":
        words, gold = _words(found), set(_words(golds[0]))
        return sum(word in gold for word in words) >= len(words) * 2 / 3 > 0
    if name == "price":
        number = amount(found) if "," in found else found
        return any(_same_sum(number, gold) for gold in golds)
    if name == "currency":
        return any(code_of(found) in codes_of(gold) for gold in golds)
    if name == "availability":
        found = found.replace("SoldOut", "OutOfStock")
    return any(_squeezed(found) == _squeezed(gold) for gold in golds)


def _same_sum(found: str, gold: str) -> bool:
    """Return whether two sums are one; the corpus reads some points before thousands as decimal."""
    try:
        one, other = Decimal(found), Decimal(gold)
    except ArithmeticError:
        return False
    return one in (other, 1000 * other if other % 1 else other)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())


def report(counts: Counter[tuple[str, str, str]]) -> str:
    lines = [f"{'':13s} pages " + "".join(f"{system:>10s}" for system in SYSTEMS)]
    for name in FIELDS:
        n = counts["stated", name, "gold"]
        shares = (counts[system, name, "right"] / max(1, n) for system in SYSTEMS)
        lines.append(f"{name:13s} {n:5d} " + "".join(f"{share:10.3f}" for share in shares))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
