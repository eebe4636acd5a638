"""Scores of structure: the headings, lists, code, formulas and tables of Markdown against gold.

Gold is the Markdown that a corpus has in `extra.markdown`, as WebMainBench's pages do.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import lxml.html
import numpy as np
from lxml.html import HtmlElement
from rapidfuzz.distance import Levenshtein

from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.text.tokens import tokens
from pagesight.extract.training.gold.scores import counted_score

_MOST_NODES = 1500  # of a table that is compared: of two such, 2 million pairs of cells
_find_formulas = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$|\\\[(.+?)\\\]", re.DOTALL).findall


Parts = Mapping[str, Sequence[str]]  # headings, items of lists, code, formulas, by their score


def structure_scores(markdown: str, gold: str) -> dict[str, float | None]:
    """Return how far the parts of Markdown are gold's, 0 to 1; None where neither has any.

    Headings are alike with the same words at the same level, items of lists with the same words,
    code and formulas with the same characters but for white space. Tables are matched one to one
    so that their TEDS is highest; its sum is divided by the larger number of tables.
    """
    (found, tables), (wanted, gold_tables) = _parts(markdown), _parts(gold)
    scores = {name: _shared_f1(found[name], wanted[name]) for name in found}
    return {**scores, "tables_teds": _tables_teds(tables, gold_tables)}


def _parts(markdown: str) -> tuple[Parts, Sequence[HtmlElement]]:
    """Return the parts of Markdown, and its tables."""
    from markdown_it import MarkdownIt

    tree = lxml.html.fromstring(
        f"<div>{MarkdownIt().enable('table').render(markdown)}</div>",
        parser=lxml.html.HTMLParser(encoding="utf-8", huge_tree=True),
    )
    code = ["".join(str(part.text_content()).split()) for part in tree.iter("pre")]
    for part in list(tree.iter("pre")):
        part.drop_tree()
    parts = {
        "headings_f1": [f"{each.tag} {_words(each)}" for each in tree.iter(*HEADING_TAGS)],
        "list_items_f1": [_words(item) for item in tree.iter("li")],
        "code_f1": code,
        "formulas_f1": ["".join("".join(f).split()) for f in _find_formulas(tree.text_content())],
    }
    return parts, list(tree.iter("table"))


def _words(element: HtmlElement) -> str:
    return " ".join(tokens(element.text_content()))


def _shared_f1(extracted: Sequence[str], wanted: Sequence[str]) -> float | None:
    if not extracted and not wanted:
        return None
    return counted_score(
        (Counter(extracted) & Counter(wanted)).total(), len(extracted), len(wanted)
    ).f1


def _tables_teds(extracted: Sequence[HtmlElement], wanted: Sequence[HtmlElement]) -> float | None:
    if not extracted or not wanted:
        return 0.0 if extracted or wanted else None
    from scipy.optimize import linear_sum_assignment

    matrix = np.array([[table_similarity(one, other) for other in wanted] for one in extracted])
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum() / max(matrix.shape))


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of a table; `kind` is its tag and, of a `td`, its spans, `content` its pieces."""

    kind: tuple[str, ...]
    content: tuple[str, ...]
    leftmost: int  # the number of its first leaf, counted as the nodes are: children first


def table_similarity(extracted: HtmlElement, gold: HtmlElement) -> float:
    """Return TEDS of two tables: 1 - edit distance of their trees / nodes of the larger.

    (Zhong et al. 2020, PubTabNet.) Inserting, deleting or changing a node's tag or spans costs 1;
    the content of a `td`, its characters and tags, costs its normalised edit distance. What
    follows the first 1,500 nodes of a table is left out.
    """
    one, other = _nodes(extracted), _nodes(gold)
    return 1.0 - _tree_distance(one, other) / max(len(one), len(other))


def _nodes(table: HtmlElement) -> list[_Node]:
    """Return the nodes of the table, children before their parents."""
    numbered: list[_Node] = []

    def add(node: HtmlElement) -> int:
        is_cell = node.tag == "td"
        children = () if is_cell else [child for child in node if isinstance(child.tag, str)]
        leftmost = [add(child) for child in children if len(numbered) < _MOST_NODES]
        spans = (node.get("colspan", "1"), node.get("rowspan", "1")) if is_cell else ()
        content = tuple(_pieces(node))[1:-1] if is_cell else ()
        first = leftmost[0] if leftmost else len(numbered)
        numbered.append(_Node((str(node.tag), *spans), content, first))
        return first

    add(table)
    return numbered


def _pieces(node: HtmlElement) -> Iterator[str]:
    """Yield the tags and characters within a node, those of its own tag among them."""
    yield f"<{node.tag}>"
    yield from node.text or ""
    for child in node:
        if isinstance(child.tag, str):
            yield from _pieces(child)
    yield f"</{node.tag}>"
    if node.tag != "td":
        yield from node.tail or ""


def _tree_distance(one: Sequence[_Node], other: Sequence[_Node]) -> float:
    """Return the edit distance of ordered trees (Zhang and Shasha 1989)."""
    trees = [[0.0] * len(other) for _ in one]  # the distance of each pair of subtrees
    for root in _key_roots(one):
        for other_root in _key_roots(other):
            _fill(trees, one[: root + 1], other[: other_root + 1])
    return trees[-1][-1]


def _key_roots(nodes: Sequence[_Node]) -> list[int]:
    """Return the last node of each leftmost leaf, in order."""
    return sorted({node.leftmost: number for number, node in enumerate(nodes)}.values())


def _fill(trees: list[list[float]], one: Sequence[_Node], other: Sequence[_Node]) -> None:
    """Set the distances of the subtrees whose leftmost leaf is that of the last nodes."""
    first, other_first = one[-1].leftmost, other[-1].leftmost
    width = len(other) - other_first + 1
    # Of the forests that end before a node: row and column 0 are the empty ones.
    forests = [[float(column) for column in range(width)]]
    for row, node in enumerate(one[first:], start=1):
        forests.append([float(row), *[0.0] * (width - 1)])
        for column, other_node in enumerate(other[other_first:], start=1):
            step = min(forests[row - 1][column], forests[row][column - 1]) + 1
            if node.leftmost == first and other_node.leftmost == other_first:
                changed = forests[row - 1][column - 1] + _change_cost(node, other_node)
                forests[row][column] = min(step, changed)
                trees[first + row - 1][other_first + column - 1] = forests[row][column]
            else:
                joined = forests[node.leftmost - first][other_node.leftmost - other_first]
                below = trees[first + row - 1][other_first + column - 1]
                forests[row][column] = min(step, joined + below)


def _change_cost(one: _Node, other: _Node) -> float:
    if one.kind != other.kind:
        return 1.0
    return Levenshtein.normalized_distance(one.content, other.content)
