"""Split pages so that no site is on both sides."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from pagesight.datasets.errors import SplitError


def group_folds(groups: Sequence[str], labels: Sequence[str], folds: int, seed: int) -> list[int]:
    """Return the fold, 0 to folds-1, of each item, whole groups together.

    Greedy and balanced: groups go, largest first, to the fold that has the fewest of the group's
    labels so far; ties are broken by a hash of the group's name and the seed, so the folds depend
    neither on the order of the items nor on the process. Raises SplitError if there are fewer
    groups than folds.
    """
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for group, label in zip(groups, labels, strict=True):
        counts[group][label] += 1
    if len(counts) < folds:
        raise SplitError(f"{folds} folds need at least as many groups; there are {len(counts)}")
    totals = [dict.fromkeys(labels, 0) for _ in range(folds)]
    fold_of: dict[str, int] = {}
    for group in sorted(counts, key=lambda g: (-sum(counts[g].values()), _hash(g, seed))):
        fold = min(range(folds), key=lambda f: _load(totals[f], counts[group]))
        fold_of[group] = fold
        for label, count in counts[group].items():
            totals[fold][label] += count
    return [fold_of[group] for group in groups]


def _load(total: dict[str, int], group: dict[str, int]) -> tuple[int, int]:
    """Return how full a fold is of the group's labels, then how full it is altogether."""
    return sum(total[label] * count for label, count in group.items()), sum(total.values())


def _hash(group: str, seed: int) -> str:
    return hashlib.sha256(f"{seed}:{group}".encode()).hexdigest()
