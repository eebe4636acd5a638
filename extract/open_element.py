"""An element the walk is inside of: what its descendants need to know of it."""

from __future__ import annotations

from collections import Counter

from lxml.html import HtmlElement

from pagesight.extract.blocks import Ancestor
from pagesight.extract.marks import NO_MARKS, Mark, Marks, below
from pagesight.extract.parse.dom import HEADING_TAGS, is_hidden, is_inline
from pagesight.extract.places import CELL_TAGS, Place, cell_places, item_places

# Deeper elements count as their ancestor of this depth (no page of WCXB dev is deeper than 45), so
# that paths and ancestors stay short and the walk linear however deep the markup nests.
MAX_DEPTH = 200
_MOST_CLASSES = 500  # of an element (WCXB dev: 296); each is compared again for each block in it
_PLACED_TAGS = CELL_TAGS | {"li"}


class OpenElement:
    """An open element. Path and ancestors are made when asked for: most elements need neither."""

    __slots__ = (
        "_ancestors", "_numbers", "_path", "_place_of", "_reaches", "block_tag", "depth",
        "element", "hidden", "inline", "linked", "number", "parent", "place", "tag", "unseen",
    )  # fmt: skip

    def __init__(
        self, element: HtmlElement, parent: OpenElement | None, marks: Marks = NO_MARKS
    ) -> None:
        tag: str = element.tag
        self.element = element
        self.parent = parent
        self.tag = tag
        self.inline = is_inline(tag)
        self.depth: int = parent.depth + 1 if parent else 0
        self.number = parent.next_number(tag) if parent else 1
        self.hidden: bool = (parent is not None and parent.hidden) or is_hidden(element)
        self.unseen: Mark | None = below(parent.unseen if parent else None, marks.get(element))
        self.linked: bool = (parent is not None and parent.linked) or tag == "a"
        self.block_tag: str = _block_tag(tag, self.inline, parent)
        self._numbers: dict[str, int] = {}
        self._reaches: dict[int, int] = {}
        self.place = parent.next_place(element) if parent and tag in _PLACED_TAGS else None
        self._place_of: Place | None = _place_of(self) if tag in ("ol", "tr") else None
        self._path: str | None = None
        self._ancestors: tuple[Ancestor, ...] | None = None

    def next_number(self, tag: str) -> int:
        """Return the position of the next child of that tag among its like."""
        number = self._numbers.get(tag, 0) + 1
        self._numbers[tag] = number
        return number

    def next_place(self, element: HtmlElement) -> int | None:
        """Return the number or column of the next child; None in what does not count them."""
        counted = self._place_of and (self.tag == "ol") == (element.tag == "li")
        return self._place_of(element) if self._place_of and counted else None

    @property
    def path(self) -> str:
        """The XPath of this element."""
        return self._known()[0]

    @property
    def ancestors(self) -> tuple[Ancestor, ...]:
        """The elements from the root down to this one, inclusive."""
        return self._known()[1]

    def _known(self) -> tuple[str, tuple[Ancestor, ...]]:
        unknown: list[OpenElement] = []
        element: OpenElement | None = self
        while element is not None and element._path is None:
            unknown.append(element)
            element = element.parent
        for element in reversed(unknown):
            element._learn()
        return self._path or "", self._ancestors or ()

    def _learn(self) -> None:
        """Make path and ancestors from the parent's, which are made already."""
        if self.parent is None:
            self._path, self._ancestors = f"/{self.tag}", (_ancestor(self),)
            return
        path, above = self.parent._path or "", self.parent._ancestors or ()
        if self.depth < MAX_DEPTH:
            path = f"{path}/{self.tag}[{self.number}]"
            above = (*above, _ancestor(self))
        self._path, self._ancestors = path, above


class OpenAbove:
    """What is open just before elements of one page: the chains of their ancestors, each once."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._known: dict[HtmlElement, OpenElement] = {}
        self._before: dict[HtmlElement, int] = {}  # siblings of its tag before each

    def of(self, element: HtmlElement) -> OpenElement | None:
        """Return the open parent of `element`, which will be the next of its children."""
        path = [element]
        while (above := path[-1].getparent()) is not None and above not in self._known:
            path.append(above)
        opened = self._known.get(above) if above is not None else None
        for lower in reversed(path):
            if opened is not None:
                opened._numbers[lower.tag] = self._siblings_before(lower)
            if lower is not element:
                opened = self._known[lower] = OpenElement(lower, opened, self._marks)
                opened.place = opened._place_of = None  # what came before is not known
        return opened

    def _siblings_before(self, element: HtmlElement) -> int:
        if element not in self._before:
            numbers: Counter[str] = Counter()
            for sibling in element.getparent():
                self._before[sibling] = numbers[sibling.tag]
                numbers[sibling.tag] += 1
        return self._before[element]


def _block_tag(tag: str, inline: bool, parent: OpenElement | None) -> str:
    """Return the tag of the blocks inside: headings and `pre` rule over what they hold."""
    above = parent.block_tag if parent else "html"
    return above if inline or above == "pre" or above in HEADING_TAGS else tag


def _place_of(opened: OpenElement) -> Place:
    """Return what counts the children of an `ol` or `tr`."""
    if opened.tag == "ol":
        return item_places(opened.element)
    return cell_places(opened.number, opened.parent._reaches if opened.parent else {})


def _ancestor(opened: OpenElement) -> Ancestor:
    element = opened.element
    classes = tuple((element.get("class") or "").split(maxsplit=_MOST_CLASSES)[:_MOST_CLASSES])
    return Ancestor(opened.tag, classes, element.get("id") or "", opened.place)
