"""What class names and ids say: their words as tokens, and what kinds of things they name."""

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from pagesight.extract.parse.elements import Elements

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
_split = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+").findall
_NAMES, _NAME_CHARS = 12, 40  # of an attribute, and of a name that is no program's
_MOST_KNOWN = 1 << 16

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Name:
    """A name's tokens, itself and its parts, and what it names."""

    tokens: tuple[str, ...]
    kinds: tuple[str, ...]


_known: dict[str, _Name] = {}  # pages of a site share their names, and many sites do


def name_counts(elements: Elements) -> Counts:
    """Return the class names and ids, and how often each occurs."""
    attributes = Counter(elements.classes)
    attributes.update(elements.ids)
    found: dict[str, int] = defaultdict(int)
    for attribute, count in attributes.items():
        for name in attribute.split()[:_NAMES]:
            found[name] += count
    if len(_known) > _MOST_KNOWN:
        _known.clear()
    return found


def _said(names: Counts) -> Mapping[str, _Name]:
    """Return what each of the names says."""
    new = [name for name in names if name not in _known]
    said = {
        name: _Name(tuple(_tokens(name)), kinds)
        for name, kinds in zip(new, _kinds(new), strict=True)
    }
    _known.update((name, own) for name, own in said.items() if len(name) <= _NAME_CHARS)
    return {name: said.get(name) or _known[name] for name in names}


def _kinds(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the kinds of things that each name names: all are searched at once for each part."""
    line = "\n".join([f" {name} " for name in names]).lower().translate(_SPACED)
    ends = list(accumulate(len(each) + 1 for each in line.split("\n")))
    found: list[dict[str, None]] = [{} for _ in names]
    for kind, parts in _KINDS.items():
        for part in parts:
            at = line.find(part)
            while at >= 0:
                number = bisect_right(ends, at)
                found[number][kind] = None
                at = line.find(part, ends[number])
    return [tuple(kinds) for kinds in found]


def name_tokens(names: Counts) -> Counts:
    """Return the tokens of names: each whole, and its parts."""
    found: dict[str, int] = defaultdict(int)
    for name, said in _said(names).items():
        for token in said.tokens:
            found[token] += names[name]
    return found


def name_numbers(names: Counts) -> Mapping[str, float]:
    """Return how many class names and ids there are of each kind."""
    counts = dict.fromkeys(_KINDS, 0)
    for name, said in _said(names).items():
        for kind in said.kinds:
            counts[kind] += names[name]
    return {f"name:{kind}": math.log1p(count) for kind, count in counts.items()}


def _tokens(name: str) -> Iterable[str]:
    if len(name) > _NAME_CHARS:
        return
    yield f"c:{name.lower()}"
    parts = _split(name)
    if len(parts) > 1:
        yield from (f"c:{part.lower()}" for part in parts if len(part) > 1)
