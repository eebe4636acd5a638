"""The elements that hold blocks, against climbing the tree element by element."""

import numpy as np
import pytest

from pagesight.extract.features.containers import Containers, containers
from pagesight.extract.page.document import Document, read
from pagesight.render.page import Page

_BODIES = (
    "<p>one</p>",
    "text <div><p>a</p> b <i>c</i></div><ul><li>x<li>y <b>z</b></ul>",
    "<div><div><p><a href=/>l</a></p></div></div><nav><a href=/>m</a></nav><img src=i.png>",
    "<table><tr><td>a<td>b<br><br>c</table><i>d<div>e</div>f</i>",
)


def _page(body: str) -> tuple[Document, Containers]:
    document = read(Page("", f"<body>{body}"))
    return document, containers(document)


@pytest.mark.parametrize("body", _BODIES)
def test_containers_are_the_ancestors_of_blocks(body: str) -> None:
    document, tree = _page(body)
    paths = {tuple(document.elements.chain(block.element)) for block in document.blocks}
    above = {row for path in paths for row in path}
    assert set(tree.row.tolist()) == above
    for number, row in enumerate(tree.row.tolist()):
        inside = [b.order for b in document.blocks if row in document.elements.chain(b.element)]
        assert inside == list(range(tree.start[number], tree.end[number]))
    assert [tree.row[leaf] for leaf in tree.leaf] == [b.element for b in document.blocks]


@pytest.mark.parametrize("body", _BODIES)
def test_sums_and_nearest_are_those_of_climbing(body: str) -> None:
    _, tree = _page(body)
    values = np.arange(len(tree), dtype=np.float64) + 1
    flags = np.arange(len(tree)) % 3 == 1
    for element in range(len(tree)):
        path = [element]
        while path[-1]:
            path.append(int(tree.parent[path[-1]]))
        assert tree.depth[element] == len(path) - 1
        assert tree.around(values)[element] == values[path].sum()
        assert tree.joined(values, np.maximum)[element] == values[path].max()
        assert tree.nearest(flags)[element] == next((e for e in path if flags[e]), -1)
        size = tree.end - tree.start
        assert tree.wider[element] == next((e for e in path if size[e] > size[element]), 0)


@pytest.mark.parametrize("body", _BODIES)
def test_the_nearest_of_several_kinds_are_those_of_each(body: str) -> None:
    _, tree = _page(body)
    flags = np.arange(len(tree)) % 3 == np.arange(3)[:, None]
    each = [tree.nearest(kind).tolist() for kind in flags]
    assert tree.nearest(flags).tolist() == each
