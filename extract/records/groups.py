"""Find what repeats on a page: the groups of alike elements that may be its lists of items.

As MDR (Liu, Grossman, Zhai, KDD 2003) looks for generalised nodes, but over tag and class paths of
the whole page, so that cards in several containers form one group.
"""

from dataclasses import dataclass

import numpy as np

from pagesight.extract.features.class_roles import names_furniture
from pagesight.extract.features.containers import Column, Containers
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.parse.elements import Flags, Rows
from pagesight.extract.parse.tags import CODE
from pagesight.extract.records.members import members_of
from pagesight.extract.records.parts import joined
from pagesight.extract.records.rows import item_rows

_FURNITURE_TAGS = [CODE[tag] for tag in ("nav", "footer", "aside", "header", "select")]
_NAVIGATION_TAGS = [CODE[tag] for tag in ("nav", "footer")]
_MOST = 0.5
_NEARLY_ALL = 0.9  # of the members have a link: what has none is no item


@dataclass(frozen=True, slots=True)
class RepeatOptions:
    """What makes a group of records. Set by hand on WCXB dev's listings and collections."""

    fewest: int = 3  # members of a group
    full_words: float = 40  # of a member, count in full: more is a section rather than an item
    long_words: float = 200  # of a member beyond those, count by a fifth
    unlinked: float = 0.25  # weight of members without a link
    single: float = 0.6  # weight of members of one block
    furniture: float = 0.15  # weight of groups in navigation, footers, side bars


@dataclass(frozen=True, slots=True)
class Repeat:
    """A group of alike elements: first block and one past the last of each, in document order."""

    start: Rows
    end: Rows
    words: float
    score: float  # in words
    has_link: Flags  # of each member
    has_heading: Flags  # of each member: one that is a link
    distinct: float  # first texts that differ, by members
    is_rows: bool = False  # of a table: items as they are, never sections
    in_navigation: bool = False

    def __len__(self) -> int:
        return len(self.start)

    @property
    def linked(self) -> float:
        """Return the share of members with a link."""
        return float(self.has_link.mean())

    @property
    def headed(self) -> float:
        """Return the share of members with a heading that is a link."""
        return float(self.has_heading.mean())

    def spans(self) -> list[tuple[int, int]]:
        """Return the first block and one past the last of each member."""
        return list(zip(self.start.tolist(), self.end.tolist(), strict=True))


def groups_of(features: BlockFeatures, options: RepeatOptions = RepeatOptions()) -> list[Repeat]:
    """Return the groups of like elements that have a score, in order of their first members."""
    found = members_of(features, options.fewest)
    if not len(found.element):
        return []
    tree, counts = features.tree, features.counts
    links = counts.link_chars > 0
    linked = _any(links, found.start, found.end)
    found = joined(found, linked, tree.parent[found.element])
    start, end = found.start, found.end
    headed = _any(links & (features.column("heading") > 0), start, end)
    first_of_text = 1 / features.column("same_text")[start]
    words, linked = _sum(counts.words, start, end), _any(links, start, end)
    is_item = _any(counts.chars > 0, start, end) & _any(
        features.words.tag != CODE["th"], start, end
    )
    is_item &= ~found.is_mixed | _fits_others(found.group, headed, linked)
    members = np.bincount(found.group, is_item)
    value = np.minimum(words, options.full_words)
    value += np.clip(words - options.full_words, 0, options.long_words) / 5
    value *= np.where(linked, 1, options.unlinked) * np.where(end - start > 1, 1, options.single)
    score = np.bincount(found.group, value * is_item)
    first = found.element[np.searchsorted(found.group, np.arange(len(score)))]
    in_furniture = _in_furniture(tree, counts.words)[first]
    in_navigation = tree.nearest(np.isin(tree.tag, _NAVIGATION_TAGS))[first] >= 0
    score = np.where(in_furniture, options.furniture * score, score)
    groups = []
    scored = np.flatnonzero((members >= options.fewest) & (score > 0))
    for number in scored[np.argsort(first[scored], kind="stable")].tolist():
        begin, stop = np.searchsorted(found.group, [number, number + 1])
        own = np.flatnonzero(is_item[begin:stop]) + begin
        is_rows = bool(tree.tag[first[number]] == CODE["tr"])
        if is_rows:
            own = own[item_rows(features, found.element[own], start[own], end[own])]
        if linked[own].mean() >= _NEARLY_ALL:
            own = own[linked[own]]
        groups.append(
            Repeat(
                start=start[own],
                end=end[own],
                words=float(words[own].sum()),
                score=float(score[number]),
                has_link=linked[own],
                has_heading=headed[own],
                distinct=float(first_of_text[own].mean()),
                is_rows=is_rows,
                in_navigation=bool(in_navigation[number]),
            )
        )
    return groups


def _fits_others(group: Rows, headed: Flags, linked: Flags) -> Flags:
    """Return whether each has a link, and a linked heading as most of its group have."""
    share = np.bincount(group, headed & linked) / np.bincount(group)
    return linked & headed & (share[group] > _MOST)


def _in_furniture(tree: Containers, words: Column) -> Flags:
    """Tell of each element whether it, or one around it, says that it is furniture.

    One that holds most of the page is none, and neither is the root.
    """
    named = np.array([names_furniture(*pair) for pair in tree.names], np.bool_)[tree.name]
    says = np.isin(tree.tag, _FURNITURE_TAGS) | named
    says &= tree.sums(words) < words.sum() / 2
    says[0] = False
    return np.asarray(tree.around(says.astype(np.int64)) > 0)


def _sum(values: Column, start: Rows, end: Rows) -> Column:
    running = np.append(0.0, np.cumsum(values))
    return np.asarray(running[end] - running[start])


def _any(flags: Flags, start: Rows, end: Rows) -> Flags:
    running = np.append(0, np.cumsum(flags))
    return np.asarray(running[end] > running[start])
