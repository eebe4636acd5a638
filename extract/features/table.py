"""The one table of block features: what every labeler of ours reads, made once a page."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.candidates import candidate_columns
from pagesight.extract.features.containers import Containers, containers
from pagesight.extract.features.hashed_words import Bags, Words, class_bags, first_words, text_bags
from pagesight.extract.features.named_places import Names, names, place_name_columns
from pagesight.extract.features.neighbours import near_columns, place_columns
from pagesight.extract.features.page import agreement_columns, page_facts
from pagesight.extract.features.repeats import (
    Kinds,
    kinds,
    path_columns,
    recurrence_columns,
    repeat_columns,
)
from pagesight.extract.features.text import Column, TextCounts, text_columns, text_counts
from pagesight.extract.features.tree import tree_columns
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_LEVEL, TAGS, Kind
from pagesight.extract.page.elements import Rows

_TAGS = ("p", "li", "td", "th", "dt", "dd", "div", "pre", "blockquote", "figcaption", "span",
         "button", "section", "article")  # fmt: skip
_LEVELS = np.zeros(len(TAGS) + 1)
_LEVELS[list(HEADING_LEVEL)] = list(HEADING_LEVEL.values())


@dataclass(frozen=True)
class BlockFeatures:
    """The columns of a page, (columns, blocks), their names, and what they were made from."""

    columns: tuple[str, ...]
    by_column: NDArray[np.float32]  # (columns, blocks)
    tree: Containers
    names: Names
    kinds: Kinds
    words: Words
    counts: TextCounts

    @property
    def matrix(self) -> NDArray[np.float32]:
        """Return the columns side by side, (blocks, columns)."""
        return self.by_column.T

    def column(self, name: str) -> NDArray[np.float32]:
        """Return one of the columns, (blocks,)."""
        found: NDArray[np.float32] = self.by_column[self.columns.index(name)]
        return found

    @cached_property
    def class_words(self) -> tuple[Bags, ...]:
        """Return the hashed words of the class names above each block."""
        return class_bags(self.tree, self.names)

    @cached_property
    def text_words(self) -> tuple[Bags, ...]:
        """Return the hashed first words of each block, and of the headings before them."""
        return text_bags(self.words)


def block_features(document: Document) -> BlockFeatures:
    """Return the features of a page that has at least one block."""
    cuts, elements = document.cuts, document.elements
    counts = document.once(text_counts)
    tree, beside = containers(document), document.head
    tag = elements.tag[elements.block[cuts.element]]
    levels = _LEVELS[np.minimum(tag, len(TAGS))]
    named = names(tree.names)
    words = first_words(cuts.texts, tag, levels)
    kind = kinds(tree, named)
    facts = page_facts(document.page.url, counts, tag, levels)
    columns: dict[str, Column | float] = {
        **text_columns(counts),
        **_tag_columns(document, tag, levels),
        **tree_columns(tree, counts, (levels > 0).astype(np.float64)),
        **place_name_columns(tree, named, counts.chars),
        **candidate_columns(tree, named, counts),
        **repeat_columns(tree, counts, kind),
        **path_columns(tree, counts, kind),
        **near_columns(counts, levels),
        **place_columns(counts, levels),
        **recurrence_columns(tree, counts, kind, cuts.texts),
        **agreement_columns(beside, words),
        **{f"page_{name}": value for name, value in facts.items()},
    }
    by_column = np.empty((len(columns), len(cuts.texts)), np.float32)
    for number, values in enumerate(columns.values()):
        by_column[number] = values
    return BlockFeatures(tuple(columns), by_column, tree, named, kind, words, counts)


def _tag_columns(document: Document, tag: Rows, levels: Column) -> dict[str, Column | float]:
    """Return the tags of the blocks, whether they are hidden, and whether they hold an image."""
    cuts, elements = document.cuts, document.elements
    is_image = elements.kind[document.texts.holder] == Kind.IMAGE
    images = np.append(0, np.cumsum(is_image))
    has_text = np.fromiter(map(bool, cuts.texts), np.bool_, len(cuts.texts))
    columns: dict[str, Column | float] = {
        f"tag_{name}": ((tag == CODE[name]) & has_text).astype(np.float64) for name in _TAGS
    }
    columns["tag_img"] = (~has_text).astype(np.float64)
    columns["heading"] = levels
    columns["hidden"] = cuts.hidden.astype(np.float64)
    columns["image"] = (images[cuts.end] > images[cuts.start]).astype(np.float64)
    return columns
