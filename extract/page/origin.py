"""Make the paths, the places in lists and the Markdown of blocks when asked for: most never are."""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeVar

from lxml.html import HtmlElement

from pagesight.extract.page.addresses import Addresses, image_address, is_dot, is_wordless_sign
from pagesight.extract.page.blocks import SHOWN_TAGS, Ancestor, Element, Wanted
from pagesight.extract.page.cut import BlockTable
from pagesight.extract.page.dom import CODE, HEADING_LEVEL, PRE, Kind
from pagesight.extract.page.elements import MAX_DEPTH, Elements, tag_mask
from pagesight.extract.page.inline.inline import (
    INLINE_MARKED,
    NOTE,
    InlineMarkdown,
    leads_back,
    marking_tag,
    note_label,
)
from pagesight.extract.page.rewrite.embeds import EMBED
from pagesight.extract.page.walk import Texts

CELL_TAGS = frozenset({"td", "th"})
_MAX_COLUMNS = 200  # a cell's rows and columns count up to there: hostile spans cost little
_whole_number = re.compile(r"\s*([+-]?\d{1,9})").match
Place = Callable[[HtmlElement], int]  # of the next item or cell
Made = TypeVar("Made")
_NEAR_BOX = 4  # elements from a list item to the box in it
_MOST_MARKS = 20  # around a text; no page of WCXB dev has more than 5
_CODE_TAGS = frozenset({"pre", "code"})
_LANGUAGES = (
    *("data-lang", "data-language", "data-code-language", "data-enlighter-language"),
    *("data-code-block-lang", "lang"),
)
# Compared faster than members of an enum.
_BLOCK, _IMAGE, _BREAK = int(Kind.BLOCK), int(Kind.IMAGE), int(Kind.BREAK)
_PLACED_TAGS = frozenset({"li", "td", "th"})
_LIST, _ITEM, _ROW, _is_cell = CODE["ol"], CODE["li"], CODE["tr"], tag_mask("td", "th")


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
    match = _whole_number(element.get(name) or "")
    return int(match[1]) if match else default


class Origin:
    """Paths, ancestors and Markdown of blocks, by element and block number."""

    def __init__(
        self,
        tree: HtmlElement,
        url: str,
        elements: Elements,
        texts: Texts,
        cuts: BlockTable,
        wanted: Wanted,
    ) -> None:
        self.elements = elements
        self._wanted = wanted
        self._tree, self._url = tree, url
        self._texts, self._cuts = texts, cuts
        self._paths = {0: f"/{elements.names[elements.tag[0]]}"}
        self._ancestors: dict[int, tuple[Ancestor, ...]] = {0: (self._ancestor(0),)}
        self._shown: dict[int, tuple[Element, ...]] = {0: ()}  # the root is none of them
        self._marks: dict[int, tuple[int, ...]] = {0: ()}  # the root marks nothing
        self._written: dict[int, str] = {}  # records ask for it several times

    def path(self, row: int) -> str:
        """Return the XPath of an element; every step after `html` has its number."""
        return self._down(self._paths, row, self._longer_path)

    def ancestors(self, row: int) -> tuple[Ancestor, ...]:
        """Return the elements from the root down to one, inclusive."""
        return self._down(self._ancestors, row, self._more_ancestors)

    def shown(self, row: int) -> tuple[Element, ...]:
        """Return those of SHOWN_TAGS from the root down to an element, inclusive."""
        if row not in self._shown:
            self._down(self._shown, row, self._more_shown)
        return self._shown[row]

    def _down(self, known: dict[int, Made], row: int, further: Callable[[Made, int], Made]) -> Made:
        """Return what is made of a row and those around it, each from the one around it."""
        unknown, parents = [], self.elements.parents
        while row not in known:
            unknown.append(row)
            row = parents[row]
        made = known[row]
        for row in reversed(unknown):
            made = known[row] = further(made, row)
        return made

    @cached_property
    def _places_of_rows(self) -> tuple[list[str], list[int], list[int]]:
        """Return the tag of each element, its depth, and its number among siblings of its tag."""
        elements = self.elements
        tags = [elements.names[code] for code in elements.tag.tolist()]
        return tags, elements.depth.tolist(), elements.number.tolist()

    def _longer_path(self, above: str, row: int) -> str:
        tags, depths, numbers = self._places_of_rows
        return above if depths[row] >= MAX_DEPTH else f"{above}/{tags[row]}[{numbers[row]}]"

    def _more_ancestors(self, above: tuple[Ancestor, ...], row: int) -> tuple[Ancestor, ...]:
        return above if self.elements.depth[row] >= MAX_DEPTH else (*above, self._ancestor(row))

    def _more_shown(self, above: tuple[Element, ...], row: int) -> tuple[Element, ...]:
        tags, depths, numbers = self._places_of_rows
        tag = tags[row]
        if tag not in SHOWN_TAGS or depths[row] >= MAX_DEPTH:
            return above
        parent = self.elements.parents[row]
        return (
            *above,
            Element(
                tag,
                self.path(row),
                tags[parent],
                self.path(parent),
                numbers[row],
                self._place(row, tag),
                self.elements.ids[row],
                self._task(row, tag),
            ),
        )

    def _ancestor(self, row: int) -> Ancestor:
        elements = self.elements
        classes = tuple(elements.classes[row].split())
        tag = elements.names[elements.tag[row]]
        if tag in _CODE_TAGS:
            own = elements.own(row)
            classes += tuple(f"language-{own[name]}" for name in _LANGUAGES if own.get(name))
        return Ancestor(
            tag, classes, elements.ids[row], self._place(row, tag), self._task(row, tag)
        )

    def _place(self, row: int, tag: str) -> int | None:
        return self._places.get(row) if tag in _PLACED_TAGS else None

    def _task(self, row: int, tag: str) -> str:
        return self._tasks.get(row, "") if tag == "li" else ""

    @cached_property
    def _tasks(self) -> Mapping[int, str]:
        """Return which list items have a box that nobody can tick here, "x" if it is ticked.

        In a list of tasks it may be drawn by the style alone.
        """
        tasks: dict[int, str] = {}
        for element, row, _ in self._texts.passed:
            if element.tag != "input" or element.get("type") != "checkbox":
                continue
            chain = self.elements.chain(row)[-_NEAR_BOX:]
            item = next((at for at in reversed(chain) if self.elements.tag[at] == _ITEM), None)
            if item is not None and (element.get("disabled") is not None or self._names_task(item)):
                tasks.setdefault(item, " " if element.get("checked") is None else "x")
        if "task-list" in self.elements.class_names:
            boxed = {self.elements.parents[item] for item in tasks}
            for item in (self.elements.tag == _ITEM).nonzero()[0].tolist():
                above = self.elements.parents[item]
                if above not in boxed and "task-list" in self.elements.classes[above]:
                    is_done = "checked" in self.elements.classes[item].split()  # of Confluence
                    tasks.setdefault(item, "x" if is_done else " ")
        return tasks

    def _names_task(self, item: int) -> bool:
        """Return whether the class or type of a list item, or of its list, says it is a task."""
        near = (self.elements.own(row) for row in (item, int(self.elements.parent[item])))
        return any("task" in f"{own.get('class')} {own.get('data-type')}" for own in near)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        """Return the number of each item of an `ol`, and the column of each cell."""
        elements, places_of_rows = self.elements, {}
        places: dict[int, Place] = {}
        reaches: dict[int, dict[int, int]] = {}
        for row in (elements.tag == _ITEM).nonzero()[0].tolist():
            above = int(elements.parent[row])
            if elements.tag[above] == _LIST:
                place = places.setdefault(above, item_places(self.elements.nodes[above]))
                places_of_rows[row] = place(self.elements.nodes[row])
        for row in _is_cell(elements.tag).nonzero()[0].tolist():
            above = int(elements.parent[row])
            if elements.tag[above] == _ROW:
                reach = reaches.setdefault(int(elements.parent[above]), {})
                place = places.setdefault(above, cell_places(int(elements.number[above]), reach))
                places_of_rows[row] = place(self.elements.nodes[row])
        return places_of_rows

    @cached_property
    def addresses(self) -> Addresses:
        """Return what makes the page's addresses absolute."""
        return Addresses(self._tree, self._url)

    @cached_property
    def _columns(self) -> tuple[list[int], list[int], list[bool]]:
        """Return the elements that hold each text, their kinds, and which texts are left out.

        As lists: a block has few texts, for which arrays take longer.
        """
        columns = (self._texts.holder, self.elements.kind, self._cuts.left_out)
        holders, kinds, left_out = (each.tolist() for each in columns)
        return holders, kinds, left_out

    @cached_property
    def _of_blocks(self) -> list[tuple[bool, int, int, int]]:
        """Return whether each block is a `pre`, its first text that is shown, and its bounds."""
        cuts, elements = self._cuts, self.elements
        is_pre = elements.tag[elements.block[cuts.element]] == PRE
        columns = (is_pre, cuts.first, cuts.start, cuts.end)
        return list(zip(*(each.tolist() for each in columns), strict=True))

    def markdown(self, number: int) -> str:
        """Return the Markdown of a block, by its number, without what stands before its lines."""
        if number not in self._written:
            self._written[number] = self._write(number)
        return self._written[number]

    def _write(self, number: int) -> str:
        cuts = self._cuts
        is_pre, first, start, end = self._of_blocks[number]
        if is_pre:
            return cuts.texts[number]
        written = InlineMarkdown()
        around: tuple[int, ...] = ()
        holders, kinds, left_out = self._columns
        for at in range(start, end):
            if left_out[at]:
                continue
            row = holders[at]
            kind = kinds[row]
            if row not in self._marks:
                self._down(self._marks, row, self._more_marks)
            marks = self._marks[row]
            if marks != around:
                self._change(written, around, marks)
                around = marks
            if kind == _IMAGE:
                self._write_image(written, row, within_text=bool(cuts.texts[number]))
            elif kind != _BREAK or at > first:
                written.text(cuts.strings[at])
        return written.take()

    def _write_image(self, written: InlineMarkdown, row: int, *, within_text: bool) -> None:
        """Write an image; of a sign (a smiley), or without an address, its words within a text.

        A small one without words within a text is an avatar or an icon, a dot counts visitors.
        """
        image = self.elements.nodes[row]
        described = image.get("alt") or ""
        is_sign = is_wordless_sign(image.attrib) or self.addresses.is_repeated_sign(image)
        if is_dot(image.attrib) or (within_text and is_sign and not described.strip()):
            return
        address = image_address(image, self.addresses)
        if within_text and _is_sign(described):
            address = ""
        if address and image.get("class") == EMBED:
            if self._wanted.links:
                written.link(described, address)
        elif address:
            if self._wanted.images:
                written.image(described, address)
        elif within_text and address is not None:
            written.text(described)

    def _more_marks(self, above: tuple[int, ...], row: int) -> tuple[int, ...]:
        """Return the outermost elements around a text that Markdown marks, outermost first."""
        if self._columns[1][row] == _BLOCK or len(above) == _MOST_MARKS:
            return above
        is_marked = marking_tag(self.elements.nodes[row]) in INLINE_MARKED
        return (*above, row) if is_marked else above

    def _change(
        self, written: InlineMarkdown, before: tuple[int, ...], after: tuple[int, ...]
    ) -> None:
        """Close the marks that end and open those that begin between two texts."""
        shared = 0
        while shared < min(len(before), len(after)) and before[shared] == after[shared]:
            shared += 1
        for row in reversed(before[shared:]):
            written.close(self._mark(row)[0])
        for row in after[shared:]:
            tag, address = self._mark(row)
            if tag == "a" and address:
                leads_away = self._wanted.links and address.strip() != "#"  # else to a script
                address = self.addresses.absolute(address) if leads_away else ""
            written.open(tag, address)

    def _mark(self, row: int) -> tuple[str, str]:
        """Return the tag of an element, and the address or the footnote that it leads to.

        The link of a heading to a place on its own page leads nowhere.
        """
        elements, tag = self.elements, marking_tag(self.elements.nodes[row])
        address = elements.nodes[row].get("href") or "" if tag == "a" else ""
        if address.startswith("#"):
            note = note_label(address[1:])
            if note or leads_back(address[1:]):
                return NOTE, note
            if int(elements.tag[elements.block[row]]) in HEADING_LEVEL:
                return tag, ""
        return tag, address


def _is_sign(words: str) -> bool:
    """Return whether words are a sign that a font lacked: a smiley, a flag, an arrow."""
    return bool(words) and not words.isascii() and not any(map(str.isalnum, words))
