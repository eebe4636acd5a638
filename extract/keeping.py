"""From the probability of each block to the extraction: what is kept, and how good that will be."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.choice import best_choice
from pagesight.extract.extraction import Extraction
from pagesight.extract.measures_text import word_counts
from pagesight.extract.parse.blocks import Block
from pagesight.extract.whole_tables import with_whole_tables


def keep(
    blocks: Sequence[Block],
    method: str,
    probabilities: NDArray[np.floating],
    lowest_cut: float = 0.0,
) -> Extraction:
    """Return the blocks of highest expected word F1, which is the `score`, with tables whole.

    `probabilities` has one a block; blocks less probable than `lowest_cut` are
    dropped however poor the page is.
    """
    verdict = probabilities.astype(np.float64)
    choice = best_choice(verdict, word_counts(blocks))
    threshold = max(choice.threshold, lowest_cut)
    kept = with_whole_tables(blocks, verdict, threshold)
    return Extraction(
        method,
        tuple(blocks[number] for number in kept),
        tuple(float(verdict[number]) for number in kept),
        score=choice.expected_f1,
    )
