"""Tables, quotations and lists, kept whole: without a part they say something else."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.containers import Containers
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows, tag_mask

_is_list, _is_item = tag_mask("ul", "ol", "dl"), tag_mask("li", "dt", "dd")
_is_unit = tag_mask("table", "blockquote")
_is_cell = tag_mask("td", "th")
# Share of a list or table that may be added, of its blocks and of its words: with half of a list of
# ingredients on 255 recipes .925 of their lines were kept, with a third, and none before the first
# or after the last that was kept, .917. Word F1 on seven corpora with text stays within .0002.
_MOST_ADDED = 0.5
# A list is likely if its blocks have so much of the probability that they must have, on the mean:
# then more of it may be added. On 88 recipes .948 of the lines of ingredients are kept with it,
# .941 without, on 117 pages of WCXB word F1 gains .0007, by models that saw no page of the site.
_LIKELY = 0.9
_MOST_IN_CELL = 2.0  # blocks, on average: with more the table is the layout of a page


@dataclass(frozen=True, slots=True)
class Blocks:
    """What is known of each block, (blocks,)."""

    words: NDArray[np.floating]
    shares: NDArray[np.floating]  # of the probability that it must have


def with_tables_and_quotations(
    tree: Containers, probabilities: NDArray[np.floating], threshold: float
) -> Flags:
    """Return the blocks as probable as `threshold`, and tables and quotations among them whole.

    A table without some of its cells says something else, and a text without what it quotes. They
    are kept whole if blocks before and after them, in the element around them, are kept and their
    own are half as probable as they must be, on the mean. Innermost ones come first.
    """
    kept = np.asarray(probabilities >= threshold)
    for unit in np.flatnonzero(_is_unit(tree.tag) & (tree.start < tree.end))[::-1].tolist():
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


def with_whole_lists(tree: Containers, kept: Flags, blocks: Blocks) -> Flags:
    """Return the kept blocks with the others of lists and tables that are half kept, or likely.

    Without some of its items it says something else; what an item of which something is kept
    has beside that (a button) was left out by itself. Innermost lists come first.
    """
    kept = _with_parts(tree, kept, blocks, np.flatnonzero(_is_list(tree.tag)), _is_item(tree.tag))
    return _with_parts(tree, kept, blocks, _tables_of_facts(tree), _is_cell(tree.tag))


def _tables_of_facts(tree: Containers) -> Rows:
    """Return the tables with short cells; those that hold other tables, or much, are layout."""
    tables = np.flatnonzero(tree.tag == CODE["table"])
    cells = np.append(0, np.cumsum(_is_cell(tree.tag)))
    cells_inside = cells[tree.last[tables]] - cells[tables]
    inside = np.searchsorted(tables, tree.last[tables]) - np.arange(len(tables))
    blocks = tree.end[tables] - tree.start[tables]
    found: Rows = tables[(inside == 1) & (blocks <= _MOST_IN_CELL * cells_inside)]
    return found


def _with_parts(
    tree: Containers, kept: Flags, blocks: Blocks, wholes: Rows, is_part: Flags
) -> Flags:
    """Return the kept blocks with what is missing of likely wholes.

    Of other wholes, the parts of which nothing is kept, if they are few and short.
    """
    before = np.append(0, np.cumsum(kept))
    counts = before[tree.end[wholes]] - before[tree.start[wholes]]
    wholes = wholes[(counts >= 2) & (counts < tree.end[wholes] - tree.start[wholes])]
    if not len(wholes):
        return kept
    part = tree.nearest(is_part)[tree.leaf]
    begun = np.zeros(len(tree.tag) + 1, np.bool_)  # parts of which something is kept; -1: no part
    begun[part[kept]] = True
    kept = kept.copy()
    for at in wholes[::-1].tolist():
        own = slice(int(tree.start[at]), int(tree.end[at]))
        is_likely = blocks.shares[own].mean() >= _LIKELY
        added = ~kept[own] & (is_likely | ~begun[part[own]])
        is_small = _is_small(added, blocks.words[own], tree.tag[at] == CODE["dl"])
        if added.any() and (is_likely or is_small):
            kept[own] |= added
            begun[part[own][added]] = True
    return kept


def _is_small(added: Flags, words: NDArray[np.floating], defines: bool) -> bool:
    """Return whether what would be added is at most half of the whole.

    Definitions may be longer than their terms.
    """
    is_short = defines or words[added].sum() <= _MOST_ADDED * words.sum()
    return bool(is_short and added.mean() <= _MOST_ADDED)
