"""What class names and ids say: their words as tokens, and what kinds of things they name."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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


class _Known(dict[str, _Name]):
    """What each name says that was asked for: pages of a site share theirs, and many sites do."""

    def __missing__(self, name: str) -> _Name:
        spaced = f" {name} ".lower().translate(_SPACED)
        kinds = (k for k, parts in _KINDS.items() if any(part in spaced for part in parts))
        found = _Name(tuple(_tokens(name)), tuple(kinds))
        if len(name) <= _NAME_CHARS:
            self[name] = found
        return found


_known = _Known()


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


def name_tokens(names: Counts) -> Counts:
    """Return the tokens of names: each whole, and its parts."""
    found: dict[str, int] = defaultdict(int)
    for name, count in names.items():
        for token in _known[name].tokens:
            found[token] += count
    return found


def name_numbers(names: Counts) -> Mapping[str, float]:
    """Return how many class names and ids there are of each kind."""
    counts = dict.fromkeys(_KINDS, 0)
    for name, count in names.items():
        for kind in _known[name].kinds:
            counts[kind] += count
    return {f"name:{kind}": math.log1p(count) for kind, count in counts.items()}


def _tokens(name: str) -> Iterable[str]:
    if len(name) > _NAME_CHARS:
        return
    yield f"c:{name.lower()}"
    parts = _split(name)
    if len(parts) > 1:
        yield from (f"c:{part.lower()}" for part in parts if len(part) > 1)
