"""Compare systems page by page: the difference from the best one, on all pages and on groups."""

from collections.abc import Iterable, Mapping, Sequence

from pagesight.app.evaluate.statistics import mean, paired_interval

ByPage = Mapping[str, float]


def compared(
    figures: Mapping[str, Mapping[str, object]],
    rows: Iterable[Mapping[str, object]],
    groups: Mapping[str, Mapping[str, str]],
    seed: int,
) -> Mapping[str, Mapping[str, object]]:
    """Return the figures, each system's with its paired difference from the best in word F1.

    `groups` has the groups of each page, by grouping; where a page has none, there are none.
    """
    by_page: dict[str, dict[str, float]] = {name: {} for name in figures}
    for row in rows:
        if isinstance(found := row.get("word_f1"), float):
            by_page[str(row["system"])][str(row["id"])] = found
    means = {name: mean(list(of.values())) for name, of in by_page.items() if of}
    if len(means) < 2:
        return figures
    best = max(means, key=lambda name: means[name])
    return {
        name: of
        if name == best or name not in means
        else {
            **of,
            "below_best": {
                "best": best,
                **_pair(by_page[name], by_page[best], groups, seed),
            },
        }
        for name, of in figures.items()
    }


def _pair(
    one: ByPage, best: ByPage, groups: Mapping[str, Mapping[str, str]], seed: int
) -> dict[str, object]:
    pages = sorted(one.keys() & best.keys())
    members: dict[str, dict[str, list[str]]] = {}
    for page in pages:
        for grouping, group in groups.get(page, {}).items():
            members.setdefault(grouping, {}).setdefault(group or "unknown", []).append(page)

    def difference(of: Sequence[str]) -> dict[str, object]:
        differences = [one[page] - best[page] for page in of]
        return {
            "difference": mean(differences),
            "ci95": paired_interval(differences, seed),
            "better": sum(each > 0 for each in differences),
            "equal": sum(each == 0 for each in differences),
            "worse": sum(each < 0 for each in differences),
        }

    return difference(pages) | {
        grouping: {group: difference(of) for group, of in by_group.items()}
        for grouping, by_group in members.items()
        if len(by_group) > 1
    }
