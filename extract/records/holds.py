"""Say how likely a page holds a list, and what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre

# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints.
LEAST_LIST = 0.3
# Of a page whose genre is a list: without links, dates or prices it has items from here. By hand.
LEAST_SURE = 0.1
_FLOOR = 0.1  # of a genre's probability, shared by all: none is as sure as it says
# A genre model surer than the one that the weights were fitted with is softened: of court lists and
# meetings 5 and 6 pages of 103 and 131 lose their items at 1, 3 and 3 at 1.2, and of 300 articles
# 65 and 67 have some (all seen when it was chosen).
_TEMPERATURE = 1.2
# Of the evidence for a list, and of the logarithms of genres' probabilities: logistic regression,
# made by tests/studies/extract/fit_holds.py from the corpora that it names, with the genre model of
# HTML before genre/wave4 was learned; that of side bars and menus is of a later fit, whose others
# lose lists of links that fill an article's page (docs/studies/extraction.md).
LIST_INTERCEPT = 0.12
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": -1.1, "article": -0.74, "collection": 1.58, "count": 0.38, "cover": 0.37,
    "cover_dated": 1.62, "cover_linked": 3.02, "dated": 2.05, "documentation": -0.31,
    "forum": -1.5, "headed": 0.11, "in_furniture": -2.35, "is_rows": 2.33, "likely": 2.38,
    "link_share": -0.29, "linked": 0.37, "listing": 0.84, "other": 3.07, "priced": 0.27,
    "priced_linked": 0.82, "product": -3.08, "prose_inside": -0.3, "prose_outside": -0.44,
    "rows_dated": 2.41, "rows_linked": -0.75, "service": 1.5, "under_heads": 0.05,
    "words_each": -0.27,
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
    """Return the logarithm of each genre's softened probability; without any, of equal ones."""
    even = 1 / len(Genre)
    soft = {genre: genres.get(genre, 0.0) ** (1 / _TEMPERATURE) for genre in Genre}
    total = sum(soft.values())
    shares = {genre: own / total if total else even for genre, own in soft.items()}
    return {
        str(genre): float(np.log((1 - _FLOOR) * share + _FLOOR * even))
        for genre, share in shares.items()
    }
