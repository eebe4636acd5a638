"""Find the links and images of an item.

Those in a block's Markdown are found in one walk from bracket to bracket. No regular expression of
a whole link: on text that is all brackets it would take quadratic time.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from pagesight.extract.features.table import block_features
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR
from pagesight.extract.text.safe import is_safe_address

Span = tuple[int, int]  # the first block, and one past the last

MOST_INSIDE = 6  # elements in a short link
_MOST_CHARS = 40  # of its text
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


def short_links(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the row and the text of the links that are as short as those of a pager or an icon."""
    elements, texts = document.elements, document.texts
    rows = np.flatnonzero(elements.tag == ANCHOR)
    rows = rows[elements.end[rows] - rows <= MOST_INSIDE]
    held = np.append(0, np.cumsum(np.bincount(texts.holder, minlength=len(elements))))
    first = np.searchsorted(texts.opened, rows, "right")
    last = first + held[elements.end[rows]] - held[rows]
    for row, start, end in zip(rows.tolist(), first.tolist(), last.tolist(), strict=True):
        if end - start <= 2 * MOST_INSIDE:
            text = " ".join(" ".join(texts.strings[start:end]).split())
            if len(text) <= _MOST_CHARS:
                yield row, text


def wordless_links(document: Document, spans: Sequence[Span]) -> list[str]:
    """Return for each span of blocks the address of the first link without text around it, or "".

    Such is laid over the whole of a card, or shows an icon. It must be in an element that holds no
    blocks but these, and its address no other span's.
    """
    rows, found = [], []
    for row, text in short_links(document):
        reference = (document.elements.own(row).get("href") or "").strip()
        if not text and reference and not reference.startswith("#"):
            rows.append(row)
            found.append(document.origin.addresses.absolute(reference))
    within = [_within(document, span, rows) for span in spans]
    addresses = [next(filter(None, found[own]), "") for own in within]
    counts = Counter(addresses)
    return [address if counts[address] == 1 else "" for address in addresses]


def _within(document: Document, span: Span, rows: Sequence[int]) -> slice:
    """Return which of the rows are in the outermost element of the first block and no others."""
    tree, (start, end) = document.once(block_features).tree, span
    box, around = -1, int(tree.leaf[start])
    while around != box and start <= tree.start[around] and tree.end[around] <= end:
        box, around = around, int(tree.parent[around])
    if box < 0:
        return slice(0, 0)
    row = int(tree.row[box])
    return slice(bisect_left(rows, row), bisect_left(rows, int(document.elements.end[row])))
