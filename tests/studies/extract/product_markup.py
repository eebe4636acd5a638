"""Print what is read of products without their markup, against what the markup says.

    python product_markup.py CORPUS... [--misses FIELD]

Gold is what extruct reads of the JSON-LD and microdata of pages that state one product; these, RDFa
and Open Graph are taken out before the page is read. Of values that texts have, only those count
that the page shows. An image is right if its file is one of ours, in whatever size.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import extruct
from product_fields import MARKUP, Found, agree, part

from pagesight.datasets.load import load
from pagesight.extract.errors import ParseError
from pagesight.extract.metadata.product.read import product
from pagesight.extract.page.document import read
from pagesight.extract.text.tokens import tokens
from pagesight.render.page import Page

FIELDS = ("price", "currency", "availability", "sku", "brand", "images", "description", "rating",
          "review_count")  # fmt: skip
UNSEEN = ("currency", "availability", "images")  # no text shows them as the markup writes them
BEGIN = 12  # words of a description that are compared
_size = re.compile(r"(?:[-_](?:\d{2,4}x\d{0,4}|\d+x|grande|large|medium|scaled))?(?:\.\w+)?$").sub


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--misses", choices=FIELDS, help="Print what is wrong or missing of it.")
    arguments = parser.parse_args()
    right: dict[str, list[bool]] = defaultdict(list)
    for corpus in arguments.corpora:
        for page in load(corpus):
            gold = stated(page.page)
            if not gold:
                continue
            try:
                document = read(Page(page.page.url, MARKUP.sub("", page.page.html)))
            except ParseError:
                continue
            found, shown = product(document), spaced(" ".join(document.texts.strings))
            for name in FIELDS:
                value = gold.get(name, "")
                if not value or not (name in UNSEEN or is_shown(name, value, shown)):
                    continue
                own = getattr(found, name)
                right[name].append(is_right(name, own, value))
                if name == arguments.misses and not right[name][-1]:
                    print(corpus.stem, page.id, value[:60], "|", str(own)[:60])
    print("| field | pages | right |\n|---|---|---|")
    for name in FIELDS:
        print(f"| {name} | {len(right[name])} | {sum(right[name]) / len(right[name]):.3f} |")


def stated(page: Page) -> Found:
    """Return what the page's markup says of its product; nothing where it states none, or several.

    Some pages hold JSON-LD that extruct cannot read: they are left out.
    """
    if "Product" not in page.html:
        return {}
    try:
        said = extruct.extract(
            page.html, page.url, syntaxes=["json-ld", "microdata"], uniform=True, errors="ignore"
        )
    except Exception:  # extruct raises whatever its parsers do
        return {}
    items = [*products(said.get("json-ld")), *products(said.get("microdata"))]
    if len({first(item.get("name")) for item in items}) != 1:
        return {}
    item = items[0]
    offer, rating = part(item.get("offers")), part(item.get("aggregateRating"))
    return {
        "price": first(offer.get("price") or offer.get("lowPrice")),
        "currency": first(offer.get("priceCurrency")),
        "availability": first(offer.get("availability")).rsplit("/", 1)[-1],
        "rating": first(rating.get("ratingValue")),
        "review_count": first(rating.get("reviewCount") or rating.get("ratingCount")),
        "images": first(item.get("image")),
        **{name: first(item.get(name)) for name in ("sku", "brand", "description")},
    }


def products(said: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the products in lists, graphs and pages of items."""
    for item in said if isinstance(said, list) else [said]:
        if isinstance(item, Mapping):
            if item.get("@type") == "Product":
                yield item
            for name in ("@graph", "mainEntity"):
                yield from products(item.get(name))


def first(value: Any) -> str:
    value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, Mapping):
        value = value.get("url") or value.get("contentUrl") or value.get("name")
    return str(value or "")


def spaced(text: str) -> str:
    return f" {' '.join(tokens(text))} "


def is_shown(name: str, value: str, shown: str) -> bool:
    """Return whether the page's words, `spaced`, have a value; of a price its whole units."""
    if name == "price":
        whole = re.split(r"[.,]\d{1,2}$", value)[0]
        return re.sub(r"\D", "", whole) in re.sub(r"[ .,]", "", shown)
    words = tokens(value)[:BEGIN] if name == "description" else tokens(value)
    return bool(words) and f" {' '.join(words)} " in shown


def is_right(name: str, found: Any, value: str) -> bool:
    if name == "images":
        return bare(value) in {bare(each) for each in found}
    if name == "description":
        return tokens(found)[:BEGIN] == tokens(value)[:BEGIN]
    if name == "rating":
        return bool(found) and abs(float(found) - float(value.replace(",", "."))) < 0.06  # rounded
    return agree(name, found, [value])


def bare(address: str) -> str:
    """Return the name of a picture's file, without its size."""
    return _size("", address.partition("?")[0].rpartition("/")[2]).lower()


if __name__ == "__main__":
    main()
