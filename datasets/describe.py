"""Say what a corpus file holds."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pagesight.datasets.load import load

_SHOWN = 12  # values of a column; the rest are summed up


@dataclass(frozen=True, slots=True)
class Description:
    """Counts of a corpus: pages, sites, pages with each kind of gold, and pages by value."""

    path: Path
    pages: int
    sites: int
    gold: Mapping[str, int]
    by: Mapping[str, Mapping[str, int]]  # column -> value -> pages

    def summary(self) -> str:
        """Return the description for a reader, a line a column."""
        lines = [f"{self.path}: {self.pages} pages of {self.sites} sites"]
        lines.append("  gold: " + _counted(self.gold))
        lines += [f"  {column}: {_counted(values)}" for column, values in self.by.items()]
        return "\n".join(lines)


def describe(path: Path) -> Description:
    """Return what the corpus file holds. Raises CorpusError if it cannot be read."""
    sites: set[str] = set()
    gold = Counter({"genre": 0, "text": 0, "records": 0, "block labels": 0, "screenshot": 0})
    by: dict[str, Counter[str]] = {
        name: Counter() for name in ("genre", "lang", "split", "license")
    }
    pages = 0
    for page in load(path):
        pages += 1
        sites.add(page.site)
        gold["genre"] += page.genre is not None
        gold["text"] += page.text is not None
        gold["records"] += page.records is not None
        gold["block labels"] += page.block_labels is not None
        gold["screenshot"] += page.page.screenshot is not None
        for name, counter in by.items():
            counter[str(getattr(page, name) or "unknown")] += 1
    return Description(path, pages, len(sites), gold, by)


def _counted(values: Mapping[str, int]) -> str:
    ordered = sorted(values.items(), key=lambda item: -item[1])
    shown = [f"{value} {count}" for value, count in ordered[:_SHOWN] if count]
    rest = len(ordered) - _SHOWN
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "") or "none"
