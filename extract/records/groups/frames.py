"""Find the members of a group that stand before or after its items, and are none."""

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.containers import Column
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.groups.members import Members

_FEWEST_MARKED = 3  # items that have what the first or last one lacks; by hand


def are_frames(
    features: BlockFeatures, found: Members, is_item: Flags, linked: Flags, tells: Flags
) -> Flags:
    """Return which items are the first or last of their group and no item of its list.

    They have no link, date or price, nor something that all the others have: a link, a heading, an
    image, several blocks. Such says how many there are, or heads them all.
    """
    items = np.flatnonzero(is_item)
    opens = np.flatnonzero(np.diff(found.group[items], prepend=-1))
    edges = np.append(opens, np.append(opens[1:], len(items)) - 1)
    plain = np.zeros(len(linked), np.bool_)
    plain[items[edges] if len(items) else []] = True
    plain &= ~linked & ~tells
    size, frames = _by_group(found, is_item), _by_group(found, plain)
    headed = _any_in(found, features.column("heading") > 0)
    is_frame = np.zeros(len(linked), np.bool_)
    pictured = _any_in(found, features.column("image") > 0)
    for mark in (linked, headed, pictured, found.end - found.start > 1):
        having = _by_group(found, mark & is_item)
        all_others = (having >= size - frames) & (having >= _FEWEST_MARKED)
        is_frame |= plain & ~mark & all_others[found.group]
    return is_frame


def _any_in(found: Members, flags: Flags) -> Flags:
    return np.asarray(sums_between(flags, found.start, found.end) > 0)


def _by_group(found: Members, flags: Flags) -> Column:
    return np.asarray(np.bincount(found.group, flags), np.float64)
