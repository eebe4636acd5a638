"""Numbers of a page's elements: tags, class names, title and headings, form fields, sections.

And those of groups of like siblings: the cards, rows and posts that a page repeats.
"""

import math
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered
from pagesight.extract.page.dom import CODE, TAGS
from pagesight.extract.page.elements import Elements, Flags, Rows
from pagesight.extract.page.head import PageHead
from pagesight.extract.text.tokens import tokens
from pagesight.vision.html.counts.texts import Contents
from pagesight.vision.html.counts.tokens import name_numbers

_MIN_SIZE = 3  # alike make a group; by hand
_SEEN = 600  # characters of a member in which a price or a date is looked for
_LONG = 200  # characters of a post, not of a card
_LARGEST = 3  # groups described
_GROUP_HEADINGS = ("h1", "h2", "h3", "h4", "h5")

Column = NDArray[np.float64]
_DESCRIBED = ("text", "depth", "prices", "dates", "links")
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
_MOST_OF_PARENT = 0.7  # share of its parent's text that an element must have to be descended into


@dataclass(frozen=True, slots=True)
class Groups:
    """Siblings of one tag and first class, three or more, some with text; in document order.

    Columns of numbers by name, (groups,).
    """

    member: Rows  # (members,) elements, those of a group together
    group: Rows  # (members,) ascending
    first: Rows  # (groups,) element
    numbers: Mapping[str, Column]  # what the members are like
    most: Mapping[str, Rows]  # how many members have each kind of thing


def group_numbers(page: Contents, prices: Rows, dates: Rows) -> Mapping[str, float]:
    """Return how much repeats, what the largest groups are like, and the best of each kind.

    `prices` and `dates` are where in the page's line there is one.
    """
    groups = _groups(page, prices, dates)
    numbers = {
        "groups:count": math.log1p(len(groups.first)),
        "groups:members": math.log1p(len(groups.member)),
    }
    for rank, group in enumerate(_largest(page, groups)):
        numbers |= {f"group{rank}:{name}": float(of[group]) for name, of in groups.numbers.items()}
    for content, counts in groups.most.items():
        best = int(np.argmax(counts)) if len(counts) else 0
        most = int(counts[best]) if len(counts) else 0
        numbers[f"best:{content}"] = math.log1p(most)
        if most:
            described = {name: float(groups.numbers[name][best]) for name in _DESCRIBED}
            numbers |= {f"best:{content}:{name}": value for name, value in described.items()}
    return numbers


def _groups(page: Contents, prices: Rows, dates: Rows) -> Groups:
    elements = page.elements
    member, group, count = _members(page)
    first = member[np.flatnonzero(np.diff(group, prepend=-1))]
    size = np.maximum(np.bincount(group, minlength=count), 1)
    chars = page.chars[member]
    flags = {
        "pictures": page.holds("img")[member],
        "headings": page.holds(*_GROUP_HEADINGS)[member],
        "paragraphs": page.holds("p")[member],
        "inputs": page.holds("button", "select", "label")[member],
        "code": page.holds("pre", "code")[member],
        "prices": _has(page, member, prices),
        "dates": _has(page, member, dates),
        "long": (chars > _LONG) & ~page.of("p")[member],
    }
    held = {name: np.bincount(group, flag, minlength=count) for name, flag in flags.items()}
    begin = np.flatnonzero(np.diff(group, prepend=-1))
    ordered = chars[np.lexsort((chars, group))]
    total = np.bincount(group, chars, minlength=count)
    links = np.bincount(group, page.count("a")[member], minlength=count)
    is_row = page.of("tr", "li", "td", "dd")[first]
    numbers = {
        "size": np.log1p(size),
        "chars": np.log1p(total),
        "text": np.log1p(total / size),
        "median": np.log1p(ordered[begin + size[: len(begin)] // 2]),
        "spread": np.log1p(ordered[begin + size[: len(begin)] - 1]) - np.log1p(ordered[begin]),
        "links": np.log1p(links / size),
        "depth": elements.depth[first].astype(np.float64),
        "row": is_row.astype(np.float64),
        "paragraph": page.of("p")[first].astype(np.float64),
    } | {name: held[name] / size for name in flags if name != "long"}
    most = {name: held[name].astype(np.int64) for name in ("pictures", "headings", "dates", "long")}
    return Groups(member, group, first, numbers, most)


def _members(page: Contents) -> tuple[Rows, Rows, int]:
    """Return the members of all groups in order of the groups, the group of each, and how many."""
    elements = page.elements
    codes: dict[str, int] = {}
    of = {
        names: codes.setdefault(names.split(" ", 1)[0], len(codes))
        for names in set(elements.classes)
    }
    first_class = np.fromiter(map(of.__getitem__, elements.classes), np.int64, len(elements))
    key = numbered(hashed(elements.parent, elements.tag, first_class))
    kept = (np.bincount(key) >= _MIN_SIZE) & (np.bincount(key, page.chars) > 0)
    rows = np.flatnonzero(kept[key] & ~page.of("br", "noscript", "template"))
    _, begins, number = np.unique(key[rows], return_index=True, return_inverse=True)
    group = np.argsort(np.argsort(begins))[number]  # numbered by their first members
    order = np.argsort(group, kind="stable")
    return rows[order], group[order], len(begins)


def _has(page: Contents, rows: Rows, places: Rows) -> Flags:
    """Return whether one of the places is in the beginning of each element's text."""
    end = np.minimum(page.end[rows], page.start[rows] + _SEEN)
    return np.searchsorted(places, end) > np.searchsorted(places, page.start[rows])


def _largest(page: Contents, groups: Groups) -> list[int]:
    """Return the groups with most text, largest first.

    A group that lies inside a larger one's members is left out: it is a part of the card.
    """
    chars = groups.numbers["chars"].copy()
    largest: list[int] = []
    while len(largest) < min(_LARGEST, len(chars)):
        best = int(np.argmax(chars))
        if chars[best] < 0:
            break
        largest.append(best)
        chars[best] = -1
        members = np.zeros(len(page.elements), np.bool_)
        members[groups.member[groups.group == best]] = True
        inside = (page.elements.around(members) > 0) & ~members
        chars[inside[groups.first]] = -1
    return largest


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
    tags = {f"tag:{tag}": math.log1p(counts[CODE[tag]] + beside.tags.get(tag, 0)) for tag in _TAGS}
    return tags | {"tag:all": math.log1p(len(elements) + sum(beside.tags.values()))}


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
    inputs = Counter(input_type for input_type, _ in beside.inputs)
    painted = sum("background" in value for value in page.elements.styles.values())
    lists = page.elements.around(page.of("ul", "ol"))[page.rows("a")]
    tags = beside.tags
    return {f"input:{input_type}": math.log1p(inputs[input_type]) for input_type in _INPUTS} | {
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
    keys = {(int(elements.tag[row]), elements.classes[row].split(" ")[0]) for row in inside}
    count = max(1, len(inside))
    return {
        "section:count": math.log1p(len(inside)),
        "section:entropy": -float((shares * np.log(shares)).sum()),
        "section:largest": float(shares.max(initial=0.0)),
        "section:headed": headed / count,
        "section:headed_count": math.log1p(headed),
        "section:pictured": pictured / count,
        "section:kinds": math.log1p(len(keys)),
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
    while largest[at] >= 0 and page.chars[largest[at]] >= _MOST_OF_PARENT * max(
        1, int(page.chars[at])
    ):
        at = int(largest[at])
    return at


def _largest_inside(page: Contents) -> Rows:
    """Return the child of each element with most text, the first of equals; -1 if none."""
    parent, chars = page.elements.parent[1:], page.chars[1:]  # the root is its own parent
    most = np.full(len(page.chars), page.chars.min())
    np.maximum.at(most, parent, chars)
    best = np.flatnonzero(chars == most[parent])[::-1]
    largest = np.full(len(most), -1, np.int64)
    largest[parent[best]] = best + 1  # the last of those written stays
    return largest
