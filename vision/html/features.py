"""Features of the HTML model, off the tables of the one reading of a page, by kinds of evidence.

Each kind can be absent or false.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from pagesight.extract.labelers.sight import Sight
from pagesight.extract.page.document import Document
from pagesight.extract.text.tokens import tokens
from pagesight.vision.html.counts.elements import element_numbers, group_numbers
from pagesight.vision.html.counts.found import found_numbers
from pagesight.vision.html.counts.links import (
    Links,
    address_numbers,
    address_tokens,
    link_numbers,
    links_of,
)
from pagesight.vision.html.counts.texts import (
    contents,
    places_of_dates,
    places_of_prices,
    text_numbers,
    word_numbers,
)
from pagesight.vision.html.counts.tokens import Bag, Bags, first_words, name_counts, page_tokens

Numbers = Mapping[str, float]  # by name; an absent one is missing, which trees treat as such
_TITLE_CHARS = 300  # as of a headline; by hand


class Evidence(StrEnum):
    """Kinds of evidence that some pages lack, or that somebody made up."""

    ADDRESS = "address"
    HOST = "host"
    NAMES = "names"  # classes and ids
    TITLE = "title"
    METADATA = "metadata"  # JSON-LD, Open Graph, microdata
    WORDS = "words"  # in a language that the model does not know, say


@dataclass(frozen=True, slots=True)
class _EvidenceFields:
    """What is of a kind: the tokens of fields, or those that begin so, and numbers that do."""

    fields: str
    numbers: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ("",)

    def without_part(self, field: str, tokens: Bag) -> Bag:
        """Return the tokens of a field that are not of the kind."""
        if field not in self.fields:
            return tokens
        return {t: count for t, count in tokens.items() if not t.startswith(self.tokens)}


_FIELDS_OF: Mapping[Evidence, _EvidenceFields] = {
    Evidence.ADDRESS: _EvidenceFields("u", ("to:", "slug:")),
    Evidence.HOST: _EvidenceFields("u", (), ("host=", "in=")),
    Evidence.NAMES: _EvidenceFields("c", ("name:", "elements:classes", "section:kinds")),
    Evidence.TITLE: _EvidenceFields("t", ("head:title", "head:h1_in_title", "slug:in_title")),
    Evidence.METADATA: _EvidenceFields("m"),
    Evidence.WORDS: _EvidenceFields("what", ("person:", "slug:in_title")),
}


class Features(Protocol):
    """What a model reads of a page: tokens by field, numbers, and those of what is found on it."""

    @property
    def tokens(self) -> Bags: ...
    @property
    def numbers(self) -> Numbers: ...
    @property
    def found(self) -> Numbers: ...


@dataclass(frozen=True, slots=True)
class HtmlFeatures:
    """Features of a page that can be changed into those of a copy.

    Words of the title and targets of the links are kept to compare them with an address.
    """

    tokens: Bags
    numbers: Numbers
    found: Numbers
    title: frozenset[str] = frozenset()
    targets: tuple[str, ...] = ()


def at_address(features: HtmlFeatures, url: str) -> HtmlFeatures:
    """Return the features that the page would have at that address."""
    bare = without(features, (Evidence.ADDRESS,))
    return replace(
        bare,
        tokens={**bare.tokens, "u": address_tokens(url)},
        numbers={**bare.numbers, **address_numbers(url, bare.title, bare.targets)},
    )


def missing(tokens: Bags) -> tuple[Evidence, ...]:
    """Return the kinds of evidence that no token is of: a page without names has no count of them.

    So the page is like one from which the kind was dropped.
    """
    return tuple(evidence for evidence, part in _FIELDS_OF.items() if not tokens[part.fields[0]])


def without(features: HtmlFeatures, dropped: Collection[Evidence]) -> HtmlFeatures:
    """Return the features less what belongs to these kinds of evidence."""
    tokens, numbers = features.tokens, features.numbers
    return replace(
        features, tokens=tokens_without(tokens, dropped), numbers=numbers_without(numbers, dropped)
    )


def tokens_without(tokens: Bags, dropped: Collection[Evidence]) -> Bags:
    """Return the tokens less those of these kinds of evidence."""
    for evidence in dropped:
        tokens = {
            field: _FIELDS_OF[evidence].without_part(field, own) for field, own in tokens.items()
        }
    return tokens


def numbers_without(numbers: Numbers, dropped: Collection[Evidence]) -> Numbers:
    """Return the numbers less those of these kinds of evidence."""
    starts = tuple(start for evidence in dropped for start in _FIELDS_OF[evidence].numbers)
    if not starts:
        return numbers
    return {name: value for name, value in numbers.items() if not name.startswith(starts)}


class LazyFeatures:
    """Features of a page: its tokens, and its numbers of either kind once they are asked for.

    Counts are logarithms; what is missing is absent.
    """

    def __init__(self, document: Document, sight: Sight) -> None:
        """Count the tokens of a page; `sight` says which of its text is content."""
        self._document, self._sight = document, sight
        self._page = contents(document)
        self._words = Counter(first_words(document))
        self._names = name_counts(document.elements)
        counted = page_tokens(self._page, document.head, self._words, self._names)
        counted = {**counted, "u": address_tokens(document.page.url)}
        self._missing = missing(counted)
        self.tokens = tokens_without(counted, self._missing)

    @cached_property
    def title(self) -> frozenset[str]:
        """Return the words of the title."""
        return frozenset(tokens(self._document.head.title[:_TITLE_CHARS]))

    @cached_property
    def links(self) -> Links:
        """Return the page's links."""
        return links_of(self._page)

    @cached_property
    def numbers(self) -> Numbers:
        """Return the page's numbers by name."""
        document, page, beside = self._document, self._page, self._document.head
        prices, dates = places_of_prices(page.line), places_of_dates(page.line)
        chars = max(1, sum(map(len, document.cuts.texts)))
        numbers = {
            "head:html": math.log1p(len(document.page.html)),
            "text:prices": math.log1p(len(prices)),
            "text:dates": math.log1p(len(dates)),
            **element_numbers(page, beside, self._names, self.title, chars),
            **text_numbers(document),
            **word_numbers(self._words),
            **link_numbers(page, self.links),
            **group_numbers(page, prices, dates),
            **address_numbers(document.page.url, self.title, self.links.leading),
        }
        return numbers_without(numbers, self._missing)

    @cached_property
    def found(self) -> Numbers:
        """Return the numbers of what the extractors find, which take the longest."""
        return found_numbers(self._document, self._sight)


def html_features(document: Document, sight: Sight) -> HtmlFeatures:
    """Return all features of a page, to learn from."""
    features = LazyFeatures(document, sight)
    return HtmlFeatures(
        features.tokens, features.numbers, features.found, features.title, features.links.leading
    )
