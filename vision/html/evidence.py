"""What the HTML model reads of a page, in kinds of evidence that can be absent or false."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class HtmlFeatures:
    """Tokens by field, and numbers; an absent number is missing, which trees treat as such.

    Words of the title and targets of the links are kept to compare them with an address.
    """

    tokens: Bags
    numbers: Mapping[str, float]
    title: frozenset[str] = frozenset()
    targets: tuple[str, ...] = ()


def with_address(bare: HtmlFeatures, url: str) -> HtmlFeatures:
    """Return features that know no address with what that address says."""
    return replace(
        bare,
        tokens={**bare.tokens, "u": address_tokens(url)},
        numbers={**bare.numbers, **address_numbers(url, bare.title, bare.targets)},
    )


def at_address(features: HtmlFeatures, url: str) -> HtmlFeatures:
    """Return the features that the page would have at that address."""
    return with_address(without(features, (Evidence.ADDRESS,)), url)


def missing(features: HtmlFeatures) -> tuple[Evidence, ...]:
    """Return the kinds of evidence that no token is of: a page without names has no count of them.

    So the page is like one from which the kind was dropped.
    """
    return tuple(kind for kind, part in _PARTS.items() if not features.tokens[part.fields[0]])


def without(features: HtmlFeatures, kinds: Collection[Evidence]) -> HtmlFeatures:
    """Return the features less what belongs to these kinds of evidence."""
    if not kinds:
        return features
    tokens, parts = features.tokens, [_PARTS[kind] for kind in kinds]
    for part in parts:
        tokens = {field: part.left_of(field, own) for field, own in tokens.items()}
    starts = tuple(start for part in parts for start in part.numbers)
    numbers = {n: value for n, value in features.numbers.items() if not n.startswith(starts)}
    return replace(features, tokens=tokens, numbers=numbers)
