"""Say how likely a page holds a list, a thread or a product, and what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre

HeldKind = Literal["list", "thread", "product"]

# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints.
LEAST_LIST = 0.4
_FLOOR = 0.1  # of a genre's probability, shared by all: none is as sure as it says
# Of the evidence for a list, and of the logarithms of genres' probabilities: logistic regression,
# made by tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -3.94
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": 0.45, "article": -0.52, "collection": 1.78, "count": 0.15, "cover": -0.49,
    "cover_dated": 2.47, "cover_linked": 1.18, "dated": 1.29, "documentation": -0.13,
    "forum": -1.07, "headed": 0.06, "is_rows": 1.14, "likely": 2.28, "link_share": 0.06,
    "linked": 0.52, "listing": 1.38, "other": -0.39, "priced": -0.58, "priced_linked": 2.86,
    "product": -1.99, "prose_inside": 0.53, "prose_outside": -0.44, "rows_dated": 3.1,
    "rows_linked": 0.19, "service": 1.29, "under_heads": -0.45, "words_each": -0.45,
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
