"""Class names and ids: their words as tokens, and the kinds of things they name."""

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from pagesight.extract.page.elements import Elements
from pagesight.vision.html.vocabulary import Bag

# Parts of class names and ids by what they name; a space is where a word begins or ends.
_KINDS = {
    "comment": ("comment", "reply", "response", "disqus"),
    "post": (" post", "message", "msg", "topic", "thread"),
    "author": ("author", "byline", "avatar", "poster", "user", "profile", "signature", "joined"),
    "date": ("date", "time", "published", "posted", "ago "),
    "price": ("price", "amount", "currency", "sale", "money", "cost"),
    "cart": (
        "cart", "basket", "checkout", "buy", "sku", "qty", "quantity", "wishlist", "stock",
        "variant", "swatch",
    ),
    "product": ("product", "item ", "shop", "store", "catalog"),
    "card": ("card", "tile", "grid", " col", "thumb", "masonry"),
    "excerpt": ("excerpt", "summary", "teaser", "read more", "readmore", "snippet"),
    "page": ("paginat", "pager", "page numbers", "next", "prev"),
    "crumb": ("crumb",),
    "docs": (
        "toc", "sidebar", "sidenav", "doc ", "docs ", "chapter", "section number", "headerlink",
        "permalink",
    ),
    "code": ("highlight", "code", "syntax", "prettyprint", "literal", "sig "),
    "hero": (
        "hero", "banner", "jumbotron", "slider", "carousel", "cta", "testimonial", "feature",
        "pricing", "partner",
    ),
    "tag": (" tag", "categor", "related", "share", "social"),
    "form": ("contact", "login", "signup", "register", "subscribe", "newsletter", "captcha"),
    "gallery": ("gallery", "lightbox", "portfolio", "album", "photo"),
    "other": (
        "resume", "timeline", "skill", "dashboard", "chart", "widget", "invoice", "error", "404",
    ),
}  # fmt: skip
_SPACED = str.maketrans("-_", "  ")
_find_parts = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|\n").findall
_NAMES, _NAME_CHARS = 12, 40  # of an attribute, and of a name that is no program's


def name_counts(elements: Elements) -> Bag:
    """Return the class names and ids, and how often each occurs."""
    attributes = Counter(elements.classes)
    attributes.update(elements.ids)
    found: dict[str, int] = defaultdict(int)
    for attribute, count in attributes.items():
        for name in attribute.split()[:_NAMES]:
            found[name] += count
    return found


def name_tokens(names: Bag) -> Bag:
    """Return the tokens of names: each whole, and its parts. All are searched at once."""
    short = [name for name in names if len(name) <= _NAME_CHARS]
    found: dict[str, int] = defaultdict(int)
    if not short:
        return found
    line = "\n".join(short)
    for name, whole in zip(short, line.lower().split("\n"), strict=True):
        found[whole] += names[name]
    for name, parts in zip(short, _by_line(_find_parts(line)), strict=True):
        if len(parts) > 1:
            for part in parts:
                if len(part) > 1:
                    found[part.lower()] += names[name]
    return found


def _by_line(parts: Iterable[str]) -> Iterator[list[str]]:
    """Yield the parts of each line, of parts and line feeds."""
    line: list[str] = []
    for part in parts:
        if part == "\n":
            yield line
            line = []
        else:
            line.append(part)
    yield line


def name_numbers(names: Bag) -> Mapping[str, float]:
    """Return how many class names and ids there are of each kind."""
    counts, line = list(names.values()), "\n".join([f" {name} " for name in names])
    line = line.lower().translate(_SPACED)
    ends = list(accumulate(len(each) + 1 for each in line.split("\n")))
    found = {}
    for kind, parts in _KINDS.items():
        own = {number for part in parts for number in _holding(part, line, ends)}
        found[f"name:{kind}"] = math.log1p(sum([counts[number] for number in own]))
    return found


def _holding(part: str, line: str, ends: Sequence[int]) -> Iterator[int]:
    """Yield the numbers of the names in a line that hold that part."""
    at = line.find(part)
    while at >= 0:
        number = bisect_right(ends, at)
        yield number
        at = line.find(part, ends[number])
