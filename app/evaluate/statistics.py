"""Means with bootstrap intervals."""

from collections.abc import Sequence

import numpy as np

RESAMPLES = 1000  # the ends of a 95 % interval then move by about 0.001 on a thousand pages


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
    if not values:
        return 0.0, 0.0
    generator = np.random.default_rng(seed)
    sample = np.asarray(values, dtype=np.float64)
    means = [float(generator.choice(sample, size=len(sample)).mean()) for _ in range(RESAMPLES)]
    low, high = np.percentile(means, [2.5, 97.5])
    return round(float(low), 4), round(float(high), 4)


def interval_by_group(
    values: Sequence[float], groups: Sequence[str], seed: int = 0
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
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return round(float(low), 4), round(float(high), 4)
