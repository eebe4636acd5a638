"""Pages made ready to train labelers of a page's own blocks: features, bags of words, labels."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.features.hashed_words import BINS, Bags
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.page.document import Document, read
from pagesight.extract.training.gold.labels import CONTENT, NOT_COUNTED, GoldLabels, gold_labels
from pagesight.extract.training.gold.scores import word_score
from pagesight.extract.training.pace import paced

_log = logging.getLogger(__name__)
_SHOWN = 10  # of the pages left out for a reason


@dataclass(frozen=True, slots=True)
class Example:
    """One page."""

    source: LabelledPage
    texts: tuple[str, ...]
    unseen: NDArray[np.bool_]  # blocks that no extraction has
    features: BlockFeatures
    class_words: sparse.csr_matrix  # (blocks, BINS)
    text_words: sparse.csr_matrix
    labels: GoldLabels

    def word_f1(self, kept: NDArray[np.bool_]) -> float:
        """Return the word F1 of the kept blocks against the gold text."""
        shown = np.flatnonzero(kept & ~self.unseen).tolist()
        text = "\n".join(self.texts[number] for number in shown)
        return word_score(text, self.source.text or "").f1


@dataclass(frozen=True, slots=True)
class Rows:
    """The blocks of all pages, one after the other."""

    base: NDArray[np.float32]  # (rows, columns)
    names: tuple[str, ...]
    class_words: sparse.csr_matrix  # (rows, BINS)
    text_words: sparse.csr_matrix
    content: NDArray[np.bool_]
    counted: NDArray[np.bool_]
    words: NDArray[np.float64]
    page: NDArray[np.int64]

    def weights(self, power: float) -> NDArray[np.float64]:
        """Return words to that power, which sum to 1 over a page; 0 where there is no label.

        So a page's long paragraphs do not drown its short blocks, and each page weighs the same.
        """
        weights = np.where(self.counted, (self.words + 1) ** power, 0.0)
        return np.asarray(weights / np.maximum(np.bincount(self.page, weights), 1e-9)[self.page])


@dataclass(frozen=True, slots=True)
class Dropping:
    """Shares of the pages to learn from without class names and ids, and without address."""

    names: float = 0.1
    addresses: float = 0.1
    seed: int = 0

    def keeps(self, page: str) -> tuple[bool, bool]:
        """Return whether a page, by its id, keeps its names, and its address."""
        chances = np.random.default_rng([self.seed, crc32(page.encode())]).random(2)
        return bool(chances[0] >= self.names), bool(chances[1] >= self.addresses)


def examples(pages: Sequence[LabelledPage], dropping: Dropping = Dropping()) -> list[Example]:
    """Return the pages that have gold text and blocks of it, each made ready.

    Some lose their names or address, so that models hold where pages have none. How many were left
    out for each reason is logged, and the first of them.
    """
    found = []
    left_out: dict[str, list[str]] = {}
    for page in paced(pages, "pages read"):
        names, address = dropping.keeps(page.id)
        made = _example(page, names=names, address=address)
        if isinstance(made, Example):
            found.append(made)
        else:
            left_out.setdefault(made, []).append(page.id)
    for reason, ids in left_out.items():
        more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
        shown = ", ".join(ids[:_SHOWN]) + more
        _log.warning("left out %d pages, %s: %s", len(ids), reason, shown)
    return found


def _example(page: LabelledPage, *, names: bool, address: bool) -> Example | str:
    """Return the page made ready, or why it cannot be."""
    if not page.text:
        return "without gold text"
    try:
        document = read(page.page)
    except ParseError:
        return "which hold no HTML"
    labels = gold_labels(page, document.blocks)
    if labels is None or not (labels == CONTENT).any():
        return "no block of which is in their gold text"
    features = _with(document, names=names, address=address).once(block_features)
    return Example(
        source=page,
        texts=tuple(document.cuts.texts),
        unseen=document.cuts.unseen,
        features=features,
        class_words=word_matrix(features.class_words),
        text_words=word_matrix(features.text_words),
        labels=labels,
    )


def _with(document: Document, *, names: bool, address: bool) -> Document:
    """Return the document with or without class names and ids, and its address."""
    elements, page = document.elements, document.page
    nothing = [""] * len(elements)
    return replace(
        document,
        elements=elements if names else replace(elements, classes=nothing, ids=nothing),
        page=page if address else replace(page, url=""),
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
    """Return the blocks of the pages as rows."""
    labels = np.concatenate([page.labels for page in pages])
    return Rows(
        base=np.concatenate([page.features.matrix for page in pages]),
        names=pages[0].features.columns,
        class_words=sparse.vstack([page.class_words for page in pages]).tocsr(),
        text_words=sparse.vstack([page.text_words for page in pages]).tocsr(),
        content=labels == CONTENT,
        counted=labels != NOT_COUNTED,
        words=np.concatenate([page.features.counts.words for page in pages]),
        page=np.repeat(np.arange(len(pages)), [len(page.texts) for page in pages]),
    )
