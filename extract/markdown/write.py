"""Write blocks as plain text or Markdown, gathered into paragraphs, headings, code and tables."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pagesight.extract.markdown.enclosing import Enclosing, Unit, enclosings
from pagesight.extract.markdown.steps import with_numbers
from pagesight.extract.markdown.tables import (
    captions_and_rows,
    data_tables,
    pipe_table,
    table_around,
)
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.inline.marks import (
    escaped,
    fenced,
    literal,
    resolve_escapes,
    without_bold,
)
from pagesight.extract.page.inline.signs import without_sign
from pagesight.extract.text.tokens import tokens

_PRE = frozenset({"pre"})
_whole_link = re.compile(r"\[((?:(?!\]\().)+)\]\([^()\s]+\)").fullmatch
_addresses = re.compile(r"(?<=\]\()[^()]*(?=\))").findall
_TERM = frozenset({"dt", "dd"})
_NEAR_TOP = 10  # blocks among which a lower heading may be the title; by hand
_ALIKE = 0.5  # F1 of the words of a top heading and the title: else it heads a section


def units(blocks: Sequence[Block], within: str = "") -> Iterator[Unit]:
    """Yield the units in order, without the items around the element at path `within`."""
    blocks = list(_linked_once(_without_repeated_images(blocks)))
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


def _linked_once(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks; of the texts in one link only its top heading, else the first, is one."""
    for link, group in groupby(blocks, _link_around):
        of_link = list(group)
        texts = [block for block in of_link if block.text]
        headings = [block for block in texts if block.tag in HEADING_TAGS]
        title = min(headings, key=lambda block: block.tag, default=next(iter(texts), None))
        for block in of_link:
            match = _whole_link(block.markdown) if link and block is not title else None
            yield replace(block, rewritten=match[1]) if match else block


def _link_around(block: Block) -> str:
    """Return the path of the link that a block is in; "" if it is in none."""
    if block.text and not block.link_chars:  # paths take time
        return ""
    before, link, inside = block.path.rpartition("/a[")
    return f"{before}{link}{inside.partition(']')[0]}" if link else ""


def _table_units(
    blocks: Sequence[Block], before: tuple[Enclosing, ...], table: str, within: str
) -> Iterator[Unit]:
    """Yield the captions, then the table."""
    around = enclosings(blocks[0], before, until=table, within=within)
    captions, rows = captions_and_rows(blocks, table)
    for block in captions:
        yield Unit(tuple(_paragraph(block)), around)
    yield Unit(tuple(pipe_table(rows, table)), around)


def _flow_units(
    blocks: Sequence[Block], before: tuple[Enclosing, ...], _table: str, within: str
) -> Iterator[Unit]:
    """Yield units of blocks that are in no table."""
    is_term = False
    for (kind, _), group in groupby(blocks, _part):
        of_part = list(group)
        lines = _WRITERS[kind](of_part)
        if lines:
            around = enclosings(of_part[0], before, within=within)
            if around and (kind != "text" or not _is_definition(around, before, is_term)):
                around = _without_definitions(around, before, kind)
            is_term = [element.tag for element in of_part[0].around(_TERM)][-1:] == ["dt"]
            before = around
            yield Unit(tuple(lines), around, is_term)


def _is_definition(
    around: tuple[Enclosing, ...], before: tuple[Enclosing, ...], is_behind_term: bool
) -> bool:
    """Return whether a text is a definition, or goes on one: some use `dd` to set a text in."""
    own = around[-1] if around and around[-1].tag == "dd" else None
    return own is not None and (
        is_behind_term or any(each.list_path == own.list_path for each in before)
    )


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
    return "text", str(id(block))  # each by itself


def _paragraph(block: Block) -> list[str]:
    written = escaped(block.markdown.strip())
    shows_nothing = not written.strip("![]() ")  # images without words and addresses
    return [] if shows_nothing and block.tag == "img" else written.split("\n")


def _heading(blocks: Sequence[Block]) -> list[str]:
    words = without_bold(" ".join(block.markdown for block in blocks)).split()
    if words and set(words[-1]) == {"#"}:  # else it would close the heading
        words[-1] = "\\" + words[-1]
    return ["#" * int(blocks[0].tag[1]) + " " + " ".join(words)] if words else []


_WRITERS: dict[str, Callable[[Sequence[Block]], list[str]]] = {
    "pre": fenced,
    "heading": _heading,
    "text": lambda blocks: [line for block in blocks for line in _paragraph(block)],
}


def to_text(blocks: Iterable[Block]) -> str:
    """Return the blocks' text, a block a line. Images have none."""
    return "\n".join(block.text for block in blocks if block.text)


def to_markdown(blocks: Iterable[Block], within: str = "") -> str:
    """Return the blocks as CommonMark with GitHub's tables, and definitions as Pandoc writes them.

    Lists, tables and quotations are recognised by the blocks' paths and ancestors, but for what is
    around the element at path `within`. Units are set apart by one blank line, items of a list by
    none.
    """
    lines: list[str] = []
    markers: dict[str, bool] = {}  # list -> whether it has the other kind of marks
    before: Unit | None = None
    for unit in with_numbers(list(units(tuple(blocks), within))):
        shared = _shared(before, unit)
        if before is not None and not _follows_at_once(before, unit, shared):
            lines.append(_prefix(unit.enclosings[:shared], markers).rstrip())
        if before is not None:
            _choose_marker(before, unit, shared, markers)
        if unit.enclosings:
            first = _prefix(unit.enclosings, markers, opened=shared)
            rest = _prefix(unit.enclosings, markers)
            lines += [(first if not i else rest) + line for i, line in enumerate(unit.lines)]
        else:
            lines += unit.lines
        before = unit
    return "\n".join(line if line.strip() else line.strip() for line in lines)


def to_titled_markdown(
    blocks: Sequence[Block], title: str, write: Callable[[Sequence[Block]], str] = to_markdown
) -> str:
    """Return the blocks as Markdown under the page's title, unless a heading among them is one.

    Extractors keep what corpora call content, and most corpora keep the title apart. A title that
    comes first, and as plain text, becomes the heading.
    """
    heading = _missing_title(blocks, title)
    if not heading:
        return write(blocks)
    is_first = blocks[0].text == heading and blocks[0].tag != "caption"
    markdown = write(blocks[1:] if is_first else blocks)
    return f"# {resolve_escapes(literal(heading))}\n\n{markdown}".rstrip("\n")


def to_titled_text(blocks: Sequence[Block], title: str) -> str:
    """Return the blocks' text under the page's title, unless a heading among them is one."""
    text, heading = to_text(blocks), _missing_title(blocks, title)
    return f"{heading}\n{text}" if heading and blocks[0].text != heading else text


def _missing_title(blocks: Sequence[Block], title: str) -> str:
    """Return the title, in one line, where there are blocks and none is a heading that says it.

    Far below the first, as in the card of a recipe, a lower heading repeats it.
    """
    heading = without_sign(" ".join(title.split()))
    headings = (block.text.lower() for block in blocks[:_NEAR_TOP] if block.tag in HEADING_TAGS)
    return "" if _have_title(blocks, heading) or heading.lower() in headings else heading


def _have_title(blocks: Sequence[Block], title: str) -> bool:
    """Return whether blocks have a top heading that is no section's; true if there are none.

    It comes first or has the words of the title.
    """
    words = set(tokens(title))
    others = [set(tokens(block.text)) for block in blocks if block.tag == "h1"]
    alike = (2 * len(words & own) >= _ALIKE * (len(words) + len(own)) for own in others)
    return not blocks or blocks[0].tag == "h1" or any(alike)


def _shared(before: Unit | None, unit: Unit) -> int:
    """Return how many of the enclosing items both units stand in."""
    shared = 0
    for old, new in zip(before.enclosings if before else (), unit.enclosings, strict=False):
        if old.path != new.path:
            break
        shared += 1
    return shared


def _follows_at_once(before: Unit, unit: Unit, shared: int) -> bool:
    """Return whether no blank line is needed: between items, and before a list or definition."""
    opened = unit.enclosings[shared:]
    if not opened or opened[0].note:
        return False
    closed = before.enclosings[shared:]
    if closed:
        is_one = closed[0].list_path == opened[0].list_path or _goes_on(closed[0], opened[0])
        return is_one and opened[0].tag != "blockquote"
    if opened[0].tag == "dd":
        return before.is_term
    in_item = shared > 0 and unit.enclosings[shared - 1].tag == "li"
    # A numbered list that does not begin with 1 cannot interrupt a paragraph.
    return in_item and (opened[0].list_tag != "ol" or opened[0].number == 1)


def _choose_marker(before: Unit, unit: Unit, shared: int, markers: dict[str, bool]) -> None:
    """Give a list that follows another at once the other kind of marks: else they would be one.

    So they are where one goes on the other.
    """
    opened, closed = unit.enclosings[shared:], before.enclosings[shared:]
    are_lists = [bool(each) and each[0].tag == "li" for each in (opened, closed)]
    if all(are_lists) and opened[0].list_path != closed[0].list_path:
        other = markers.get(closed[0].list_path, False)
        markers.setdefault(opened[0].list_path, other ^ (not _goes_on(closed[0], opened[0])))


def _goes_on(closed: Enclosing, opened: Enclosing) -> bool:
    """Return whether a list goes on another: by its number, or where each item has its own list."""
    if not opened.list_tag == closed.list_tag != "":
        return False
    step = 1 if opened.list_tag == "ol" else 0
    return opened.number == closed.number + step and (step == 1 or opened.number == 1)


def _prefix(
    enclosings: Sequence[Enclosing], markers: dict[str, bool], opened: int | None = None
) -> str:
    """Return what stands before a line: marks from the `opened`th enclosing item on."""
    parts = []
    for depth, enclosing in enumerate(enclosings):
        marker = enclosing.marker(markers.get(enclosing.list_path, False))
        if enclosing.tag == "blockquote" or (opened is not None and depth >= opened):
            parts.append(marker + (f"[{enclosing.task}] " if enclosing.task else ""))
        else:
            parts.append(" " * len(marker))
    return "".join(parts)
