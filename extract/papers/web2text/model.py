"""Web2Text: label the leaves of the collapsed DOM (Vogels, Ganea and Eickhoff, ECIR 2018).

Two small convolutional networks, one over blocks and one over edges, and Viterbi's algorithm over
what they say. The networks have 30,830 weights, so numpy runs them; torch only trains them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.extractor import Labels
from pagesight.extract.models.folder import Model, build_model
from pagesight.extract.page.document import Document
from pagesight.extract.papers.web2text.collapsed_dom import CollapsedDom, collapse
from pagesight.extract.papers.web2text.features import NodeFeatures, block_features, edge_features

Potentials = NDArray[np.float64]

_States = tuple[float, float]  # best score of a sequence that ends in label 0, in label 1
KIND = "web2text"
NETWORKS = ("blocks", "edges")  # their weights are named after them: blocks.layers.0.weight
EDGE_WEIGHT = 0.1  # lambda (section 3.5; the reference script has 1)
Values = NDArray[np.float32]


def viterbi_log_odds(unary: Potentials, pairwise: Potentials, weight: float) -> Potentials:
    """Return how much better the best labelling with 1 at each block is than the best with 0.

    A labelling's score is the sum of `unary` (log-probabilities, (blocks, 2)) over its blocks and
    of `weight` times `pairwise` ((blocks - 1, 4), of the pairs 00, 01, 10, 11) over its edges. The
    best labelling has 1 where the odds are above 0: the maximum of Viterbi's algorithm, run from
    both ends, and at once a certainty for each block. Two labels are too few for numpy to pay.
    """
    scores = [tuple(row) for row in unary.tolist()]
    steps = [tuple(row) for row in (weight * pairwise).tolist()]
    forward = _best_ends(scores, steps)
    reversed_steps = [(stay0, up, down, stay1) for stay0, down, up, stay1 in reversed(steps)]
    backward = _best_ends(scores[::-1], reversed_steps)[::-1]
    # Both directions count the block's own score.
    best = np.array(forward).reshape(-1, 2) + np.array(backward).reshape(-1, 2) - unary
    odds: Potentials = best[:, 1] - best[:, 0]
    return odds


def _best_ends(scores: Sequence[_States], steps: Sequence[tuple[float, ...]]) -> list[_States]:
    """Return the best score of each prefix by its last label."""
    if not scores:
        return []
    zero, one = scores[0]
    best = [(zero, one)]
    for (score0, score1), (to00, to01, to10, to11) in zip(scores[1:], steps, strict=True):
        zero, one = max(zero + to00, one + to10) + score0, max(zero + to01, one + to11) + score1
        best.append((zero, one))
    return best


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """What the networks read of a page."""

    blocks: Values  # (leaves, 128)
    edges: Values  # (leaves - 1, 25)


def page_features(dom: CollapsedDom) -> PageFeatures:
    """Return the features of the page's blocks and edges. There must be a block."""
    nodes = NodeFeatures(dom)
    blocks, edges = block_features(dom, nodes), edge_features(dom, nodes)
    return PageFeatures(blocks.astype(np.float32), edges.astype(np.float32))


class Web2Text:
    """Labels the leaves of a page's collapsed DOM with trained networks."""

    name = KIND

    def __init__(self, model: Model) -> None:
        """Take the weights of both networks by name. Raises KeyError if any is missing."""
        self._blocks, self._edges = (_layers(model.tensors, network) for network in NETWORKS)
        self._edge_weight = model.config["edge_weight"]

    def label(self, document: Document) -> Labels:
        """Return the leaves and their probabilities; more than one half is Viterbi's content."""
        dom = collapse(document)
        if not dom.leaves:
            return Labels((), np.zeros(0, np.float32))
        return Labels(dom.leaves, self.probabilities(page_features(dom)))

    def probabilities(self, page: PageFeatures) -> Values:
        """Return the probability of each block: the best labelling with it against that without."""
        unary = log_probabilities(self._blocks, page.blocks)
        pairwise = log_probabilities(self._edges, page.edges)
        odds = viterbi_log_odds(
            unary.astype(np.float64), pairwise.astype(np.float64), self._edge_weight
        )
        probability: Values = (1 / (1 + np.exp(-odds.clip(-50, 50)))).astype(np.float32)
        return probability


def log_probabilities(layers: Sequence[tuple[Values, Values]], features: Values) -> Values:
    """Return the log-probabilities of the classes, (n, classes), of one page's features.

    Weights are (wide, narrow, kernel), as torch's; the kernel is 1 or 3, the padding zeros.
    """
    values = features
    for number, (weight, bias) in enumerate(layers):
        if number:
            values = np.maximum(values, 0)
        reach = weight.shape[2] // 2
        padded = np.pad(values, ((reach, reach), (0, 0)))
        steps = [padded[at : at + len(values)] for at in range(weight.shape[2])]
        # (n, kernel * narrow) @ (kernel * narrow, wide)
        flat = weight.transpose(2, 1, 0).reshape(-1, weight.shape[0])
        values = np.concatenate(steps, axis=1) @ flat + bias
    largest = values.max(axis=1, keepdims=True)
    total = np.log(np.exp(values - largest).sum(axis=1, keepdims=True))
    normalised: Values = values - largest - total
    return normalised


def load(model: Path | None = None) -> Web2Text:
    """Return the labeler of a model folder, or of the packaged weights."""
    return build_model(KIND, model, Web2Text)


def _layers(weights: Mapping[str, Any], network: str) -> list[tuple[Values, Values]]:
    names = [f"{network}.layers.{number}" for number in range(5)]
    return [(weights[f"{name}.weight"], weights[f"{name}.bias"]) for name in names]
