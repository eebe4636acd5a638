"""Find items too few to repeat: the only ones, by names or heads, and those that lead a list."""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.table import block_features
from pagesight.extract.features.text import Column
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows, are_headings, tag_mask
from pagesight.extract.records.groups.boxes import repeats_of
from pagesight.extract.records.groups.groups import Repeat, groups_of, in_furniture, is_layout
from pagesight.extract.records.groups.rows import is_strong, text_cells
from pagesight.extract.records.groups.telling import say_date, say_price

_MOST_LONE = 2  # items: more repeat
_MOST_BESIDE = 2  # parts of such a list that are no items: its head and its foot
_MOST_OF_CARD = 100  # words of one of two cards; by hand, as the next two
_MOST_UNEQUAL = 4  # times as many words in one of them
_LEAST_DISTINCT = 0.5  # of their first texts
_FEWEST_POSTS = 2  # one is an article
MOST_LEADING, _NEARLY_ALL = 3, 0.8  # items before a list; share of its members; by hand
_MOST_OF_KICKER = 3  # words; by hand
_FEWEST_COLUMNS = 3  # of a table of items
_is_item = tag_mask("li", "article", "div", "tr")
_POSTS = frozenset({
    "post", "entry", "hentry", "h-entry", "type-post", "blog-post", "post-item", "blog-item",
    "news-item", "story", "article",
})  # fmt: skip
_names_featured = re.compile(r"featured|(?<![a-z])(?:hero|lead)(?![a-z])", re.I).search
_names_list = re.compile(
    r"(?:^|[\s_-])(?:products|(?:product|collection|catalog|item|card|post|job|result)s?[_-]?"
    r"(?:grid|list|listings?)|search[_-]?results|posts|listings)(?:$|[\s_-])",
    re.I,
).search


def lone_items(document: Document) -> tuple[Repeat, ...]:
    """Return the one or two items of the first list by name, of lists in lists the innermost; each
    has a link and a price.

    A shop's category of one product shows it as it does many.
    """
    lone: tuple[Repeat, ...] = ()
    features = document.once(block_features)
    tree, counts = features.tree, features.counts
    priced = say_price(document.cuts.texts, counts)
    for members in _children(tree):
        start, end = tree.start[members], tree.end[members]
        linked = sums_between(counts.link_chars > 0, start, end) > 0
        tells = sums_between(priced, start, end) > 0
        start, end = start[linked | tells], end[linked | tells]
        if lone and len(end) and end[-1] > lone[0].end[-1]:
            break
        if 0 < len(start) <= _MOST_LONE and (linked & tells).sum() == len(start):
            lone = (_group(start, end, counts.words, priced=1.0),)
    return lone


def lone_pair(document: Document) -> list[Repeat]:
    """Return the two cards of a list so short that nothing else repeats, if there are some.

    They are side by side, and both have a link, and a price, a date or a linked heading; neither is
    a column of the page.
    """
    words = document.once(block_features).counts.words
    pairs = [
        each
        for each in groups_of(document, fewest=2)
        if len(each) == 2 and each.linked == 1 and each.end[0] == each.start[1]
    ]
    for each in sorted(pairs, key=lambda each: -each.score):
        sizes = sums_between(words, each.start, each.end)
        is_card = max(each.headed, each.dated, each.priced) == 1 and each.distinct > _LEAST_DISTINCT
        is_card &= not each.in_navigation and not each.in_furniture
        if is_card and sizes.max() <= min(_MOST_OF_CARD, _MOST_UNEQUAL * sizes.min()):
            return [each]
    return []


def lone_posts(document: Document) -> tuple[Repeat, ...]:
    """Return the articles that each have a heading which is a link, if there are some.

    A blog's page of one post or two shows them as it does ten; three may be in three columns. An
    element whose class says that it is a post is an article too, where there are no articles. What
    a side bar shows of other posts is left out, where there are some outside it.
    """
    features = document.once(block_features)
    tree, counts = features.tree, features.counts
    named = np.array(
        [not _POSTS.isdisjoint(classes.split()) for classes, _ in tree.names], np.bool_
    )
    is_post = tree.tag == CODE["article"]
    if is_post.sum() < _FEWEST_POSTS:
        is_post |= named[tree.name] & _is_item(tree.tag)
    members = np.flatnonzero(is_post)
    if not len(members):
        return ()
    reached = np.maximum.accumulate(tree.last[members])
    members = members[np.append(True, members[1:] >= reached[:-1])]  # in no other
    start, end = tree.start[members], tree.end[members]
    headed = (
        sums_between((counts.link_chars > 0) & (features.column("heading") > 0), start, end) > 0
    )
    members, start, end = members[headed], start[headed], end[headed]
    outside = ~_in_side_bar(tree, members)
    if outside.any():
        start, end = start[outside], end[outside]
    return (_group(start, end, counts.words, headed=1.0),) if len(start) else ()


def with_leading(document: Document, repeat: Repeat) -> Repeat:
    """Return the group with the few items right before it that are set otherwise, as the newest is.

    Each begins with a heading that is a link, of the level of the others, and has a date, sentences
    and a picture if nearly all of those do.
    """
    if repeat.headed < _NEARLY_ALL or repeat.is_rows or repeat.in_furniture:
        return repeat
    start = _headings_before(document, repeat)
    if not len(start):
        return repeat
    features, cuts = document.once(block_features), document.cuts
    short = np.append([False, False], features.counts.words <= _MOST_OF_KICKER)
    shows = short & np.append([False, False], features.column("image") > 0)
    # A picture is right before it, perhaps with a word, or that between them.
    start = start - np.where(shows[start + 1], 1, 2 * (short[start + 1] & shows[start]))
    end = np.append(start[1:], repeat.start[0])
    dated = say_date(cuts.texts, features.counts)
    marks = (dated, features.counts.prose > 0, features.column("image") > 0)
    usual = [mark for mark in marks if _having(mark, repeat.start, repeat.end) >= _NEARLY_ALL]
    are_whole = usual and min(_having(mark, start, end) for mark in usual) == 1
    if not are_whole or _stand_apart(document, repeat, start):
        return repeat
    return replace(
        repeat,
        start=np.concatenate([start, repeat.start]),
        end=np.concatenate([end, repeat.end]),
        has_heading=np.concatenate([np.ones(len(start), np.bool_), repeat.has_heading]),
    )


def _stand_apart(document: Document, repeat: Repeat, start: Rows) -> bool:
    """Return whether one that begins so is in furniture and not featured, or of another group."""
    features = document.once(block_features)
    tree, row = features.tree, features.tree.leaf[start]
    article = tree.nearest(tree.tag == CODE["article"])[row]  # its own header is no furniture
    aside = in_furniture(tree, features.counts.words)[np.where(article < 0, row, article)]
    aside &= tree.nearest(_are_featured(tree))[row] < 0
    others = [each.start for each in document.once(repeats_of) if each is not repeat]
    return bool(aside.any() or np.isin(start, np.concatenate([[-1], *others])).any())


def _headings_before(document: Document, repeat: Repeat) -> Rows:
    """Return the last headings before a group that are links, and of the level of its first one;
    none if there are more than lead a list.
    """
    elements, cuts = document.elements, document.cuts
    level = elements.tag[elements.block[cuts.element]]
    is_heading = are_headings(level) & ~cuts.unseen
    linked = np.where(is_heading & (cuts.link_chars > 0), level, -1)
    own = linked[repeat.start[0] : repeat.end[-1]].tolist()
    above = np.flatnonzero(is_heading[: repeat.start[0]])[-MOST_LEADING - 1 :]
    usual = next((each for each in own if each >= 0), -1)
    others = np.flatnonzero((linked[above] != usual) | (usual < 0))
    headings = above[others[-1] + 1 :] if len(others) else above
    return headings if len(headings) <= MOST_LEADING else headings[:0]


def _having(mark: Column | Flags, start: Rows, end: Rows) -> float:
    """Return the share of spans in which a block is marked; 0 of none."""
    return float((sums_between(mark, start, end) > 0).mean()) if len(start) else 0.0


def _in_side_bar(tree: Containers, members: Rows) -> Flags:
    """Return which members are in an `aside` other than one that is called featured."""
    around = tree.nearest(tree.tag == CODE["aside"])[members]
    return np.asarray((around >= 0) & ~_are_featured(tree)[around])


def _are_featured(tree: Containers) -> Flags:
    """Return which elements are called featured, (elements,)."""
    featured = [bool(_names_featured(" ".join(pair))) for pair in tree.names]
    return np.array(featured, np.bool_)[tree.name]


def lone_cells(document: Document) -> tuple[Repeat, ...]:
    """Return the one item whose cells are named alike, and have a link and a date among them.

    Such are the topic, the counts and the last post of the only thread of a board.
    """
    words = document.once(block_features).counts.words
    for each in groups_of(document):
        tells = min(each.linked, each.dated) > 0 and each.words <= _MOST_OF_CARD
        is_aside = each.in_navigation or each.in_furniture
        if tells and not is_aside and is_layout(document, each):
            return (_group(each.start[:1], each.end[-1:], words, dated=1.0),)
    return ()


def lone_rows(document: Document) -> tuple[Repeat, ...]:
    """Return the one or two rows of the first table that has nothing else below heads of columns.

    Each has a link and a date, as what was found by a search has.
    """
    features = document.once(block_features)
    tree, counts = features.tree, features.counts
    rows = np.flatnonzero(tree.tag == CODE["tr"])
    start, end = tree.start[rows], tree.end[rows]
    wide = text_cells(features, start, end) >= _FEWEST_COLUMNS
    strong = sums_between(is_strong(tree), start, end) == end - start
    linked = sums_between(counts.link_chars > 0, start, end) > 0
    if not (wide & strong).any() or not (wide & ~strong & linked).any():
        return ()
    dated = sums_between(say_date(document.cuts.texts, counts), start, end) > 0
    table = tree.nearest(tree.tag == CODE["table"])[rows]
    for number in np.unique(table[wide & strong & ~linked]).tolist():
        members = np.flatnonzero((table == number) & wide & ~strong)
        if 0 < len(members) <= _MOST_LONE and (linked & dated)[members].all():
            group = _group(start[members], end[members], counts.words, dated=1.0)
            return (replace(group, is_rows=True, under_heads=True),)
    return ()


def _group(
    start: Rows, end: Rows, words: Column, headed: float = 0, dated: float = 0, priced: float = 0
) -> Repeat:
    """Return the group of members that each have a link, and of which none repeats another."""
    own = float(sums_between(words, start, end).sum())
    has_heading = np.full(len(start), headed > 0)
    return Repeat(start, end, own, own, 1.0, headed, dated, priced, has_heading, distinct=1.0)


def _children(tree: Containers) -> Iterator[np.ndarray]:
    """Yield the parts of each element that is called a list, if they are so few."""
    named = np.array([bool(_names_list(classes)) for classes, _ in tree.names], np.bool_)
    for row in np.flatnonzero(named[tree.name]).tolist():
        inside = np.arange(row + 1, tree.last[row])
        members = inside[(tree.parent[inside] == row) & _is_item(tree.tag[inside])]
        if 0 < len(members) <= _MOST_LONE + _MOST_BESIDE:
            yield members
