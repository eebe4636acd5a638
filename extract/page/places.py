"""Number the items of ordered lists and the columns of cells, as browsers do."""

import re
from collections.abc import Callable

from lxml.html import HtmlElement

CELL_TAGS = frozenset({"td", "th"})
_MAX_COLUMNS = 200  # a cell's rows and columns count up to there: hostile spans cost little
_whole_number = re.compile(r"\s*([+-]?\d{1,9})").match
Place = Callable[[HtmlElement], int]  # of the next item or cell


def item_places(numbered: HtmlElement) -> Place:
    """Return what numbers the items of an `ol`, called with each in order."""
    backwards = numbered.get("reversed") is not None
    step = -1 if backwards else 1
    following = _number(numbered, "start", len(numbered.findall("li")) if backwards else 1)

    def place(item: HtmlElement) -> int:
        nonlocal following
        number = _number(item, "value", following)
        following = number + step
        return number

    return place


def cell_places(row: int, reaches: dict[int, int]) -> Place:
    """Return what gives the column, from 1, of each cell of a row, called with each in order.

    `reaches` has, by column, the last row of the same part of the table that a cell above covers.
    """
    following = 1

    def place(cell: HtmlElement) -> int:
        nonlocal following
        while reaches.get(following, 0) >= row:
            following += 1
        column = following
        following += min(max(_number(cell, "colspan", 1), 1), _MAX_COLUMNS)
        rows = _number(cell, "rowspan", 1)
        if rows == 0 or rows > 1:
            last = row + rows - 1 if rows else 10**9  # 0: to the end of this part
            reaches.update(dict.fromkeys(range(column, min(following, _MAX_COLUMNS)), last))
        return column

    return place


def _number(element: HtmlElement, name: str, default: int) -> int:
    found = _whole_number(element.get(name) or "")
    return int(found[1]) if found else default
