"""Say how likely a page holds a list, and what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre

# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints.
LEAST_LIST = 0.2
_FLOOR = 0.1  # of a genre's probability, shared by all: none is as sure as it says
# Of the evidence for a list, and of the logarithms of genres' probabilities: logistic regression,
# made by tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -1.98
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": -1.89, "article": -1.23, "collection": 1.57, "count": 0.9, "cover": -1.39,
    "cover_dated": 2.99, "cover_linked": 2.9, "dated": 2.82, "documentation": -0.6,
    "forum": -1.88, "headed": 0.58, "in_furniture": -2.35, "is_rows": 1.58, "likely": 2.0,
    "link_share": -2.14, "linked": -0.31, "listing": 1.02, "other": 2.94, "priced": -0.35,
    "priced_linked": 1.23, "product": -2.13, "prose_inside": -0.68, "prose_outside": -1.29,
    "rows_dated": 2.74, "rows_linked": 1.0, "service": 0.93, "under_heads": 0.72,
    "words_each": 0.13,
}  # fmt: skip


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
