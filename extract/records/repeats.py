"""Find what repeats on a page: the groups of alike elements that are its lists of items.

As MDR (Liu, Grossman, Zhai, KDD 2003) looks for generalised nodes, but over tag and class paths of
the whole page, so that cards in several containers form one group.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.class_roles import names_furniture
from pagesight.extract.features.columns import hashed
from pagesight.extract.features.containers import Column, Containers
from pagesight.extract.features.repeats import kinds
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.parse.elements import Flags, Rows
from pagesight.extract.parse.tags import CODE

_FURNITURE_TAGS = [CODE[tag] for tag in ("nav", "footer", "aside", "header", "select")]
# Each opens an item, without a box around it.
_LEADING_TAGS = [CODE[tag] for tag in ("dt", "h2", "h3", "h4", "h5", "h6")]
_ALIKE = 0.8  # of the gaps between members: what stands there belongs to them
_BASE = np.uint64(0x1F3D5B79A2C4E681)  # odd


@dataclass(frozen=True, slots=True)
class RepeatOptions:
    """What makes a group of records. Set by hand on WCXB dev's listings and collections."""

    fewest: int = 3  # members of a group
    full_words: float = 40  # of a member, count in full: more is a section rather than an item
    long_words: float = 200  # of a member beyond those, count by a fifth
    unlinked: float = 0.25  # weight of members without a link
    single: float = 0.6  # weight of members of one block
    furniture: float = 0.15  # weight of groups in navigation, footers, side bars
    inner_cover: float = 0.55  # inner items that hold this share of the outer ones' words win
    inner_linked: float = 0.8  # if more than this share of them have a link


@dataclass(frozen=True, slots=True)
class Repeat:
    """A group of alike elements: first block and one past the last of each, in document order."""

    start: Rows
    end: Rows
    words: float
    score: float  # in words
    linked: float  # share of members with a link
    is_rows: bool = False  # of a table: items as they are, never sections

    def __len__(self) -> int:
        return len(self.start)

    def spans(self) -> list[tuple[int, int]]:
        """Return the first block and one past the last of each member."""
        return list(zip(self.start.tolist(), self.end.tolist(), strict=True))


def find_repeats(
    features: BlockFeatures, options: RepeatOptions = RepeatOptions()
) -> tuple[Repeat, ...]:
    """Return the groups of the page that do not overlap, best first; of equals the outermost."""
    groups = sorted(_groups(features, options), key=lambda repeat: -repeat.score)
    taken = bytearray(len(features.tree.leaf))
    chosen: list[Repeat] = []
    for repeat in groups:
        if _touches(repeat, taken):
            continue
        repeat = _innermost(repeat, groups, options)
        chosen.append(repeat)
        for start, end in repeat.spans():
            taken[start:end] = b"\1" * (end - start)
    return tuple(chosen)


def _touches(repeat: Repeat, taken: bytearray) -> bool:
    return any(taken.find(1, start, end) >= 0 for start, end in repeat.spans())


def _groups(features: BlockFeatures, options: RepeatOptions) -> list[Repeat]:
    """Return the groups of like elements that have a score, in order of their first members."""
    tree, counts = features.tree, features.counts
    make = kinds(tree, features.names).path
    group, member = _members(make, options.fewest)
    if not len(member):
        return []
    start, end = tree.start[member], _ends(tree, make, group, member)
    links = counts.link_chars > 0
    words, linked = _sum(counts.words, start, end), _any(links, start, end)
    is_item = _any(counts.chars > 0, start, end) & _any(
        features.words.tag != CODE["th"], start, end
    )
    members = np.bincount(group, is_item)
    value = np.minimum(words, options.full_words)
    value += np.clip(words - options.full_words, 0, options.long_words) / 5
    value *= np.where(linked, 1, options.unlinked) * np.where(end - start > 1, 1, options.single)
    score = np.bincount(group, value * is_item)
    first = member[np.searchsorted(group, np.arange(len(score)))]
    score = np.where(_in_furniture(tree, counts.words)[first], options.furniture * score, score)
    found = []
    scored = np.flatnonzero((members >= options.fewest) & (score > 0))
    for number in scored[np.argsort(first[scored])].tolist():
        begin, stop = np.searchsorted(group, [number, number + 1])
        own = np.flatnonzero(is_item[begin:stop]) + begin
        found.append(
            Repeat(
                start=start[own],
                end=end[own],
                words=float(words[own].sum()),
                score=float(score[number]),
                linked=float(linked[own].mean()),
                is_rows=bool(tree.tag[first[number]] == CODE["tr"]),
            )
        )
    return found


def _members(make: Rows, fewest: int) -> tuple[Rows, Rows]:
    """Return the group and the element of each member of groups that have enough, in order."""
    element = np.flatnonzero(np.bincount(make)[make] >= fewest)
    _, group = np.unique(make[element], return_inverse=True)
    order = np.argsort(group, kind="stable")
    return group[order], element[order]


def _ends(tree: Containers, make: Rows, group: Rows, member: Rows) -> Rows:
    """Return one past the last block of each: up to the next member where it only opens an item.

    It does if it is a heading or term, or if the same elements follow nearly every member.
    """
    start, end, parent = tree.start[member], tree.end[member], tree.parent[member]
    is_last = np.append(group[1:] != group[:-1], True)
    beside = ~is_last & (np.append(parent[1:], -1) == parent)
    reach = np.where(beside, np.append(start[1:], 0), tree.end[parent])
    gap = _stretches(make[tree.leaf], end, np.maximum(reach, end))
    both = hashed(group, gap)
    inner = np.flatnonzero(~is_last)
    _, at, times = np.unique(both[inner], return_inverse=True, return_counts=True)
    most = np.zeros(group[-1] + 1, np.int64)
    np.maximum.at(most, group[inner], times[at])
    empty = np.zeros(len(most), np.bool_)  # most often nothing follows
    usual = inner[times[at] == most[group[inner]]]
    empty[group[usual[gap[usual] == 0]]] = True
    first = np.searchsorted(group, np.arange(len(most)))
    opens = np.isin(tree.tag[member[first]], _LEADING_TAGS)
    alike = ~empty & (most >= _ALIKE * (np.bincount(group) - 1))
    longest = np.zeros(len(most), np.int64)
    np.maximum.at(longest, group[inner], (reach - start)[inner])
    further = np.maximum(end, np.minimum(reach, start + longest[group]))
    return np.where((opens | alike)[group], further, end)


def _stretches(numbers: Rows, start: Rows, end: Rows) -> NDArray[np.uint64]:
    """Return a hash of the numbers in each stretch; 0 for an empty one.

    A running hash (Karp and Rabin 1987) compares stretches without walking them: what lies between
    the members of one group overlaps what lies between those of others.
    """
    powers = np.full(len(numbers) + 1, _BASE)
    powers[0] = 1
    powers = np.cumprod(powers, dtype=np.uint64)
    sums = np.zeros(len(numbers) + 1, np.uint64)
    np.cumsum(hashed(numbers + 1) * powers[:-1], out=sums[1:])
    return np.asarray((sums[end] - sums[start]) * powers[len(numbers) - start])


def _in_furniture(tree: Containers, words: Column) -> Flags:
    """Tell of each element whether it, or one around it, says that it is furniture.

    One that holds most of the page is none, and neither is the root.
    """
    named = np.array([names_furniture(*pair) for pair in tree.names], np.bool_)[tree.name]
    says = np.isin(tree.tag, _FURNITURE_TAGS) | named
    says &= tree.sums(words) < words.sum() / 2
    says[0] = False
    return np.asarray(tree.around(says.astype(np.int64)) > 0)


def _innermost(outer: Repeat, groups: Sequence[Repeat], options: RepeatOptions) -> Repeat:
    """Return the items inside `outer` where its members are sections, each of several items."""
    if outer.is_rows:
        return outer
    for inner in groups:
        if (
            len(inner) >= 2 * len(outer)
            and inner.linked > options.inner_linked
            and inner.words >= options.inner_cover * outer.words
            and _within(inner, outer)
        ):
            return _innermost(inner, groups, options)
    return outer


def _within(inner: Repeat, outer: Repeat) -> bool:
    """Tell whether all inner members lie in outer ones."""
    at = np.searchsorted(outer.start, inner.start, "right") - 1
    return bool((at >= 0).all() and (inner.end <= outer.end[at]).all())


def _sum(values: Column, start: Rows, end: Rows) -> Column:
    running = np.append(0.0, np.cumsum(values))
    return np.asarray(running[end] - running[start])


def _any(flags: Flags, start: Rows, end: Rows) -> Flags:
    running = np.append(0, np.cumsum(flags))
    return np.asarray(running[end] > running[start])
