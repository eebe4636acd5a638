"""Tokens of a page for the HTML model, class names and ids among them, by the letter of a field.

c: class name or id     t: title      h: heading    u: address (links.py)
a: link, button, label  s: structure  w: running text
m: what the page says of itself (og:type, JSON-LD ...)
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Elements
from pagesight.extract.page.head import PageHead
from pagesight.extract.text.lines import Lines
from pagesight.extract.text.tokens import tokens as text_tokens
from pagesight.vision.html.counts.texts import Contents

Bag = Mapping[str, int]  # tokens and how often each occurs
Bags = Mapping[str, Bag]  # by the letter of their field

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
_find_words = re.compile(r"[A-Za-z]+").findall
_LABELS = ("a", "button", "label", "th", "dt", "legend")
_LABEL_CHARS, _HEADING_CHARS = 60, 300
_LABEL_WORDS, _LABEL_SPACES = 4, 8  # at most; more spaces than that part more words
_MICRODATA = ("itemtype", "itemprop", "role", "rel")
_SELF = frozenset({"og:type", "generator", "twitter:card", "robots", "twitter:label1"})
_WORDS = 1500  # of running text: what comes later adds nothing
_BLOCK = 2000  # characters of a block
_CHARS = 15_000  # that hold as many words


def name_counts(elements: Elements) -> Bag:
    """Return the class names and ids, and how often each occurs."""
    attributes = Counter({classes: len(rows) for classes, rows in elements.by_class.items()})
    attributes.update([value for _, value in elements.values("id")])
    counts: dict[str, int] = defaultdict(int)
    for attribute, count in attributes.items():
        for name in attribute.split()[:_NAMES]:
            counts[name] += count
    return counts


def name_tokens(names: Bag) -> Bag:
    """Return the tokens of names: each whole, and its parts. All are searched at once."""
    short = {name: count for name, count in names.items() if len(name) <= _NAME_CHARS}
    tokens: dict[str, int] = defaultdict(int)
    if not short:
        return tokens
    line = "\n".join(short)
    for whole, count in zip(line.lower().split("\n"), short.values(), strict=True):
        tokens[whole] += count
    parts = " ".join(_find_parts(line)).lower()
    for own, count in zip(map(str.split, parts.split("\n")), short.values(), strict=True):
        if len(own) > 1:
            for part in own:
                if len(part) > 1:
                    tokens[part] += count
    return tokens


def name_numbers(names: Bag) -> Mapping[str, float]:
    """Return how many class names and ids there are of each kind."""
    counts, lines = list(names.values()), Lines(f" {name} ".translate(_SPACED) for name in names)
    return {
        f"name:{kind}": math.log1p(sum([counts[number] for number in lines.holding(parts)]))
        for kind, parts in _KINDS.items()
    }


def page_tokens(page: Contents, beside: PageHead, words: Bag, names: Bag) -> Bags:
    """Return the page's tokens by field, without those of its address.

    `words` are the first of its running text, `names` its class names and ids.
    """
    inputs = Counter([input_type for input_type, _ in beside.inputs])
    return {
        "w": words,
        "h": Counter(_heading_words(page)),
        "t": Counter(text_tokens(beside.title[:_HEADING_CHARS])),
        "c": name_tokens(names),
        "a": _label_tokens(page, beside),
        "s": {
            **_structure(page.elements),
            **beside.tags,
            **{f"input={input_type}": number for input_type, number in inputs.items()},
        },
        "m": Counter(_self_description(page, beside)),
        "u": {},
    }


def first_words(document: Document) -> list[str]:
    """Return the first words of the page's text."""
    words: list[str] = []
    chars = 0
    for text in document.cuts.texts:
        piece = text[:_BLOCK]
        words += text_tokens(piece)
        chars += len(piece)
        if chars > _CHARS or len(words) >= _WORDS:
            break
    return words[:_WORDS]


def _heading_words(page: Contents) -> list[str]:
    texts = page.texts(page.rows("h1", "h2", "h3", "h4"), _HEADING_CHARS)
    return text_tokens("\n".join(texts)[:_CHARS])


def _label_tokens(page: Contents, beside: PageHead) -> Bag:
    """Return the words of short links, buttons and labels, and the whole of each."""
    labels = Counter(page.texts(page.rows(*_LABELS), _LABEL_CHARS))
    labels.update([option.replace("\n", "\t") for option in beside.options])
    tokens: dict[str, int] = defaultdict(int)
    for label, count in labels.items():
        words = text_tokens(label) if label.count(" ") <= _LABEL_SPACES else ()
        if 0 < len(words) <= _LABEL_WORDS:
            plain = ["0" if word.isdigit() else word for word in words]
            tokens["_".join(plain)] += count
            if len(words) > 1:
                for word in plain:
                    if word != "0":
                        tokens[word] += count
    for _, placeholder in beside.inputs:
        for word in text_tokens(placeholder)[:6]:
            tokens[word] += 1
    return tokens


def _structure(elements: Elements) -> dict[str, int]:
    """Return which tags are in which, and how often."""
    size = len(elements.names)
    above = elements.tag[elements.parent]
    pairs, counts = np.unique(above[1:] * size + elements.tag[1:], return_counts=True)
    names = elements.names
    return {
        f"{names[pair // size]}>{names[pair % size]}": count
        for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True)
    }


def _self_description(page: Contents, beside: PageHead) -> Iterator[str]:
    """Yield what the page says of itself, in its head and beside its text."""
    for name in _MICRODATA:
        for _, value in page.elements.values(name):
            if value:
                yield f"{name}={value.rsplit('/', 1)[-1].lower()[:30]}"
    for name, content in beside.metas:
        yield name
        if name in _SELF:
            yield from (f"{name}={word}" for word in _find_words(content.lower()))
    yield from (f"ld={type_}" for type_ in beside.types)
