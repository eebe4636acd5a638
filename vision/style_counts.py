"""Numbers of how a page writes: its person, its headings, its sentences, its forms and lists."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lxml.html import HtmlElement

from pagesight.extract.parse.document import Document
from pagesight.vision.html_tokens import first_words
from pagesight.vision.letters import letters
from pagesight.vision.subtrees import Subtrees

_PERSONS = {  # English; in other languages the tokens of the word model tell
    "we": {"we", "our", "us", "ours"},
    "you": {"you", "your", "yours"},
    "i": {"i", "my", "me", "im", "ive"},
    "he": {"he", "she", "his", "her", "they", "their", "said", "says"},
    "the": {"the", "of", "and", "in", "to", "a"},
}
_INPUTS = (
    "password", "email", "search", "checkbox", "radio", "number", "submit", "hidden", "text", "tel",
)  # fmt: skip
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LONG = 200  # characters of a paragraph that runs
_HEADING_CHARS = 1000  # by which, with its length, a heading is told from others
_starts_with_number = re.compile(r"\W*\d").match


def style_counts(document: Document, page: Subtrees) -> Mapping[str, float]:
    """Return the numbers by name."""
    chars = max(1, sum(len(block.text) for block in document.blocks))
    return {
        **_word_counts(first_words(document)),
        **_block_counts(document, chars),
        **_heading_counts(page, chars),
        **_element_counts(page.elements, chars),
    }


def _word_counts(words: Sequence[str]) -> dict[str, float]:
    counts, count = Counter(words), max(1, len(words))
    persons = {name: sum(counts[word] for word in own) for name, own in _PERSONS.items()}
    return {f"person:{name}": value / count for name, value in persons.items()} | {
        "words:distinct": len(counts) / count,
        "words:length": sum(map(len, words)) / count,
    }


def _block_counts(document: Document, chars: int) -> dict[str, float]:
    blocks, texts = document.blocks, [block.text for block in document.blocks]
    count = max(1, len(blocks))
    sizes = list(map(letters, texts))
    ended = [text for text in texts if text.rstrip()[-1:] in tuple(".!?。！？…")]
    first = next(
        (i for i, b in enumerate(blocks) if sizes[i] > _LONG and b.link_chars < 50), len(blocks)
    )
    runs = [
        i for i, b in enumerate(blocks)
        if sizes[i] > _LONG and b.link_chars < 0.3 * len(b.text)
    ]  # fmt: skip
    text = "\n".join(texts)
    return {
        "place:first_long": first / count,
        "place:before": sum(map(len, texts[:first])) / chars,
        "place:span": (runs[-1] - runs[0]) / count if runs else 0.0,
        "place:in_long": sum(len(texts[i]) for i in runs) / chars,
        "blocks:capitals": sum(map(str.isupper, texts)) / count,
        "blocks:ended": len(ended) / count,
        "blocks:ended_chars": sum(map(len, ended)) / chars,
        "signs:quotes": math.log1p(sum(map(text.count, '"“«'))),
        "signs:percent": math.log1p(text.count("%")),
        "signs:code": math.log1p(sum(map(text.count, "[{=_"))),
    }


def _heading_counts(page: Subtrees, chars: int) -> dict[str, float]:
    headings = [element for element in page.elements if element.tag in _HEADINGS]
    texts = [page.line(heading, _HEADING_CHARS) for heading in headings]
    sizes = list(map(page.line_chars, headings))
    count = max(1, len(texts))
    linked = sum(page.count(head, "a") > 0 or head.getparent().tag == "a" for head in headings)
    return {
        "heading:length": sum(sizes) / count,
        "heading:questions": sum(page.line_has(head, "?") for head in headings) / count,
        "heading:numbered": sum(bool(_starts_with_number(text)) for text in texts) / count,
        "heading:linked": linked / count,
        "heading:text_each": chars / count,
        "heading:distinct": math.log1p(len(set(zip(texts, sizes, strict=True)))),
    }


def _element_counts(elements: Sequence[HtmlElement], chars: int) -> dict[str, float]:
    tags = Counter(element.tag for element in elements)
    inputs = Counter((e.get("type") or "text").lower() for e in elements if e.tag == "input")
    painted = sum("background" in (element.get("style") or "") for element in elements)
    classes = {name for element in elements for name in (element.get("class") or "").split()}
    nested = _lists_above_links(elements)
    return {f"input:{kind}": math.log1p(inputs[kind]) for kind in _INPUTS} | {
        "elements:pictures": math.log1p(1000 * tags["img"] / chars),
        "elements:scripts": math.log1p(tags["script"]),
        "elements:styles": math.log1p(tags["style"] + tags["link"]),
        "elements:classes": math.log1p(len(classes)),
        "elements:painted": math.log1p(painted),
        "nested:most": max(nested, default=0),
        "nested:twice": math.log1p(sum(depth > 1 for depth in nested)),
    }


def _lists_above_links(elements: Sequence[HtmlElement]) -> list[int]:
    """Return how many lists each link is in."""
    above: dict[HtmlElement | None, int] = {None: 0}  # lists around what is in an element
    found: list[int] = []
    for element in elements:
        lists = above[element.getparent()]
        above[element] = lists + (element.tag in ("ul", "ol"))
        if element.tag == "a":
            found.append(lists)
    return found
