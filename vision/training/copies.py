"""Copies of pages to learn from: with evidence missing, and with the address of another page.

A model that saw every page with all its evidence would lean on what is easiest to read, which is
also what is most often missing (a saved file has no address) or made up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.vision.html.counts.address import known_address
from pagesight.vision.html.evidence import Evidence, HtmlFeatures, at_address, without


@dataclass(frozen=True, slots=True)
class CopyOptions:
    """What copies of a page there are and what each weighs; together they weigh 1."""

    given: float = 0.67  # the page as it is
    hidden: float = 0.25  # without address, and without other evidence at random
    misled: float = 0.08  # at the address of a page of another genre and site
    # Kind of evidence -> how probably it is missing from a changed copy, whatever its address.
    missing: Mapping[Evidence, float] = field(
        default_factory=lambda: {
            Evidence.HOST: 0.1,
            Evidence.NAMES: 0.1,
            Evidence.TITLE: 0.1,
            Evidence.METADATA: 0.1,
            Evidence.WORDS: 0.3,
        }
    )
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Copies:
    """Features of the copies, the number of the page that each is of, and its weight."""

    features: tuple[HtmlFeatures, ...]
    pages: NDArray[np.int64]
    weights: NDArray[np.float64]


def copies(
    pages: Sequence[LabelledPage], features: Sequence[HtmlFeatures], options: CopyOptions
) -> Copies:
    """Return three copies of each page: as it is, with evidence missing, at a false address."""
    generator = np.random.default_rng(options.seed)
    false_addresses = _false_addresses(pages, generator)
    hidden = [without(one, (Evidence.ADDRESS, *_drawn(options, generator))) for one in features]
    misled = [
        without(at_address(one, url), _drawn(options, generator))
        for one, url in zip(features, false_addresses, strict=True)
    ]
    weights = np.repeat([options.given, options.hidden, options.misled], len(pages))
    return Copies((*features, *hidden, *misled), np.tile(np.arange(len(pages)), 3), weights)


def _drawn(options: CopyOptions, generator: np.random.Generator) -> list[Evidence]:
    return [kind for kind, chance in options.missing.items() if generator.random() < chance]


def _false_addresses(
    pages: Sequence[LabelledPage], generator: np.random.Generator
) -> Iterator[str]:
    """Yield for each page the address of one of another genre and group; "" if there is none."""
    groups = groups_of(pages)
    known = {
        genre: [n for n, p in enumerate(pages) if p.genre == genre and known_address(p.page.url)]
        for genre in Genre
    }
    for page, group in zip(pages, groups, strict=True):
        others = [genre for genre in Genre if genre != page.genre and known[genre]]
        drawn = known[others[generator.integers(len(others))]] if others else []
        allowed = [n for n in drawn if groups[n] != group]
        yield pages[allowed[generator.integers(len(allowed))]].page.url if allowed else ""
