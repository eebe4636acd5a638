"""Say how likely a page holds a list, and what speaks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pagesight.datasets.genres import Genre
from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.groups.groups import Repeat

_OF_GROUP = ("linked", "dated", "is_rows", "in_furniture")


def list_evidence(
    features: BlockFeatures, chosen: Sequence[Repeat], likely: Flags
) -> dict[str, float]:
    """Return the evidence that the chosen groups, the best first, are a list, by name.

    `likely` says which blocks may be content, (blocks,). Shares are of the best group's members,
    or of the words of the page; numbers are logarithms of one more.
    """
    counts, best = features.counts, chosen[0]
    inside = np.zeros(len(likely), np.bool_)
    for group in chosen:
        for start, end in group.spans():
            inside[start:end] = True
    likely_words, prose = counts.words * likely, counts.prose > 0
    most, all_words = max(float(likely_words.sum()), 1.0), max(float(counts.words.sum()), 1.0)
    shares = {
        "cover": float(likely_words[inside].sum()) / most,
        "all_cover": float(counts.words[inside].sum()) / all_words,
        "prose_outside": float(likely_words[prose & ~inside].sum()) / most,
        "prose_inside": float((sums_between(prose, best.start, best.end) > 0).mean()),
        "likely": likely_share(best, likely),
    }
    untold = 1 - max(best.linked, best.dated, best.priced)
    prose_words = _prose_share(features, best)
    own = {name: float(getattr(best, name)) for name in _OF_GROUP}
    pairs = {
        "rows_linked": best.is_rows * best.linked,
        "rows_dated": best.is_rows * best.dated,
        "cover_linked": shares["all_cover"] * best.linked,
        "cover_dated": shares["all_cover"] * best.dated,
        "priced_linked": best.priced * best.linked,
        "untold_prose": untold * prose_words,
    }
    return shares | own | {"count": float(np.log1p(sum(map(len, chosen))))} | pairs


def likely_share(best: Repeat, likely: Flags) -> float:
    """Return the share of the group's members of which some block is likely."""
    running = np.append(0, np.cumsum(likely))
    return float((running[best.end] > running[best.start]).mean())


def _prose_share(features: BlockFeatures, group: Repeat) -> float:
    """Return the share of the words of a group's members that are in sentences' blocks."""
    words = features.counts.words
    prose = sums_between(words * (features.counts.prose > 0), group.start, group.end)
    return float(prose.sum() / max(sums_between(words, group.start, group.end).sum(), 1))


# From this on the items are reported: one list lost costs more than one too many. By hand, on what
# tests/studies/extract/fit_holds.py prints by folds.
LEAST_LIST = 0.12
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
}
# Of the evidence for a list and of genres' probabilities: logistic regression, made by
# tests/studies/extract/fit_holds.py from the corpora that it names.
LIST_INTERCEPT = -5.5
LIST_WEIGHTS: Mapping[str, float] = {
    "all_cover": -1.64, "count": 0.33, "cover": 0.66, "cover_dated": 2.28, "cover_linked": 0.63,
    "dated": 1.77, "genre_forum": -2.31, "genre_of_lists": 9.88, "genre_of_text": -1.19,
    "genre_product": -2.76, "in_furniture": -0.14, "is_rows": -1.2, "likely": 2.18, "linked": -0.02,
    "priced_linked": 1.44, "prose_inside": -1.02, "prose_outside": -1.17, "rows_dated": 2.18,
    "rows_linked": 2.08, "untold_prose": -3.0,
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
