"""Measure what speaks for a list on a page: how its items are, and how much of it."""

from collections.abc import Sequence

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.groups.groups import Repeat

_OF_GROUP = ("linked", "headed", "dated", "priced", "is_rows", "under_heads", "in_furniture")


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
        "link_share": _link_share(features, best),
    }
    own = {name: float(getattr(best, name)) for name in _OF_GROUP}
    sizes = {"count": sum(map(len, chosen)), "words_each": best.words / len(best)}
    pairs = {
        "rows_linked": best.is_rows * best.linked,
        "rows_dated": best.is_rows * best.dated,
        "cover_linked": shares["all_cover"] * best.linked,
        "cover_dated": shares["all_cover"] * best.dated,
        "priced_linked": best.priced * best.linked,
    }
    return shares | own | {name: float(np.log1p(n)) for name, n in sizes.items()} | pairs


def likely_share(best: Repeat, likely: Flags) -> float:
    """Return the share of the group's members of which some block is likely."""
    running = np.append(0, np.cumsum(likely))
    return float((running[best.end] > running[best.start]).mean())


def _link_share(features: BlockFeatures, group: Repeat) -> float:
    """Return the median share of the characters of a member that are in links."""
    counts = features.counts
    linked = sums_between(counts.link_chars, group.start, group.end)
    chars = sums_between(counts.chars, group.start, group.end)
    return float(np.median(linked / np.maximum(chars, 1)))
