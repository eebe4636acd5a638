"""Say how likely a page holds a list, and what speaks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre

# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints by folds.
LEAST_LIST = 0.11
# Of a page whose genre is a list: without links, dates or prices it has items from here. By hand.
LEAST_SURE = 0.1
# Genre models are surer of pages that they learned from than of others, and none is as sure as it
# says: a part of the probability is shared by all genres, and the rest softened. By hand, of six
# pairs that did alike by folds of fit_holds.py; without them an article is never a list.
_FLOOR = 0.1  # of the probability
_TEMPERATURE = 2.0  # of the rest
_GENRES: Mapping[str, Sequence[Genre]] = {
    "genre_of_lists": (Genre.LISTING, Genre.COLLECTION),
    "genre_of_text": (Genre.ARTICLE, Genre.DOCUMENTATION),
    "genre_product": (Genre.PRODUCT,),
    "genre_forum": (Genre.FORUM,),
    "genre_unsaid": (Genre.SERVICE, Genre.OTHER),
}
# Of the evidence for a list and of genres' probabilities: logistic regression, made by
# tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -6.82
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": -1.13, "cases": 4.68, "count": 0.2, "cover": 0.77, "cover_dated": 3.96,
    "dated": -0.26, "days": 1.36, "genre_forum": 3.08, "genre_of_lists": 11.23,
    "genre_of_text": -0.36, "genre_product": -1.66, "is_rows": -0.05, "likely": 2.24,
    "linked": 0.58, "meetings_dated": 3.24, "priced_linked": 1.44, "prose_inside": -1.27,
    "prose_outside": -1.61, "rows_dated": 1.62, "rows_linked": 0.55, "untold_prose": -3.14,
}  # fmt: skip


# Services and pages of no genre hardly are among what it learned from, as nobody said which of them
# hold a list. Of 600 that were read seven had many cards with linked headings: they are their list.
_CARDS = 6.0


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
    added["cards"] = _CARDS * observed["cards"] * observed["genre_unsaid"]
    odds = LIST_INTERCEPT + sum(added.values())
    weightiest = sorted(added.items(), key=lambda each: -abs(each[1]))
    return Held("list", float(1 / (1 + np.exp(-odds))), dict(weightiest))


def genre_evidence(genres: Mapping[Genre, float]) -> dict[str, float]:
    """Return the softened probabilities of genres that say something; without any, equal ones.

    Services and pages of no genre may hold a list or none.
    """
    even = 1 / len(Genre)
    soft = {
        genre: ((1 - _FLOOR) * genres.get(genre, 0.0) + _FLOOR * even) ** (1 / _TEMPERATURE)
        for genre in Genre
    }
    total = sum(soft.values())
    return {name: sum(soft[genre] for genre in kind) / total for name, kind in _GENRES.items()}
