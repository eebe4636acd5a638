"""The words of a page for the HTML model, by the place that they stand in: the letter of a field.

c: class name or id     t: title      h: heading    u: address (address.py)
a: link, button, label  s: structure  w: running text
m: what the page says of itself (og:type, JSON-LD ...)
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Elements
from pagesight.extract.page.head import PageHead
from pagesight.extract.text.tokens import tokens as text_tokens
from pagesight.vision.html.counts.contents import Contents
from pagesight.vision.html.counts.names import name_tokens
from pagesight.vision.html.vocabulary import Bag, Bags

_find_words = re.compile(r"[A-Za-z]+").findall
_LABELS = ("a", "button", "label", "th", "dt", "legend")
_LABEL_CHARS, _HEADING_CHARS = 60, 300
_LABEL_WORDS, _LABEL_SPACES = 4, 8  # at most; more spaces than that part more words
_MICRODATA = ("itemtype", "itemprop", "role", "rel")
_SELF = frozenset({"og:type", "generator", "twitter:card", "robots", "twitter:label1"})
_WORDS = 1500  # of running text: what comes later adds nothing
_BLOCK = 2000  # characters of a block
_CHARS = 15_000  # that hold as many words


def page_tokens(page: Contents, beside: PageHead, words: Bag, names: Bag) -> Bags:
    """Return the page's tokens by field, without those of its address.

    `words` are the first of its running text, `names` its class names and ids.
    """
    inputs = Counter([kind for kind, _ in beside.inputs])
    return {
        "w": words,
        "h": Counter(_heading_words(page)),
        "t": Counter(_title_words(beside)),
        "c": name_tokens(names),
        "a": _label_tokens(page, beside),
        "s": {
            **_structure(page.elements),
            **beside.tags,
            **{f"input={kind}": number for kind, number in inputs.items()},
        },
        "m": Counter(_said(page, beside)),
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


def _title_words(beside: PageHead) -> list[str]:
    return text_tokens(beside.title[:_HEADING_CHARS])


def _heading_words(page: Contents) -> list[str]:
    texts = page.texts(page.rows("h1", "h2", "h3", "h4"), _HEADING_CHARS)
    return text_tokens("\n".join(texts)[:_CHARS])


def _label_tokens(page: Contents, beside: PageHead) -> Bag:
    """Return the words of short links, buttons and labels, and the whole of each."""
    labels = Counter(page.texts(page.rows(*_LABELS), _LABEL_CHARS))
    labels.update([option.replace("\n", "\t") for option in beside.options])
    found: dict[str, int] = defaultdict(int)
    for label, count in labels.items():
        words = text_tokens(label) if label.count(" ") <= _LABEL_SPACES else ()
        if 0 < len(words) <= _LABEL_WORDS:
            plain = ["0" if word.isdigit() else word for word in words]
            found["_".join(plain)] += count
            if len(words) > 1:
                for word in plain:
                    if word != "0":
                        found[word] += count
    for _, placeholder in beside.inputs:
        for word in text_tokens(placeholder)[:6]:
            found[word] += 1
    return found


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


def _said(page: Contents, beside: PageHead) -> Iterator[str]:
    """Yield what the page says of itself, in its head and beside its text."""
    for name in _MICRODATA:
        for _, value in page.elements.values(name):
            if value:
                yield f"{name}={value.rsplit('/', 1)[-1].lower()[:30]}"
    for name, content in beside.metas:
        yield name
        if name in _SELF:
            yield from (f"{name}={word}" for word in _find_words(content.lower()))
    yield from (f"ld={kind}" for kind in beside.types)
