"""Numbers of groups of like siblings: the cards, rows and posts that a page repeats."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered
from pagesight.extract.page.elements import Flags, Rows
from pagesight.vision.html.counts.texts import Contents

_MIN_SIZE = 3  # alike make a group; by hand
_SEEN = 600  # characters of a member in which a price or a date is looked for
_LONG = 200  # characters of a post, not of a card
_LARGEST = 3  # groups described
_HEADINGS = ("h1", "h2", "h3", "h4", "h5")

Column = NDArray[np.float64]


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
    for kind, counts in groups.most.items():
        best = int(np.argmax(counts)) if len(counts) else 0
        most = int(counts[best]) if len(counts) else 0
        numbers[f"best:{kind}"] = math.log1p(most)
        if most:
            described = {name: float(groups.numbers[name][best]) for name in _DESCRIBED}
            numbers |= {f"best:{kind}:{name}": value for name, value in described.items()}
    return numbers


_DESCRIBED = ("text", "depth", "prices", "dates", "links")


def _groups(page: Contents, prices: Rows, dates: Rows) -> Groups:
    """Return the groups of a page."""
    elements = page.elements
    member, group, count = _members(page)
    first = member[np.flatnonzero(np.diff(group, prepend=-1))]
    size = np.maximum(np.bincount(group, minlength=count), 1)
    chars = page.chars[member]
    flags = {
        "pictures": page.holds("img")[member],
        "headings": page.holds(*_HEADINGS)[member],
        "paragraphs": page.holds("p")[member],
        "inputs": page.holds("button", "select", "label")[member],
        "code": page.holds("pre", "code")[member],
        "prices": _has(page, member, prices),
        "dates": _has(page, member, dates),
        "long": (chars > _LONG) & ~page.of("p")[member],
    }
    held = {kind: np.bincount(group, flag, minlength=count) for kind, flag in flags.items()}
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
    } | {kind: held[kind] / size for kind in flags if kind != "long"}
    most = {kind: held[kind].astype(np.int64) for kind in ("pictures", "headings", "dates", "long")}
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
    kind = numbered(hashed(elements.parent, elements.tag, first_class))
    kept = (np.bincount(kind) >= _MIN_SIZE) & (np.bincount(kind, page.chars) > 0)
    rows = np.flatnonzero(kept[kind] & ~page.of("br", "noscript", "template"))
    _, begins, number = np.unique(kind[rows], return_index=True, return_inverse=True)
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
