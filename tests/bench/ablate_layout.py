"""What a page's layout brings to `sight`: trained and asked with it, and by the HTML alone.

OMP_NUM_THREADS=1 python tests/bench/ablate_layout.py docs.parquet feeds.parquet --out DIR

`html` never saw a layout; `rendered` learned from pages with theirs; `dropped` is the model of
`rendered` asked about the HTML alone. Each is trained anew for each fold of sites (`--across`: for
each corpus, on the others), with `--sites` on so many sites alone; each seed draws others. Scores
are kept in `--out`, a file a fold: what stands there is not made again. Differences are from
`html`, with 95 % intervals by bootstrap over sites; `short` are pages whose gold text has under 200
tokens.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from pagesight.app.evaluate.statistics import interval_by_group
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.gold.scores import word_score
from pagesight.extract.labelers.sight.train import SightOptions, train_sight
from pagesight.extract.parse.document import read
from pagesight.extract.registry import Extractor, extractor
from pagesight.extract.tokens import tokens

_SHORT = 200  # tokens
SYSTEMS = ("html", "rendered", "dropped")

Scores = Mapping[str, float]  # word F1 by page


def flat(page: LabelledPage) -> LabelledPage:
    """Return the page without its layout."""
    return replace(page, page=replace(page.page, layout=None))


def of_sites(pages: Sequence[LabelledPage], count: int, seed: int) -> list[LabelledPage]:
    """Return the pages of some of the sites; all where `count` is 0."""
    sites = sorted({page.site for page in pages})
    order = np.random.default_rng(seed).permutation(len(sites))[: count or None]
    drawn = {sites[number] for number in order.tolist()}
    return [page for page in pages if page.site in drawn]


def trained(pages: Sequence[LabelledPage], seed: int) -> Extractor:
    """Return `sight` trained on the pages."""
    with tempfile.TemporaryDirectory() as folder:
        train_sight(pages, Path(folder), SightOptions(seed=seed))
        return extractor("sight", Path(folder))


def scores(system: Extractor, pages: Sequence[LabelledPage]) -> Scores:
    """Return the word F1 of each page."""
    return {p.id: word_score(system(read(p.page)).text, p.text or "").f1 for p in pages}


def fold_scores(
    test: Sequence[LabelledPage], rest: Sequence[LabelledPage], seed: int
) -> Mapping[str, Scores]:
    """Return the scores of each system on pages of sites that it did not learn from."""
    html = trained([flat(page) for page in rest], seed)
    rendered = trained(rest, seed)
    bare = [flat(page) for page in test]
    found = ((html, bare), (rendered, test), (rendered, bare))
    return {name: scores(*each) for name, each in zip(SYSTEMS, found, strict=True)}


def kept_scores(
    pages: Sequence[LabelledPage], folds: Sequence[int], sites: int, seed: int, out: Path
) -> Iterator[Mapping[str, Scores]]:
    """Yield the scores of each fold, those in `out` as they are."""
    for fold in sorted(set(folds)):
        file = out / f"seed-{seed}-fold-{fold}.json"
        if not file.exists():
            parts: tuple[list[LabelledPage], list[LabelledPage]] = ([], [])
            for page, own in zip(pages, folds, strict=True):
                parts[own != fold].append(page)
            test, rest = parts
            found = fold_scores(test, of_sites(rest, sites, seed), seed)
            file.write_text(json.dumps(found), encoding="utf-8")
            print(file.name, {name: f"{np.mean([*s.values()]):.4f}" for name, s in found.items()},
                  flush=True)  # fmt: skip
        yield json.loads(file.read_text(encoding="utf-8"))


def length(page: LabelledPage) -> str:
    """Return whether a page's gold text is short or long."""
    return "short" if len(tokens(page.text or "")) < _SHORT else "long"


def print_table(pages: Sequence[LabelledPage], found: Mapping[str, Scores]) -> None:
    """Print a row a corpus and kind of page, and one of all."""
    kinds = {page.id: ("all", page.source, length(page)) for page in pages}
    names = dict.fromkeys(kind for own in kinds.values() for kind in own)
    print("| pages | sites |", " | ".join(SYSTEMS), "| rendered - html | dropped - html |")
    for name in names:
        own = [page for page in pages if name in kinds[page.id]]
        by_system = {
            system: np.array([found[system][page.id] for page in own]) for system in SYSTEMS
        }
        means = " | ".join(f"{values.mean():.4f}" for values in by_system.values())
        sites = [page.site for page in own]
        gains = []
        for system in SYSTEMS[1:]:
            gain = by_system[system] - by_system["html"]
            low, high = interval_by_group(gain.tolist(), sites)
            gains.append(f"{gain.mean():+.4f} ({low:+.4f} to {high:+.4f})")
        print(f"| {name} {len(own)} | {len(set(sites))} | {means} |", " | ".join(gains), "|")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--sites", type=int, default=0)
    parser.add_argument("--across", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    pages = [page for page in load(*options.corpus, layouts=True) if page.text and page.page.layout]
    corpora = sorted({page.source for page in pages})
    total: dict[str, dict[str, list[float]]] = {system: {} for system in SYSTEMS}
    for seed in range(options.seeds):
        folds = group_folds(groups_of(pages), [page.source for page in pages], options.folds, seed)
        if options.across:
            folds = [corpora.index(page.source) for page in pages]
        for found in kept_scores(pages, folds, options.sites, seed, options.out):
            for system, own in found.items():
                for page, score in own.items():
                    total[system].setdefault(page, []).append(score)
    means = {s: {page: float(np.mean(own)) for page, own in total[s].items()} for s in SYSTEMS}
    print_table(pages, means)


if __name__ == "__main__":
    main()
