"""Find the links and images in a block's Markdown, in one walk from bracket to bracket.

No regular expression of a whole link: on text that is all brackets it would take quadratic time.
"""

import re
from collections.abc import Iterator

from pagesight.extract.parse.blocks import Block
from pagesight.extract.safe import is_safe_address

_marks = re.compile(r"\\.|!?\[|\]\(?|[)\s]").finditer


def link_in(block: Block) -> str:
    """Return the address of the block's first link, or ""."""
    return _first(block.markdown, "[")


def image_in(block: Block) -> str:
    """Return the address of the block's first image, or ""."""
    return _first(block.markdown, "![")


def _first(markdown: str, kind: str) -> str:
    """Return the address of what ends first of its kind: of a link in a link, the inner one's."""
    found = next((address for opening, address in _targets(markdown) if opening == kind), "")
    address = found.replace("%28", "(").replace("%29", ")")  # encoded for Markdown alone
    return address if is_safe_address(address) else ""  # code may show a link that is none


def _targets(markdown: str) -> Iterator[tuple[str, str]]:
    """Yield the bracket that opens each link or image, and its address."""
    opened: list[str] = []
    opening, begin = "", 0  # of the link whose address is being read, and where that begins
    for mark in _marks(markdown):
        if mark[0].startswith("\\"):
            continue
        if mark[0].endswith("["):
            opened.append(mark[0])
        elif mark[0].startswith("]"):
            closed = opened.pop() if opened else ""
            if mark[0] == "](" and not opening:
                opening, begin = closed, mark.end()
        else:
            if opening and mark[0] == ")" and mark.start() > begin:
                yield opening, markdown[begin : mark.start()]
            opening = ""
