"""Make an extractor of a labeler."""

import numpy as np

from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.base import Labeler, Labels
from pagesight.extract.labelers.onto_blocks import onto_blocks
from pagesight.extract.parse.document import Document
from pagesight.extract.records.listing import Listing
from pagesight.extract.selection import select

# Blocks less probable are dropped however poor the page is. The papers cut at one half, which is
# best for counting leaves, not words. (150 pages of WCXB, word F1 with the cut at one half and with
# this one: BoilerNet .772 and .823, MultiBoilerNet .747 and .821, Web2Text .833 and .851.)
LOWEST_CUT = 0.15
# Share of the threshold from which a block may be of a record. F1 of records on 103 lists of courts
# (Juriscraper) and 119 of feeds: 1 gives .596 and .894, .5 .613 and .895, .3 .611 and .896.
_LIKELY = 0.5


class LabelerExtractor:
    """Keeps the blocks whose expected word F1 is highest, and tables whole."""

    def __init__(
        self, labeler: Labeler, lowest_cut: float = LOWEST_CUT, *, records: bool = False
    ) -> None:
        """Take a labeler; `records` says that its pages are lists of items."""
        self.labeler = labeler
        self._lowest_cut = lowest_cut
        self._records = records

    @property
    def name(self) -> str:
        """Return the labeler's name."""
        return self.labeler.name

    def __call__(self, document: Document) -> Extraction:
        """Return what the labels of the document's blocks keep."""
        return self.extract(document, self.labeler.label(document))

    def extract(self, document: Document, labels: Labels) -> Extraction:
        """Return what those labels keep."""
        return keep(document, self.name, labels, self._lowest_cut, records=self._records)


def keep(
    document: Document, method: str, labels: Labels, lowest_cut: float, *, records: bool | None
) -> Extraction:
    """Return the blocks that the labels keep, without hidden ones, with records if asked for.

    None asks for records where the page is built as a list. `score` is the word F1 that the
    probabilities promise.
    """
    blocks = document.blocks
    if not blocks:
        quality = labels.expected_quality
        return Extraction(method, (), (), source=document.metadata_source, expected_quality=quality)
    probabilities = labels.probabilities
    if labels.blocks is not blocks:
        probabilities = onto_blocks(labels, blocks)
    choice = select(document.features, probabilities, lowest_cut)
    kept = choice.kept & ~document.cuts.unseen
    numbers = np.flatnonzero(kept).tolist()
    listing = None
    if records is not False and document.budget.has_time_for("records"):
        likely = (probabilities >= _LIKELY * choice.threshold) & ~document.cuts.unseen
        listing = Listing(document, likely, records)
    return Extraction(
        method,
        tuple(blocks[number] for number in numbers),
        tuple(float(probabilities[number]) for number in numbers),
        source=document.metadata_source,
        score=choice.expected_f1,
        expected_quality=labels.expected_quality,
        page_probabilities=tuple(probabilities.tolist()),
        threshold=choice.threshold,
        listing=listing,
    )
