"""The elements of a page that are alike, and so may be the items of a list."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Flags, Rows, tag_mask
from pagesight.extract.records.groups.stripes import group_classes

# Each opens an item, without a box around it.
_leads = tag_mask("dt", "h1", "h2", "h3", "h4", "h5", "h6")
_forms = tag_mask("font", "b", "strong", "i", "em", "u", "small", "center")
_mixes = tag_mask("li", "article", "section", "div")
_ALIKE = 0.8  # of the gaps between members: what stands there belongs to them
_BASE = np.uint64(0x1F3D5B79A2C4E681)  # odd
_STEP = np.uint64(0x2545F4914F6CDD1D)


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


def _grouped(kind: Rows, fewest: int, among: Rows) -> tuple[Rows, Rows]:
    """Return the group and the number of each of those of kinds that have enough, in order."""
    own = kind[among]
    among = among[np.bincount(own)[own] >= fewest] if len(own) else among
    _, group = np.unique(kind[among], return_inverse=True)
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


# Set by hand on half of the court lists of Juriscraper.
_FEWEST_LEADERS = 3
_MOST_LEADING = 0.67  # of the members: else the others are items too, without a link
_REGULAR = 0.6  # of the steps from leader to leader, equal


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
