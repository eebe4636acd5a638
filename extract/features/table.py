"""The one table of block features: what every labeler of ours reads, made once a page.

Structured data (JSON-LD, the type of Open Graph) is left out: sites fill it in for search engines,
whatever the page is. Models that knew the types dropped the short lines of pages that call
themselves articles.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.candidates import candidate_columns
from pagesight.extract.features.columns import distinct, last_where, shifted, windowed
from pagesight.extract.features.containers import Containers, containers, tree_columns
from pagesight.extract.features.hashed_words import (
    Bags,
    Words,
    class_bags,
    first_words,
    text_bags,
    word_hashes,
)
from pagesight.extract.features.named_places import (
    Names,
    PlaceVocabulary,
    names,
    place_name_columns,
)
from pagesight.extract.features.repeats import (
    Kinds,
    kinds,
    path_columns,
    recurrence_columns,
    repeat_columns,
)
from pagesight.extract.features.text import Column, TextCounts, text_columns, text_counts
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_LEVEL, TAGS, Kind
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.page.head import PageHead

_TAGS = ("p", "li", "td", "th", "dt", "dd", "div", "pre", "blockquote", "figcaption", "span",
         "button", "section", "article")  # fmt: skip
_LEVELS = np.zeros(len(TAGS) + 1)
_LEVELS[list(HEADING_LEVEL)] = list(HEADING_LEVEL.values())
_split_address = re.compile(r"https?://[^/?#]*([^?#]*)").match
_NEIGHBOURS = (-2, -1, 1, 2)
_WINDOWS = (4, 12)  # blocks to either side
_NO_HEADING = 200.0  # blocks since a heading, where there is none


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
        values: NDArray[np.float32] = self.by_column[self.columns.index(name)]
        return values

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
    groups = kinds(tree, named)
    facts = page_facts(document.page.url, counts, tag, levels)
    columns: dict[str, Column | float] = {
        **text_columns(counts),
        **_tag_columns(document, tag, levels),
        **tree_columns(tree, counts, (levels > 0).astype(np.float64)),
        **place_name_columns(tree, named, counts.chars),
        **candidate_columns(tree, named, counts),
        **repeat_columns(tree, counts, groups),
        **path_columns(tree, counts, groups),
        **near_columns(counts, levels),
        **place_columns(counts, levels),
        **recurrence_columns(tree, counts, groups, cuts.texts),
        **agreement_columns(beside, words),
        **{f"page_{name}": value for name, value in facts.items()},
    }
    by_column = np.empty((len(columns), len(cuts.texts)), np.float32)
    for number, values in enumerate(columns.values()):
        by_column[number] = values
    return BlockFeatures(tuple(columns), by_column, tree, named, groups, words, counts)


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


def without_address(features: BlockFeatures) -> BlockFeatures:
    """Return the features of the page as if its address were not known."""
    columns = features.by_column.copy()
    columns[[features.columns.index(f"page_{name}") for name in _path_facts("")]] = 0.0
    return replace(features, by_column=columns)


def page_facts(url: str, counts: TextCounts, tag: Rows, levels: Column) -> dict[str, float]:
    """Return facts of the page, the same for each of its blocks."""
    blocks, chars = len(tag), max(float(counts.chars.sum()), 1.0)
    return {
        "blocks": float(blocks),
        "chars": chars,
        "links": float(counts.link_chars.sum()) / chars,
        "prose": float(counts.prose.sum()) / chars,
        "ends": float(counts.ends.sum()) / chars,
        "paragraphs": np.count_nonzero(tag == CODE["p"]) / blocks,
        "items": np.count_nonzero(tag == CODE["li"]) / blocks,
        "cells": np.count_nonzero(tag == CODE["td"]) / blocks,
        "headings": np.count_nonzero(levels) / blocks,
        "block_chars": chars / blocks,
        **_path_facts(url),
    }


def _path_facts(url: str) -> dict[str, float]:
    """Return facts of the address's path; zeros without one."""
    address = _split_address(url)
    path = address[1].strip("/") if address else ""
    return {
        "path_steps": float(len(path.split("/"))) if path else 0.0,
        "path_chars": float(len(path)),
        "path_digits": sum(map(str.isdigit, path)) / max(len(path), 1),
    }


def agreement_columns(beside: PageHead, words: Words) -> dict[str, Column]:
    """Return how much of each block the title and the description hold."""
    in_title, title_in = _shared(words, beside.title)
    best = int(np.argmax(title_in * (in_title > 0.3)))
    return {
        "in_title": in_title,
        "title_in": title_in,
        "in_description": _shared(words, beside.description)[0],
        "since_title": np.arange(len(words.tag), dtype=np.float64) - best,
    }


def _shared(words: Words, text: str) -> tuple[Column, Column]:
    """Return the share of each block's first words in the text, and of the text's in the block."""
    count = len(words.tag)
    known = distinct(word_hashes(text))
    sizes = np.maximum(np.bincount(words.block, minlength=count), 1)
    if not len(known):
        return np.zeros(count), np.zeros(count)
    at = np.minimum(np.searchsorted(known, words.word), len(known) - 1)
    hit = known[at] == words.word
    in_text = np.bincount(words.block[hit], minlength=count) / sizes
    pairs = distinct(words.block[hit] * len(known) + at[hit])
    return in_text, np.bincount(pairs // len(known), minlength=count) / len(known)


def near_columns(counts: TextCounts, levels: Column) -> dict[str, Column]:
    """Return lengths, link shares and headings of the neighbours, and sums over windows."""
    columns: dict[str, Column] = {}
    for step in _NEIGHBOURS:
        columns[f"words{step:+d}"] = shifted(counts.words, step)
        columns[f"links{step:+d}"] = shifted(counts.links, step, 1.0)
    for step in (-1, 1):
        columns[f"ends{step:+d}"] = shifted(counts.ends, step)
        columns[f"heading{step:+d}"] = shifted(levels, step)
    for width in _WINDOWS:
        chars = windowed(counts.chars, width)
        some = np.maximum(chars, 1)
        columns[f"window{width}_chars"] = chars
        columns[f"window{width}_links"] = windowed(counts.link_chars, width) / some
        columns[f"window{width}_prose"] = windowed(counts.prose, width) / some
    return columns


def place_columns(counts: TextCounts, levels: Column) -> dict[str, Column]:
    """Return where on the page each block is, and which headings are before it."""
    blocks = len(levels)
    order = np.arange(blocks, dtype=np.float64)
    running, total = np.cumsum(counts.chars), max(float(counts.chars.sum()), 1.0)
    first_h1 = np.flatnonzero(levels == 1)
    heading = last_where(levels > 0)
    return {
        "order": order,
        "place": order / blocks,
        "chars_before": (running - counts.chars) / total,
        "from_end": blocks - order,
        "since_h1": order - (first_h1[0] if len(first_h1) else -1),
        "since_heading": np.where(heading >= 0, order - heading, _NO_HEADING),
        "under": np.where(heading >= 0, levels[heading], 0),
    }


def within(features: BlockFeatures, flags: Flags) -> Flags:
    """Return which blocks are in a flagged element."""
    tree = features.tree
    return np.asarray(tree.around(flags.astype(np.int64))[tree.leaf] > 0)


def within_named(document: Document, place: PlaceVocabulary) -> Flags:
    """Return which blocks are in an element whose names are of a vocabulary."""
    features = document.once(block_features)
    return within(features, place.sets_of(features.names)[features.tree.name] > 0)
