"""Web2Text's 128 features of a block, in the paper's order (section 3.3).

Duplicates (3), leaf (24), parent (1 + 20 + 20), grandparent (1 + 20), root (20), tags of the leaf
(19). Flags are +1 and -1, and all of an absent parent is 0. The reference divides integers in
`n_same_class_path` and `body_percentage`, which makes them almost constant; here they are ratios.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.papers.web2text.collapsed_dom import CollapsedDom, Flags, Indices
from pagesight.extract.papers.web2text.statistics import (
    LeafCounts,
    flag,
    last_terms,
    number_terms,
    punctuation_term,
    sentence_term,
    standard,
    word_terms,
)

NODE_FEATURES = 20  # section 3.2 counts them

Features = NDArray[np.float64]  # (n, features)


class NodeFeatures:
    """The features of a page's nodes, which several blocks and edges share."""

    def __init__(self, dom: CollapsedDom) -> None:
        """Count in the leaves, and describe the inner nodes and the root."""
        self.counts = LeafCounts(dom.leaves)
        nodes = dom.nodes
        self.inner = self._describe(dom, nodes.first, nodes.last, nodes.has_form)  # (nodes, 20)
        whole = np.array([len(dom.leaves) - 1])
        self.root = self._describe(dom, 0 * whole, whole, np.array([dom.has_form]))[0]  # (20,)

    def _describe(
        self, dom: CollapsedDom, first: Indices, last: Indices, has_form: Flags
    ) -> Features:
        found = self.counts.over(first, last)
        body = max(1, dom.ends[-1] - dom.starts[0])
        columns = [
            (dom.ends[last] - dom.starts[first]) / body,  # body_percentage
            standard(found.link_chars / found.chars, 0.5, 0.5),  # link_density
            *word_terms(found),
            standard(np.clip(np.log(found.chars), 2.5, 10), 6, 2.14),  # log(n_characters)
            punctuation_term(found),
            *number_terms(found),
            sentence_term(found),
            *last_terms(found),
            flag(has_form),  # contains_form_element
        ]
        return np.column_stack(columns)


EDGE_FEATURES = 25  # section 3.2 counts them


def edge_features(dom: CollapsedDom, nodes: NodeFeatures) -> Features:
    """Return the features of a page's edges, (leaves - 1, 25).

    Tree distance 2, 3, 4 or more (levels from both leaves to their lowest common node), a block
    break between them, and the features of that node.
    """
    levels = np.append(dom.nodes.depths, -1)[dom.parents] + 1
    distance = levels[:-1] + levels[1:] - 2 * dom.nodes.depths[dom.common]
    columns = [flag(distance == 2), flag(distance == 3), flag(distance == 4), flag(distance > 4)]
    return np.column_stack([*columns, dom.breaks.astype(float), nodes.inner[dom.common]])


BLOCK_FEATURES = 128  # section 3.2 counts them

_LEAF_TAGS = (
    "a", "p", "td", "b", "li", "span", "i", "tr", "div", "strong", "em", "h3", "h2", "table", "h4",
    "small", "sup", "h1", "blockquote",
)  # fmt: skip
# `ul` is there twice, as in the reference.
_PARENT_TAGS = (
    "td", "div", "p", "tr", "table", "body", "ul", "span", "li", "blockquote", "b", "small", "a",
    "ol", "ul", "i", "form", "dl", "strong", "pre",
)  # fmt: skip


def block_features(dom: CollapsedDom, nodes: NodeFeatures) -> Features:
    """Return the features of a page's leaves, (leaves, 128). There must be a leaf."""
    above = np.append(dom.nodes.parents, -1)  # [-1], the parent of an absent node, is absent too
    tags = _tag_flags(dom.nodes.tags, _PARENT_TAGS)
    return np.column_stack(
        [
            *_duplicate_terms(dom),
            *_leaf_terms(dom, nodes),
            _of_ancestor(np.column_stack([nodes.inner, tags]), dom.parents),
            _of_ancestor(nodes.inner, above[dom.parents]),
            np.broadcast_to(nodes.root, (len(dom.leaves), NODE_FEATURES)),
            _tag_flags(dom.tags, _LEAF_TAGS),
        ]
    )


def _duplicate_terms(dom: CollapsedDom) -> list[Features]:
    """Return has_duplicate, has_10_duplicates, n_same_class_path."""
    counts = Counter(leaf.text for leaf in dom.leaves)
    same_text = np.array([counts[leaf.text] for leaf in dom.leaves])
    same_path = np.bincount(dom.class_paths)[dom.class_paths]
    return [flag(same_text > 1), flag(same_text > 10), same_path / len(dom.leaves)]


def _leaf_terms(dom: CollapsedDom, nodes: NodeFeatures) -> list[Features]:
    """Return the 24 features of the leaf's own text and place."""
    leaves = np.arange(len(dom.leaves))
    found = nodes.counts.over(leaves, leaves)
    log_words = np.log(np.maximum(found.words, 1))
    middle = (dom.starts + dom.ends) / 2 - dom.starts[0]
    position = middle / max(1, dom.ends[-1] - dom.starts[0])
    return [
        standard(flag(found.words), 0.8255, 0.5643817),  # has_word
        np.where(found.words == 0, 0, standard(np.clip(log_words, 0, 3.5), 1.5086, 1.205)),
        *word_terms(found),
        standard(np.clip(np.log(found.chars), 2.5, 5.5), 3.392, 1.06445),  # log(n_characters)
        flag(found.punctuation),
        standard(np.clip(found.punctuation, 0, 10), 0.06938, 0.4083676),  # n_punctuation
        punctuation_term(found),
        *number_terms(found),
        sentence_term(found),
        flag(found.sentences > 1),
        standard(position, 0.5198038, 0.2996195),  # relative_position
        standard(position**2, 0.3599672, 0.3157282),
        *last_terms(found),
    ]


def _of_ancestor(features: Features, ancestors: Indices) -> Features:
    """Return 1 and the features of each leaf's ancestor; 0 all over where it has none (-1)."""
    known = np.column_stack([np.ones(len(features)), features])
    absent = np.zeros((1, known.shape[1]))
    return np.concatenate([known, absent])[ancestors]


def _tag_flags(chains: Sequence[Sequence[str]], tags: Sequence[str]) -> Features:
    """Return whether each chain of tags contains each tag, (chains, tags)."""
    rows = [[tag in chain for tag in tags] for chain in chains]
    return flag(np.array(rows, np.bool_).reshape(len(chains), len(tags)))
