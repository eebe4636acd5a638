"""What the page says of itself, and how each block agrees with it."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.gold.scores import tokens
from pagesight.extract.labelers.sight_features_text import Column, Columns, TextCounts
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.document import Document

_TYPES = ("article", "posting", "product", "list", "breadcrumb", "forum", "website", "organization",
          "faq", "question")  # fmt: skip
_split_address = re.compile(r"https?://[^/?#]*([^?#]*)").match
_find_types = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(\w+)"').findall
_MOST_STRINGS = 4000  # of a page's structured data
_LEAST_CHARS = 30  # shorter strings of structured data are names, dates, addresses
_MOST_COMPARED = 100_000_000  # characters, for all blocks together
_COMPARED = 500  # characters of a block compared with title and description
_PROBE = 60  # characters of a block looked for in it


def page_columns(document: Document, counts: TextCounts) -> Columns:
    """Return facts of the page, the same for each of its blocks."""
    return {
        f"page_{name}": np.broadcast_to(np.float32(value), len(document.blocks))
        for name, value in _page_facts(document, counts).items()
    }


def _page_facts(document: Document, counts: TextCounts) -> dict[str, float]:
    tags = [block.tag for block in document.blocks]
    chars = max(float(counts.chars.sum()), 1.0)
    address = _split_address(document.page.url)
    path = address[1].strip("/") if address else ""
    types = " ".join(_find_types(_scripts(document.tree))).lower()
    opened = document.tree.xpath("string(//meta[@property='og:type']/@content)").lower()
    facts = {
        "blocks": float(len(tags)),
        "chars": chars,
        "links": float(counts.link_chars.sum()) / chars,
        "prose": float(counts.prose.sum()) / chars,
        "ends": float(counts.ends.sum()) / chars,
        "paragraphs": tags.count("p") / len(tags),
        "items": tags.count("li") / len(tags),
        "cells": tags.count("td") / len(tags),
        "headings": sum(tag[0] == "h" and tag[1:].isdigit() for tag in tags) / len(tags),
        "block_chars": chars / len(tags),
        "path_steps": float(len(path.split("/"))) if path else 0.0,
        "path_chars": float(len(path)),
        "path_digits": sum(map(str.isdigit, path)) / max(len(path), 1),
        "og_article": float("article" in opened),
        "og_product": float("product" in opened),
    }
    return facts | {f"is_{name}": float(name in types) for name in _TYPES}


def agreement_columns(document: Document) -> Columns:
    """Return how much of each block the title, the description and structured data hold."""
    tree = document.tree
    title = tree.xpath("string(//title)")
    description = " ".join(
        tree.xpath("//meta[@name='description' or @property='og:description']/@content")
    )
    structured = " ".join(islice(_long_strings(tree), _MOST_STRINGS))
    titled, described = set(tokens(title)), set(tokens(description))
    shares = np.array(
        [_agreement(block.text, titled, described) for block in document.blocks], np.float32
    )
    columns: Columns = {
        "in_title": shares[:, 0],
        "title_in": shares[:, 1],
        "in_description": shares[:, 2],
        "in_structured": _found(document.blocks, structured),
    }
    best = int(np.argmax(columns["title_in"] * (columns["in_title"] > 0.3)))
    columns["since_title"] = (np.arange(len(shares)) - best).astype(np.float32)
    return columns


def _agreement(text: str, title: set[str], description: set[str]) -> tuple[float, float, float]:
    """Return the share of a text's words in the title, of the title's in it, in the description."""
    words = tokens(text[:_COMPARED])
    count = max(len(words), 1)
    return (
        sum(map(title.__contains__, words)) / count,
        len(title.intersection(words)) / max(len(title), 1),
        sum(map(description.__contains__, words)) / count,
    )


def _found(blocks: Sequence[Block], structured: str) -> Column:
    """Return 1 for blocks whose beginning is in the structured data, -1 for those too short."""
    if not structured:
        return np.full(len(blocks), -2, np.float32)
    squeezed = _squeezed(structured)[: _MOST_COMPARED // len(blocks)]
    probes = [_squeezed(block.text[: 2 * _PROBE])[:_PROBE] for block in blocks]
    found = [-1.0 if len(probe) < _LEAST_CHARS else float(probe in squeezed) for probe in probes]
    return np.array(found, np.float32)


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _long_strings(tree: HtmlElement) -> Iterator[str]:
    """Yield the long strings of the page's JSON-LD."""
    for script in tree.iterfind(".//script[@type='application/ld+json']"):
        try:
            values = [json.loads(script.text or "null", strict=False)]
        except (ValueError, RecursionError):
            continue
        while values:
            value = values.pop()
            if isinstance(value, dict):
                values.extend(value.values())
            elif isinstance(value, list):
                values.extend(value)
            elif isinstance(value, str) and len(value) >= _LEAST_CHARS:
                yield value


def _scripts(tree: HtmlElement) -> str:
    found = tree.iterfind(".//script[@type='application/ld+json']")
    return " ".join(script.text or "" for script in found)
