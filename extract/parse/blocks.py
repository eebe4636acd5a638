"""Text blocks: the units that extractors keep or drop."""

from dataclasses import dataclass, field

from pagesight.extract.blocks import Ancestor
from pagesight.extract.parse.origin import Origin
from pagesight.render.page import Box, Style


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
    origin: Origin = field(repr=False, compare=False)
    hidden: bool = False  # by `hidden`, `aria-hidden` or an inline style
    box: Box | None = None
    style: Style | None = None
    unseen: bool = False  # all of it, and no click shows it: models read it, no extraction has it
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
