"""Number the class that an element is grouped by: rows that differ by their stripes have one."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered, sums_between
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Rows, first_numbers, settled, tag_mask

_stripes = tag_mask("tr", "tbody", "li", "div", "article", "section", "a", "dl")
_without_digits = re.compile(r"\d+").sub
# Names that say where an item stands in its list, and nothing of what it is.
_says_place = re.compile(
    r"(?:\S*[-_])?(?:odd|even|alt|alternat(?:e|ing)|stripe[ds]?|zebra|first|last|active|selected"
    r"|current)(?:[-_]?(?:row|item|line))?|(?:row|item|line|views-row)[-_]?(?:odd|even|alt|[ab])?",
    re.I,
).fullmatch
_is_plain = re.compile(r"[A-Za-z_-]+").fullmatch  # numbers and hashes are of a page or a build
_MOST_NAMES = 500  # characters of a class attribute
# Set by hand on half of the sites of the meetings and the court lists of Juriscraper.
_FEWEST_PARTS = 2  # elements in a member: a date and a title beside it have none
_MOST_APART = 0.5  # shares of two kinds of siblings that have a link
_LEAST_ALIKE = 0.5  # of the neighbours of two classes, alike in what they hold


def group_classes(features: BlockFeatures) -> Rows:
    """Return the number of each element's tag and class, (elements,): the first that says a kind.

    Classes that alternate among siblings of one shape are one: servers stripe tables so.
    """
    tree = features.tree
    names = _class_numbers([classes for classes, _ in tree.names])[tree.name]
    numbers = numbered(hashed(tree.tag, names))
    merged = np.arange(numbers.max() + 1)
    for one, other in _alternating(features, numbers):
        merged[other] = merged[one]
    return np.asarray(settled(merged)[numbers])


def _class_numbers(attributes: Sequence[str]) -> Rows:
    """Return a number for each class attribute, by its first class without digits."""
    different, number = first_numbers(attributes)
    return first_numbers([_first_telling(classes) for classes in different])[1][number]


def _first_telling(classes: str) -> str:
    """Return the first class without its digits that says more than a place in a list.

    >>> _first_telling("odd views-row-2 job"), _first_telling("even")
    ('job', '')
    """
    bare = (_without_digits("", each).strip("-_") for each in classes.split(None, 3)[:3])
    return next((each for each in bare if each and not _says_place(each)), "")


def stable_classes(classes: str) -> list[str]:
    """Return the classes that say what an element is, on every page of its site.

    >>> stable_classes("odd card views-row-2 css-1x4p")
    ['card']
    """
    names = classes[:_MOST_NAMES].split()
    return [each for each in names if _is_plain(each) and not _says_place(each)]


def _alternating(features: BlockFeatures, numbers: Rows) -> list[tuple[int, int]]:
    """Return the pairs of numbers of which each follows the other among siblings alike."""
    tree = features.tree
    order = np.argsort(tree.parent, kind="stable")
    left, right = order[:-1], order[1:]
    beside = (tree.parent[left] == tree.parent[right]) & (tree.tag[left] == tree.tag[right])
    beside &= _stripes(tree.tag[left]) & (numbers[left] != numbers[right]) & (left > 0)
    left, right = left[beside], right[beside]
    shape, parts = _shapes(tree)
    linked = sums_between(features.counts.link_chars, tree.start, tree.end) > 0
    alike = (shape[left] == shape[right]) & (parts[left] >= _FEWEST_PARTS)
    size = numbers.max() + 1
    pair, at = np.unique(numbers[left] * size + numbers[right], return_inverse=True)
    times = np.bincount(at, minlength=len(pair))
    share_alike = np.bincount(at, alike, len(pair)) / times
    apart = np.abs(np.bincount(at, linked[left].astype(int) - linked[right], len(pair))) / times
    pair = pair[(share_alike >= _LEAST_ALIKE) & (apart <= _MOST_APART)]
    one, other = np.divmod(pair, size)
    both = (one < other) & np.isin(other * size + one, pair)
    return list(zip(one[both].tolist(), other[both].tolist(), strict=True))


def _shapes(tree: Containers) -> tuple[NDArray[np.uint64], Rows]:
    """Return a hash of the tags of the elements right in each, in order, and how many there are."""
    order = np.argsort(tree.parent, kind="stable")[1:]  # the root is in no other
    parent = tree.parent[order]
    place = np.arange(len(order)) - np.searchsorted(parent, parent)
    shape = np.zeros(len(tree), np.uint64)
    np.add.at(shape, parent, hashed(tree.tag[order], place))
    return shape, np.bincount(parent, minlength=len(tree))
