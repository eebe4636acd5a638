"""The 20 features that Web2Text gives a node of the collapsed DOM (section 3.3, N1 to N20)."""

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.collapsed_dom import CollapsedDom, Flags, Indices
from pagesight.extract.labelers.web2text_statistics import LeafCounts
from pagesight.extract.labelers.web2text_terms import (
    flag,
    last_terms,
    number_terms,
    punctuation_term,
    sentence_term,
    standard,
    word_terms,
)

NODE_FEATURES = 20

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
