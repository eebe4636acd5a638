"""Find what repeats on a page: the groups of alike elements that may be its lists of items.

As MDR (Liu, Grossman, Zhai, KDD 2003) looks for generalised nodes, but over tag and class paths of
the whole page, so that cards in several containers form one group.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.features.text import Column
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows, tag_mask
from pagesight.extract.records.groups.members import Members, joined, members_of
from pagesight.extract.records.groups.rows import item_rows, marked_tables, text_cells, under_heads
from pagesight.extract.records.groups.telling import say_date, say_price
from pagesight.extract.text.class_names import names_furniture

_MANY = 5  # items that are all headed and dated or priced; by hand
_FEWEST_MARKED = 2  # items between them that have what the first or last one lacks; by hand
_is_furniture = tag_mask("nav", "footer", "aside", "header", "select")
_is_navigation = tag_mask("nav", "footer")
_says_goods = re.compile(r"product|catalog|collection|results?\b", re.I).search
_says_dialog = re.compile(r"modal|dialog|popup|offcanvas|lightbox", re.I).search
_MOST_LINKED_TITLES = 0.5  # of a mixed group: titles that are links; by hand
TAG_WORDS = 2.5  # fewer are a tag or a category, and no title
_NEARLY_ALL = 0.9  # of the members have a link: what has none is no item
_MOST_PARTS = 9  # of a layout; by hand, as the next
_LEAST_SHARED = 0.3  # words of the members, as a share, where another has some too
# What makes a group of records. Set by hand on WCXB dev's listings and collections.
_FEWEST_ROWS = 2  # below the heads of a table
_FULL_WORDS = 40  # of a member, count in full: more is a section rather than an item
_LONG_WORDS = 200  # of a member beyond those, count by a fifth
_UNLINKED = 0.25  # weight of members without a link, a date and a price
_TELLING = 3  # weight of the words of members with a date or a price
SINGLE = 0.6  # weight of members of one block
_TAG = 0.2  # weight of such members
_LEAST_SCORE = 0.005  # of the best: lesser groups are never chosen
_FURNITURE = 0.15  # weight of groups in navigation, footers, side bars


def are_frames(
    features: BlockFeatures, members: Members, is_item: Flags, dated: Flags, priced: Flags
) -> Flags:
    """Return which items are the first or last of their group and no item of its list.

    They have no link, date or price, nor something that all between them have: a link, a date, a
    heading, an image, several blocks. Such says how many there are, or heads them all. One with a
    link has neither a heading nor a date or price, which all of many have: there one sorts them.
    """
    items, tells = np.flatnonzero(is_item), dated | priced
    linked = _any_in(members, features.counts.link_chars > 0)
    opens = np.flatnonzero(np.diff(members.group[items], prepend=-1))
    edges = np.append(opens, np.append(opens[1:], len(items)) - 1)
    is_edge = np.zeros(len(linked), np.bool_)
    is_edge[items[edges] if len(items) else []] = True
    plain, inner = is_edge & ~linked & ~tells, is_item & ~is_edge
    size = _by_group(members, inner)
    headed = _any_in(members, features.column("heading") > 0)
    is_frame = np.zeros(len(linked), np.bool_)
    pictured = _any_in(members, features.column("image") > 0)
    for mark in (linked, headed, pictured, dated, members.end - members.start > 1):
        marked_items = _by_group(members, mark & inner)
        all_others = (marked_items == size) & (marked_items >= _FEWEST_MARKED)
        is_frame |= plain & ~mark & all_others[members.group]
    whole = _by_group(members, headed & tells & inner) == size
    is_bar = is_edge & ~headed & ~tells & (whole & (size >= _MANY))[members.group]
    return np.asarray(is_frame | is_bar)


def _any_in(members: Members, flags: Flags) -> Flags:
    return np.asarray(sums_between(flags, members.start, members.end) > 0)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A group of alike elements: first block and one past the last of each, in document order."""

    start: Rows
    end: Rows
    words: float
    score: float  # in words
    linked: float  # share of members with a link
    headed: float  # share of members with a heading that is a link
    dated: float  # share of members with a date
    priced: float  # share of members with a price
    has_heading: Flags  # such a one, of each member
    distinct: float  # first texts that differ, by members
    is_rows: bool = False  # of a table: items as they are, never sections
    under_heads: bool = False  # rows below the heads of columns
    in_navigation: bool = False
    in_furniture: bool = False  # in a side bar, a footer, or what is called a widget

    def __len__(self) -> int:
        return len(self.start)

    def spans(self) -> list[tuple[int, int]]:
        """Return the first block and one past the last of each member."""
        return list(zip(self.start.tolist(), self.end.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of each candidate, (members,)."""

    words: Column
    linked: Flags
    headed: Flags  # by a link
    dated: Flags
    priced: Flags
    first_of_text: Column  # 1 where no other block says what its first one does, else less
    is_item: Flags
    value: Column  # what it adds to the score of its group


def groups_of(document: Document, fewest: int = 3) -> list[Repeat]:
    """Return the groups of like elements that have a score, in order of their first members.

    Each has at least so many members, but below the heads of a table.
    """
    features = document.once(block_features)
    candidates = _candidates(features, fewest)
    if not len(candidates.element):
        return []
    tree, facts = features.tree, _facts(document, candidates)
    members, score = _by_group(candidates, facts.is_item), _by_group(candidates, facts.value)
    bounds = np.searchsorted(candidates.group, np.arange(len(score) + 1))
    first = candidates.element[bounds[:-1]]
    furniture = _most_are(in_furniture(tree, features.counts.words), candidates, facts, members)
    score = np.where(furniture, _FURNITURE * score, score)
    is_rows = tree.tag[first] == CODE["tr"]
    least = np.where(is_rows, _FEWEST_ROWS, fewest)
    enough = (members >= least) & (score > _LEAST_SCORE * score.max())
    navigation = _most_are(tree.nearest(_is_navigation(tree.tag)) >= 0, candidates, facts, members)
    columns = {"score": score, "is_rows": is_rows}
    columns |= {"in_navigation": navigation, "in_furniture": furniture}
    below_heads = _by_group(candidates, under_heads(features, candidates, facts.is_item)) > 0
    columns["under_heads"] = is_rows & below_heads
    columns |= _means(candidates, facts, np.maximum(members, 1))
    scored = np.flatnonzero(enough)
    return [
        _repeat(candidates, facts, slice(*bounds[number : number + 2]), columns, number)
        for number in scored[np.argsort(first[scored], kind="stable")].tolist()
    ]


def _most_are(flags: Flags, candidates: Members, facts: _Facts, members: Column) -> Flags:
    """Return of which groups most items are flagged elements: tables of one page have one path."""
    flagged = _by_group(candidates, flags[candidates.element] & facts.is_item)
    return np.asarray(flagged > members / 2)


def _means(candidates: Members, facts: _Facts, members: Column) -> dict[str, Column]:
    """Return the words of each group's items, and the shares of them that have something."""
    shares: Mapping[str, Column | Flags]
    shares = {"linked": facts.linked, "headed": facts.headed, "distinct": facts.first_of_text}
    shares |= {"dated": facts.dated, "priced": facts.priced}
    means = {
        name: _by_group(candidates, facts.is_item * values) / members
        for name, values in shares.items()
    }
    return {"words": _by_group(candidates, facts.is_item * facts.words), **means}


def _repeat(
    members: Members, facts: _Facts, own: slice, columns: Mapping[str, Column | Flags], number: int
) -> Repeat:
    """Return the group of a number: its items are among its own members."""
    items = np.flatnonzero(facts.is_item[own]) + own.start
    return Repeat(
        start=members.start[items],
        end=members.end[items],
        has_heading=facts.headed[items],
        **{name: values[number].item() for name, values in columns.items()},
    )


def _by_group(members: Members, values: Column | Flags) -> Column:
    return np.asarray(np.bincount(members.group, values), np.float64)


def _candidates(features: BlockFeatures, fewest: int) -> Members:
    """Return the members of all groups, those of several elements joined."""
    members = members_of(features, fewest)
    linked = _any(features.counts.link_chars > 0, members.start, members.end)
    wide = (features.tree.tag[members.element] == CODE["tr"]) & (
        text_cells(features, members.start, members.end) > 1
    )
    return joined(members, linked, wide, features.tree.parent[members.element])


def _facts(document: Document, members: Members) -> _Facts:
    """Return what is known of each candidate, which of them are items, and what each is worth."""
    features, texts = document.once(block_features), document.cuts.texts
    counts, start, end = features.counts, members.start, members.end
    links = counts.link_chars > 0
    words, linked = sums_between(counts.words, start, end), _any(links, start, end)
    headed = _any(links & (features.column("heading") > 0), start, end)
    dated = _any(say_date(texts, counts), start, end)
    priced = _any(say_price(texts, counts), start, end)
    tells = dated | priced
    is_item = _are_items(features, members, linked, headed)
    is_item &= ~are_frames(features, members, is_item, dated, priced)
    value = np.minimum(words, _FULL_WORDS)
    value += np.clip(words - _FULL_WORDS, 0, _LONG_WORDS) / 5
    alone = np.where(words < TAG_WORDS, _TAG, SINGLE)
    value += tells * (_TELLING - 1) * np.minimum(words, _FULL_WORDS)
    value *= np.where(linked | tells, 1, _UNLINKED) * np.where(end - start > 1, 1, alone)
    first_of_text = 1 / features.column("same_text")[_first_text(counts.chars, start, end)]
    return _Facts(
        words,
        linked,
        headed,
        dated,
        priced,
        first_of_text.astype(np.float64),
        is_item,
        value * is_item,
    )


def _first_text(chars: Column, start: Rows, end: Rows) -> Rows:
    """Return the first block with text of each candidate, or its first one."""
    texts = np.where(chars > 0, np.arange(len(chars)), len(chars))
    following = np.minimum.accumulate(texts[::-1])[::-1][start]
    return np.where(following < end, following, start)


def _are_items(features: BlockFeatures, members: Members, linked: Flags, headed: Flags) -> Flags:
    """Return which candidates are items: those with text, unlike heads of tables, like the rest."""
    tree, start, end = features.tree, members.start, members.end
    has_text = _any(features.counts.chars > 0, start, end)
    is_item = has_text & _any(features.words.tag != CODE["th"], start, end)
    share = _by_group(members, headed & linked) / _by_group(members, np.ones(len(linked)))
    is_item &= ~members.is_mixed | (linked & headed & (share[members.group] > _MOST_LINKED_TITLES))
    rows = np.flatnonzero(is_item & (tree.tag[members.element] == CODE["tr"]))
    marked = marked_tables(tree) if len(rows) else np.zeros(0, np.bool_)
    for own in (
        np.split(rows, np.flatnonzero(np.diff(members.group[rows])) + 1) if len(rows) else ()
    ):
        is_item[own] = item_rows(features, members.element[own], start[own], end[own], marked)
    with_link = _by_group(members, linked & is_item) / np.maximum(_by_group(members, is_item), 1)
    return is_item & (linked | (with_link < _NEARLY_ALL)[members.group])


def _is_named_furniture(classes: str, id_: str) -> bool:
    """Return whether names say furniture, and none says goods: `product-list__side-bar`.

    A dialog shows what is on the page already.
    """
    names = f"{classes} {id_}"
    is_dialog = _says_dialog(names) is not None
    return is_dialog or (names_furniture(classes, id_) and not _says_goods(names))


def in_furniture(tree: Containers, words: Column) -> Flags:
    """Return which elements, by themselves or one around them, say that they are furniture.

    One that holds most of the page is none, and neither is the root.
    """
    named = np.array([_is_named_furniture(*pair) for pair in tree.names], np.bool_)[tree.name]
    says = _is_furniture(tree.tag) | named
    says &= tree.sums(words) < words.sum() / 2
    says[0] = False
    return np.asarray(tree.around(says.astype(np.int64)) > 0)


def _any(flags: Flags, start: Rows, end: Rows) -> Flags:
    return np.asarray(sums_between(flags, start, end) > 0)


def is_layout(document: Document, repeat: Repeat) -> bool:
    """Return whether few members have next to nothing where another has something: they are parts
    of the page, such as its head, its middle and its foot, whose elements are named alike.

    What follows headings may be anything, but all begin alike.
    """
    if repeat.under_heads or len(repeat) > _MOST_PARTS:
        return False
    features = document.once(block_features)
    words, path = features.counts.words, features.kinds.path[features.tree.leaf]
    member = np.repeat(np.arange(len(repeat)), repeat.end - repeat.start)
    blocks = np.concatenate([np.arange(*span) for span in repeat.spans()])
    worded = words[blocks] > 0
    member, blocks = member[worded], blocks[worded]
    holders = np.unique(path[blocks] * len(repeat) + member) // len(repeat)
    shared = np.bincount(holders, minlength=int(path.max()) + 1)[path[blocks]] > 1
    begin_alike = len(np.unique(path[blocks[np.diff(member, prepend=-1) > 0]])) == 1
    return bool(words[blocks[shared]].sum() < _LEAST_SHARED * repeat.words and not begin_alike)
