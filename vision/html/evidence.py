"""Kinds of evidence that the HTML model reads, each of which can be absent or false."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from pagesight.vision.html.counts.address import address_numbers, address_tokens
from pagesight.vision.html.vocabulary import Bag, Bags


class Evidence(StrEnum):
    """Kinds of evidence that some pages lack, or that somebody made up."""

    ADDRESS = "address"
    HOST = "host"
    NAMES = "names"  # classes and ids
    TITLE = "title"
    METADATA = "metadata"  # JSON-LD, Open Graph, microdata
    WORDS = "words"  # in a language that the model does not know, say


@dataclass(frozen=True, slots=True)
class _Part:
    """What is of a kind: the tokens of fields, or those that begin so, and numbers that do."""

    fields: str
    numbers: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ("",)

    def left_of(self, field: str, tokens: Bag) -> Bag:
        """Return the tokens of a field that are not of the kind."""
        if field not in self.fields:
            return tokens
        return {t: count for t, count in tokens.items() if not t.startswith(self.tokens)}


_PARTS: Mapping[Evidence, _Part] = {
    Evidence.ADDRESS: _Part("u", ("to:", "slug:")),
    Evidence.HOST: _Part("u", (), ("host=", "in=")),
    Evidence.NAMES: _Part("c", ("name:", "elements:classes", "section:kinds")),
    Evidence.TITLE: _Part("t", ("head:title", "head:h1_in_title", "slug:in_title")),
    Evidence.METADATA: _Part("m"),
    Evidence.WORDS: _Part("what", ("person:", "slug:in_title")),
}


Numbers = Mapping[str, float]  # by name; an absent one is missing, which trees treat as such


class Features(Protocol):
    """What a model reads of a page: tokens by field, and numbers."""

    @property
    def tokens(self) -> Bags: ...
    @property
    def numbers(self) -> Numbers: ...


@dataclass(frozen=True, slots=True)
class HtmlFeatures:
    """Features of a page that can be changed into those of a copy.

    Words of the title and targets of the links are kept to compare them with an address.
    """

    tokens: Bags
    numbers: Numbers
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
    return tuple(kind for kind, part in _PARTS.items() if not tokens[part.fields[0]])


def without(features: HtmlFeatures, kinds: Collection[Evidence]) -> HtmlFeatures:
    """Return the features less what belongs to these kinds of evidence."""
    tokens, numbers = features.tokens, features.numbers
    return replace(
        features, tokens=tokens_without(tokens, kinds), numbers=numbers_without(numbers, kinds)
    )


def tokens_without(tokens: Bags, kinds: Collection[Evidence]) -> Bags:
    """Return the tokens less those of these kinds of evidence."""
    for kind in kinds:
        tokens = {field: _PARTS[kind].left_of(field, own) for field, own in tokens.items()}
    return tokens


def numbers_without(numbers: Numbers, kinds: Collection[Evidence]) -> Numbers:
    """Return the numbers less those of these kinds of evidence."""
    starts = tuple(start for kind in kinds for start in _PARTS[kind].numbers)
    if not starts:
        return numbers
    return {name: value for name, value in numbers.items() if not name.startswith(starts)}
