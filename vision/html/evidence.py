"""What the HTML model reads of a page, in kinds of evidence that can be absent or false."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pagesight.vision.html.counts.address import address_numbers, address_tokens


class Evidence(StrEnum):
    """Kinds of evidence that some pages lack, or that somebody made up."""

    ADDRESS = "address"
    HOST = "host"
    NAMES = "names"  # classes and ids
    TITLE = "title"
    METADATA = "metadata"  # JSON-LD, Open Graph, microdata
    WORDS = "words"  # in a language that the model does not know, say


# Kind -> what its tokens (first) and its numbers begin with.
PREFIXES: Mapping[Evidence, tuple[str, ...]] = {
    Evidence.ADDRESS: ("u:", "to:", "slug:"),
    Evidence.HOST: ("u:host=", "u:in="),
    Evidence.NAMES: ("c:", "name:", "elements:classes", "section:kinds"),
    Evidence.TITLE: ("t:", "head:title", "head:h1_in_title", "slug:in_title"),
    Evidence.METADATA: ("m:",),
    Evidence.WORDS: ("w:", "h:", "a:", "t:", "person:", "slug:in_title"),
}


@dataclass(frozen=True, slots=True)
class HtmlFeatures:
    """Tokens and numbers of a page; an absent number is missing, which trees treat as such.

    Words of the title and targets of the links are kept to compare them with an address.
    """

    tokens: Mapping[str, int]
    numbers: Mapping[str, float]
    title: frozenset[str] = frozenset()
    targets: tuple[str, ...] = ()


def with_address(bare: HtmlFeatures, url: str) -> HtmlFeatures:
    """Return features that know no address with what that address says."""
    return replace(
        bare,
        tokens={**bare.tokens, **address_tokens(url)},
        numbers={**bare.numbers, **address_numbers(url, bare.title, bare.targets)},
    )


def at_address(features: HtmlFeatures, url: str) -> HtmlFeatures:
    """Return the features that the page would have at that address."""
    return with_address(without(features, (Evidence.ADDRESS,)), url)


def missing(features: HtmlFeatures) -> tuple[Evidence, ...]:
    """Return the kinds of evidence that no token is of: a page without names has no count of them.

    So the page is like one from which the kind was dropped.
    """
    fields = {token[:2] for token in features.tokens}
    return tuple(kind for kind, prefixes in PREFIXES.items() if prefixes[0][:2] not in fields)


def without(features: HtmlFeatures, kinds: Collection[Evidence]) -> HtmlFeatures:
    """Return the features less what belongs to these kinds of evidence."""
    if not kinds:
        return features
    prefixes = tuple(prefix for kind in kinds for prefix in PREFIXES[kind])
    return replace(
        features,
        tokens={t: count for t, count in features.tokens.items() if not t.startswith(prefixes)},
        numbers={n: value for n, value in features.numbers.items() if not n.startswith(prefixes)},
    )
