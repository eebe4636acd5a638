"""Items of several like elements each: a row with the title, then rows that say more of it."""

from dataclasses import replace

import numpy as np

from pagesight.extract.parse.elements import Flags, Rows
from pagesight.extract.records.groups.members import Members

# Set by hand on half of the court lists of Juriscraper.
_FEWEST_LEADERS = 3
_MOST_LEADING = 0.67  # of the members: else the others are items too, without a link
_REGULAR = 0.6  # of the steps from leader to leader, equal


def joined(members: Members, linked: Flags, parent: Rows) -> Members:
    """Return the members, those that lead with a link joined to the ones up to the next such.

    Only where links recur regularly: every third row has one. `parent` is the element around each.
    """
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
