"""Say how likely a page holds a list, a thread or a product, and what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre

HeldKind = Literal["list", "thread", "product"]

# From this on the items are reported: one list lost costs more than one too many.
LEAST_LIST = 0.25
_FLOOR = 0.1  # of a genre's probability, shared by all: none is as sure as it says
# Of the evidence for a list, and of the logarithms of genres' probabilities: logistic regression,
# made by tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -1.34
LIST_WEIGHTS: Mapping[str, float] = {
    "cover": 0.89, "all_cover": -0.97, "cover_linked": 2.57, "cover_dated": 2.22,
    "prose_inside": -0.34, "prose_outside": 0.22, "likely": 2.43, "link_share": -0.36,
    "linked": 0.47, "headed": 0.21, "dated": 2.02, "priced": 0.11, "priced_linked": 1.37,
    "is_rows": 3.16, "under_heads": -0.36, "rows_linked": -1.05, "rows_dated": 1.51,
    "count": 0.39, "words_each": -0.38,
    "article": -0.61, "collection": 1.58, "documentation": -0.18, "forum": -1.66,
    "listing": 0.94, "other": 2.24, "product": -2.87, "service": 1.72,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Held:
    """What a page may hold, how probable that is (0 to 1), and the evidence.

    `evidence` has what each observation adds to the log-odds, the weightiest first.
    """

    kind: HeldKind
    probability: float
    evidence: Mapping[str, float] = field(default_factory=dict)


def held_list(evidence: Mapping[str, float], genres: Mapping[Genre, float]) -> Held:
    """Return how likely the page holds a list, by the evidence of its structure and its genres."""
    observed = dict(evidence) | genre_evidence(genres)
    added = {name: weight * observed[name] for name, weight in LIST_WEIGHTS.items()}
    odds = LIST_INTERCEPT + sum(added.values())
    weightiest = sorted(added.items(), key=lambda each: -abs(each[1]))
    return Held("list", float(1 / (1 + np.exp(-odds))), dict(weightiest))


def genre_evidence(genres: Mapping[Genre, float]) -> dict[str, float]:
    """Return the logarithm of each genre's probability; without any, of equal ones."""
    even = 1 / len(Genre)
    shares = {genre: genres.get(genre, 0.0) if genres else even for genre in Genre}
    return {
        str(genre): float(np.log((1 - _FLOOR) * share + _FLOOR * even))
        for genre, share in shares.items()
    }
