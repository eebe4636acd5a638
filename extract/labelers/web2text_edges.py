"""Web2Text's 25 features of an edge, a pair of neighbouring blocks (section 3.4)."""

import numpy as np

from pagesight.extract.labelers.collapsed_dom import CollapsedDom
from pagesight.extract.labelers.web2text_nodes import Features, NodeFeatures
from pagesight.extract.labelers.web2text_terms import flag

EDGE_FEATURES = 25


def edge_features(dom: CollapsedDom, nodes: NodeFeatures) -> Features:
    """Return the features of a page's edges, (leaves - 1, 25).

    Tree distance 2, 3, 4 or more (levels from both leaves to their lowest common node), a block
    break between them, and the features of that node.
    """
    levels = np.append(dom.nodes.depths, -1)[dom.parents] + 1
    distance = levels[:-1] + levels[1:] - 2 * dom.nodes.depths[dom.common]
    columns = [flag(distance == 2), flag(distance == 3), flag(distance == 4), flag(distance > 4)]
    return np.column_stack([*columns, dom.breaks.astype(float), nodes.inner[dom.common]])
