"""Find the rows of a table that are items: neither heads of columns nor headings between rows."""

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.features.text import Column
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows, tag_mask
from pagesight.extract.records.groups.members import Members

_is_cell = tag_mask("td", "th")
_heads = tag_mask("thead", "tfoot", "caption")
_marks_heads = tag_mask("thead", "th")
_is_strong = tag_mask("b", "strong", "th")
# Shares of rows, set by hand on half of the court lists of Juriscraper.
_MOST_ROWS = 0.8
_FEW = 0.2  # by hand, as the one above
_MOST_ALONE = 0.5  # by hand, as the one above
_FEWEST_OTHERS = 3  # by hand, as the one above
_MOST_BELOW = 0.25  # by hand, as the one above
_LEAST_MARKED = 0.8  # by hand, as the one above


def item_rows(features: BlockFeatures, row: Rows, start: Rows, end: Rows, marked: Flags) -> Flags:
    """Return which of the rows of alike tables are items; `start` to `end` are their blocks.

    Heads are in a `thead`, or first in their table and otherwise than the rest: no digit, no link,
    or all of it bold. A heading between rows is one cell alone, without a link; in a table of
    several columns a note or "view all" is one too, with a link. Where tables have heads, those
    without are other lists, or layout. Beside `marked` tables, whose heads are cells of heads, few
    rows of fewer or more columns are strangers.
    """
    tree, counts = features.tree, features.counts
    cells = text_cells(features, start, end)
    linked = sums_between(counts.link_chars, start, end) > 0
    is_item = ~_heads(tree.tag[tree.parent[row]])
    if np.median(cells) > 1:
        is_item &= linked | (cells > 1) | (linked.mean() < _MOST_ROWS)
    if np.median(cells) > 2 and (cells == 1).mean() <= _MOST_ALONE:
        is_item &= cells > 1
    wide = cells > 1
    if wide.any() and linked[wide].mean() >= _MOST_ROWS:  # heads that come again, further down
        digits = sums_between(counts.digits, start, end) > 0
        is_item &= linked | digits | ~wide | (features.column("same_text")[start] <= 1)
    table = tree.nearest(tree.tag == CODE["table"])[row]
    leads = np.flatnonzero(np.diff(table, prepend=-2))  # rows outside any are of table -1
    if len(leads) < len(row):
        is_item[leads] &= ~_are_heads(features, start, end, linked, leads)
    heads = leads[~is_item[leads] & (cells[leads] > 1)]
    below = is_item & _below_heads(features, start, table, heads)
    if below.sum() >= _MOST_BELOW * is_item.sum():
        return below
    below = is_item & (table >= 0) & marked[table]
    if below.sum() <= _LEAST_MARKED * is_item.sum():
        return is_item
    return np.asarray(is_item & (below | (cells == np.median(cells[below]))))


def marked_tables(tree: Containers) -> Flags:
    """Return which elements are tables with a row of several cells that are all of heads."""
    cells = [
        np.bincount(tree.parent[tree.tag == CODE[tag]], minlength=len(tree)) for tag in ("th", "td")
    ]
    is_heads = (tree.tag == CODE["tr"]) & (cells[0] > 1) & (cells[1] == 0)
    marked = np.zeros(len(tree), np.bool_)
    table = tree.nearest(tree.tag == CODE["table"])[is_heads]
    marked[table[table >= 0]] = True
    return marked


def _below_heads(features: BlockFeatures, start: Rows, table: Rows, heads: Rows) -> Flags:
    """Return which rows are in tables whose first row is surely heads.

    It is that of a table of many rows, or says what the first row of another says.
    """
    many = np.bincount(table + 1)[table[heads] + 1] > _FEWEST_OTHERS
    again = features.column("same_text")[start[heads]] > 1
    return np.isin(table, table[heads[many | again]])


def under_heads(features: BlockFeatures, members: Members, is_item: Flags) -> Flags:
    """Return which of the rows that are items are in a table with heads of columns.

    They are marked as such, or another row of several cells that is no item.
    """
    tree = features.tree
    table = tree.nearest(tree.tag == CODE["table"])
    is_row = (tree.tag[members.element] == CODE["tr"]) & (table[members.element] >= 0)
    several = text_cells(features, members.start, members.end) > 1
    has_heads = np.zeros(len(tree), np.bool_)
    marked = _marks_heads(tree.tag) & (table >= 0)
    has_heads[table[marked]] = True
    has_heads[table[members.element[is_row & several & ~is_item]]] = True
    return np.asarray(is_item & is_row & several & has_heads[table[members.element]])


def _are_heads(
    features: BlockFeatures, start: Rows, end: Rows, linked: Flags, leads: Rows
) -> Flags:
    """Return which of the rows that lead a table are unlike its other rows as heads are.

    Of a table with few others those of all tables count.
    """
    tree, counts = features.tree, features.counts
    digits = sums_between(counts.digits, start, end) > 0
    all_strong = sums_between(is_strong(tree), start, end) == end - start
    are_heads = np.zeros(len(leads), np.bool_)
    others = np.diff(leads, append=len(start)) - 1
    for has, is_head in ((digits, False), (linked, False), (all_strong, True)):
        with_it = np.add.reduceat(has.astype(np.int64), leads) - has[leads]
        share = np.full(len(leads), with_it.sum() / others.sum())
        enough = others >= _FEWEST_OTHERS
        share[enough] = with_it[enough] / others[enough]
        are_heads |= (has[leads] == is_head) & (
            (share <= _FEW) if is_head else (share >= _MOST_ROWS)
        )
    return are_heads


def is_strong(tree: Containers) -> Column:
    """Return 1 for each block that is set bold or in the head of a column, (blocks,)."""
    return (tree.nearest(_is_strong(tree.tag))[tree.leaf] >= 0).astype(np.float64)


def text_cells(features: BlockFeatures, start: Rows, end: Rows) -> Rows:
    """Return how many cells of each row hold text."""
    tree = features.tree
    cell = tree.nearest(_is_cell(tree.tag))[tree.leaf]
    has_text = features.counts.chars > 0
    is_new = np.diff(np.where(has_text, cell, -1), prepend=-1) != 0
    return sums_between((is_new & has_text).astype(np.float64), start, end).astype(np.int64)
