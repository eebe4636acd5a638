"""Means with bootstrap intervals, and the differences of systems page by page."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Scores = Mapping[str, Mapping[str, float]]  # system -> page -> its score
Groups = Mapping[str, Mapping[str, str]]  # page -> grouping -> the page's group
Pair = Mapping[str, object]
RESAMPLES = 1000  # the ends of a 95 % interval then move by about 0.001 on a thousand pages


def scores_in(rows: Iterable[Mapping[str, object]], figure: str) -> Scores:
    """Return the scores in rows of predictions, less those of rows that do not have the figure."""
    scores: dict[str, dict[str, float]] = {}
    for row in rows:
        if isinstance(score := row.get(figure), int | float):
            scores.setdefault(str(row["system"]), {})[str(row["id"])] = float(score)
    return scores


def pairs(scores: Scores, groups: Groups, drawn: Mapping[str, str], seed: int) -> Sequence[Pair]:
    """Return how each system differs from each one below it, on the pages that both have.

    `system` is the one of the higher mean, `against` the other. The 95 % interval of the mean
    difference is a paired bootstrap (Efron and Tibshirani 1993, 16): pages are drawn, or what
    `drawn` says that they belong to, such as sites; a pair's own `drawn` is how many. `groups` has
    the groups of each page.
    """
    means = {name: mean(list(of.values())) for name, of in scores.items()}
    ranked = sorted(means, key=lambda name: -means[name])
    return [
        {"system": one, "against": other, **_pair(scores[one], scores[other], groups, drawn, seed)}
        for one, other in combinations(ranked, 2)
        if scores[one].keys() & scores[other].keys()
    ]


def _pair(
    one: Mapping[str, float],
    other: Mapping[str, float],
    groups: Groups,
    drawn: Mapping[str, str],
    seed: int,
) -> dict[str, object]:
    pages = sorted(one.keys() & other.keys())
    members: dict[str, dict[str, list[str]]] = {}
    for page in pages:
        for grouping, group in groups.get(page, {}).items():
            members.setdefault(grouping, {}).setdefault(group or "unknown", []).append(page)

    def difference(of: Sequence[str]) -> dict[str, object]:
        differences = [one[page] - other[page] for page in of]
        units = [drawn.get(page, page) for page in of]
        return {
            "difference": mean(differences),
            "ci95": interval_by_group(differences, units, seed),
            "drawn": len(set(units)),
            "better": sum(each > 0 for each in differences),
            "equal": sum(each == 0 for each in differences),
            "worse": sum(each < 0 for each in differences),
        }

    return difference(pages) | {
        grouping: {group: difference(of) for group, of in by_group.items()}
        for grouping, by_group in members.items()
        if len(by_group) > 1
    }


def mean(values: Sequence[float]) -> float:
    """Return the mean, rounded to four places; 0 of nothing."""
    return round(float(np.mean(values)), 4) if values else 0.0


def median(values: Sequence[float]) -> float:
    """Return the median, rounded to four places; 0 of nothing."""
    return round(float(np.median(values)), 4) if values else 0.0


def deciles(values: Sequence[float]) -> list[float]:
    """Return the least value, those that each further tenth stays under, and the greatest."""
    return [round(float(v), 4) for v in np.quantile(values, np.arange(11) / 10)] if values else []


def interval(values: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """Return the 95 % percentile bootstrap interval of the mean (Efron 1979), over pages."""
    return interval_by_group(values, range(len(values)), seed)


def interval_by_group(
    values: Sequence[float], groups: Sequence[str | int], seed: int = 0
) -> tuple[float, float]:
    """Return the 95 % interval of the mean where whole groups are drawn, such as sites.

    Values of a group go together (the cluster bootstrap: Davison and Hinkley 1997, 3.8).
    """
    if not values:
        return 0.0, 0.0
    generator = np.random.default_rng(seed)
    _, group = np.unique(groups, return_inverse=True)
    sums, sizes = np.bincount(group, values), np.bincount(group)
    drawn = generator.integers(len(sums), size=(RESAMPLES, len(sums)))
    return middle(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))


def middle(drawn: NDArray[np.floating]) -> tuple[float, float]:
    """Return what 95 % of the figures of what was drawn are between, rounded to four places."""
    low, high = np.percentile(drawn, [2.5, 97.5])
    return round(float(low), 4), round(float(high), 4)
