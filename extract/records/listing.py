"""A page that may be a list, for whoever asks for its items; most pages are never asked.

A page that is JSON, as an address that programs ask answers, has records of its own.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.holds import LEAST_LIST, LEAST_SURE, Held, held_list
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.safe import is_safe_address

if TYPE_CHECKING:
    from pagesight.extract.page.blocks import Block
    from pagesight.extract.records.groups.groups import Repeat
    from pagesight.extract.records.links import Span


_MOST_CHARS = 5_000_000  # of JSON: a bound on time alone
_MOST_RECORDS = 5_000  # as of any page
_MOST_BLOCKS = 2  # of such a page: all of it is one text
_names_title = re.compile(r"title|name|subject|headline|caption|label", re.I).search
_names_date = re.compile(r"date|published|created|updated|time", re.I).search
_is_web = re.compile(r"https?://\S+").fullmatch


def json_records(document: Document) -> tuple[Record, ...]:
    """Return the objects of the longest list in a page that is JSON; none of any other page."""
    blocks = document.visible_blocks if len(document.blocks) <= _MOST_BLOCKS else ()
    if not blocks or blocks[0].text[:1] not in ("{", "["):
        return ()
    try:
        value = json.loads(blocks[0].text[:_MOST_CHARS])
    except (ValueError, RecursionError):
        return ()
    longest = max(_lists(value), key=len, default=[])
    return tuple(_record(item) for item in longest[:_MOST_RECORDS])


def _lists(value: Any) -> Iterator[list[Mapping[str, Any]]]:
    """Yield the lists in a value that hold objects alone."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        inner = list(value.values()) if isinstance(value, dict) else value
        if isinstance(inner, list):
            waiting.extend(each for each in inner if isinstance(each, dict | list))
            if inner is value and inner and all(isinstance(each, dict) for each in inner):
                yield inner


def _record(item: Mapping[str, Any]) -> Record:
    texts = {
        str(name): " ".join(str(value).split())
        for name, value in item.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    }
    worded = [text for text in texts.values() if not _is_web(text) and any(map(str.isalpha, text))]
    titles = [text for name, text in texts.items() if _names_title(name) and text in worded]
    urls = (text for text in texts.values() if _is_web(text) and is_safe_address(text))
    dates = (date_in(text) for name, text in texts.items() if _names_date(name))
    return Record(
        title=next(iter((*titles, *worded)), ""),
        url=next(urls, ""),
        text="\n".join(texts.values()),
        date=next(filter(None, dates), ""),
        attributes=texts,
    )


# In log-odds, for blocks of items. tests/studies/extract/tune_records.py prints the word F1 by it.
MORE_IN_ITEMS = 1.0
_LEAST = 1e-9  # keeps logarithms finite


@dataclass(frozen=True)
class Listing:
    """A page, and which of its blocks may be content, (blocks,).

    `is_list` says that it is a list; else its structure and the probabilities of its genres decide.
    """

    document: Document
    likely: Flags
    genres: Mapping[Genre, float] = field(default_factory=dict)
    is_list: bool = True

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """Return the page's records, found once."""
        from pagesight.extract.records.read import records_of

        return records_of(self.document, self._items) or json_records(self.document)

    def markdown_of(self, blocks: Sequence["Block"]) -> str:
        """Return the Markdown of blocks of the page."""
        from pagesight.extract.markdown.write import to_markdown

        return to_markdown(blocks)

    def reweight(
        self, probabilities: NDArray[np.floating], more: float = MORE_IN_ITEMS
    ) -> NDArray[np.floating]:
        """Return the blocks' probabilities of being content, more in items, as far as the page is
        likely a list.

        A labeler sees that a block is in a series of like ones, and not that they are the items of
        the page; of these some look like content, and others, as short as they are, do not.
        """
        by = np.where(self.in_items, more * self.holds.probability, 0.0)
        return shift_log_odds(probabilities, by)

    @cached_property
    def in_items(self) -> Flags:
        """Return which blocks are in items of the page, (blocks,)."""
        inside = np.zeros(len(self.likely), np.bool_)
        for start, end in self._items:
            inside[start:end] = True
        return inside

    @cached_property
    def holds(self) -> Held:
        """Return how likely the page holds a list, with the evidence for it and against it."""
        from pagesight.extract.records.groups.evidence import list_evidence

        if not self._groups:
            return Held("list", 0.0)
        evidence = list_evidence(self.document, self._groups, self.likely)
        listing = {Genre.LISTING: 1.0} if self.is_list else {}
        return held_list(evidence, self.genres or listing)

    @cached_property
    def _groups(self) -> Sequence["Repeat"]:
        from pagesight.extract.records.items import find_groups

        return find_groups(self.document, self.likely)

    @cached_property
    def _items(self) -> Sequence["Span"]:
        """Return the blocks of each item: its first, and one past its last."""
        from pagesight.extract.records.items import are_prose, are_sections, are_untold, items_of

        if self.is_list:
            is_text = are_untold(self._groups) and (
                self.holds.probability < LEAST_SURE or are_prose(self.document, self._groups[0])
            )
            return () if is_text else items_of(self.document, self._groups)
        if self.holds.probability < LEAST_LIST:
            return ()
        groups = self._groups
        if groups and are_sections(self.document, groups[0]):
            return ()
        return items_of(self.document, groups)


def shift_log_odds(
    probabilities: NDArray[np.floating], by: NDArray[np.floating]
) -> NDArray[np.floating]:
    """Return the probabilities with so much added to their log-odds.

    >>> shift_log_odds(np.array([0.5, 0.2]), np.log([3, 4])).round(2).tolist()
    [0.75, 0.5]
    """
    odds = probabilities / np.maximum(1 - probabilities, _LEAST) * np.exp(by)
    return np.asarray(odds / (1 + odds))
