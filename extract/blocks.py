"""Text blocks: the units that extractors keep or drop."""

from dataclasses import dataclass, field

from pagesight.render.page import Box, Style


@dataclass(frozen=True, slots=True)
class Ancestor:
    """An element above a block: its tag, and the class names and id that hint at its role.

    `place` is the number of an item of an `ol`, or the column of a cell, where these were counted.
    """

    tag: str
    classes: tuple[str, ...] = ()
    id: str = ""
    place: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text that no block-level boundary breaks.

    `text` has its white space collapsed, with a line feed for each `br` (all of it is kept in
    `pre`); it is empty for an image that stands alone. `markdown` is the same text with inline
    links, images, emphasis and code, and escaped where it would be taken for such. `path` is the
    XPath of the deepest element that holds the whole block, which may be inline; every step of it
    after `html` has its number. `ancestors` run from `html` down to that element, inclusive.
    Elements nested deeper than 200 are left out of both.
    """

    text: str
    markdown: str
    path: str
    tag: str  # the block-level tag that makes it: p, h1..h6, li, td, pre, div ...; img
    ancestors: tuple[Ancestor, ...]
    link_chars: int
    order: int
    box: Box | None = None
    style: Style | None = None
    hidden: bool = False  # by `hidden`, `aria-hidden` or an inline style
    unseen: bool = False  # all of it, and no click shows it: models read it, no extraction has it
