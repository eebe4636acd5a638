"""Whether a page is a list of items, by its structure alone: what its genre does not say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.containers import Column
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.records.groups.groups import Repeat
from pagesight.extract.records.record import RecordKind


@dataclass(frozen=True, slots=True)
class ListOptions:
    """What makes a page a list. Set by hand on WCXB dev and the court lists."""

    linked: float = 0.8  # of the items
    table_cover: float = 0.5  # of the words that may be content, in the items
    heads_cover: float = 0.15  # the same of rows of links below heads
    heads_unlikely: bool = False  # whether these may be unlikely
    fewest_rows: int = 3
    cover: float = 0.6
    by_all: bool = False  # groups together, else by the best alone
    fewest: int = 5
    link_share: float = 0.25  # of an item's characters, in links: a title among few words
    long_cover: float = 0.8  # for items of more words
    fewest_long: int = 10
    nearly_all: float = 0.95  # of long items have link and digits: names and dates
    leading: float = 0.8  # of long items begin with a link
    many: int = 50  # of all groups together
    many_cover: float = 0.7
    many_link_share: float = 0.2


# What the structure of a page must show, by how far its genre says that it is a list.
CHECKS: Mapping[RecordKind, ListOptions] = {
    "items-if-list": ListOptions(),
    "items-if-repeated": ListOptions(
        table_cover=0.3,
        cover=0.5,
        by_all=True,
        link_share=0.0,
        heads_cover=0.25,
        heads_unlikely=True,
    ),
}


def is_list(
    features: BlockFeatures, chosen: Sequence[Repeat], likely: Flags, options: ListOptions
) -> bool:
    """Return whether the items of the chosen groups, the best first, are what a page is for."""
    counts, best = features.counts, chosen[0]
    count, words = len(best), counts.words * likely
    held = [float(_held(words, group).sum()) for group in chosen]
    most = max(float(words.sum()), 1.0)
    cover = (sum(held) if options.by_all else held[0]) / most
    if best.linked < options.linked or best.in_navigation:
        return False
    if sum(held) >= options.many_cover * most and _are_many(features, chosen, options):
        return True
    if best.under_heads and _fills(features, best, words, options):
        return True
    if cover < options.table_cover:
        return False
    if best.is_rows:
        return count >= options.fewest_rows
    link_share = float(np.median(_link_shares(features, best)))
    if count >= options.fewest and cover >= options.cover and link_share >= options.link_share:
        return True
    with_digits = float((_held(counts.digits, best) > 0).mean())
    dated = min(with_digits, best.linked) >= options.nearly_all
    leading = float((counts.links[best.start] > 0.5).mean()) >= options.leading
    return count >= options.fewest_long and cover >= options.long_cover and (dated or leading)


def _fills(
    features: BlockFeatures, table: Repeat, likely_words: Column, options: ListOptions
) -> bool:
    """Return whether a table of links has enough of the words that may be content."""
    held = _held(likely_words, table).sum()
    own = _held(features.counts.words, table).sum() if options.heads_unlikely else held
    is_list = len(table) >= options.fewest_rows and table.linked >= options.nearly_all
    return is_list and bool(own >= options.heads_cover * (own + likely_words.sum() - held))


def _are_many(features: BlockFeatures, groups: Sequence[Repeat], options: ListOptions) -> bool:
    """Return whether so many items, nearly all of them links, can only be a list."""
    shares = np.concatenate([_link_shares(features, group) for group in groups])
    return (
        len(shares) >= options.many
        and min(group.linked for group in groups) >= options.nearly_all
        and float(np.median(shares)) >= options.many_link_share
    )


def _link_shares(features: BlockFeatures, group: Repeat) -> Column:
    """Return the share of each member's characters that are in links."""
    counts = features.counts
    return _held(counts.link_chars, group) / np.maximum(_held(counts.chars, group), 1)


def likely_share(best: Repeat, likely: Flags) -> float:
    """Return the share of the group's members of which some block is likely."""
    running = np.append(0, np.cumsum(likely))
    return float((running[best.end] > running[best.start]).mean())


def _held(values: Column | Rows, group: Repeat) -> Column:
    """Return the sum of the blocks' values in each member."""
    return sums_between(values, group.start, group.end)
