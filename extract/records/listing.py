"""A page that may be a list: how likely it holds one, and its items for whoever asks for them.

A page that is JSON, as an address that programs ask answers, has records of its own.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import Genre
from pagesight.extract.features.table import block_features
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, are_headings, within
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.safe import is_safe_address

if TYPE_CHECKING:
    from pagesight.extract.page.blocks import Block
    from pagesight.extract.records.fields.links import Span
    from pagesight.extract.records.groups.groups import Repeat


# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints by folds.
LEAST_LIST = 0.11
# Of a page whose genre is a list: without links, dates or prices it has items from here. By hand.
LEAST_SURE = 0.1
# Genre models are surer of pages that they learned from than of others, and none is as sure as it
# says: a part of the probability is shared by all genres, and the rest softened. By hand, of six
# pairs that did alike by folds of fit_holds.py; without them an article is never a list.
_FLOOR = 0.1  # of the probability
_TEMPERATURE = 2.0  # of the rest
_GENRES: Mapping[str, Sequence[Genre]] = {
    "genre_of_lists": (Genre.LISTING, Genre.COLLECTION),
    "genre_of_text": (Genre.ARTICLE, Genre.DOCUMENTATION),
    "genre_product": (Genre.PRODUCT,),
    "genre_forum": (Genre.FORUM,),
    "genre_unsaid": (Genre.SERVICE, Genre.OTHER),
}
# Of the evidence for a list and of genres' probabilities: logistic regression, made by
# tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -6.82
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": -1.13, "cases": 4.68, "count": 0.2, "cover": 0.77, "cover_dated": 3.96,
    "dated": -0.26, "days": 1.36, "genre_forum": 3.08, "genre_of_lists": 11.23,
    "genre_of_text": -0.36, "genre_product": -1.66, "is_rows": -0.05, "likely": 2.24,
    "linked": 0.58, "meetings_dated": 3.24, "priced_linked": 1.44, "prose_inside": -1.27,
    "prose_outside": -1.61, "rows_dated": 1.62, "rows_linked": 0.55, "untold_prose": -3.14,
}  # fmt: skip
# Services and pages of no genre hardly are among what it learned from, as nobody said which of them
# hold a list. Of 600 that were read seven had many cards with linked headings: they are their list.
_CARDS = 6.0
_MOST_OF_LONE = 1_000  # characters of the only item of a page: a longer one is its text; by hand
_MOST_CHARS = 5_000_000  # of JSON: a bound on time alone
_MOST_RECORDS = 5_000  # as of any page
_MOST_BLOCKS = 2  # of such a page: all of it is one text
_names_title = re.compile(r"title|name|subject|headline|caption|label", re.I).search
_names_date = re.compile(r"date|published|created|updated|time", re.I).search
_is_web = re.compile(r"https?://\S+").fullmatch
# In log-odds, for blocks of items. tests/studies/extract/tune_records.py prints the word F1 by it.
MORE_IN_ITEMS = 1.0
_LEAST = 1e-9  # keeps logarithms finite
# Parts of items are kept or dropped with those like them on pages that are lists this surely. By
# hand: word F1 of the lists of WCXB by folds is the same with it and without.
_IS_LIST, _FEWEST_ALIKE = 0.5, 4
_LEAST_POOLED = 0.0003  # bounds what one part weighs


@dataclass(frozen=True, slots=True)
class Held:
    """What a page may hold, how probable that is (0 to 1), and the evidence.

    `evidence` has what each observation adds to the log-odds, the weightiest first.
    """

    kind: Literal["list"]
    probability: float
    evidence: Mapping[str, float] = field(default_factory=dict)


def held_list(evidence: Mapping[str, float], genres: Mapping[Genre, float]) -> Held:
    """Return how likely the page holds a list, by the evidence of its structure and its genres."""
    observed = dict(evidence) | genre_evidence(genres)
    added = {name: weight * observed[name] for name, weight in LIST_WEIGHTS.items()}
    added["cards"] = _CARDS * observed["cards"] * observed["genre_unsaid"]
    odds = LIST_INTERCEPT + sum(added.values())
    weightiest = sorted(added.items(), key=lambda each: -abs(each[1]))
    return Held("list", float(1 / (1 + np.exp(-odds))), dict(weightiest))


def genre_evidence(genres: Mapping[Genre, float]) -> dict[str, float]:
    """Return the softened probabilities of genres that say something; without any, equal ones.

    Services and pages of no genre may hold a list or none.
    """
    even = 1 / len(Genre)
    soft = {
        genre: ((1 - _FLOOR) * genres.get(genre, 0.0) + _FLOOR * even) ** (1 / _TEMPERATURE)
        for genre in Genre
    }
    total = sum(soft.values())
    return {name: sum(soft[genre] for genre in own) / total for name, own in _GENRES.items()}


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
        """Return the page's records, found once; a lone one that is long, or is the page itself, is
        none.
        """
        from pagesight.extract.records.read import records_of

        read = records_of(self.document, self._items) or json_records(self.document)
        if len(read) != 1:
            return read
        is_page = not self.is_list and read[0].title == self.document.once(page_title)
        return () if is_page or len(read[0].text) > _MOST_OF_LONE else read

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
        shifted = shift_log_odds(probabilities, by)
        return self._pooled(shifted) if self.holds.probability >= _IS_LIST else shifted

    def _pooled(self, probabilities: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return the probabilities, of parts of items the mean log-odds of those at the same path.

        So the prices of a shop are kept or dropped together.
        """
        features = self.document.once(block_features)
        path = features.kinds.path[features.tree.leaf]
        own = self.in_items & (probabilities > 0)
        bounded = np.clip(probabilities, _LEAST_POOLED, 1 - _LEAST_POOLED)
        odds = np.log(bounded / (1 - bounded))
        count = np.bincount(path[own], minlength=int(path.max(initial=0)) + 1)
        mean = np.bincount(path[own], odds[own], len(count)) / np.maximum(count, 1)
        alike = own & (count[path] >= _FEWEST_ALIKE)
        return np.where(alike, 1 / (1 + np.exp(-mean[path])), probabilities)

    @cached_property
    def in_items(self) -> Flags:
        """Return which blocks are in items of the page, (blocks,)."""
        return within(self._items, len(self.likely))

    def with_titles(self, kept: Flags) -> Flags:
        """Return the kept blocks with the titles of the records.

        They are read, which takes as long as all else, if an item lacks what comes first in it.
        """
        if all(kept[first] for first in self._first_names()):
            return kept
        titled = kept.copy()
        for record in self.records:
            holding = (block.order for block in record.blocks if record.title in block.text)
            if record.title and (first := next(holding, None)) is not None:
                titled[first] = True
        return titled

    def _first_names(self) -> Iterator[int]:
        """Yield the first heading of each item, else its first link, by block."""
        elements, cuts = self.document.elements, self.document.cuts
        is_heading = are_headings(elements.tag[elements.block[cuts.element]]) & ~cuts.unseen
        is_link = (cuts.link_chars > 0) & ~cuts.unseen
        headings, links = np.flatnonzero(is_heading), np.flatnonzero(is_link)
        for start, end in self._items:
            for named in (headings, links):
                at = int(named.searchsorted(start))
                if at < len(named) and named[at] < end:
                    yield int(named[at])
                    break

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
        from pagesight.extract.records.groups.beside import is_beside_article
        from pagesight.extract.records.items import are_prose, are_sections, are_untold, items_of

        if not (groups := self._groups):
            return ()
        are_text: tuple[Callable[[Document, Repeat], bool], ...] = (are_sections, are_prose)
        least = LEAST_LIST
        if self.is_list:
            are_text, least = ((are_prose,), LEAST_SURE) if are_untold(groups) else ((), 0.0)
        are_none = (is_beside_article, *are_text)
        if self.holds.probability < least or any(no(self.document, groups[0]) for no in are_none):
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
