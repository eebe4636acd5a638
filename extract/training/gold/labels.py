"""Gold labels of a page's blocks, from the corpus's labels of text nodes or from its gold text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.blocks import Block
from pagesight.extract.training.gold.align import CONTENT_SHARE, align

NOT_COUNTED = -1
NOISE = 0  # as BoilerNet numbers the classes
CONTENT = 1  # likewise

GoldLabels = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class _Classes:
    """What a corpus's node labels mean; all others are noise."""

    content: frozenset[int]
    not_counted: frozenset[int] = frozenset()


_CLASSES: Mapping[str, _Classes] = {
    # BoilerNet's net/misc/prepare_dataset.py: sel1, sel2 and sel3 (headline, text, supplement)
    "l3s_gn1": _Classes(content=frozenset({1, 2, 3})),
    # 2: headings and captions, on which annotators disagree; -1 and 7: no label
    "krdwrd_canola": _Classes(content=frozenset({3}), not_counted=frozenset({-1, 2, 7})),
}


def gold_labels(page: LabelledPage, blocks: Sequence[Block]) -> GoldLabels | None:
    """Return CONTENT, NOISE or NOT_COUNTED for each block, (blocks,); None where there is no gold.

    A block is content if more than two thirds of it are found in the gold text in order (Web2Text,
    section 4.1). Where the corpus labels text nodes, the label of the node of the same text rules.
    The gold policy is the corpus's own: CleanEval's is generous (headings, lists, comments), the
    news corpora's is the article alone.
    """
    if not has_gold(page):
        return None
    shares = np.array(align(blocks, page.text or ""))
    labels = np.where(shares > CONTENT_SHARE, CONTENT, NOISE).astype(np.int8)
    for block, node_label in _node_labels(page, blocks):
        labels[block] = node_label
    return labels


def has_gold(page: LabelledPage) -> bool:
    """Return whether the page has gold text, or labels of text nodes of a known meaning."""
    return page.text is not None or bool(page.block_labels and page.source in _CLASSES)


def _node_labels(page: LabelledPage, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """Return (block number, label) where blocks and labelled text nodes agree, in order."""
    classes = _CLASSES.get(page.source)
    if classes is None or not page.block_labels:
        return []
    nodes = [" ".join(text.split()) for text, _ in page.block_labels]
    matcher = SequenceMatcher(None, [block.text for block in blocks], nodes, autojunk=False)
    return [
        (match.a + step, _meaning(page.block_labels[match.b + step][1], classes))
        for match in matcher.get_matching_blocks()
        for step in range(match.size)
    ]


def _meaning(label: int, classes: _Classes) -> int:
    if label in classes.not_counted:
        return NOT_COUNTED
    return CONTENT if label in classes.content else NOISE
