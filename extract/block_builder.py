"""Gather the text between two block-level boundaries into a block."""

import re

from lxml.html import HtmlElement

from pagesight.extract.blocks import Block
from pagesight.extract.markdown.inline import INLINE_MARKED, LINE_BREAK, InlineMarkdown, collapse
from pagesight.extract.marks import HiddenText
from pagesight.extract.open_element import OpenElement
from pagesight.extract.parse.addresses import Addresses, image_address

_has_invisible = re.compile("[\u00ad\u200b\u2060\ufeff]").search
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))  # soft hyphen, zero widths


class BlockBuilder:
    """Collects text, breaks and images; `flush` makes a block of them."""

    def __init__(self, addresses: Addresses) -> None:
        self.blocks: list[Block] = []
        self.pieces: list[tuple[str, ...]] = []  # the text nodes of each block, collapsed
        self.hidden: list[HiddenText] = []  # what is left out
        self._addresses = addresses
        self._markdown = InlineMarkdown()
        self._clear()

    def _clear(self) -> None:
        self._texts: list[str] = []
        self._linked_texts: list[str] = []
        self._holder: OpenElement | None = None
        self._held: set[OpenElement] = set()  # known to lie in the holder: no second climb
        self.concealed = False  # all text so far is hidden
        self._shown = False  # some text is not hidden
        self._images = 0
        self._breaks = 0  # line breaks since the last text
        self._seam = False  # an inline element ended or began since the last text
        self._last = ""  # last character so far

    def text(self, raw: str, inside: OpenElement) -> None:
        """Add a text node. What is hidden has no place in a block with what is seen."""
        if not self._fits(raw, inside):
            return
        if inside.block_tag != "pre" and raw.isspace():
            if self._last:
                self._append(" ")
            return
        if _has_invisible(raw):
            raw = raw.translate(_INVISIBLE)
            if not raw:
                return
        if self._seam and self._last.isalnum() and raw[0].isalnum() and inside.block_tag != "pre":
            self._append(" ")
        self._append(raw)
        if inside.linked:
            self._linked_texts.append(raw)
        self._hold(inside)
        self._shown = self._shown or not inside.hidden
        self._breaks = 0

    def _fits(self, raw: str, inside: OpenElement) -> bool:
        """Tell whether a text node goes into the block; hidden text gives way to what is seen."""
        text = collapse(raw)
        if inside.unseen is not None:
            if text:
                self.hidden.append(HiddenText(text, inside.unseen))
            fits = self.concealed or self._holder is None
            self.concealed = fits
            return fits
        if self.concealed and text:
            self._markdown.take()
            self._clear()
        return True

    def _append(self, raw: str) -> None:
        self._texts.append(raw)
        self._markdown.text(raw)
        self._last, self._seam = raw[-1], False

    def _hold(self, inside: OpenElement) -> None:
        """Widen what holds the block to what also holds `inside`."""
        holder, other = self._holder or inside, inside
        held = self._held
        while holder is not other and other not in held and holder.parent and other.parent:
            if holder.depth >= other.depth:
                held.add(holder)
                holder = holder.parent
            if other.depth > holder.depth:
                held.add(other)
                other = other.parent
        self._holder = holder

    def line_break(self, inside: OpenElement) -> None:
        """Add a `br`; the second in a row ends the block."""
        if inside.block_tag == "pre":
            self._append("\n")
        elif self._breaks:
            self.flush()
        elif self._last:
            self._append(LINE_BREAK)
            self._breaks = 1

    def image(self, element: HtmlElement, inside: OpenElement) -> None:
        """Add an image to the Markdown, unless it is hidden."""
        if inside.unseen is not None:
            return
        address = image_address(element, self._addresses)
        if address is not None and inside.block_tag != "pre":
            self._markdown.image(element.get("alt") or "", address)
            self._images += 1
            self._hold(inside)
            self._shown = self._shown or not inside.hidden
        self._seam = True

    def open_inline(self, opened: OpenElement) -> None:
        """Begin an inline element."""
        if opened.tag in INLINE_MARKED and opened.block_tag != "pre":
            address = opened.element.get("href") or ""
            self._markdown.open(opened.tag, self._addresses.absolute(address) if address else "")

    def close_inline(self, opened: OpenElement, seam: bool) -> None:
        """End an inline element; `seam` says that words do not run on over its edge."""
        if opened.tag in INLINE_MARKED and opened.block_tag != "pre":
            self._markdown.close(opened.tag)
        self._seam = self._seam or seam

    def flush(self) -> None:
        """End the block, if there is one."""
        holder = self._holder
        if holder is not None:
            self._make(holder)
        elif self._texts:
            self._markdown.take()
        self._clear()

    def _make(self, holder: OpenElement) -> None:
        markdown = self._markdown.take()
        if holder.block_tag == "pre":
            text = markdown = "".join(self._texts).strip("\r\n").rstrip()
        else:
            text = collapse("".join(self._texts))
        if not text and not self._images:
            return
        self.blocks.append(
            Block(
                text,
                markdown,
                holder.path,
                holder.block_tag if text else "img",
                holder.ancestors,
                min(len(text), sum(len(collapse(linked)) for linked in self._linked_texts)),
                len(self.blocks),
                hidden=not self._shown,
                unseen=self.concealed,
            )
        )
        self.pieces.append(tuple(map(collapse, self._texts)))
