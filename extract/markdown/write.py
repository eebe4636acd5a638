"""Write blocks as plain text or Markdown."""

import re
from collections.abc import Callable, Iterable, Sequence

from pagesight.extract.markdown.enclosing import Enclosing
from pagesight.extract.markdown.units import Unit, units
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.inline.escape import literal, resolve_pointers
from pagesight.extract.text.tokens import tokens

_ALIKE = 0.5  # F1 of the words of a top heading and the title: else it heads a section
_SIGN = re.compile(r"(?:\s*[¶🔗]|\s[#§])+$")  # a heading's link to itself


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
    for unit in units(tuple(blocks), within):
        shared = _shared(before, unit)
        if before is not None and not _follows_at_once(before, unit, shared):
            lines.append(_prefix(unit.enclosings[:shared], markers).rstrip())
        if before is not None:
            _choose_marker(before, unit, shared, markers)
        first = _prefix(unit.enclosings, markers, opened=shared)
        rest = _prefix(unit.enclosings, markers)
        lines += [(first if not i else rest) + line for i, line in enumerate(unit.lines)]
        before = unit
    return "\n".join(line if line.strip() else line.strip() for line in lines)


def to_titled_markdown(
    blocks: Sequence[Block], title: str, write: Callable[[Sequence[Block]], str] = to_markdown
) -> str:
    """Return the blocks as Markdown under the page's title, unless a heading among them is one.

    Extractors keep what corpora call content, and most corpora keep the title apart. A title that
    comes first, and as plain text, becomes the heading.
    """
    said = _missing_title(blocks, title)
    if not said:
        return write(blocks)
    is_first = blocks[0].text == said and blocks[0].tag != "caption"
    markdown = write(blocks[1:] if is_first else blocks)
    return f"# {resolve_pointers(literal(said))}\n\n{markdown}".rstrip("\n")


def to_titled_text(blocks: Sequence[Block], title: str) -> str:
    """Return the blocks' text under the page's title, unless a heading among them is one."""
    text, said = to_text(blocks), _missing_title(blocks, title)
    return f"{said}\n{text}" if said and blocks[0].text != said else text


def _missing_title(blocks: Sequence[Block], title: str) -> str:
    """Return the title, in one line, where there are blocks and none is a heading that says it."""
    said = _SIGN.sub("", " ".join(title.split()))
    headings = (block.text for block in blocks if block.tag in HEADING_TAGS)
    return "" if _have_title(blocks, said) or said in headings else said


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
        return closed[0].list_path == opened[0].list_path and opened[0].tag != "blockquote"
    if opened[0].tag == "dd":
        return before.is_term
    in_item = shared > 0 and unit.enclosings[shared - 1].tag == "li"
    # A numbered list that does not begin with 1 cannot interrupt a paragraph.
    return in_item and (opened[0].list_tag != "ol" or opened[0].number == 1)


def _choose_marker(before: Unit, unit: Unit, shared: int, markers: dict[str, bool]) -> None:
    """Give a list that follows another at once the other kind of marks: else they would be one."""
    opened, closed = unit.enclosings[shared:], before.enclosings[shared:]
    if opened and closed and opened[0].list_path != closed[0].list_path:
        markers.setdefault(opened[0].list_path, not markers.get(closed[0].list_path, False))


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
