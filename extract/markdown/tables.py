"""Tables of data as rows of texts, for those who read them by program."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pagesight.extract.markdown.grid import (
    GridRow,
    captions,
    data_tables,
    grid_columns,
    grid_rows,
    head_and_body,
    head_cells,
    table_around,
)
from pagesight.extract.page.blocks import Block


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
    return Table(caption, head if heads else (), tuple(_texts(row, columns) for row in body))


def _texts(row: GridRow, columns: Sequence[int]) -> tuple[str, ...]:
    return tuple(_text(row.cells.get(column, ())) for column in columns)


def _text(cell: Sequence[Block]) -> str:
    return "\n".join(block.text for block in cell if block.text)
