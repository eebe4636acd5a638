"""Gather blocks into the units that Markdown is written in: paragraph, heading, code, table."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pagesight.extract.markdown.enclosing import Enclosing, enclosings
from pagesight.extract.markdown.grid import captions, data_tables, table_around
from pagesight.extract.markdown.tables import pipe_table
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.inline.escape import escaped, fenced

_PRE = frozenset({"pre"})
_addresses = re.compile(r"(?<=\]\()[^()]*(?=\))").findall
_TERM = frozenset({"dt", "dd"})


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines of Markdown, and the items and quotations that they stand in."""

    lines: tuple[str, ...]
    enclosings: tuple[Enclosing, ...]
    is_term: bool = False  # of a definition list


def units(blocks: Sequence[Block], within: str = "") -> Iterator[Unit]:
    """Yield the units in order, without the items around the element at path `within`."""
    blocks = list(_without_repeated_images(blocks))
    tables = data_tables(blocks)
    before: tuple[Enclosing, ...] = ()
    for table, of_table in groupby(blocks, lambda block: table_around(block, tables)):
        written = _table_units if table else _flow_units
        for unit in written(list(of_table), before, table, within):
            before = unit.enclosings
            yield unit


def _without_repeated_images(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks without images that show again what the image right before them shows.

    Of a lazy image and its copy for browsers without scripts one may lack the words.
    """
    before: Block | None = None
    for block in blocks:
        if before is not None and _are_alike(before, block):
            before = max(before, block, key=lambda image: len(image.markdown))
            continue
        if before is not None:
            yield before
        before = block
    if before is not None:
        yield before


def _are_alike(one: Block, other: Block) -> bool:
    """Return whether two blocks are images of the same addresses."""
    if one.text or other.text or one.tag != "img" or other.tag != "img":
        return False
    return _addresses(one.markdown) == _addresses(other.markdown)


def _table_units(
    blocks: Sequence[Block], before: tuple[Enclosing, ...], table: str, within: str
) -> Iterator[Unit]:
    """Yield the captions, then the table."""
    around = enclosings(blocks[0], before, until=table, within=within)
    for block in captions(blocks, table):
        yield Unit(tuple(_paragraph(block)), around)
    yield Unit(tuple(pipe_table(blocks, table)), around)


def _flow_units(
    blocks: Sequence[Block], before: tuple[Enclosing, ...], _table: str, within: str
) -> Iterator[Unit]:
    """Yield units of blocks that are in no table."""
    for (kind, _), group in groupby(blocks, _part):
        of_part = list(group)
        lines = _WRITERS[kind](of_part)
        if lines:
            around = enclosings(of_part[0], before, within=within)
            innermost = [element.tag for element in of_part[0].around(_TERM)][-1:]
            if kind != "text" or [e.tag for e in around[-1:]] != ["dd"]:
                around = _without_definitions(around, before, kind)
            before = around
            yield Unit(tuple(lines), around, innermost == ["dt"])


def _without_definitions(
    around: tuple[Enclosing, ...], before: tuple[Enclosing, ...], kind: str
) -> tuple[Enclosing, ...]:
    """Return what encloses something in definitions, which begin with nothing but paragraphs.

    A list may go on a definition that a paragraph began, if it is in no other.
    """
    outer = around[:1] if kind == "text" and around[:1] == before[:1] else ()
    return (*outer, *(each for each in around[len(outer) :] if each.tag != "dd"))


def _part(block: Block) -> tuple[str, str]:
    """Return the kind of unit, and what blocks of one unit share."""
    if block.tag == "pre":
        return "pre", next((element.path for element in block.around(_PRE)), block.path)
    if block.tag in HEADING_TAGS:
        tags = frozenset({block.tag})
        return "heading", next((element.path for element in block.around(tags)), block.path)
    return "text", f"{block.order} {block.path}"


def _paragraph(block: Block) -> list[str]:
    written = escaped(block.markdown.strip())
    shows_nothing = not written.strip("![]() ")  # images without words and addresses
    return [] if shows_nothing and block.tag == "img" else written.split("\n")


def _heading(blocks: Sequence[Block]) -> list[str]:
    words = " ".join(block.markdown for block in blocks).split()
    if words and set(words[-1]) == {"#"}:  # else it would close the heading
        words[-1] = "\\" + words[-1]
    return ["#" * int(blocks[0].tag[1]) + " " + " ".join(words)] if words else []


def _paragraphs(blocks: Sequence[Block]) -> list[str]:
    return [line for block in blocks for line in _paragraph(block)]


_WRITERS: dict[str, Callable[[Sequence[Block]], list[str]]] = {
    "pre": fenced,
    "heading": _heading,
    "text": _paragraphs,
}
