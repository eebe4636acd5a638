"""Write blocks as plain text or Markdown."""

from collections.abc import Iterable

from pagesight.extract.blocks import Block


def to_text(blocks: Iterable[Block]) -> str:
    """Return the blocks' text, a block a line."""
    return "\n".join(block.text for block in blocks)


def to_markdown(blocks: Iterable[Block]) -> str:
    """Return the blocks as Markdown."""
    return "\n\n".join(block.markdown for block in blocks)
