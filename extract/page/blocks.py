"""Define text blocks, each made when first asked for, and what a reader wants of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, Protocol, overload

from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.render.page import Box, Style

SHOWN_TAGS = frozenset({"li", "blockquote", "dd", "dt", "ul", "ol", "menu", "dir", "table", "td",
                        "th", "pre"}) | HEADING_TAGS  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ancestor:
    """An element above a block: its tag, and the class names and id that hint at its role.

    `place` is the number of an item of an `ol`, or the column of a cell, where these were counted;
    `task` is "x" for an item that is ticked off, " " for one that could be.
    """

    tag: str
    classes: tuple[str, ...] = ()
    id: str = ""
    place: int | None = field(default=None, compare=False)
    task: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Element:
    """An element around a block that Markdown may show.

    `number` is its position among its siblings of the same tag; `place` an item's number in its
    list, or a cell's column, None where that is not known.
    """

    tag: str
    path: str
    parent_tag: str
    parent_path: str
    number: int
    place: int | None
    id: str = ""
    task: str = ""


class BlockOrigin(Protocol):
    """Knows where blocks stand, and how they are written; most blocks are never asked."""

    def path(self, element: int) -> str:
        """Return the XPath of an element."""

    def ancestors(self, element: int) -> tuple[Ancestor, ...]:
        """Return the elements from the root down to one, inclusive."""

    def shown(self, element: int) -> tuple[Element, ...]:
        """Return those of SHOWN_TAGS from the root down to one, inclusive."""

    def markdown(self, order: int) -> str:
        """Return the Markdown of the block of that number."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text that no block-level boundary breaks.

    `text` has its white space collapsed, with a line feed for each `br` (all of it is kept in
    `pre`); it is empty for an image that stands alone. `element` is the row of the deepest element
    that holds the whole block, which may be inline. Path, ancestors and Markdown are made when
    asked for.
    """

    text: str
    tag: str  # the block-level tag that makes it: p, h1..h6, li, td, pre, div ...; img
    link_chars: int
    order: int
    element: int
    origin: BlockOrigin = field(repr=False, compare=False)
    hidden: bool = False  # by `hidden`, `aria-hidden` or an inline style
    unseen: bool = False  # all of it, and no click shows it: models read it, no extraction has it
    box: Box | None = None
    style: Style | None = None
    rewritten: str | None = None  # the Markdown of a text that was changed

    @property
    def markdown(self) -> str:
        """Return the text with inline links, images, emphasis and code, and other marks escaped."""
        return self.origin.markdown(self.order) if self.rewritten is None else self.rewritten

    @property
    def path(self) -> str:
        """Return the XPath of `element`, at most 200 steps of it."""
        return self.origin.path(self.element)

    @property
    def ancestors(self) -> tuple[Ancestor, ...]:
        """Return the elements from `html` down to `element`, inclusive; at most 200 of them."""
        return self.origin.ancestors(self.element)

    def detached(self) -> "Block":
        """Return the block with what is known of its place, and without the parsed page."""
        if isinstance(self.origin, _Known):
            return self
        return replace(
            self, origin=_Known(self.path, self.ancestors, self.origin.markdown(self.order))
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the block without its page."""
        plain = self.detached()
        return Block, tuple(getattr(plain, name) for name in self.__slots__)

    def around(self, tags: frozenset[str]) -> list[Element]:
        """Return the elements around it of these of SHOWN_TAGS, outermost first."""
        return [element for element in self.origin.shown(self.element) if element.tag in tags]


class LazyBlocks(Sequence[Block]):
    """The blocks of a page, each made when first asked for: most are dropped unseen."""

    def __init__(self, columns: Sequence[Sequence[Any]], origin: BlockOrigin) -> None:
        """Take columns of texts, tags, `link_chars`, elements, `hidden` and `unseen`."""
        self._columns, self._origin = columns, origin
        self._made: list[Block | None] = [None] * len(columns[0])

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, at: int) -> Block: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Block, ...]: ...
    def __getitem__(self, at: int | slice) -> Block | tuple[Block, ...]:
        if isinstance(at, slice):
            return tuple(self[order] for order in range(*at.indices(len(self))))
        made = self._made[at]
        if made is None:
            order = range(len(self))[at]
            texts, tags, linked, elements, hidden, unseen = self._columns
            made = self._made[order] = Block(
                texts[order],
                tags[order],
                linked[order],
                order,
                elements[order],
                self._origin,
                hidden[order],
                unseen[order],
            )
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the blocks as a tuple, without their page."""
        return tuple, (tuple(self),)


@dataclass(frozen=True, slots=True)
class _Known:
    """The origin of one block that was cut from no table."""

    at: str
    above: tuple[Ancestor, ...]
    written: str

    def path(self, element: int) -> str:  # noqa: ARG002
        return self.at

    def ancestors(self, element: int) -> tuple[Ancestor, ...]:  # noqa: ARG002
        return self.above

    def shown(self, element: int) -> tuple[Element, ...]:  # noqa: ARG002
        steps = self.at.split("/")[1:]
        paths = ["", *accumulate(f"/{step}" for step in steps)]
        tags = ["", *(ancestor.tag for ancestor in self.above)]
        return tuple(
            Element(own.tag, path, tag, above, _number(path), own.place, own.id, own.task)
            for own, tag, path, above in zip(self.above, tags, paths[1:], paths, strict=False)
            if own.tag in SHOWN_TAGS
        )

    def markdown(self, order: int) -> str:  # noqa: ARG002
        return self.written


def _number(path: str) -> int:
    digits = path.rpartition("[")[2].rstrip("]")
    return int(digits) if digits.isdecimal() else 1


def block_of(
    text: str,
    tag: str = "p",
    order: int = 0,
    *,
    path: str = "",
    ancestors: Sequence[Ancestor] = (),
    link_chars: int = 0,
) -> Block:
    """Return a block that was cut from no table: of what is known of it; its Markdown is its text.

    >>> block_of("some text", "li", path="/html/body[1]/li[1]").markdown
    'some text'
    """
    return Block(text, tag, link_chars, order, 0, _Known(path, tuple(ancestors), text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is kept of a page; the defaults leave all to the extractors.

    The blocks kept are those of the highest expected F_beta (van Rijsbergen 1979): with a `beta` of
    2 recall counts twice as much as precision, and doubtful text is kept too. `comments` are what
    readers say under an article, or about a post: None keeps those that extractors take for
    content. `tables` are those of data. Without `links` and `images` the Markdown has none; the
    words of links stay.
    """

    beta: float = 1.0
    comments: bool | None = None
    tables: bool = True
    links: bool = True
    images: bool = True


ALL = Wanted()
