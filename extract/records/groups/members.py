"""The elements of a page that are alike, of striped rows too, and so may be items of a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered, sums_between
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Flags, Rows, first_numbers, resolve_pointers, tag_mask

_stripes = tag_mask("tr", "tbody", "li", "div", "article", "section", "a", "dl")
_without_digits = re.compile(r"\d+").sub
# Names that say where an item stands in its list, and nothing of what it is.
_says_place = re.compile(
    r"(?:\S*[-_])?(?:odd|even|alt|alternat(?:e|ing)|stripe[ds]?|zebra|first|last|active|selected"
    r"|current|sticky|pinned|announcement)(?:[-_]?(?:row|item|line))?|(?:row|item|line|views-row)[-_]?(?:odd|even|alt|[ab])?",
    re.I,
).fullmatch
_is_plain = re.compile(r"[A-Za-z_-]+").fullmatch  # numbers and hashes are of a page or a build
_MOST_NAMES = 500  # characters of a class attribute
# Set by hand on half of the sites of the meetings and the court lists of Juriscraper.
_FEWEST_PARTS = 2  # elements in a member: a date and a title beside it have none
_MOST_APART = 0.5  # shares of two kinds of siblings that have a link
_LEAST_ALIKE = 0.5  # of the neighbours of two classes, alike in what they hold
# Each opens an item, without a box around it.
_leads = tag_mask("dt", "h1", "h2", "h3", "h4", "h5", "h6")
_forms = tag_mask("font", "b", "strong", "i", "em", "u", "small", "center")
_mixes = tag_mask("li", "article", "section", "div")
_ALIKE = 0.8  # of the gaps between members: what stands there belongs to them
_BASE = np.uint64(0x1F3D5B79A2C4E681)  # odd
_STEP = np.uint64(0x2545F4914F6CDD1D)
# Set by hand on half of the court lists of Juriscraper.
_FEWEST_LEADERS = 3
_MOST_LEADING = 0.67  # of the members: else the others are items too, without a link
_REGULAR = 0.6  # of the steps from leader to leader, equal


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
    return np.asarray(resolve_pointers(merged)[numbers])


def _class_numbers(attributes: Sequence[str]) -> Rows:
    """Return a number for each class attribute, by its first class without digits."""
    different, number = first_numbers(attributes)
    return first_numbers([_first_telling(classes) for classes in different])[1][number]


def _first_telling(classes: str) -> str:
    """Return the first class without its digits that says more than a place in a list.

    >>> _first_telling("odd views-row-2 job"), _first_telling("even"), _first_telling("row sticky")
    ('job', '', '')
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


@dataclass(frozen=True, slots=True)
class Members:
    """What is alike, in order of its group: (members,)."""

    group: Rows
    element: Rows  # that a member is, or that it is a part of
    start: Rows  # first block
    end: Rows  # one past the last block
    is_mixed: Flags  # alike but for the first class


def members_of(features: BlockFeatures, fewest: int) -> Members:
    """Return the members of groups that have at least `fewest`: elements of one path, those of one
    path but for their own class, and the blocks that stand in elements of one path.
    """
    tree = features.tree
    path, mixed_path = _paths(features)
    group, element = _outermost(tree, *_grouped(path, fewest, np.arange(len(path))))
    start, end = _bounds(tree, path, group, element)
    mixed, part = _grouped(mixed_path, fewest, _of_several_classes(tree, path, mixed_path))
    run, block = _grouped(path[tree.leaf], fewest, _beside_others(tree))
    before, between = len(np.unique(group)), len(np.unique(mixed))
    return Members(
        group=np.concatenate([group, mixed + before, run + before + between]),
        element=np.concatenate([element, part, tree.leaf[block]]),
        start=np.concatenate([start, tree.start[part], block]),
        end=np.concatenate([end, tree.end[part], block + 1]),
        is_mixed=np.repeat([False, True, False], [len(group), len(mixed), len(run)]),
    )


def _paths(features: BlockFeatures) -> tuple[Rows, Rows]:
    """Return the number of the path of each element: tags and first classes from the root to it.

    The second is without its own class. Elements of mere form around it do not count: one that was
    never closed would part a list.
    """
    tree = features.tree
    tags = hashed(tree.tag, np.zeros_like(tree.tag), np.ones_like(tree.tag))
    own = hashed(tree.tag, group_classes(features), np.ones_like(tree.tag))
    counts = ~_forms(tree.tag)
    depth = (tree.around(counts.astype(np.int64)) - counts).astype(np.uint64)
    at = depth * _STEP + np.uint64(1)
    steps = np.where(counts, own * at, np.uint64(0))
    around = tree.around(steps) - steps
    return numbered(around + own * at), numbered(around + tags * at)


def _of_several_classes(tree: Containers, path: Rows, mixed: Rows) -> Rows:
    """Return the elements whose like, but for the class, are of more than one path."""
    paths = path.max() + 1
    pairs = np.unique(mixed * paths + path) // paths
    several = np.bincount(pairs, minlength=mixed.max() + 1) > 1
    return np.flatnonzero(several[mixed] & _mixes(tree.tag))


def _beside_others(tree: Containers) -> Rows:
    """Return the blocks that are parts of an element which holds others too."""
    return np.flatnonzero(np.bincount(tree.leaf, minlength=len(tree))[tree.leaf] > 1)


def _grouped(likeness: Rows, fewest: int, among: Rows) -> tuple[Rows, Rows]:
    """Return the group and the number of each of those of kinds that have enough, in order."""
    own = likeness[among]
    among = among[np.bincount(own)[own] >= fewest] if len(own) else among
    _, group = np.unique(likeness[among], return_inverse=True)
    order = np.argsort(group, kind="stable")
    return group[order], among[order]


def _outermost(tree: Containers, group: Rows, member: Rows) -> tuple[Rows, Rows]:
    """Return the members that are in no other of their group, as elements of mere form may be.

    A `b` that was never closed holds the next ones.
    """
    base = group * (len(tree) + 1)
    reached = np.maximum.accumulate(base + tree.last[member])
    apart = np.append(True, (base + member)[1:] >= reached[:-1])[: len(member)]
    return group[apart], member[apart]


def _bounds(tree: Containers, path: Rows, group: Rows, member: Rows) -> tuple[Rows, Rows]:
    """Return the first block of each and one past the last: up to the next member where it only
    opens an item, from the one before where it only closes one.

    It opens one if it is a heading or term, or if the same elements follow nearly every member;
    then it closes one if these come before the first member too, and not after the last.
    """
    start, end, parent = tree.start[member], tree.end[member], tree.parent[member]
    if not len(member):
        return start, end
    is_last = np.append(group[1:] != group[:-1], True)
    following = np.where(is_last, len(tree.leaf), np.append(start[1:], 0))
    beside = ~is_last & (np.append(parent[1:], -1) == parent)
    reach = np.where(beside, following, np.minimum(tree.end[parent], following))
    gap = _stretches(path[tree.leaf], end, np.maximum(reach, end))
    both = hashed(group, gap)
    inner = np.flatnonzero(~is_last)
    _, at, times = np.unique(both[inner], return_inverse=True, return_counts=True)
    most = np.zeros(group[-1] + 1, np.int64)
    np.maximum.at(most, group[inner], times[at])
    empty = np.zeros(len(most), np.bool_)  # most often nothing follows
    usual = inner[times[at] == most[group[inner]]]
    empty[group[usual[gap[usual] == 0]]] = True
    first = np.searchsorted(group, np.arange(len(most)))
    opens = _leads(tree.tag[member[first]])
    alike = ~empty & (most >= _ALIKE * (np.bincount(group) - 1))
    longest = np.zeros(len(most), np.int64)
    np.maximum.at(longest, group[inner], (reach - start)[inner])
    most_likely = start + longest[group]
    further = np.maximum(end, np.minimum(reach, most_likely))
    size = np.where(beside[first], (following - end)[first], 0)
    size[start[first] - size < tree.start[parent[first]]] = 0
    stop = end[np.append(first[1:], len(member)) - 1]
    closes = alike & ~opens & _come_before(path[tree.leaf], start[first], stop, size, gap[first])
    before = np.where(np.append(False, beside[:-1]), np.append(0, end[:-1]), start)
    before[first] = start[first] - size
    start = np.where(closes[group], before, start)
    end = np.where(is_last & _forms(tree.tag[member]), np.minimum(end, most_likely), end)
    return start, np.where((opens | alike & ~closes)[group], further, end)


def _come_before(numbers: Rows, start: Rows, stop: Rows, size: Rows, gap: Rows) -> Flags:
    """Return for each group whether what stands between its first two members, of so many blocks
    and that hash, comes before the first too, and not after the last, (groups,).
    """
    after = np.minimum(stop + size, len(numbers))
    bounds = np.concatenate([start - size, stop]), np.concatenate([start, after])
    earlier, later = np.split(_stretches(numbers, *bounds), 2)
    return np.asarray((size > 0) & (earlier == gap) & (later != gap))


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


def joined(members: Members, linked: Flags, wide: Flags, parent: Rows) -> Members:
    """Return the members, those that lead with a link joined to the ones up to the next such.

    Only where links recur regularly: every third row has one. Of a group without links the rows of
    several cells lead, if it begins with one. `parent` is the element around each.
    """
    first = np.searchsorted(members.group, members.group)
    without = np.bincount(members.group, linked)[members.group] == 0
    linked = linked | (wide & wide[first] & without)
    size, leading = np.bincount(members.group), np.bincount(members.group, linked)
    likely = (leading >= _FEWEST_LEADERS) & (leading <= _MOST_LEADING * size)
    kept, end = np.ones(len(linked), np.bool_), members.end.copy()
    for group in np.flatnonzero(likely).tolist():
        own = slice(*np.searchsorted(members.group, [group, group + 1]))
        leaders = np.flatnonzero(linked[own])
        if _is_regular(leaders, parent[own]):
            kept[own] = linked[own]
            end[own] = _reach(leaders, members.end[own])
    return replace(
        members,
        group=members.group[kept],
        element=members.element[kept],
        start=members.start[kept],
        end=end[kept],
        is_mixed=members.is_mixed[kept],
    )


def _is_regular(leaders: Rows, parent: Rows) -> bool:
    """Return whether most steps from leader to leader are alike, and within one element."""
    steps = np.diff(leaders)
    usual = int(np.median(steps))
    beside = np.diff(parent[leaders]) == 0
    return usual > 1 and bool(((steps == usual) & beside).mean() >= _REGULAR)


def _reach(leaders: Rows, end: Rows) -> Rows:
    """Return the ends of the members; those of leaders where the last one before the next ends."""
    reached = end.copy()
    usual = int(np.median(np.diff(leaders)))
    last = np.append(leaders[1:] - 1, min(leaders[-1] + usual, len(end)) - 1)
    reached[leaders] = end[last]
    return reached
