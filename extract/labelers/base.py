"""Define a labeler: a page in, text blocks and the probability that each is content out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.extraction import Forecast
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document


@dataclass(frozen=True, slots=True)
class Labels:
    """Blocks of a page in document order and their probabilities of being content, (blocks,).

    `forecast` knows the word F1 that such labels reach on pages like this; None of a labeler that
    does not.
    """

    blocks: Sequence[Block]
    probabilities: NDArray[np.floating]
    forecast: Forecast | None = None


class Labeler(Protocol):
    """A model that labels the blocks of its own segmentation."""

    name: str

    def label(self, document: Document) -> Labels:
        """Return the page's blocks with their probabilities."""
        ...
