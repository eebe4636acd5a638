r"""Count the pages that a system embarrasses itself on: far behind another, or below half.

    pagesight evaluate --corpus fundus.parquet --systems auto,sight,trafilatura --out a
    python regret.py a/predictions.jsonl.gz [b/predictions.jsonl.gz ...] [--of auto] [--worst 20] \
        [--pair trafilatura rs-trafilatura]

Several files are read as one, so that a rival that runs under another Python can be measured apart.
A page counts if every system has a word F1 for it. Models that learned from the pages make these
figures in-sample; evaluate with `--folds` for those of pages left out. Intervals are 95 % by
bootstrap over pages.
"""

import argparse
import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.app.evaluate.statistics import interval

MEMBERS = ("sight", "article", "listview")  # what `auto` is made of; all others are rivals
FAR = 0.1  # of word F1: what a reader notices
POOR = 0.5  # more of the text is wrong than right

Scores = Mapping[str, NDArray[np.float64]]


def read_scores(paths: Sequence[Path]) -> tuple[tuple[str, ...], Scores]:
    """Return the pages that all systems have a word F1 for, and each system's, (pages,)."""
    found: dict[str, dict[str, float]] = {}
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if "word_f1" in row:
                    found.setdefault(row["system"], {})[row["id"]] = row["word_f1"]
    pages = tuple(sorted(set.intersection(*map(set, found.values())))) if found else ()
    return pages, {name: np.array([of[page] for page in pages]) for name, of in found.items()}


def references(scores: Scores, system: str, pair: Sequence[str]) -> dict[str, NDArray[np.float64]]:
    """Return what a system is held against: each other one, the better of several by page."""
    others = {name: of for name, of in scores.items() if name != system}
    members = [of for name, of in others.items() if name in MEMBERS]
    rivals = [of for name, of in others.items() if name not in MEMBERS]
    named = [scores[name] for name in pair]
    joint = {
        "its best member": members,
        f"the better of {' and '.join(pair)}": named,
        "the best rival": rivals,
    }
    return others | {name: np.max(of, axis=0) for name, of in joint.items() if len(of) > 1}


def share(condition: NDArray[np.bool_]) -> str:
    """Return the share of the pages in per cent, with its interval."""
    low, high = interval(condition.astype(float).tolist(), 0)
    return f"{condition.mean():.1%} ({low:.1%} to {high:.1%})"


def print_shares(scores: Scores, system: str, pair: Sequence[str]) -> None:
    """Print how often a system is far behind each other one, how often far ahead, and poor."""
    own = scores[system]
    print(
        f"| {system}, {len(own)} pages | word F1 | behind by more than {FAR} | ahead by as much |"
    )
    print("|---|---|---|---|")
    print(f"| itself; below {POOR}: {share(own < POOR)} | {own.mean():.4f} | | |")
    for name, other in references(scores, system, pair).items():
        behind, ahead = share(other - own > FAR), share(own - other > FAR)
        print(f"| against {name} | {other.mean():.4f} | {behind} | {ahead} |")


def print_worst(pages: Sequence[str], scores: Scores, system: str, most: int) -> None:
    """Print the pages on which a system is furthest behind the best other one."""
    own = scores[system]
    others = {name: of for name, of in scores.items() if name != system}
    regret = np.max(list(others.values()), axis=0) - own if others else 1 - own
    print(f"\n{'regret':>7} {system:>7} " + " ".join(f"{name[:12]:>12}" for name in others))
    for at in np.argsort(-regret, kind="stable")[:most].tolist():
        row = " ".join(f"{of[at]:12.3f}" for of in others.values())
        print(f"{regret[at]:7.3f} {own[at]:7.3f} {row}  {pages[at]}")


def main() -> None:
    """Print the shares and the worst pages."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("predictions", type=Path, nargs="+")
    arguments.add_argument("--of", default="auto", help="system that is held against the others")
    arguments.add_argument("--worst", type=int, default=20, help="pages to name")
    arguments.add_argument("--pair", nargs=2, default=(), help="rivals, the better by page")
    options = arguments.parse_args()
    pages, scores = read_scores(options.predictions)
    if not {options.of, *options.pair} <= scores.keys() or not pages:
        known = ", ".join(scores) or "none"
        asked = ", ".join((options.of, *options.pair))
        arguments.error(f"no page has a word F1 of {asked} and all others; systems: {known}")
    print_shares(scores, options.of, options.pair)
    print_worst(pages, scores, options.of, options.worst)


if __name__ == "__main__":
    main()
