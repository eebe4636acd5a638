"""Define labelers of blocks, and make an extractor of one: by it, which text is content."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import Genre
from pagesight.extract.extraction import Extraction, Forecast, page_handle
from pagesight.extract.features.named_places import vocabulary
from pagesight.extract.features.table import block_features, within_named
from pagesight.extract.features.text import text_counts
from pagesight.extract.metadata.entities.recipe.read import recipe_lines
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.controls import without_controls
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, tag_mask
from pagesight.extract.records.listing import Listing, shift_log_odds
from pagesight.extract.records.posts.find import Thread, says_thread
from pagesight.extract.records.record import RecordKind, RecordSearch
from pagesight.extract.selection.asides import (
    are_comments,
    as_wanted,
    in_overlay,
    in_widgets,
    is_of_comments,
)
from pagesight.extract.selection.captions import (
    captions,
    with_last_images,
    with_lead_picture,
    with_notes,
)
from pagesight.extract.selection.choose import Choice, is_contentless, nothing_of, select
from pagesight.extract.selection.companions import with_announced, with_questions, with_resources
from pagesight.extract.selection.copies import without_copies, without_repeated_headings
from pagesight.extract.selection.endings import (
    further_articles,
    without_author_boxes,
    without_footer,
    without_other_stories,
)
from pagesight.extract.text.tokens import visible

# Blocks less probable are dropped however poor the page is. The papers cut at one half, which is
# best for counting leaves, not words. (150 pages of WCXB, word F1 with the cut at one half and with
# this one: BoilerNet .772 and .823, MultiBoilerNet .747 and .821, Web2Text .833 and .851.)
LOWEST_CUT = 0.15
# Share of the threshold from which a block may be of a record.
_LIKELY = 0.5
# Log-odds of a recipe's ingredients and steps. Of every second page of `recipes`, on two halves of
# the sites: .945 and .928 of the lines of ingredients are kept with 0, .973 and .987 with 2, .987
# and .990 with 3, .987 and .991 with 4; of nine other corpora, 1,266 pages, two change with 3.
_MORE_IN_RECIPE = 3.0
# Of a list's probability of being a forum, from which on it may be one of posts. By hand: of 2,000
# pages of lists, courts, meetings and blogs three had posts and as much, all of them threads.
_MAY_BE = 0.2
_IS_ARTICLE = 0.5  # then what is called comments are those on it, be it a picture; by hand
# Words of a sentence, and of sentences that are an article: two pages of WCXB without content have
# 32 and 64 of them, an article all in one link, which looked like none of it, 121.
_SENTENCE, _ARTICLE = 12, 100
_SPECIFICATIONS = vocabulary(
    "attributes attribute specification specifications specs spec technical datasheet properties"
    " characteristics caracteristicas caracteristiques merkmale eigenschaften"
)
_is_table = tag_mask("table", "dl")
# Log-odds, by hand: on 119 pages of products in WCXB dev word F1 is .7322 with it, .7317 without.
_MORE_OF_PRODUCT = 2.0
Probabilities = NDArray[np.float64]
_AHEAD = 8  # blocks of one element that are looked through for a leaf's text


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
    probabilities = np.where(in_widgets(document) | in_overlay(document), 0.0, probabilities)
    posts = _posts(document, records)
    thread = None if posts and are_comments(posts) else posts
    if thread:
        probabilities = thread.reweight(probabilities)
    else:
        probabilities = np.where(further_articles(document), 0.0, probabilities)
        probabilities = _more_in_recipe(document, probabilities)
        if records.product:
            probabilities = _more_in_specifications(document, probabilities)
    unseen = document.cuts.unseen
    probabilities = np.where(unseen, 0.0, probabilities)
    choice = _choice(document, probabilities, lowest_cut, records)
    likely = (probabilities >= _LIKELY * choice.threshold) & ~unseen
    listing = None if thread else _listing(document, likely, records)
    if listing and listing.is_list:
        probabilities = listing.reweight(probabilities)
        choice = _choice(document, probabilities, lowest_cut, records)
    chosen = choice.kept
    if listing and listing.is_list:  # the text names all items that the records do
        chosen = listing.with_titles(chosen)
    if thread:  # what whole tables bring in around posts is who wrote them, and buttons
        chosen = chosen & (thread.in_posts | (probabilities >= choice.threshold))
        chosen = thread.with_every_post(chosen)
    kept = with_questions(document, chosen & ~unseen, probabilities)
    kept = with_announced(with_resources(document, kept, probabilities), document)
    kept = as_wanted(kept, document, posts, is_product=records.product)
    kept = without_repeated_headings(without_copies(kept & ~unseen, document), document)
    kept = without_controls(kept, document)
    if not (listing and listing.is_list):
        kept = without_other_stories(kept, document)
        kept = kept if thread else without_author_boxes(kept, document)
    kept = without_footer(kept, document)
    kept = with_last_images(kept, document)
    kept = with_lead_picture(kept | captions(kept, document), document)
    kept = with_notes(kept, document)
    numbers = np.flatnonzero(kept).tolist()
    return Extraction(
        method,
        tuple(blocks[number] for number in numbers),
        tuple(probabilities[kept].tolist()),
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
    """Return the best choice of blocks; none of a page without content, which no product's is.

    Nor is one with sentences enough for an article, however unlikely they look.
    """
    counts = document.once(text_counts)
    if not records.product and is_contentless(probabilities, counts.words):
        in_sentences = (counts.ended > 0) & (counts.words >= _SENTENCE)
        if counts.words[in_sentences].sum() < _ARTICLE:
            return nothing_of(document.once(block_features))
    beta = document.wanted.beta
    features, unseen = document.once(block_features), document.cuts.unseen
    return select(features, probabilities, lowest_cut, beta, unseen)


def _more_in_specifications(
    document: Document, probabilities: NDArray[np.floating]
) -> NDArray[np.floating]:
    """Return the probabilities of a product's page, more in tables that are called its facts."""
    elements = document.elements
    in_table = elements.inside(_is_table(elements.tag))[document.cuts.element]
    named = within_named(document, _SPECIFICATIONS)
    return shift_log_odds(probabilities, np.where(in_table & named, _MORE_OF_PRODUCT, 0.0))


def _more_in_recipe(
    document: Document, probabilities: NDArray[np.floating]
) -> NDArray[np.floating]:
    """Return the probabilities, more for the ingredients and steps of a recipe that is shown."""
    if not document.budget.has_time_for("the recipe's lists"):
        return probabilities
    lines = recipe_lines(document)
    if lines is None:
        return probabilities
    return shift_log_odds(probabilities, np.where(lines, _MORE_IN_RECIPE, 0.0))


def _posts(document: Document, records: RecordSearch) -> Thread | None:
    """Return what finds the page's posts; None for a page of none, or past the deadline."""
    are_stated = records.kind != "none" and says_thread(document)
    is_article = records.genres.get(Genre.ARTICLE, 1.0) >= _IS_ARTICLE
    are_stated = are_stated or (not is_article and is_of_comments(document))
    may_be_thread = records.kind == "items" and records.genres.get(Genre.FORUM, 0.0) >= _MAY_BE
    may_be_thread = may_be_thread and recipe_lines(document) is None
    are_sought = are_stated or may_be_thread or records.kind == "posts-or-items"
    if not are_sought or not document.budget.has_time_for("records"):
        return None
    thread = document.once(Thread)
    is_sure = are_stated or not may_be_thread
    return thread if thread.has_posts and (is_sure or not thread.are_titled) else None


def _listing(document: Document, likely: Flags, records: RecordSearch) -> Listing | None:
    """Return what finds the page's items; None for a page of none, or past the deadline."""
    if records.kind == "none" or not document.budget.has_time_for("records"):
        return None
    return Listing(document, likely, records.genres, is_list=records.kind == "items")


def onto_blocks(labels: Labels, blocks: Sequence[Block]) -> Probabilities:
    """Return the probability that each of the document's blocks is content, (blocks,).

    It is the mean of the leaves in the block, weighted by their characters: a link in a sentence is
    one leaf of three. A block without text (an image) has the lower probability of its nearest
    neighbours with text; a block of text that the labeler does not read, such as a button's, has 0.
    """
    chars = np.zeros(len(blocks))
    content = np.zeros(len(blocks))
    places = _Places(blocks)
    for leaf, probability in zip(labels.blocks, labels.probabilities, strict=True):
        text = _plain(leaf.text)
        number = places.next_of(leaf.path, text)
        if number is not None:
            chars[number] += len(text)
            content[number] += len(text) * probability
    means = content / np.maximum(chars, 1)
    has_text = np.array([bool(block.text) for block in blocks], np.bool_)
    return np.where(has_text, means, _lower_neighbours(means, has_text))


class _Places:
    """Where the next leaf belongs; leaves and blocks are both in document order."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._texts = [_plain(block.text) for block in blocks]
        self._under: defaultdict[str, list[int]] = defaultdict(list)  # path -> blocks it holds
        for number, block in enumerate(blocks):
            self._under[block.path].append(number)
        self._block = 0
        self._offset = 0  # of the text that comes next in that block

    def next_of(self, path: str, text: str) -> int | None:
        """Return the first block from here on that holds the text of a leaf at `path`, or None."""
        for number in sorted(self._candidates(path)):
            start = self._offset if number == self._block else 0
            at = self._texts[number].find(text, start) if text else -1
            if at >= 0:
                self._block, self._offset = number, at + len(text)
                return number
        return None

    def _candidates(self, path: str) -> Iterator[int]:
        """Yield the next blocks of the element at `path` and of those above it."""
        while path:
            held = self._under.get(path, ())
            first = bisect_left(held, self._block)
            yield from islice(held, first, first + _AHEAD)
            path = path.rpartition("/")[0]


def _plain(text: str) -> str:
    return "".join(visible(text).split())


def _lower_neighbours(values: NDArray[np.float64], known: NDArray[np.bool_]) -> Probabilities:
    """Return, for each place, the lower of the nearest known values; 0 beyond the first or last."""
    padded = np.concatenate([[0.0], values, [0.0]])
    at = np.arange(len(padded))
    is_known = np.concatenate([[True], known, [True]])
    before = np.maximum.accumulate(np.where(is_known, at, 0))
    after = np.minimum.accumulate(np.where(is_known, at, len(at) - 1)[::-1])[::-1]
    lower: Probabilities = np.minimum(padded[before], padded[after])[1:-1]
    return lower
