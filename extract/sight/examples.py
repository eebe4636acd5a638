"""Pages made ready to train the sight labeler: features, bags of words and labels."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.features.hashed_words import BINS, Bags, class_bags, text_bags
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.gold.labels import CONTENT, NOT_COUNTED, GoldLabels, gold_labels
from pagesight.extract.gold.scores import word_score
from pagesight.extract.parse.document import read

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Example:
    """One page."""

    source: LabelledPage
    texts: tuple[str, ...]
    features: BlockFeatures
    class_words: sparse.csr_matrix  # (blocks, BINS)
    text_words: sparse.csr_matrix
    labels: GoldLabels

    def word_f1(self, kept: NDArray[np.bool_]) -> float:
        """Return the word F1 of the kept blocks against the gold text."""
        text = "\n".join(text for text, keep in zip(self.texts, kept, strict=True) if keep)
        return word_score(text, self.source.text or "").f1


@dataclass(frozen=True, slots=True)
class Rows:
    """The blocks of all pages, one after the other."""

    base: NDArray[np.float32]  # (rows, columns)
    names: tuple[str, ...]
    class_words: sparse.csr_matrix  # (rows, BINS)
    text_words: sparse.csr_matrix
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]  # sums to 1 over a page
    page: NDArray[np.int64]


def examples(pages: Iterable[LabelledPage]) -> list[Example]:
    """Return the pages that have gold text and blocks, each made ready.

    Pages left out are logged.
    """
    found = []
    for page in pages:
        if not page.text:
            continue
        try:
            example = _example(page)
        except ParseError as error:
            _log.warning("left out %s: %s", page.id, error)
            continue
        if example is None:
            _log.warning("left out %s: no block of it is in its gold text", page.id)
        else:
            found.append(example)
    return found


def _example(page: LabelledPage) -> Example | None:
    document = read(page.page)
    if not document.cuts.texts:
        return None
    labels = gold_labels(page, document.blocks)
    if labels is None or not (labels == CONTENT).any():
        return None
    features = block_features(document)
    return Example(
        source=page,
        texts=tuple(document.cuts.texts),
        features=features,
        class_words=word_matrix(class_bags(features.tree, features.names)),
        text_words=word_matrix(text_bags(features.words)),
        labels=labels,
    )


def word_matrix(bags: Sequence[Bags]) -> sparse.csr_matrix:
    """Return how often each block has each word, (blocks, BINS)."""
    return sum(_of_blocks(bag) for bag in bags).tocsr()


def _of_blocks(bag: Bags) -> sparse.csr_matrix:
    ones = np.ones(len(bag.slot), np.float32)
    slots = sparse.csr_matrix((ones, (bag.slot, bag.bin)), shape=(bag.slots, BINS))
    if bag.tree is not None:
        sizes = bag.tree.last - np.arange(bag.slots)
        outer = np.repeat(np.arange(bag.slots), sizes)
        inner = np.arange(len(outer)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + outer
        around = (np.ones(len(outer), np.float32), (inner, outer))
        slots = sparse.csr_matrix(around, shape=(bag.slots, bag.slots)) @ slots
    return sum(slots[of] for of in bag.of)


def as_rows(pages: Sequence[Example]) -> Rows:
    """Return the blocks of the pages as rows.

    A block weighs as the square root of its words, so that a page's long paragraphs do not drown
    its short ones; each page weighs the same.
    """
    weights = []
    for page in pages:
        weight = np.sqrt(page.features.counts.words + 1)
        weight[page.labels == NOT_COUNTED] = 0
        weights.append(weight / max(weight.sum(), 1e-9))
    return Rows(
        base=np.concatenate([page.features.matrix for page in pages]),
        names=pages[0].features.columns,
        class_words=sparse.vstack([page.class_words for page in pages]).tocsr(),
        text_words=sparse.vstack([page.text_words for page in pages]).tocsr(),
        content=np.concatenate([page.labels for page in pages]) == CONTENT,
        weight=np.concatenate(weights),
        page=np.repeat(np.arange(len(pages)), [len(page.texts) for page in pages]),
    )


def scaled_by_words(bags: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return the rows divided by the root of how many words they have."""
    scaled = bags.astype(np.float32)
    counts = np.maximum(np.asarray(bags.sum(axis=1)).ravel(), 1)
    scaled.data = bags.data / np.sqrt(np.repeat(counts, np.diff(bags.indptr))).astype(np.float32)
    return scaled


def drawn(rows: Rows, most: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return about `most` rows a page to learn from, and weights of rows that make up for it."""
    count = np.bincount(rows.page)[rows.page]
    chance = np.minimum(1.0, most / count)
    lucky = np.random.default_rng(seed).random(len(count)) < chance
    return np.flatnonzero(lucky & (rows.weight > 0)), rows.weight / chance
