"""Write tables that hold data as pipe tables."""

import re
from collections.abc import Mapping, Sequence

from pagesight.extract.markdown.grid import GridRow, grid_columns, grid_rows
from pagesight.extract.page.blocks import Block, Element
from pagesight.extract.page.inline.escape import code_span

_ITEM = frozenset({"li"})
_LOOSE_MARKS = re.compile(r"(?<![^\s>])[*_]+(?=<br>)")  # text at the end of a line, text before


def pipe_table(blocks: Sequence[Block], path: str) -> list[str]:
    """Return the lines of the table. Its first row is the head if nothing but `th` is in it."""
    rows = grid_rows(blocks, path)
    columns = grid_columns(rows)
    head, body = (rows[0], rows[1:]) if rows[0].is_head else (GridRow(), rows)
    lines = [_line(row.cells, columns, path) for row in (head, *body)]
    return [lines[0], "| " + " | ".join("---" for _ in columns) + " |", *lines[1:]]


def _line(cells: Mapping[int, Sequence[Block]], columns: Sequence[int], table: str) -> str:
    return "| " + " | ".join(_written(cells.get(column, ()), table) for column in columns) + " |"


def _written(cell: Sequence[Block], table: str) -> str:
    """Return the cell's blocks in one line, list items marked."""
    lines: list[str] = []
    item_before: Element | None = None
    for block in cell:
        item = _item(block, table)
        begins = item is not None and (item_before is None or item.path != item_before.path)
        lines.append((_marker(item) if item and begins else "") + _in_one_line(block))
        item_before = item
    joined = "<br>".join(lines if len(cell) > 1 else map(_in_one_line, cell))
    return _LOOSE_MARKS.sub(_backslashed, joined).replace("|", "\\|")


def _marker(item: Element) -> str:
    return f"{item.place or item.number}. " if item.parent_tag == "ol" else "- "


def _backslashed(marks: re.Match[str]) -> str:
    return "".join("\\" + mark for mark in marks[0])


def _item(block: Block, table: str) -> Element | None:
    """Return the innermost list item in the table that holds the block."""
    inside = (item for item in block.around(_ITEM) if item.path.startswith(table + "/"))
    return max(inside, key=lambda item: len(item.path), default=None)


def _in_one_line(block: Block) -> str:
    if block.tag == "pre":
        return code_span(block.text)
    return block.markdown.replace("  \n", "<br>").replace("\n", "<br>")
