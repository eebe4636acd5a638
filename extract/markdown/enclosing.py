"""Find the list items, quotations and definitions around blocks, and their marks."""

from dataclasses import dataclass

from pagesight.extract.page.blocks import Block, Element
from pagesight.extract.page.inline.inline import note_label

LIST_TAGS = frozenset({"ul", "ol", "menu", "dir"})
_MARKED_TAGS = frozenset({"li", "blockquote", "dd"})
_ENDING_TAGS = _MARKED_TAGS | LIST_TAGS | {"table", "pre"}
_MAX_MARKS = 12  # deeper nesting is written as if it were this deep: indents stay readable
_LARGEST_NUMBER = 999_999_999  # of a list item in CommonMark


@dataclass(frozen=True, slots=True)
class Enclosing:
    """A list item, quotation or definition around a block, and the list that it is an item of."""

    tag: str
    path: str
    list_tag: str
    list_path: str
    number: int
    note: str = ""  # the label, of an item that is a footnote
    task: str = ""  # "x" or " ", of an item with a box

    def marker(self, alternate: bool) -> str:
        """Return what stands before its first line.

        `alternate` chooses the other of the two kinds of marks, which sets two lists apart.
        """
        if self.tag == "blockquote":
            return "> "
        if self.tag == "dd":
            return ": "
        if self.note:
            return f"[^{self.note}]: "
        if self.list_tag == "ol":
            return f"{min(max(self.number, 0), _LARGEST_NUMBER)}{')' if alternate else '.'} "
        return "* " if alternate else "- "


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines of Markdown, and the items and quotations that they stand in."""

    lines: tuple[str, ...]
    enclosings: tuple[Enclosing, ...]
    is_term: bool = False  # of a definition list


def enclosings(
    block: Block, before: tuple[Enclosing, ...], until: str = "", within: str = ""
) -> tuple[Enclosing, ...]:
    """Return the enclosing items, outermost first, down to the element at path `until`.

    Those at path `within`, and around it, are left out. A list that stands directly in another list
    belongs to the item before it: `before` has what enclosed the block before this one.
    """
    enclosing: list[Enclosing] = []
    for element in block.around(_ENDING_TAGS):
        if f"{within}/".startswith(f"{element.path}/"):
            continue
        if element.path == until or element.tag == "pre" or len(enclosing) == _MAX_MARKS:
            break
        if element.tag in _MARKED_TAGS:
            enclosing.append(_enclosing(element, enclosing))
        elif element.tag in LIST_TAGS and element.parent_tag in LIST_TAGS:
            depth = len(enclosing)
            if len(before) > depth and before[depth].list_path == element.parent_path:
                enclosing.append(before[depth])
    return tuple(enclosing)


def _enclosing(element: Element, around: list[Enclosing]) -> Enclosing:
    """Return it as an enclosing item.

    A `dd` in a `dd`, but for one of a list in it, follows it: the first was not closed.
    """
    of_list, path = element.parent_tag, element.parent_path
    if element.tag == "dd" and of_list != "dl" and around and around[-1].tag == "dd":
        outer = around.pop()
        of_list, path = outer.list_tag, outer.list_path
    number = element.number if element.place is None else element.place
    note = note_label(element.id) if element.tag == "li" else ""
    return Enclosing(element.tag, element.path, of_list, path, number, note, element.task)
