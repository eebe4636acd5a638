"""The elements above a page's blocks, each with the contiguous range of blocks it holds."""

from collections.abc import Sequence
from dataclasses import dataclass

from pagesight.extract.parse.blocks import Ancestor, Block


@dataclass(frozen=True, slots=True)
class Node:
    """An element that holds blocks `start` to `end` (exclusive); `parent` is its place in the list.

    The root is its own parent.
    """

    parent: int
    depth: int
    step: str  # its last step of the XPath, such as div[2]
    element: Ancestor
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class BlockTree:
    """The nodes in document order, parents before children, and the node each block is held by."""

    nodes: tuple[Node, ...]
    holders: tuple[int, ...]

    def above(self, node: int, levels: int) -> int:
        """Return the ancestor of `node` that many levels up, or the root."""
        for _ in range(levels):
            node = self.nodes[node].parent
        return node


def block_tree(blocks: Sequence[Block]) -> BlockTree:
    """Return the tree of the elements above `blocks`, which are in document order."""
    parents: list[int] = []
    depths: list[int] = []
    steps: list[str] = []
    elements: list[Ancestor] = []
    starts: list[int] = []
    ends: list[int] = []
    holders: list[int] = []
    open_nodes: list[int] = []
    open_steps: list[str] = []
    for number, block in enumerate(blocks):
        path = block.path[1:].split("/")
        shared = _shared(open_steps, path)
        for node in open_nodes[shared:]:
            ends[node] = number
        del open_nodes[shared:], open_steps[shared:]
        for depth in range(shared, len(path)):
            node = len(parents)
            parents.append(open_nodes[-1] if open_nodes else 0)
            depths.append(depth)
            steps.append(path[depth])
            elements.append(block.ancestors[depth])
            starts.append(number)
            ends.append(len(blocks))
            open_nodes.append(node)
            open_steps.append(path[depth])
        holders.append(open_nodes[-1])
    nodes = map(Node, parents, depths, steps, elements, starts, ends)
    return BlockTree(tuple(nodes), tuple(holders))


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many steps two paths have in common from the root."""
    count = 0
    for ours, theirs in zip(left, right, strict=False):
        if ours != theirs:
            break
        count += 1
    return count
