"""Text leaves: the text nodes of a page in document order (Leonhardt et al. 2020, section 3.1)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml.html import HtmlElement

from pagesight.extract.page.blocks import Ancestor, Block, block_of
from pagesight.extract.page.elements import MAX_DEPTH

# Subtrees without leaves, as BoilerNet's net/preprocess.py has them.
IGNORED_TAGS = frozenset(
    {"head", "iframe", "script", "meta", "link", "style", "input", "checkbox", "button", "noscript"}
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text node stands: in which element."""

    path: str
    ancestors: tuple[Ancestor, ...]
    in_link: bool


def leaves(tree: HtmlElement) -> tuple[Block, ...]:
    """Return a block for each text node that is more than white space, in document order.

    The reference wraps each leaf of a training page in a `span` that is then counted as an
    ancestor, though not in pages it labels later; here no page has that span. It parses with
    html5lib; here the tree is that of `pagesight.extract.page.dom.parse`, which drops comments.
    """
    found = enumerate(_text_nodes(tree))
    return tuple(_leaf(text, place, order) for order, (text, place) in found)


def _text_nodes(root: HtmlElement) -> Iterator[tuple[str, _Place]]:
    """Yield the text nodes under `root`; a loop, not recursion, since pages nest without limit."""
    nowhere = _Place("", (), False)
    stack: list[tuple[HtmlElement | str, _Place]] = [(root, _child(root, nowhere, ""))]
    while stack:
        node, place = stack.pop()
        if isinstance(node, str):
            text = " ".join(node.split())
            if text:
                yield text, place
        elif node.tag not in IGNORED_TAGS:
            stack.extend(reversed(_inside(node, place)))


def _inside(element: HtmlElement, place: _Place) -> list[tuple[HtmlElement | str, _Place]]:
    """Return what stands in an element, in order: texts and elements, each with its place."""
    parts: list[tuple[HtmlElement | str, _Place]] = [(element.text or "", place)]
    counts: Counter[str] = Counter()
    for child in element:
        if isinstance(child.tag, str):  # else a comment or an entity of a tree made elsewhere
            counts[child.tag] += 1
            parts.append((child, _child(child, place, f"[{counts[child.tag]}]")))
        parts.append((child.tail or "", place))
    return parts


def _child(element: HtmlElement, parent: _Place, number: str) -> _Place:
    """Return the place inside `element`, whose number among its like is in brackets, as in XPath.

    Elements nested deeper than MAX_DEPTH are left out, as they are of the document's blocks.
    """
    tag = str(element.tag)
    if len(parent.ancestors) >= MAX_DEPTH:
        return replace(parent, in_link=parent.in_link or tag == "a")
    classes = tuple((element.get("class") or "").split())
    ancestor = Ancestor(tag, classes, element.get("id") or "")
    return _Place(
        path=f"{parent.path}/{tag}{number}",
        ancestors=(*parent.ancestors, ancestor),
        in_link=parent.in_link or tag == "a",
    )


def _leaf(text: str, place: _Place, order: int) -> Block:
    return block_of(
        text,
        place.ancestors[-1].tag,
        order,
        path=place.path,
        ancestors=place.ancestors,
        link_chars=len(text) if place.in_link else 0,
    )
