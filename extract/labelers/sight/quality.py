"""How good an extraction will be: what the quality model of the sight labeler reads."""

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.selection.select import Choice

_PAGE_FACTS = (
    "page_blocks", "page_chars", "page_links", "page_prose", "page_paragraphs", "page_items",
    "page_headings", "page_block_chars", "page_path_chars", "page_og_article", "page_og_product",
)  # fmt: skip


def quality_row(
    features: BlockFeatures, probabilities: NDArray[np.float32], choice: Choice
) -> NDArray[np.float32]:
    """Return the facts of a page and its labels that predict its quality, (facts,)."""
    counts, kept = features.counts, choice.kept
    words = counts.words + 1e-3
    doubt = np.minimum(probabilities, 1 - probabilities)
    total, held = float(words.sum()), float(words[kept].sum())
    place = {name: number for number, name in enumerate(features.columns)}
    facts = (
        choice.expected_f1,
        float((probabilities * words)[kept].sum()) / held,
        float((doubt * words).sum()) / total,
        float(doubt.mean()),
        _median(probabilities[kept]),
        float(probabilities.max()),
        held,
        held / total,
        float(kept.mean()),
        float(np.abs(np.diff(kept.astype(np.int8))).sum()) / len(kept),
        float(np.log1p(len(kept))),
        float(counts.links[kept].mean()),
        float(counts.prose[kept].sum()) / max(float(counts.chars[kept].sum()), 1.0),
        *(float(features.by_column[place[name], 0]) for name in _PAGE_FACTS),
    )
    return np.array(facts, np.float32)


def _median(values: NDArray[np.float32]) -> float:
    """Return the median of at least one value: NumPy's own loads its masked arrays, 10 ms."""
    ordered = np.sort(values)
    middle = len(ordered) // 2
    return float((ordered[middle] + ordered[~middle]) / 2)
