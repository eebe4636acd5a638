"""Tables of data: as rows of texts, for programs, and as pipe tables in Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pagesight.extract.markdown.grid import (
    captions,
    data_tables,
    grid_columns,
    grid_rows,
    head_and_body,
    head_cells,
    table_around,
)
from pagesight.extract.page.blocks import Block, Element
from pagesight.extract.page.inline.escape import code_span

_ITEM = frozenset({"li"})
_LOOSE_MARKS = re.compile(r"(?<![^\s>])[*_]+(?=<br>)")  # text at the end of a line, text before


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what is in none of its cells, the heads of its columns, and its rows.

    `head` is empty where the page marks none. All rows are equally long; a cell that spans several
    places is in the first of them, and the others are empty.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_of(blocks: Sequence[Block]) -> tuple[Table, ...]:
    """Return the tables that hold data, in the order of the page."""
    paths = data_tables(blocks)
    return tuple(
        _table(list(members), path)
        for path, members in groupby(blocks, lambda block: table_around(block, paths))
        if path
    )


def _table(blocks: Sequence[Block], path: str) -> Table:
    rows = grid_rows(blocks, path)
    columns = grid_columns(rows)
    heads, body = head_and_body(rows)
    caption = "\n".join(block.text for block in captions(blocks, path) if block.text)
    head = tuple(" ".join(map(_text, head_cells(heads, column))) for column in columns)
    cells = (tuple(_text(row.cells.get(column, ())) for column in columns) for row in body)
    return Table(caption, head if heads else (), tuple(cells))


def _text(cell: Sequence[Block]) -> str:
    return "\n".join(block.text for block in cell if block.text)


def pipe_table(blocks: Sequence[Block], path: str) -> list[str]:
    """Return the lines of the table. Rows at its top that have nothing but `th` are one head."""
    rows = grid_rows(blocks, path)
    columns = grid_columns(rows)
    heads, body = head_and_body(rows)
    head = [
        " ".join(_written(cell, path) for cell in head_cells(heads, column)) for column in columns
    ]
    cells = [[_written(row.cells.get(column, ()), path) for column in columns] for row in body]
    return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(columns), *cells)]


def _written(cell: Sequence[Block], table: str) -> str:
    """Return the cell's blocks in one line, list items marked."""
    lines: list[str] = []
    item_before: Element | None = None
    for block in cell:
        item = _item(block, table)
        begins = item is not None and (item_before is None or item.path != item_before.path)
        marker = f"{item.place or item.number}. " if item and item.parent_tag == "ol" else "- "
        lines.append((marker if begins else "") + _in_one_line(block))
        item_before = item
    joined = "<br>".join(lines if len(cell) > 1 else map(_in_one_line, cell))
    bare = _LOOSE_MARKS.sub(lambda marks: "".join(f"\\{mark}" for mark in marks[0]), joined)
    return bare.replace("|", "\\|")


def _item(block: Block, table: str) -> Element | None:
    """Return the innermost list item in the table that holds the block."""
    inside = (item for item in block.around(_ITEM) if item.path.startswith(table + "/"))
    return max(inside, key=lambda item: len(item.path), default=None)


def _in_one_line(block: Block) -> str:
    if block.tag == "pre":
        return code_span(block.text)
    return block.markdown.replace("  \n", "<br>").replace("\n", "<br>")
