"""Split pages so that no site and no family of templates is on both sides."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pagesight.datasets.schema import LabelledPage, SplitError


def groups_of(pages: Sequence[LabelledPage]) -> list[str]:
    """Return the group of each page, the unit of splitting: see `group_by_site`."""
    group = group_by_site(pages)
    return [group[page.site] for page in pages]


def training_pages(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Return the pages that may be learned from: those whose group has no page of split "val".

    Corpora overlap: one holds copies of another's pages, under other ids and without the split.
    """
    groups = groups_of(pages)
    held_out = {group for page, group in zip(pages, groups, strict=True) if page.split == "val"}
    return [page for page, group in zip(pages, groups, strict=True) if group not in held_out]


def group_by_site(pages: Iterable[LabelledPage]) -> Mapping[str, str]:
    """Return the group of each site: sites that share a template family, directly or by others.

    A group is named by its first family; a site without one is a group of its own name.
    """
    families: dict[str, set[str]] = defaultdict(set)
    sites: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        family = str(page.extra.get("family") or page.site)
        families[page.site].add(family)
        sites[family].add(page.site)
    group_of: dict[str, str] = {}
    for site in families:
        if site not in group_of:
            joined = _joined(site, families, sites)
            known = set().union(*(families[each] for each in joined))
            name = min(known - joined or known)
            group_of.update(dict.fromkeys(joined, name))
    return group_of


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


def _joined(site: str, families: Mapping[str, set[str]], sites: Mapping[str, set[str]]) -> set[str]:
    """Return the site and all that families lead to from it."""
    found, ahead = {site}, [site]
    while ahead:
        beside = set().union(*(sites[family] for family in families[ahead.pop()])) - found
        found |= beside
        ahead += beside
    return found


def _load(total: dict[str, int], group: dict[str, int]) -> tuple[int, int]:
    """Return how full a fold is of the group's labels, then how full it is altogether."""
    return sum(total[label] * count for label, count in group.items()), sum(total.values())


def _hash(group: str, seed: int) -> str:
    return hashlib.sha256(f"{seed}:{group}".encode()).hexdigest()
