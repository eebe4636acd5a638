"""Make an extractor of a labeler."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.extraction import Extraction, page_handle
from pagesight.extract.features.table import block_features
from pagesight.extract.features.text import text_counts
from pagesight.extract.labelers.base import Labeler, Labels
from pagesight.extract.labelers.onto_blocks import onto_blocks
from pagesight.extract.page.controls import without_controls
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.records.record import RecordKind, RecordSearch
from pagesight.extract.selection.as_wanted import are_comments, as_wanted
from pagesight.extract.selection.captions import captions, with_lead_picture
from pagesight.extract.selection.choose import Choice, is_contentless, nothing_of, select
from pagesight.extract.selection.copies import without_copies
from pagesight.extract.selection.first_article import further_articles
from pagesight.extract.selection.questions import with_questions

# Blocks less probable are dropped however poor the page is. The papers cut at one half, which is
# best for counting leaves, not words. (150 pages of WCXB, word F1 with the cut at one half and with
# this one: BoilerNet .772 and .823, MultiBoilerNet .747 and .821, Web2Text .833 and .851.)
LOWEST_CUT = 0.15
# Share of the threshold from which a block may be of a record.
_LIKELY = 0.5


class LabelerExtractor:
    """Keeps the blocks whose expected word F1 is highest, and tables whole."""

    def __init__(
        self, labeler: Labeler, lowest_cut: float = LOWEST_CUT, *, records: RecordKind = "none"
    ) -> None:
        """Take a labeler; `records` says what its pages are made of."""
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
        search = RecordSearch(self._records)
        return keep(document, self.name, labels, self._lowest_cut, records=search)


def keep(
    document: Document, method: str, labels: Labels, lowest_cut: float, *, records: RecordSearch
) -> Extraction:
    """Return the blocks that the labels keep, without hidden ones, and what finds the records.

    `score` is the word F1 that the probabilities promise.
    """
    blocks = document.blocks
    page = replace(page_handle(document), has_product=records.product, forecast=labels.forecast)
    if not blocks:
        return Extraction(method, (), (), page=page)
    probabilities = labels.probabilities
    if labels.blocks is not blocks:
        probabilities = onto_blocks(labels, blocks)
    posts = _posts(document, records)
    thread = None if posts and are_comments(posts) else posts
    if thread:
        probabilities = thread.reweight(probabilities)
    else:
        probabilities = np.where(further_articles(document), 0.0, probabilities)
    choice = _choice(document, probabilities, lowest_cut, records)
    unseen = document.cuts.unseen
    likely = (probabilities >= _LIKELY * choice.threshold) & ~unseen
    listing = None if thread else _listing(document, likely, records)
    if listing and listing.is_list:
        probabilities = listing.reweight(probabilities)
        choice = _choice(document, probabilities, lowest_cut, records)
    kept = with_questions(document, choice.kept & ~unseen, probabilities)
    kept = without_copies(as_wanted(kept, document, posts) & ~unseen, document)
    kept = without_controls(kept, document)
    kept = with_lead_picture(kept | captions(kept, document), document)
    numbers = np.flatnonzero(kept).tolist()
    return Extraction(
        method,
        tuple(blocks[number] for number in numbers),
        tuple(float(probabilities[number]) for number in numbers),
        score=choice.expected_f1,
        page_probabilities=tuple(probabilities.tolist()),
        threshold=choice.threshold,
        page=replace(page, items=thread or listing),
    )


def _choice(
    document: Document,
    probabilities: NDArray[np.floating],
    lowest_cut: float,
    records: RecordSearch,
) -> Choice:
    """Return the best choice of blocks; none of a page without content, which no product's is."""
    if not records.product and is_contentless(probabilities, document.once(text_counts).words):
        return nothing_of(document.once(block_features))
    beta = document.wanted.beta
    return select(document.once(block_features), probabilities, lowest_cut, beta)


def _posts(document: Document, records: RecordSearch) -> Thread | None:
    """Return what finds the page's posts; None for a page of none, or past the deadline."""
    if records.kind != "posts-or-items" or not document.budget.has_time_for("records"):
        return None
    thread = Thread(document)
    return thread if thread.has_posts else None


def _listing(document: Document, likely: Flags, records: RecordSearch) -> Listing | None:
    """Return what finds the page's items; None for a page of none, or past the deadline."""
    if records.kind == "none" or not document.budget.has_time_for("records"):
        return None
    return Listing(document, likely, records.genres, is_list=records.kind == "items")
