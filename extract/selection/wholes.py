"""Keep whole what is kept in part: tables, quotations, lists, rows of paragraphs, first lines."""

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.containers import Containers
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows, tag_mask

_is_list, _is_cell = tag_mask("ul", "ol", "dl"), tag_mask("td", "th")
_is_unit = tag_mask("table", "blockquote", "dl")
# A list is likely if its blocks have so much of the probability that they must have, on the mean:
# then it is kept whole. On 88 recipes .948 of the lines of ingredients are kept with it, .941
# without, on 117 pages of WCXB word F1 gains .0007, by models that saw no page of the site.
_LIKELY = 0.9
# So of tables and lists of terms, and of first lines; by hand.
_LIKELY_FACTS, _LIKELY_FIRST = 0.7, 0.8
# And of paragraphs amid others of which most are kept. Of 1,227 pages of five corpora gold has 201
# of the 264 blocks that come in; most others are on two pages whose gold breaks off.
_LIKELY_AMID = 0.6
# And of the sentences before so many of them: of 784 pages of eight corpora gold has all five.
_LEAST_BEHIND, _LIKELY_BEFORE = 4, 0.5
PARTS = 3  # like siblings
# Heads of columns, the rows below them, and the share of these that is kept; by hand.
_LEAST_COLUMNS, _LEAST_ROWS, _MOST_OF_ROWS = 3, 2, 0.5
_MOST_IN_CELL = 2.0  # blocks, on average: with more the table is the layout of a page


def with_whole_units(
    tree: Containers, probabilities: NDArray[np.floating], threshold: float, cards: Flags
) -> Flags:
    """Return the blocks as probable as `threshold`, and tables and quotations among them whole.

    So are lists of terms, and `cards`: links of several lines. A table without some of its cells
    says something else, and a text without what it quotes. They are kept whole if blocks before and
    after them, in the element around them, are kept and their own are half as probable as they
    must be, on the mean. Innermost ones come first.
    """
    kept = np.asarray(probabilities >= threshold)
    is_unit = (_is_unit(tree.tag) & (tree.start < tree.end)) | cards
    for unit in np.flatnonzero(is_unit)[::-1].tolist():
        start, end, around = tree.start[unit], tree.end[unit], _around(tree, unit)
        if kept[start:end].all() or probabilities[start:end].mean() < threshold / 2:
            continue
        if kept[tree.start[around] : start].any() and kept[end : tree.end[around]].any():
            kept[start:end] = True
    return kept


def _around(tree: Containers, unit: int) -> int:
    """Return the element in which a unit stands: no wrapper that holds it alone, no figure."""
    around = int(tree.parent[unit])
    while around and (
        tree.tag[around] == CODE["figure"]
        or (tree.start[around] == tree.start[unit] and tree.end[around] == tree.end[unit])
    ):
        around = int(tree.parent[around])
    return around


def with_whole_lists(tree: Containers, kept: Flags, shares: NDArray[np.floating]) -> Flags:
    """Return the kept blocks with the others of likely lists and tables of which some are kept.

    `shares` is how much each block has of the probability that it must have.
    """
    before = np.append(0, np.cumsum(kept))
    lists = np.flatnonzero(_is_list(tree.tag) & (tree.tag != CODE["dl"]))
    facts = np.append(np.flatnonzero(tree.tag == CODE["dl"]), _tables_of_facts(tree))
    leasts = [*len(lists) * [_LIKELY], *len(facts) * [_LIKELY_FACTS]]
    wholes = np.append(lists, facts)
    bounds = (tree.start[wholes].tolist(), tree.end[wholes].tolist(), leasts)
    kept = kept.copy()
    for start, end, least in zip(*bounds, strict=True):
        some = 2 <= before[end] - before[start] < end - start
        if some and shares[start:end].mean() >= least:
            kept[start:end] = True
    return kept


def _tables_of_facts(tree: Containers) -> Rows:
    """Return the tables with short cells; those that hold other tables, or much, are layout."""
    tables = np.flatnonzero(tree.tag == CODE["table"])
    cells = np.append(0, np.cumsum(_is_cell(tree.tag)))
    cells_inside = cells[tree.last[tables]] - cells[tables]
    inside = np.searchsorted(tables, tree.last[tables]) - np.arange(len(tables))
    blocks = tree.end[tables] - tree.start[tables]
    of_facts: Rows = tables[(inside == 1) & (blocks <= _MOST_IN_CELL * cells_inside)]
    return of_facts


def with_whole_runs(
    tree: Containers, kept: Flags, shares: NDArray[np.floating], sentences: Flags
) -> Flags:
    """Return the kept blocks with the likely ones amid a row of paragraphs that are kept.

    And with the likely `sentences` that it begins with. `shares` is how much each block has of the
    probability that it must have.
    """
    leaf = tree.leaf
    around = np.where(tree.tag[leaf] == CODE["p"], tree.parent[leaf], -1)
    run = np.cumsum(np.diff(around, prepend=-1) != 0)
    some = np.append(0, np.cumsum(kept))
    start = np.searchsorted(run, run)
    before, after = some[:-1] - some[start], some[np.searchsorted(run, run, "right")] - some[:-1]
    amid = (before > 0) & (after > 0) & (shares >= _LIKELY_AMID)
    first = (before == 0) & (after >= _LEAST_BEHIND) & sentences & (shares >= _LIKELY_BEFORE)
    return np.asarray(kept | ((around >= 0) & (amid | first)))


def with_heads_of_tables(tree: Containers, kept: Flags) -> Flags:
    """Return the kept blocks with the heads of columns above rows most of which are kept."""
    heads, data = (np.append(0, np.cumsum(tree.tag == CODE[name])) for name in ("th", "td"))
    rows = np.flatnonzero(tree.tag == CODE["tr"])
    last = tree.last[rows]
    table = tree.nearest(tree.tag == CODE["table"])[rows]
    columns, below = heads[last] - heads[rows], data[tree.last[table]] - data[last]
    are_heads = (columns >= _LEAST_COLUMNS) & (data[last] == data[rows])
    are_heads &= below >= _LEAST_ROWS * columns
    rows, table = (each[are_heads & (table >= 0)] for each in (rows, table))
    begin, end = tree.end[rows], tree.end[table]
    some = np.append(0, np.cumsum(kept))
    kept = kept.copy()
    for row in rows[some[end] - some[begin] > _MOST_OF_ROWS * (end - begin)].tolist():
        kept[tree.start[row] : tree.end[row]] = True
    return kept


def with_first_lines(
    tree: Containers, series: Rows, kept: Flags, shares: NDArray[np.floating]
) -> Flags:
    """Return the kept blocks with the first lines of like parts of which some are kept.

    Times of a live blog's updates are such lines. `shares` is as for lists, 0 of images and links;
    of a part of which nothing else is kept its first line is not either.
    """
    parts = np.flatnonzero((tree.end - tree.start > 1) & (np.bincount(series) >= PARTS)[series])
    some = np.append(0, np.cumsum(kept))
    parts = parts[some[tree.end[parts]] > some[tree.start[parts] + 1]]
    first, of = tree.start[parts], series[parts]
    size = np.maximum(np.bincount(of), 1)
    likely = np.bincount(of, shares[first]) >= _LIKELY_FIRST * size
    likely &= (np.bincount(of, kept[first]) >= 2) & (size >= PARTS)
    kept = kept.copy()
    kept[first[likely[of] & (shares[first] > 0)]] = True
    return kept
