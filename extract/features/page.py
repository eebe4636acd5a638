"""Describe the page as a whole, and how each block agrees with what the page says of itself."""

import re

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import distinct
from pagesight.extract.features.hashed_words import Words, word_hashes
from pagesight.extract.features.text import Column, TextCounts
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Rows
from pagesight.extract.page.head import LEAST_CHARS, PageHead

_TYPES = ("article", "posting", "product", "list", "breadcrumb", "forum", "website", "organization",
          "faq", "question")  # fmt: skip
_split_address = re.compile(r"https?://[^/?#]*([^?#]*)").match
_other = re.compile(r"[\W_]+").sub
_NO_OTHERS = {code: None for code in range(128) if not chr(code).isalnum()}  # of ASCII, faster
_MOST_COMPARED = 100_000_000  # characters, for all blocks together
_PROBE = 60  # characters of a block looked for in structured data


def page_facts(
    url: str, beside: PageHead, counts: TextCounts, tag: Rows, levels: Column
) -> dict[str, float]:
    """Return facts of the page, the same for each of its blocks."""
    blocks, chars = len(tag), max(float(counts.chars.sum()), 1.0)
    address = _split_address(url)
    path = address[1].strip("/") if address else ""
    facts = {
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
        "path_steps": float(len(path.split("/"))) if path else 0.0,
        "path_chars": float(len(path)),
        "path_digits": sum(map(str.isdigit, path)) / max(len(path), 1),
        "og_article": float("article" in beside.og_type),
        "og_product": float("product" in beside.og_type),
    }
    types = " ".join(beside.types)
    return facts | {f"is_{name}": float(name in types) for name in _TYPES}


def agreement_columns(beside: PageHead, words: Words, texts: list[str]) -> dict[str, Column]:
    """Return how much of each block the title, the description and structured data hold."""
    in_title, title_in = _shared(words, beside.title)
    best = int(np.argmax(title_in * (in_title > 0.3)))
    return {
        "in_title": in_title,
        "title_in": title_in,
        "in_description": _shared(words, beside.description)[0],
        "in_structured": _found(texts, beside.structured),
        "since_title": np.arange(len(texts), dtype=np.float64) - best,
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


def _found(texts: list[str], structured: str) -> NDArray[np.float64]:
    """Return 1 for blocks whose beginning is in the structured data, -1 for those too short."""
    if not structured:
        return np.full(len(texts), -2.0)
    squeezed = _squeezed(structured).lower()[: _MOST_COMPARED // len(texts)]
    found = np.full(len(texts), -1.0)
    for at, text in enumerate(texts):
        if len(text) >= LEAST_CHARS:
            probe = _squeezed(text[: 2 * _PROBE])[:_PROBE].lower()
            if len(probe) >= LEAST_CHARS:
                found[at] = probe in squeezed
    return found


def _squeezed(text: str) -> str:
    """Return the letters and digits."""
    return text.translate(_NO_OTHERS) if text.isascii() else _other("", text)
