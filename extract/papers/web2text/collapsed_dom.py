"""The collapsed DOM: Web2Text's tree and blocks (Vogels et al. 2018, section 3.1).

Text nodes are the leaves and the blocks to label. An element without text is dropped; one with a
single surviving child is merged with it, so that a node carries a chain of tags (`ul/li/a`) and
parent and grandparent mean something. Every inner node has two children or more, and covers the
leaves from its first to its last.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.papers.web2text.collapsed_dom_builder import CollapsedDomBuilder

Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]


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


def _inner_nodes(builder: CollapsedDomBuilder) -> InnerNodes:
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
