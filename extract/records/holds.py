"""Say how likely a page holds a list, and what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre

# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints by folds.
LEAST_LIST = 0.13
# Of a page whose genre is a list: without links, dates or prices it has items from here. By hand.
LEAST_SURE = 0.1
# Genre models are surer of pages that they learned from than of others, and none is as sure as it
# says: a part of the probability is shared by all genres, and the rest softened. By hand, of six
# pairs that did alike by folds of fit_holds.py; without them an article is never a list.
_FLOOR = 0.1  # of the probability
_TEMPERATURE = 2.0  # of the rest
# Of the evidence for a list and of genres' probabilities: logistic regression, made by
# tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -4.92
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": -1.54, "article": -2.78, "collection": 9.52, "count": 0.29, "cover": 0.16,
    "cover_dated": 2.94, "cover_linked": 1.29, "dated": 1.22, "documentation": -2.9, "forum": -5.17,
    "in_furniture": -0.05, "is_rows": -1.18, "likely": 2.47, "linked": -0.48, "listing": 8.28,
    "other": -3.59, "priced_linked": 1.75, "product": -4.69, "prose_inside": -1.13,
    "prose_outside": -1.36, "rows_dated": 2.02, "rows_linked": 2.1, "service": 16.22,
    "untold_prose": -2.95,
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
    """Return each genre's softened probability; without any, equal ones."""
    even = 1 / len(Genre)
    soft = {
        str(genre): ((1 - _FLOOR) * genres.get(genre, 0.0) + _FLOOR * even) ** (1 / _TEMPERATURE)
        for genre in Genre
    }
    total = sum(soft.values())
    return {genre: own / total for genre, own in soft.items()}
