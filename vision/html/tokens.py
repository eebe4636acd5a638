"""The words of a page for the HTML model, each with the place it stands in as a prefix.

c: class name or id     t: title      h: heading    u: address (address.py)
a: link, button, label  s: structure  w: running text
m: what the page says of itself (og:type, JSON-LD ...)
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np

from pagesight.extract.features.passed import Passed
from pagesight.extract.parse.document import Document
from pagesight.extract.parse.elements import Elements
from pagesight.extract.score import tokens as text_tokens
from pagesight.vision.html.contents import Contents

_split_name = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+").findall
_find_words = re.compile(r"[A-Za-z]+").findall
_LABELS = ("a", "button", "label", "th", "dt", "legend")
_LABEL_CHARS, _HEADING_CHARS = 60, 300
_MICRODATA = frozenset({"itemtype", "itemprop", "role", "rel"})
_SELF = frozenset({"og:type", "generator", "twitter:card", "robots", "twitter:label1"})
_WORDS = 1500  # of running text: what comes later tells no more
_BLOCK = 2000  # characters of a block
_CHARS = 30_000  # that hold as many words


def page_tokens(page: Contents, beside: Passed, words: Sequence[str]) -> Counter[str]:
    """Return the page's tokens, those of its address apart, and how often each occurs.

    `words` are the first of its running text.
    """
    found: Counter[str] = Counter()
    found.update(_counted("w:", words))
    found.update(_counted("h:", _heading_words(page)))
    found.update(_counted("t:", text_tokens(beside.title[:_HEADING_CHARS])))
    for name, count in _names(page.elements).items():
        for part in _parts(name):
            found[part] += count
    for label, count in _labels(page, beside).items():
        for token in _label_tokens(label):
            found[token] += count
    found.update(_structure(page.elements))
    found.update({f"s:{tag}": count for tag, count in beside.tags.items()})
    found.update(_said(page.elements, beside))
    return found


def first_words(document: Document) -> list[str]:
    """Return the first words of the page's text."""
    pieces: list[str] = []
    chars = 0
    for text in document.cuts.texts:
        pieces.append(text[:_BLOCK])
        chars += len(pieces[-1])
        if chars > _CHARS:
            break
    return text_tokens("\n".join(pieces))[:_WORDS]


def _counted(prefix: str, words: Iterable[str]) -> dict[str, int]:
    return {prefix + word: count for word, count in Counter(words).items()}


def _heading_words(page: Contents) -> list[str]:
    rows = page.rows("h1", "h2", "h3", "h4").tolist()
    return text_tokens("\n".join(page.text(row, _HEADING_CHARS) for row in rows))


def _names(elements: Elements) -> Counter[str]:
    """Return the class attributes and ids, and how often each occurs."""
    names = Counter(elements.classes)
    names.update(elements.ids)
    del names[""]
    return names


@lru_cache(maxsize=1 << 14)  # a page repeats its names, and a site's pages have the same
def _parts(names: str) -> tuple[str, ...]:
    """Return the tokens of names with spaces between them: each whole, and its parts."""
    found: list[str] = []
    for name in names.split()[:12]:
        if len(name) <= 40:
            found.append(f"c:{name.lower()}")
            parts = _split_name(name)
            if len(parts) > 1:
                found.extend(f"c:{part.lower()}" for part in parts if len(part) > 1)
    return tuple(found)


def _labels(page: Contents, beside: Passed) -> Counter[str]:
    """Return the beginnings of links, buttons and labels, and how often each occurs."""
    rows = page.rows(*_LABELS).tolist()
    labels = Counter(page.text(row, _LABEL_CHARS) for row in rows)
    labels.update(beside.options)
    return labels


def _label_tokens(text: str) -> Iterator[str]:
    """Yield the words of a short label, of which this is the beginning, and the whole of it."""
    words = text_tokens(text)
    if 0 < len(words) <= 4:
        yield "a:" + "_".join("0" if word.isdigit() else word for word in words)
        if len(words) > 1:
            yield from (f"a:{word}" for word in words if not word.isdigit())


def _structure(elements: Elements) -> dict[str, int]:
    """Return which tags are in which, and how often."""
    size = len(elements.names)
    above = elements.tag[elements.parent]
    pairs, counts = np.unique(above[1:] * size + elements.tag[1:], return_counts=True)
    names = elements.names
    return {
        f"s:{names[pair // size]}>{names[pair % size]}": count
        for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True)
    }


def _said(elements: Elements, beside: Passed) -> Iterator[str]:
    """Yield what the page says of itself, and its form fields."""
    for name, value in chain.from_iterable(elements.attributes):
        if name in _MICRODATA and value:
            yield f"m:{name}={value.rsplit('/', 1)[-1].lower()[:30]}"
    for name, content in beside.metas:
        yield f"m:{name}"
        if name in _SELF:
            yield from (f"m:{name}={word}" for word in _find_words(content.lower()))
    yield from (f"m:ld={kind}" for kind in beside.types)
    for kind, placeholder in beside.inputs:
        yield f"s:input={kind}"
        yield from (f"a:{word}" for word in text_tokens(placeholder)[:6])
