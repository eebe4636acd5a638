"""Numbers of a page's elements: tags, class names, title and headings, form fields, sections."""

import math
from collections import Counter
from collections.abc import Mapping, Set

import numpy as np

from pagesight.extract.page.dom import CODE, TAGS
from pagesight.extract.page.elements import Elements, Rows
from pagesight.extract.page.head import PageHead
from pagesight.extract.text.tokens import tokens
from pagesight.vision.html.counts.texts import Contents
from pagesight.vision.html.counts.tokens import name_numbers

_TAGS = (
    "a", "address", "article", "aside", "b", "blockquote", "br", "button", "code", "dd", "div",
    "dl", "em", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "iframe", "img", "input", "label", "li", "main", "nav", "ol", "option", "p",
    "picture", "pre", "section", "select", "span", "strong", "sup", "svg", "table", "td",
    "textarea", "th", "time", "tr", "ul", "video",
)  # fmt: skip
_INPUTS = (
    "password", "email", "search", "checkbox", "radio", "number", "submit", "hidden", "text", "tel",
)  # fmt: skip
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_HEADING_CHARS = 300  # which, with its length, distinguish a heading from others
_H1_CHARS = 300  # as of a headline; by hand
_MOST = 0.7  # share of its parent's text that an element must have to be descended into


def element_numbers(
    page: Contents, beside: PageHead, names: Mapping[str, int], title: Set[str], chars: int
) -> Mapping[str, float]:
    """Return the numbers by name; `names` are class names and ids, `chars` those of the text."""
    return {
        **_tag_numbers(page.elements, beside),
        **name_numbers(names),
        **_head_numbers(page, title),
        **_heading_numbers(page, chars),
        **_beside_numbers(page, beside, len(names), chars),
        **_section_numbers(page),
    }


def _tag_numbers(elements: Elements, beside: PageHead) -> dict[str, float]:
    counts = np.bincount(elements.tag, minlength=len(TAGS)).tolist()
    found = {f"tag:{tag}": math.log1p(counts[CODE[tag]] + beside.tags.get(tag, 0)) for tag in _TAGS}
    return found | {"tag:all": math.log1p(len(elements) + sum(beside.tags.values()))}


def _head_numbers(page: Contents, title: Set[str]) -> dict[str, float]:
    """Return how title and main headings agree."""
    heads = [set(tokens(text)) for text in page.texts(page.rows("h1"), _H1_CHARS)]
    return {
        "head:title_words": len(title),
        "head:h1_words": max(map(len, heads), default=0),
        "head:h1_in_title": max((_overlap(head, title) for head in heads), default=0.0),
    }


def _overlap(words: Set[str], others: Set[str]) -> float:
    """Return the share of `words` that occur among `others`."""
    return len(words & others) / len(words) if words else 0.0


def _heading_numbers(page: Contents, chars: int) -> dict[str, float]:
    rows = page.rows(*_HEADINGS)
    texts = page.texts(rows, _HEADING_CHARS)
    sizes, count = page.chars[rows], max(1, len(rows))
    linked = (page.count("a")[rows] > 0) | page.of("a")[page.elements.parent[rows]]
    return {
        "heading:length": float(sizes.sum()) / count,
        "heading:questions": sum("?" in text for text in texts) / count,
        "heading:numbered": sum(text.lstrip("([#§ ")[:1].isdigit() for text in texts) / count,
        "heading:linked": float(linked.sum()) / count,
        "heading:text_each": chars / count,
        "heading:distinct": math.log1p(len(set(zip(texts, sizes.tolist(), strict=True)))),
    }


def _beside_numbers(page: Contents, beside: PageHead, names: int, chars: int) -> dict[str, float]:
    """Return what forms, pictures, scripts, styles and lists of links there are."""
    inputs = Counter(kind for kind, _ in beside.inputs)
    painted = sum("background" in value for value in page.elements.styles.values())
    lists = page.elements.around(page.of("ul", "ol"))[page.rows("a")]
    tags = beside.tags
    return {f"input:{kind}": math.log1p(inputs[kind]) for kind in _INPUTS} | {
        "elements:pictures": math.log1p(1000 * len(page.rows("img")) / chars),
        "elements:scripts": math.log1p(tags.get("script", 0)),
        "elements:styles": math.log1p(tags.get("style", 0) + tags.get("link", 0)),
        "elements:classes": math.log1p(names),
        "elements:painted": math.log1p(painted),
        "nested:most": float(lists.max(initial=0)),
        "nested:twice": math.log1p(int((lists > 1).sum())),
    }


def _section_numbers(page: Contents) -> dict[str, float]:
    """Return the numbers of the deepest element that holds most of the page's text."""
    elements, chars = page.elements, page.chars
    body = next(iter(page.rows("body").tolist()), 0)
    main = _main(page, body)
    inside = np.flatnonzero(elements.parent == main)
    inside = inside[(inside != main) & ~page.of("br", "hr")[inside]]
    sizes = chars[inside]
    shares = sizes[sizes > 0] / max(1, int(sizes.sum()))
    tags = np.bincount(elements.tag[inside], minlength=len(TAGS))
    headed = int(page.holds("h1", "h2", "h3", "h4")[inside].sum())
    pictured = int(page.holds("img", "picture")[inside].sum())
    kinds = {(int(elements.tag[row]), elements.classes[row].split(" ")[0]) for row in inside}
    count = max(1, len(inside))
    return {
        "section:count": math.log1p(len(inside)),
        "section:entropy": -float((shares * np.log(shares)).sum()),
        "section:largest": float(shares.max(initial=0.0)),
        "section:headed": headed / count,
        "section:headed_count": math.log1p(headed),
        "section:pictured": pictured / count,
        "section:kinds": math.log1p(len(kinds)),
        "section:paragraphs": float(tags[CODE["p"]]) / count,
        "section:paragraph_count": math.log1p(int(tags[CODE["p"]])),
        "section:headings": math.log1p(int(tags[CODE["h2"]] + tags[CODE["h3"]])),
        "section:depth": float(elements.depth[main]),
        "section:share": float(chars[main]) / max(1, int(chars[body])),
    }


def _main(page: Contents, body: int) -> int:
    """Return the element that is reached by going down into what holds most of the text."""
    largest = _largest_inside(page)
    at = body
    while largest[at] >= 0 and page.chars[largest[at]] >= _MOST * max(1, int(page.chars[at])):
        at = int(largest[at])
    return at


def _largest_inside(page: Contents) -> Rows:
    """Return the child of each element with most text, the first of equals; -1 if none."""
    parent = page.elements.parent
    order = np.lexsort((-np.arange(len(parent)), page.chars, parent))
    order = order[order > 0]  # the root is its own parent
    largest = np.full(len(parent), -1, np.int64)
    largest[parent[order]] = order  # the last of those written stays
    return largest
