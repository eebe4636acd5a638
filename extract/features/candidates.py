"""Find the main text as other extractors would: two ways without learning.

The first is Arc90's Readability (2009), as Readability.js counts to this day: paragraphs give
points to the elements around them, the nearest most, and links take them back. The second is the
maximum subsequence of Pasternack and Roth (Extracting Article Text from the Web with Maximum
Subsequence Segmentation, WWW 2009): a word counts one, what is not text is taken off, and the
stretch of the page with the largest sum is the article.
"""

import numpy as np

from pagesight.extract.features.containers import Containers
from pagesight.extract.features.named_places import Names, vocabulary
from pagesight.extract.features.text import Column, TextCounts
from pagesight.extract.page.dom import CODE, HEADING_LEVEL, TAGS

_LEAST_CHARS = 25  # of a paragraph that gives points
_DIVIDERS = (1.0, 2.0, 6.0, 9.0)  # of its points, for the elements around it
_LEAST_POINTS, _JOINS = 10.0, 0.2  # of a part beside the best element: points, share of the best's
_NAME_POINTS = 25.0  # as Readability weighs class names
_TAG_POINTS = np.zeros(len(TAGS) + 1)
for _tags, _points in (
    (("div", "article", "main"), 5.0),
    (("pre", "td", "blockquote"), 3.0),
    (("address", "ol", "ul", "dl", "dd", "dt", "li", "form", "aside", "nav", "footer"), -3.0),
    (("th",), -5.0),
):
    _TAG_POINTS[[CODE[tag] for tag in _tags]] = _points
_TAG_POINTS[list(HEADING_LEVEL)] = -5.0
_named = vocabulary(
    "article body content contents entry hentry main page pagination post text blog story"
    " articlebody maincontent entrycontent postcontent",
    "ad ads hidden hid banner combx comment comments commentlist com contact foot footer footnote"
    " gdpr masthead media meta outbrain promo related scroll share sharing shoutbox sidebar"
    " skyscraper sponsor sponsored shopping tags widget widgets",
)
_BLOCK_COSTS = (6, 14)  # words that each block takes off: the paper's 3.25 a tag, two to four tags


def candidate_columns(
    tree: Containers, names: Names, counts: TextCounts
) -> dict[str, Column | float]:
    """Return where each block is from what either way finds, and how sure that is."""
    return _element_columns(tree, names, counts) | _stretch_columns(counts)


def _element_columns(
    tree: Containers, names: Names, counts: TextCounts
) -> dict[str, Column | float]:
    """Return where each block is from the element of most points."""
    points, leaf = _points_of_elements(tree, names, counts), tree.leaf
    best = int(np.argmax(points))
    most, start, end = max(float(points[best]), 1e-6), int(tree.start[best]), int(tree.end[best])
    covers = (tree.start <= start) & (tree.end >= end)
    apart = (tree.start >= end) | (tree.end <= start)
    beside = _beside(len(leaf), start, end)
    inside = beside == 0
    part = (tree.parent == tree.parent[best]) & apart
    part &= points >= max(_LEAST_POINTS, _JOINS * most)
    highest = tree.joined(np.where(covers, -1.0, points), np.maximum)[leaf]
    return {
        "candidate_outside": np.where(inside, 0.0, tree.around(~covers * 1.0)[leaf]),
        "candidate_distance": beside,
        "candidate_joins": (tree.nearest(part)[leaf] >= 0) * 1.0,
        "candidate_own": np.where(inside, 1.0, highest / most),
        "candidate_points": most,
        "candidate_rival": float(points[apart].max(initial=0.0)) / most,
        "candidate_share": float(counts.chars[start:end].sum() / max(counts.chars.sum(), 1.0)),
    }


def _points_of_elements(tree: Containers, names: Names, counts: TextCounts) -> Column:
    alone = (tree.end - tree.start == 1)[tree.leaf]
    at = np.where(alone, tree.wider[tree.leaf], tree.leaf)
    given = 1 + counts.commas + np.minimum(counts.chars / 100, 3)
    given = np.where(counts.chars >= _LEAST_CHARS, given, 0)
    points = np.zeros(len(tree))
    for divider in _DIVIDERS:
        points += np.bincount(at, given / divider, minlength=len(tree))
        at = tree.wider[at]
    has_some = points > 0
    points += _TAG_POINTS[np.minimum(tree.tag, len(TAGS))]
    named = _named.sets_of(names)
    points += (_NAME_POINTS * ((named & 1) - (named >> 1)))[tree.name]
    links = tree.sums(counts.link_chars) / np.maximum(tree.sums(counts.chars), 1)
    return np.where(has_some, points * (1 - links), 0)


def _stretch_columns(counts: TextCounts) -> dict[str, Column | float]:
    """Return where each block is from the stretches of the largest sums."""
    words = counts.words * (1 - counts.links)
    total = max(float(words.sum()), 1.0)
    columns: dict[str, Column | float] = {}
    for cost in _BLOCK_COSTS:
        start, end, held = heaviest_stretch(words - cost)
        columns[f"stretch{cost}_distance"] = _beside(len(words), start, end)
        columns[f"stretch{cost}_share"] = held / total
    return columns


def heaviest_stretch(values: Column) -> tuple[int, int, float]:
    """Return the first and one past the last of the neighbours with the largest sum, and the sum.

    >>> heaviest_stretch(np.array([-1.0, 2.0, -1.0, 3.0, -5.0]))
    (1, 4, 4.0)
    """
    before = np.append(0.0, np.cumsum(values))
    gains = before - np.minimum.accumulate(before)
    end = int(np.argmax(gains))
    return int(np.argmin(before[: end + 1])), end, float(gains[end])


def _beside(blocks: int, start: int, end: int) -> Column:
    """Return how many blocks each is before the first, as a negative number, or after the last."""
    order = np.arange(float(blocks))
    return np.asarray(np.minimum(order - start, 0) + np.maximum(order - end + 1, 0))
