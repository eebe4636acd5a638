"""Text blocks: the units that extractors keep or drop."""

from dataclasses import dataclass

from pagesight.render.page import Box, Style


@dataclass(frozen=True, slots=True)
class Ancestor:
    """An element above a block: its tag, and the class names and id that hint at its role."""

    tag: str
    classes: tuple[str, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text that no block-level boundary breaks.

    `text` has its white space collapsed (kept in `pre`). `markdown` is the same text with inline
    links, images, emphasis and code. `path` is the XPath of the element that holds the block;
    `ancestors` run from `html` down to that element, inclusive.
    """

    text: str
    markdown: str
    path: str
    tag: str  # the block-level tag that makes it: p, h1..h6, li, td, pre, div ...
    ancestors: tuple[Ancestor, ...]
    link_chars: int
    order: int
    box: Box | None = None
    style: Style | None = None
