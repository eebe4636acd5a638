"""Find the groups of like things on a page, and take boxes of headlines apart."""

from dataclasses import replace

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.table import block_features
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.records.groups.frames import are_comments, are_controls, are_menus, is_frame
from pagesight.extract.records.groups.groups import SINGLE, TAG_WORDS, Repeat
from pagesight.extract.records.groups.repeats import find_repeats

# By hand, on pages that were looked at.
_LINKED = 0.6  # share of the characters of a headline
_FEWEST_WORDS, _FEWEST_CHARS = 3, 12  # of a headline: fewer name a section, or lead on
_FEWEST = 4  # headlines in half of the boxes
_FEWEST_NESTED = 3  # items in items
_LINKED_ITEMS = 0.9  # share of the items, and of those in them
_LEAST_OF_ITEM = 0.5  # words of one in another, as a share
_MOST_OF_TEXT = 0.6  # share of the words of boxes that headlines have: cards say more beside them
_MOST_TELLING = 0.5  # share of members with a date or a price, which are items


def headlines_of(document: Document, repeat: Repeat) -> Repeat:
    """Return the headlines in the members of a group that are boxes of several; else the group.

    Each goes from its picture, or its link, to the next headline or heading.
    """
    if repeat.is_rows or max(repeat.dated, repeat.priced) > _MOST_TELLING:
        return repeat
    features = document.once(block_features)
    counts, first = features.counts, features.column("same_text") <= 1
    opens = (counts.link_chars >= _LINKED * counts.chars) & (counts.chars >= _FEWEST_CHARS)
    opens &= (counts.words >= _FEWEST_WORDS) & first
    number = sums_between(opens, repeat.start, repeat.end)
    inside = _inside(len(opens), repeat.start, repeat.end)
    said = counts.words[inside & opens].sum()
    if np.median(number) < _FEWEST or said < _MOST_OF_TEXT * counts.words[inside].sum():
        return repeat
    start = np.flatnonzero(opens & inside)
    around = np.searchsorted(repeat.start, start, "right") - 1
    breaks = np.flatnonzero(inside & (opens | (features.column("heading") > 0)))
    following = np.append(breaks, len(opens))[np.searchsorted(breaks, start, "right")]
    end = np.minimum(following, repeat.end[around])
    shows = np.append(False, (counts.chars == 0)[:-1])[start]  # a picture is right before it
    begin = np.where(shows & (start > repeat.start[around]), start - 1, start)
    end = np.where(np.append(begin[1:] < end[:-1], False), end - 1, end)
    words = sums_between(counts.words, begin, end)
    total = float(words.sum())
    return replace(
        repeat, start=begin, end=end, words=total, score=SINGLE * total, linked=1.0, headed=0.0,
        has_heading=np.zeros(len(start), np.bool_), distinct=1.0,
    )  # fmt: skip


def replies_of(document: Document, repeat: Repeat) -> Repeat:
    """Return the members of a list apart from those of the lists of the same kind in them.

    As the archive of a mailing list nests the replies to each message: a tag is less than that.
    """
    features = document.once(block_features)
    tree, counts = features.tree, features.counts
    items = np.flatnonzero(tree.tag == CODE["li"])
    at = np.searchsorted(repeat.start, tree.start[items], "right") - 1
    within = (at >= 0) & (tree.end[items] <= repeat.end[at])
    items, at = items[within], at[within]
    own = tree.start[items] == repeat.start[at]
    kinds = np.full(len(repeat), -1)
    kinds[at[own][::-1]] = tree.name[items[own]][::-1]  # of the outermost that begins there
    inner = items[~own & (tree.name[items] == kinds[at]) & (kinds[at] >= 0)]
    start = np.union1d(repeat.start, tree.start[inner])
    around = np.searchsorted(repeat.start, start, "right") - 1
    end = np.minimum(np.append(start[1:], len(tree.leaf)), repeat.end[around])
    nested = ~np.isin(start, repeat.start)
    words = sums_between(counts.words, start, end)
    linked = sums_between(counts.link_chars, start, end) > 0
    if (
        nested.sum() < _FEWEST_NESTED
        or min(linked[nested].mean(), linked[~nested].mean()) < _LINKED_ITEMS
        or words[nested].mean() < max(_LEAST_OF_ITEM * words[~nested].mean(), TAG_WORDS)
    ):
        return repeat
    return replace(
        repeat, start=start, end=end, words=float(words.sum()), linked=float(linked.mean()),
        has_heading=np.zeros(len(start), np.bool_),
    )  # fmt: skip


def _inside(size: int, start: Rows, end: Rows) -> Flags:
    """Return which blocks are in the members, (blocks,)."""
    steps = np.zeros(size + 1, np.int64)
    np.add.at(steps, start, 1)
    np.add.at(steps, end, -1)
    return np.asarray(np.cumsum(steps)[:-1] > 0)


def repeats_of(document: Document) -> tuple[Repeat, ...]:
    """Return the groups of the page that are no frame of it, the best first."""
    frames = (is_frame, are_comments, are_controls, are_menus)
    return tuple(
        headlines_of(document, replies_of(document, each))
        for each in find_repeats(document)
        if not any(is_none(document, each) for is_none in frames)
    )
