"""Tables of data, not of layout: as grids, as rows of texts, and as pipe tables in Markdown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, pairwise

from pagesight.extract.page.blocks import Block, Element
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.inline.marks import code_span, is_bold, without_bold
from pagesight.extract.page.origin import CELL_TAGS

_TABLE = frozenset({"table"})
_TABLE_AND_CELLS = CELL_TAGS | _TABLE
_MAX_NESTING = 10  # tables in tables that are looked at
_MAX_CELL_CHARS = 1500  # longer cells are parts of a page's layout
_MAX_CELL_BLOCKS = 25  # more are a layout and no cell; by hand
_MAX_CODE_LINES = 6  # in a cell; by hand
_MAX_LONE_CHARS = 200  # in a cell of a table that has one row
_LEAST_ROWS, _MOSTLY_FULL = 3, 0.8  # of a grid that holds tables, its cells that have text
_ITEM = frozenset({"li"})
_LOOSE_MARKS = re.compile(r"(?<![^\s>])[*_]+(?=<br>)")  # text at the end of a line, text before


@dataclass(slots=True)
class GridRow:
    """The cells of a row by column, and how many `th` and `td` are known so far."""

    cells: dict[int, list[Block]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=lambda: {"td": 0, "th": 0})
    is_in_thead: bool = False

    def add(self, cell: Element, block: Block) -> None:
        """Add a block of a cell. Its column is guessed where it was not counted."""
        self.counts[cell.tag] = max(cell.number, self.counts[cell.tag])
        guess = cell.number + self.counts["th" if cell.tag == "td" else "td"]
        self.cells.setdefault(cell.place or guess, []).append(block)
        self.is_in_thead = cell.parent_path.rpartition("/")[0].rpartition("/")[2][:5] == "thead"

    @property
    def is_head(self) -> bool:
        """Return whether nothing but `th` is in it."""
        return not self.counts["td"]

    @property
    def is_bold(self) -> bool:
        """Return whether all of its several cells are bold."""
        blocks = [block for cell in self.cells.values() for block in cell]
        return len(self.cells) > 1 and all(is_bold(block.markdown) for block in blocks)


def data_tables(blocks: Iterable[Block]) -> frozenset[str]:
    """Return the paths of the tables that hold data, and of no table inside one of those.

    What holds another lays the page out, unless it is a full grid of short texts itself.
    """
    members: dict[str, list[Block]] = {}
    around: dict[str, list[str]] = {}
    for block in blocks:
        paths = [table.path for table in block.around(_TABLE)][:_MAX_NESTING]
        for depth, path in enumerate(paths):
            members.setdefault(path, []).append(block)
            around[path] = paths[:depth]
    tables: set[str] = set()
    layout: set[str] = set()
    for path in sorted(members, key=len, reverse=True):  # the inner before the outer
        rows = grid_rows(members[path], path)
        if _is_full(rows) if path in layout else _holds_data(rows):
            tables = {path, *(inner for inner in tables if path not in around[inner])}
            layout.update(around[path])
    return frozenset(tables)


def table_around(block: Block, tables: frozenset[str]) -> str:
    """Return the path of the table of `tables` that holds the block; "" if none does."""
    if not tables:
        return ""
    return next((t.path for t in block.around(_TABLE) if t.path in tables), "")


def grid_rows(blocks: Iterable[Block], path: str) -> list[GridRow]:
    """Return the rows of the table at a path."""
    rows: dict[str, GridRow] = {}
    for block in blocks:
        cell = _cell(block, path)
        if cell is not None:
            rows.setdefault(cell.parent_path, GridRow()).add(cell, block)
    return list(rows.values())


def grid_columns(rows: Iterable[GridRow]) -> list[int]:
    """Return the numbers of the columns that some row has a cell in, ascending."""
    return sorted({column for row in rows for column in row.cells})


def head_and_body(rows: Sequence[GridRow]) -> tuple[Sequence[GridRow], Sequence[GridRow]]:
    """Return the rows at the top that have nothing but `th`, and the others; one is no head.

    A row of one cell below others heads those that follow it, not the columns. Where there is none,
    a first row in `thead` does for one, or one that is bold as the next is not.
    """
    are_heads = (
        row.is_head and (not above or len(row.cells) > 1) for above, row in enumerate(rows)
    )
    heads = next((number for number, is_head in enumerate(are_heads) if not is_head), 1)
    if not heads and len(rows) > 1:
        heads = rows[0].is_in_thead or (rows[0].is_bold and not rows[1].is_bold)
    return rows[:heads], rows[heads:]


def head_cells(heads: Sequence[GridRow], column: int) -> list[list[Block]]:
    """Return the cells at the head of a column, from the top.

    In a row above another, a cell stands over the columns to its right that have none of their own.
    """
    heads_above = []
    for row, below in pairwise(heads):
        over = [start for start in row.cells if start <= column]
        if column in row.cells or (over and column in below.cells):
            heads_above.append(row.cells[max(over)])
    return [*heads_above, *(row.cells[column] for row in heads[-1:] if column in row.cells)]


def captions_and_rows(blocks: Sequence[Block], path: str) -> tuple[list[Block], Sequence[GridRow]]:
    """Return the blocks of a table that are in none of its cells, and its rows.

    A first row of one cell over all heads of columns is no row: its blocks are among the first.
    """
    rows = grid_rows(blocks, path)
    first, *others = grid_columns(rows)
    is_title = len(rows) > 2 and [*rows[0].cells] == [first] and rows[1].is_head
    is_title = is_title and first in rows[1].cells and 2 * len(rows[1].cells) > len(others) + 1
    titles = chain(*(cell for row in rows[:is_title] for cell in row.cells.values()))
    outside = (block for block in blocks if _cell(block, path) is None)
    return [*outside, *titles], rows[is_title:]


def _holds_data(rows: Sequence[GridRow]) -> bool:
    """Return whether these rows are a grid of short texts; of one row, shorter texts are asked."""
    cells = [cell for row in _without_headings(rows) for cell in row.cells.values()]
    if len(grid_columns(rows)) < 2 or not all(map(_is_short, cells)):
        return False
    return len(rows) > 1 or all(
        len(cell) == 1 and len(cell[0].text) <= _MAX_LONE_CHARS and not _has_lines(cell[0])
        for cell in cells
    )


def _without_headings(rows: Sequence[GridRow]) -> Sequence[GridRow]:
    """Return the rows without a first one of short headings, and others of one; if some are left.

    Those head the columns, or the rows that follow.
    """
    body = [
        row
        for above, row in enumerate(rows)
        if not all(map(_is_short_heading, row.cells.values())) or (above and len(row.cells) > 1)
    ]
    return body if len(body) >= _LEAST_ROWS - 1 else rows


def _is_short_heading(cell: Sequence[Block]) -> bool:
    is_heading = len(cell) == 1 and cell[0].tag in HEADING_TAGS
    return is_heading and len(cell[0].text) <= _MAX_LONE_CHARS


def _is_full(rows: Sequence[GridRow]) -> bool:
    """Return whether these are several rows with a short text in nearly every column."""
    columns = grid_columns(rows)
    cells = [sum(len(block.text) for block in cell) for row in rows for cell in row.cells.values()]
    return (
        len(rows) >= _LEAST_ROWS
        and len(columns) > 1
        and len(cells) >= _MOSTLY_FULL * len(rows) * len(columns)
        and max(cells) <= _MAX_LONE_CHARS
    )


def _is_short(cell: Sequence[Block]) -> bool:
    return (
        len(cell) <= _MAX_CELL_BLOCKS
        and sum(len(block.text) for block in cell) <= _MAX_CELL_CHARS
        and not any(map(_needs_lines, cell))
    )


def _needs_lines(block: Block) -> bool:
    """Return whether a cell cannot hold the block."""
    return block.tag in HEADING_TAGS or _has_lines(block, _MAX_CODE_LINES)


def _has_lines(block: Block, most: int = 1) -> bool:
    """Return whether a block is code of more lines."""
    return block.tag == "pre" and block.text.count("\n") >= most


def _cell(block: Block, table: str) -> Element | None:
    """Return the cell of `table` that the block is in."""
    inside = False
    for element in block.around(_TABLE_AND_CELLS):
        if inside and element.tag in CELL_TAGS:
            return element
        inside = inside or element.path == table
    return None


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
    captions, rows = captions_and_rows(blocks, path)
    columns = grid_columns(rows)
    heads, body = head_and_body(rows)
    caption = "\n".join(block.text for block in captions if block.text)
    head = tuple(" ".join(map(_text, head_cells(heads, column))) for column in columns)
    cells = (tuple(_text(row.cells.get(column, ())) for column in columns) for row in body)
    return Table(caption, head if heads else (), tuple(cells))


def _text(cell: Sequence[Block]) -> str:
    return "\n".join(block.text for block in cell if block.text)


def pipe_table(rows: Sequence[GridRow], path: str) -> list[str]:
    """Return the lines of the table. Rows at its top that have nothing but `th` are one head."""
    columns = grid_columns(rows)
    heads, body = head_and_body(rows)
    head = [
        " ".join(without_bold(_written(cell, path)) for cell in head_cells(heads, column))
        for column in columns
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
        return "<br>".join(map(code_span, filter(None, block.text.split("\n"))))
    return block.markdown.replace("  \n", "<br>").replace("\n", "<br>")
