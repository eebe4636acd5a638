"""The collapsed DOM: Web2Text's tree and blocks (Vogels et al. 2018, section 3.1).

Text nodes are the leaves and the blocks to label. An element without text is dropped; one with a
single surviving child is merged with it, so that a node carries a chain of tags (`ul/li/a`) and
parent and grandparent mean something. Every inner node has two children or more, and covers the
leaves from its first to its last.
"""

from dataclasses import dataclass, field

import numpy as np
from lxml import etree
from lxml.html import HtmlElement
from numpy.typing import NDArray

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import SKIPPED_TAGS, UNRENDERED_TAGS

Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]
# What the reference code drops and what Pagesight reads nowhere. `noscript`, which the reference
# drops too, is read on pages that were not rendered: its text stands in for what scripts make.
_DROPPED_TAGS = SKIPPED_TAGS | {"checkbox", "radio"}

# Tags that begin and end a line in an unstyled page, as the reference code lists them.
_BREAKING_TAGS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "canvas", "center", "checkbox", "dd",
     "div", "dl", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
     "h5", "h6", "head", "header", "hgroup", "hr", "html", "iframe", "input", "li", "main", "nav",
     "noscript", "ol", "output", "p", "pre", "radio", "section", "select", "table", "tbody", "td",
     "textarea", "tfoot", "thead", "tr", "ul", "video", "br"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class InnerNodes:
    """The inner nodes, children before parents: the root is the last."""

    tags: tuple[tuple[str, ...], ...]  # outermost first
    parents: Indices  # -1 above the root
    depths: Indices  # levels below the root
    first: Indices  # leaf
    last: Indices  # leaf
    has_form: Flags  # an `input` is inside


@dataclass(frozen=True, slots=True)
class CollapsedDom:
    """The leaves in document order, what is known of each, and the nodes above them."""

    leaves: tuple[Block, ...]
    tags: tuple[tuple[str, ...], ...]  # of each leaf's chain, outermost first
    class_paths: Indices  # leaves with equal numbers have the same tags and classes up to the root
    starts: Indices  # offsets of the text in the page, markup counted
    ends: Indices
    parents: Indices  # inner node above each leaf; -1 for a leaf that is all there is
    common: Indices  # lowest inner node above each leaf and the next, (leaves - 1,)
    breaks: Flags  # a block-level boundary lies between a leaf and the next, (leaves - 1,)
    nodes: InnerNodes
    has_form: bool  # an `input` is on the page


def collapse(document: Document) -> CollapsedDom:
    """Return the collapsed DOM of the page's body, in time linear in the page."""
    builder = CollapsedDomBuilder(document)
    builder.walk()
    count = len(builder.leaves)
    return CollapsedDom(
        leaves=tuple(builder.leaves),
        tags=tuple(tuple(reversed(chain)) for chain in builder.leaf_chains),
        class_paths=np.array(builder.class_paths, np.int64),
        starts=np.array(builder.starts, np.int64),
        ends=np.array(builder.ends, np.int64),
        parents=np.array(builder.leaf_parents, np.int64),
        common=np.array(builder.common[: max(0, count - 1)], np.int64),
        breaks=np.array(builder.breaks[1:], np.bool_),
        nodes=_inner_nodes(builder),
        has_form=builder.has_form,
    )


def _inner_nodes(builder: "CollapsedDomBuilder") -> InnerNodes:
    parents = builder.node_parents
    depths = [0] * len(parents)
    for node in range(len(parents) - 2, -1, -1):  # parents come after their children
        depths[node] = depths[parents[node]] + 1
    return InnerNodes(
        tags=tuple(tuple(reversed(chain)) for chain in builder.node_chains),
        parents=np.array(parents, np.int64),
        depths=np.array(depths, np.int64),
        first=np.array(builder.node_first, np.int64),
        last=np.array(builder.node_last, np.int64),
        has_form=np.array(builder.node_forms, np.bool_),
    )


@dataclass(slots=True)
class _Frame:
    """An element the walk is in, and the nodes in it: numbers of inner nodes, ~number of leaves."""

    row: int
    element: HtmlElement
    class_path: int
    children: list[int] = field(default_factory=list)
    has_form: bool = False


class CollapsedDomBuilder:
    """Collects leaves and inner nodes; `walk` fills it."""

    def __init__(self, document: Document) -> None:
        self._document = document
        elements = document.elements
        self._tags = [elements.names[code] for code in elements.tag.tolist()]
        self._row = 0  # of the next element that holds text
        self.leaves: list[Block] = []
        self.leaf_chains: list[list[str]] = []  # innermost tag first
        self.leaf_parents: list[int] = []
        self.class_paths: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.breaks: list[bool] = []  # a block-level boundary lies before the leaf
        self.common: list[int] = []  # lowest node above the leaf and the next
        self.node_chains: list[list[str]] = []
        self.node_parents: list[int] = []
        self.node_first: list[int] = []
        self.node_last: list[int] = []
        self.node_forms: list[bool] = []
        self.has_form = False
        self._path_numbers: dict[tuple[int, str, str | None], int] = {}
        self._offset = 0
        self._broken = True

    def walk(self) -> None:
        """Take in the page; those that were rendered say nothing in `noscript` and `template`."""
        rendered = self._document.page.rendered
        dropped = _DROPPED_TAGS | UNRENDERED_TAGS if rendered else _DROPPED_TAGS
        walker = etree.iterwalk(self._document.tree, events=("start", "end"))
        frames: list[_Frame] = []
        for event, element in walker:
            if event == "start" and element.tag in dropped:
                self._drop(element, frames)
                walker.skip_subtree()
            elif event == "start":
                frames.append(self._open(element, frames[-1] if frames else None))
            else:
                if frames[-1].element is element:
                    self._close(frames)
                if frames and element.tail:
                    self._text(element.tail, frames[-1])

    def _drop(self, element: HtmlElement, frames: list[_Frame]) -> None:
        """Note what an element leaves behind that is not read."""
        self._broken |= element.tag in _BREAKING_TAGS
        self._offset += _markup_chars(element) + len(element.text or "")
        if self._tags[self._row : self._row + 1] == [element.tag]:  # the table has it
            self._row = int(self._document.elements.end[self._row])
        if element.tag == "input" and frames:
            frames[-1].has_form = True

    def _open(self, element: HtmlElement, above: _Frame | None) -> _Frame:
        key = above.class_path if above else -1, element.tag, element.get("class")
        number = self._path_numbers.setdefault(key, len(self._path_numbers))
        frame = _Frame(self._row, element, number)
        self._row += 1
        self._broken |= element.tag in _BREAKING_TAGS
        self._offset += _markup_chars(element)
        if element.text:
            self._text(element.text, frame)
        return frame

    def _close(self, frames: list[_Frame]) -> None:
        """Drop the element, merge it with its only child, or make it an inner node."""
        frame = frames.pop()
        tag = frame.element.tag
        self._broken |= tag in _BREAKING_TAGS
        if len(frame.children) == 1:
            self._merge(frame.children[0], tag, frame.has_form)
        elif frame.children:
            frame.children = [self._join(frame)]
        if frames:
            frames[-1].children += frame.children
            frames[-1].has_form |= frame.has_form
        else:
            self.has_form = frame.has_form

    def _merge(self, child: int, tag: str, has_form: bool) -> None:
        if child < 0:
            self.leaf_chains[~child].append(tag)
        else:
            self.node_chains[child].append(tag)
            self.node_forms[child] |= has_form

    def _join(self, frame: _Frame) -> int:
        """Return a new inner node above the frame's children."""
        node = len(self.node_chains)
        self.node_chains.append([frame.element.tag])
        self.node_parents.append(-1)
        self.node_forms.append(frame.has_form)
        for child in frame.children:
            parents = self.leaf_parents if child < 0 else self.node_parents
            parents[~child if child < 0 else child] = node
            self.common[self._last(child)] = node
        self.node_first.append(self._first(frame.children[0]))
        self.node_last.append(self._last(frame.children[-1]))
        return node

    def _first(self, child: int) -> int:
        return ~child if child < 0 else self.node_first[child]

    def _last(self, child: int) -> int:
        return ~child if child < 0 else self.node_last[child]

    def _text(self, raw: str, frame: _Frame) -> None:
        """Add a leaf, unless the text is white space."""
        text = " ".join(raw.split())
        start = self._offset
        self._offset += len(raw)
        if not text:
            return
        order, page = len(self.leaves), self._document
        links = len(text) if page.elements.linked[frame.row] else 0
        self.leaves.append(
            Block(text, self._tags[frame.row], links, order, frame.row, page.origin, rewritten=text)
        )
        self.leaf_chains.append([])
        self.leaf_parents.append(-1)
        self.class_paths.append(frame.class_path)
        self.starts.append(start)
        self.ends.append(self._offset)
        self.breaks.append(self._broken)
        self.common.append(-1)
        self._broken = False
        frame.children.append(~order)


def _markup_chars(element: HtmlElement) -> int:
    """Return about how many characters the element's tags take in the source."""
    attributes = sum(len(name) + len(value) + 4 for name, value in element.items())
    return 2 * len(element.tag) + 5 + attributes
