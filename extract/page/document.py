"""A page parsed, walked and cut into blocks once, and matched with its layout where it has one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from lxml.html import HtmlElement
from rapidfuzz.distance import LCSseq

from pagesight.extract.errors import ParseError
from pagesight.extract.page.blocks import ALL, Block, LazyBlocks, Wanted
from pagesight.extract.page.budget import NO_DEADLINE, Budget, bounded_html, cut_behind, cut_from
from pagesight.extract.page.cut import BlockTable, cut
from pagesight.extract.page.dom import (
    SKIPPED_TAGS,
    UNRENDERED_TAGS,
    drop_noscript_notices,
    drop_previews,
    parse,
)
from pagesight.extract.page.elements import Elements, Rows
from pagesight.extract.page.head import PageHead, page_head
from pagesight.extract.page.hiding.marks import (
    HiddenText,
    Marks,
    excessive,
    hiders,
    pop_marks,
    unseen_in,
    with_marks,
)
from pagesight.extract.page.hiding.visibility import hidden_marks
from pagesight.extract.page.inline.inline import collapse
from pagesight.extract.page.origin import Origin
from pagesight.extract.page.rewrite.rewrite import walk_rewritten
from pagesight.extract.page.walk import Texts
from pagesight.render.page import Box, LaidOutNode, Layout, Page

Made = TypeVar("Made")


# Shares of a page's text that one cause may hide: more is shown by scripts that did not run.
_MOST_HIDDEN = 0.5  # one rule or attribute, where no browser looked
_MOST_UNSEEN = 0.98  # one method of hiding, in a browser
_MAX_CELLS = 2_000_000_000  # longest alignment tried: about a second


@dataclass(frozen=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`), and the tables made of it."""

    page: Page
    tree: HtmlElement
    elements: Elements = field(repr=False)
    texts: Texts = field(repr=False)
    cuts: BlockTable = field(repr=False)
    marks: Marks = field(repr=False)
    hider: Rows = field(repr=False)  # (elements,) the row whose mark hides its text; -1 if seen
    budget: Budget = field(repr=False, compare=False)
    warnings: tuple[str, ...] = ()  # of what the page had to be changed for
    wanted: Wanted = ALL  # what its reader asks for
    made: dict[Callable[["Document"], Any], Any] = field(  # by `once`
        init=False, repr=False, compare=False, default_factory=dict
    )

    def within(self, rows: Sequence[int]) -> "Document":
        """Return the page with only the text in some of its elements, in order, each by itself.

        No element is in another.
        """
        elements = self.elements
        piece = np.full(len(elements), -1)
        for number, row in enumerate(rows):
            piece[row : elements.end[row]] = number
        return self.pieces(piece[self.texts.holder])

    def pieces(self, piece: Rows) -> "Document":
        """Return the page with only some texts, those of one number by themselves, (texts,).

        The numbers ascend; -1 leaves a text out.
        """
        elements, texts = self.elements, self.texts
        inside = np.flatnonzero(piece >= 0)
        strings = [texts.strings[at] for at in inside.tolist()]
        fewer = replace(
            texts, strings=strings, holder=texts.holder[inside], opened=texts.opened[inside]
        )
        cuts = cut(elements, fewer, self.hider >= 0, piece[inside])
        return replace(self, texts=fewer, cuts=cuts)

    @property
    def hidden(self) -> tuple[HiddenText, ...]:
        """The hidden text, which is in no block, or in one that is unseen."""
        return self.once(_hidden)

    @property
    def hidden_chars(self) -> int:
        """The characters of hidden text."""
        return sum(len(each.text) for each in self.hidden)

    @property
    def visible_blocks(self) -> tuple[Block, ...]:
        """The blocks without those that are unseen."""
        return tuple(block for block in self.blocks if not block.unseen)

    @property
    def head(self) -> PageHead:
        """What there is of the page beside its text."""
        return self.once(_head)

    @property
    def origin(self) -> Origin:
        """Where the blocks come from."""
        return self.once(_origin)

    @property
    def text_bounds(self) -> tuple[Rows, Rows]:
        """The first text in each element, which never falls, and one past the last, (elements,)."""
        return self.once(_text_bounds)

    @property
    def blocks(self) -> Sequence[Block]:
        """The page's text blocks in document order."""
        return self.once(_blocks)

    def once(self, make: Callable[["Document"], Made]) -> Made:
        """Return what a function makes of the page, kept from the first time it is asked for."""
        if make not in self.made:
            self.made[make] = make(self)
        result: Made = self.made[make]
        return result


def _head(document: Document) -> PageHead:
    return page_head(document.texts.passed)


def _text_bounds(document: Document) -> tuple[Rows, Rows]:
    elements, texts = document.elements, document.texts
    held = np.append(0, np.cumsum(np.bincount(texts.holder, minlength=len(elements))))
    start = np.searchsorted(texts.opened, np.arange(len(elements)), "right")
    return start, start + held[elements.end] - held[:-1]


def _origin(document: Document) -> Origin:
    return Origin(
        document.tree,
        document.page.url,
        document.elements,
        document.texts,
        document.cuts,
        document.wanted,
    )


def _hidden(document: Document) -> tuple[HiddenText, ...]:
    hider, strings = document.hider[document.texts.holder], document.texts.strings
    texts = ((strings[at], hider[at]) for at in np.flatnonzero(hider >= 0).tolist())
    collapsed = ((collapse(text), document.marks[int(row)]) for text, row in texts)
    return tuple(HiddenText(text, mark) for text, mark in collapsed if text)


def _blocks(document: Document) -> Sequence[Block]:
    cuts, elements = document.cuts, document.elements
    codes = elements.tag[elements.block[cuts.element]].tolist()
    named = [elements.names[code] for code in codes]
    tags = [tag if text else "img" for tag, text in zip(named, cuts.texts, strict=True)]
    numbers = (cuts.link_chars, cuts.element, cuts.hidden, cuts.unseen)
    columns = (cuts.texts, tags, *(column.tolist() for column in numbers))
    blocks = LazyBlocks(columns, document.origin)
    layout = document.page.layout
    return blocks if layout is None else with_layout(blocks, cuts, layout)


def read(
    page: Page,
    name: str = "",
    budget: Budget | None = None,
    *,
    include_hidden: bool = False,
    wanted: Wanted = ALL,
) -> Document:
    """Parse, walk and cut `page`, or as much of it as the budget allows; without one, no deadline.

    Hidden text is left out unless asked for; `wanted` is what else its reader asks for. `noscript`
    and `template` are read unless the page was rendered: only then have scripts replaced what they
    hold. Raises ParseError, which gives the page's name, if it holds no HTML.
    """
    budget = budget or Budget(NO_DEADLINE)
    unseen = unseen_in(page)
    text, name_of_marks = with_marks(page.html, unseen or ())
    html = bounded_html(text, budget, name_of_marks)
    tree = _parsed(html, name or page.url or "the page")
    drop_noscript_notices(tree)
    skipped = SKIPPED_TAGS | UNRENDERED_TAGS if page.rendered else SKIPPED_TAGS
    if not page.rendered:
        drop_previews(tree)
    elements, texts, warnings = walk_rewritten(tree, skipped, budget)
    if texts.unread is not None:
        cut_from(tree, texts.unread)
    methods = pop_marks(tree, elements, unseen, name_of_marks)
    marks = {} if include_hidden else hidden_marks(tree, elements, texts, methods)
    make = partial(
        Document, page, tree, elements, texts, budget=budget, warnings=warnings, wanted=wanted
    )
    return _cut_up(make, elements, texts, marks, _MOST_HIDDEN if unseen is None else _MOST_UNSEEN)


def _parsed(html: bytes, name: str) -> HtmlElement:
    try:
        return parse(html)
    except ParseError as error:
        raise ParseError(f"{name}: {error}") from error


def _cut_up(
    make: Callable[..., Document], elements: Elements, texts: Texts, marks: Marks, most: float
) -> Document:
    """Return the document, with the text shown that one cause hides more of than that share."""
    while True:
        hider = hiders(marks, elements.end)
        cuts = cut(elements, texts, hider >= 0)
        document = make(cuts=cuts, marks=marks, hider=hider)
        seen = [text for text, out in zip(cuts.texts, cuts.unseen, strict=True) if not out]
        excess = excessive(document.hidden, sum(map(len, seen)), most)
        if not excess:
            return _limited(document)
        marks = {row: mark for row, mark in marks.items() if mark.source not in excess}


def _limited(document: Document) -> Document:
    """Return the document with no more blocks than its budget allows."""
    most = document.budget.limits.blocks
    if len(document.cuts.texts) <= most:
        return document
    document.budget.cut(f"{most:,} blocks")
    fewer = replace(document, cuts=document.cuts.up_to(most))
    cut_behind(document.tree, fewer.elements.nodes[int(fewer.cuts.element[-1])])
    return fewer


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of a block and a node of the layout that has text of it, both ascending, (pairs,)."""

    block: Rows
    node: Rows


def matches(cuts: BlockTable, layout: Layout) -> Matches:
    """Return which nodes of the layout have the text of which blocks.

    The text nodes of blocks and of the layout are aligned by their longest common subsequence, so
    what only one of them holds (hidden text, generated text) shifts nothing. Blocks whose text was
    not laid out are in no pair.
    """
    nodes = enumerate(layout.nodes)
    laid_out = [(node.text, number) for number, node in nodes if node.text]
    bounds = zip(cuts.start.tolist(), cuts.end.tolist(), strict=True)
    owners = [
        (piece, number)
        for number, (start, end) in enumerate(bounds)
        for piece in map(collapse, cuts.strings[start:end])
        if piece
    ]
    # Without case: the layout has text as CSS shows it, which may be in capitals.
    ours, theirs = ([text.casefold() for text, _ in own] for own in (owners, laid_out))
    pairs = _aligned(ours, theirs)
    block = np.array([owners[piece][1] for piece, _ in pairs], np.int64)
    return Matches(block, np.array([laid_out[node][1] for _, node in pairs], np.int64))


def with_layout(blocks: Sequence[Block], cuts: BlockTable, layout: Layout) -> tuple[Block, ...]:
    """Return the blocks with the box around their text nodes and the style of the longest.

    Blocks whose text was not laid out keep no box.
    """
    own: dict[int, list[LaidOutNode]] = {}
    matched, nodes = matches(cuts, layout), layout.nodes
    for block, node in zip(matched.block.tolist(), matched.node.tolist(), strict=True):
        own.setdefault(block, []).append(nodes[node])
    return tuple(_placed(block, own.get(number, [])) for number, block in enumerate(blocks))


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of positions of an alignment of two lists of texts."""
    if len(ours) * len(theirs) > _MAX_CELLS:
        return []
    return [
        pair
        for block in LCSseq.opcodes(ours, theirs)
        if block.tag == "equal"
        for pair in zip(
            range(block.src_start, block.src_end),
            range(block.dest_start, block.dest_end),
            strict=True,
        )
    ]


def _placed(block: Block, nodes: Sequence[LaidOutNode]) -> Block:
    if not nodes:
        return block
    left, top = min(node.box.x for node in nodes), min(node.box.y for node in nodes)
    right = max(node.box.x + node.box.width for node in nodes)
    bottom = max(node.box.y + node.box.height for node in nodes)
    longest = max(nodes, key=lambda node: len(node.text or ""))
    return replace(block, box=Box(left, top, right - left, bottom - top), style=longest.style)
