"""Describe the page as a whole, and how each block agrees with its title and description.

Structured data (JSON-LD, the type of Open Graph) is left out: sites fill it in for search engines,
whatever the page is. Models that knew the types dropped the short lines of pages that call
themselves articles.
"""

import re

import numpy as np

from pagesight.extract.features.columns import distinct
from pagesight.extract.features.hashed_words import Words, word_hashes
from pagesight.extract.features.text import Column, TextCounts
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Rows
from pagesight.extract.page.head import PageHead

_split_address = re.compile(r"https?://[^/?#]*([^?#]*)").match


def page_facts(url: str, counts: TextCounts, tag: Rows, levels: Column) -> dict[str, float]:
    """Return facts of the page, the same for each of its blocks."""
    blocks, chars = len(tag), max(float(counts.chars.sum()), 1.0)
    address = _split_address(url)
    path = address[1].strip("/") if address else ""
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
