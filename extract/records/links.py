"""Find the links and images of an item.

Those in a block's Markdown are found in one walk from bracket to bracket. No regular expression of
a whole link: on text that is all brackets it would take quadratic time.
"""

import re
from collections.abc import Iterator

import numpy as np

from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.document import Document
from pagesight.extract.parse.tags import ANCHOR
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


def wordless_link(document: Document, start: int, end: int) -> str:
    """Return the address of the first link without text around some blocks and no others, or "".

    Such is laid over the whole of a card, or shows an icon. `end` is one past the last block.
    """
    elements, addresses = document.elements, document.origin.addresses
    box = _box(document, start, end)
    inside = elements.tag[box : elements.end[box]] == ANCHOR
    for row in (np.flatnonzero(inside) + box).tolist():
        reference = (elements.own(row).get("href") or "#").strip()
        address = "" if reference[0] == "#" else addresses.absolute(reference)
        if address and not elements.nodes[row].text_content().strip():
            return address
    return ""


def _box(document: Document, start: int, end: int) -> int:
    """Return the outermost element that holds these blocks and no others."""
    elements, element = document.elements, document.cuts.element
    before = element[start - 1] if start else -1
    after = element[end] if end < len(element) else len(elements)
    box = elements.common(int(element[start]), int(element[end - 1]))
    while before < (around := elements.parents[box]) < box and elements.end[around] <= after:
        box = around
    return box
