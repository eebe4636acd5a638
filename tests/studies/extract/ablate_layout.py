"""What a page's layout brings to boosted trees over block features: with it, and by HTML alone.

OMP_NUM_THREADS=1 python ablate_layout.py docs.parquet feeds.parquet [--sites 20]

`html`: the trees and the models of words of `sight`, without its network; `html+layout`: the same
with the columns of the layout, which a tenth of the pages to learn from lost; `layout lost`: that
model, asked about the HTML alone. `text` has no more than counts of each block's characters.
Each is fitted anew for each fold of sites (`--across`: for each corpus, on the others), with
`--sites` on so many sites alone; each seed draws others. Scores are word F1, means over seeds, with
95 % intervals of differences by bootstrap over sites; `short` are pages whose gold text has under
200 tokens.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from pagesight.app.evaluate.statistics import interval_by_group
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.features.layout import layout_columns
from pagesight.extract.labelers.block_words import WORD_COLUMNS, BlockWords
from pagesight.extract.labelers.examples import Dropping, Example, as_rows, examples
from pagesight.extract.labelers.sight.train import SightOptions, TreeOptions
from pagesight.extract.labelers.stages import Floats, drawn, fit_words, page_folds
from pagesight.extract.parse.document import read
from pagesight.extract.selection.select import select
from pagesight.extract.tokens import tokens

_SHORT = 200  # tokens
_DROPPED = 0.1  # share of pages that lose their layout where trees learn
SYSTEMS = ("text", "text+layout", "html", "html+layout", "layout lost")
_PAIRS = (("text+layout", "text"), ("html+layout", "html"), ("layout lost", "html"))
_TEXT = ("chars", "words", "links", "unlinked", "digits", "capitals", "ends", "ended", "commas",
         "commas_each", "marks", "word_length")  # fmt: skip

Ready = tuple[Example, Floats]  # a page, and what its layout says: (blocks, columns)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the trees read of pages, (blocks, columns) each."""

    html: Floats  # with the words' logits
    text: Floats
    look: Floats

    def of(self, system: str) -> Floats:
        """Return the columns of a system."""
        look = np.full_like(self.look, np.nan) if system == "layout lost" else self.look
        plain = self.text if system.startswith("text") else self.html
        return plain if system in ("text", "html") else np.column_stack([plain, look])


def ready(pages: Sequence[LabelledPage]) -> list[Ready]:
    """Return the pages that can be learned from, with names and address, and their looks."""
    found = examples(pages, Dropping(names=0, addresses=0))
    return [(page, layout_columns(read(page.source.page)).T) for page in found]


def fitted(
    pages: Sequence[Ready], seed: int, options: SightOptions
) -> tuple[BlockWords, Mapping[str, HistGradientBoostingClassifier]]:
    """Return the models of words, and the trees of each system."""
    own = [page for page, _ in pages]
    rows = as_rows(own)
    fold = page_folds(own, options.folds, seed)[rows.page]
    words, logits = fit_words(rows, fold, options.words)
    look = np.concatenate([look for _, look in pages])
    dropped = np.random.default_rng(seed).random(len(pages)) < _DROPPED
    look[dropped[rows.page]] = np.nan
    text = rows.base[:, [rows.names.index(name) for name in _TEXT]]
    inputs = Inputs(np.column_stack([rows.base, *logits]), text, look)
    lucky, stands_for = drawn(rows.page, options.blocks_a_page, seed)
    chosen = np.flatnonzero(lucky & rows.counted)
    weights = (rows.weights(options.word_power) * stands_for)[chosen]
    weights *= len(chosen) / weights.sum()
    trees = {
        system: _learner(options.blocks, seed).fit(
            inputs.of(system)[chosen], rows.content[chosen], weights
        )
        for system in SYSTEMS[:-1]
    }
    return words, {**trees, "layout lost": trees["html+layout"]}


def _learner(size: TreeOptions, seed: int) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=size.trees, learning_rate=size.learning_rate, max_leaf_nodes=size.leaves,
        min_samples_leaf=size.least_rows, l2_regularization=size.shrinkage, max_bins=size.bins,
        max_features=size.column_share, early_stopping=False, random_state=seed,
    )  # fmt: skip


def fold_scores(
    test: Sequence[Ready], rest: Sequence[Ready], seed: int
) -> Mapping[str, list[float]]:
    """Return the word F1 of each system on pages of sites that it did not learn from."""
    words, trees = fitted(rest, seed, SightOptions())
    found: dict[str, list[float]] = {system: [] for system in SYSTEMS}
    for page, look in test:
        features = page.features
        html = words.inputs(features, (*features.columns, *WORD_COLUMNS)).T
        inputs = Inputs(html, np.stack([features.column(name) for name in _TEXT], axis=1), look)
        for system, learner in trees.items():
            probabilities = learner.predict_proba(inputs.of(system))[:, 1]
            found[system].append(page.word_f1(select(features, probabilities).kept))
    return found


def of_sites(pages: Sequence[Ready], count: int, seed: int) -> list[Ready]:
    """Return the pages of some of the sites; all where `count` is 0."""
    sites = sorted({page.source.site for page, _ in pages})
    order = np.random.default_rng(seed).permutation(len(sites))[: count or None]
    kept = {sites[number] for number in order.tolist()}
    return [each for each in pages if each[0].source.site in kept]


def all_scores(
    pages: Sequence[Ready], folds: Sequence[int], sites: int, seed: int
) -> Mapping[str, Floats]:
    """Return the word F1 of each page by each system, (pages,), models fitted fold by fold."""
    scores = {system: np.zeros(len(pages), np.float32) for system in SYSTEMS}
    for fold in sorted(set(folds)):
        own = [at for at, number in enumerate(folds) if number == fold]
        rest = [page for page, number in zip(pages, folds, strict=True) if number != fold]
        found = fold_scores([pages[at] for at in own], of_sites(rest, sites, seed), seed)
        for system, values in found.items():
            scores[system][own] = values
    return scores


def kinds(page: LabelledPage) -> tuple[str, ...]:
    """Return the rows of the table that a page counts in."""
    length = "short" if len(tokens(page.text or "")) < _SHORT else "long"
    return ("all", page.source, length)


def print_table(pages: Sequence[LabelledPage], scores: Mapping[str, Floats]) -> None:
    """Print a row a corpus and kind of page, and one of all."""
    differences = " | ".join(f"{one} - {other}" for one, other in _PAIRS)
    print("| pages | sites |", " | ".join(SYSTEMS), f"| {differences} |")
    for kind in dict.fromkeys(kind for page in pages for kind in kinds(page)):
        own = np.flatnonzero([kind in kinds(page) for page in pages])
        sites = [pages[at].site for at in own.tolist()]
        means = " | ".join(f"{scores[system][own].mean():.4f}" for system in SYSTEMS)
        gains = []
        for one, other in _PAIRS:
            gain = (scores[one] - scores[other])[own]
            low, high = interval_by_group(gain.tolist(), sites)
            gains.append(f"{gain.mean():+.4f} ({low:+.4f} to {high:+.4f})")
        print(f"| {kind} {len(own)} | {len(set(sites))} | {means} |", " | ".join(gains), "|")


def main() -> None:
    """Print the table after each seed, of all seeds so far."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--sites", type=int, default=0)
    parser.add_argument("--across", action="store_true")
    options = parser.parse_args()
    rendered = load(*options.corpus, layouts=True)
    pages = ready([page for page in rendered if page.text and page.page.layout])
    labelled = [page.source for page, _ in pages]
    sources = [page.source for page in labelled]
    corpora = sorted(set(sources))
    by_seed = []
    for seed in range(options.seeds):
        folds = group_folds(groups_of(labelled), sources, options.folds, seed)
        if options.across:
            folds = [corpora.index(source) for source in sources]
        by_seed.append(all_scores(pages, folds, options.sites, seed))
        print(f"{seed + 1} seeds", flush=True)
        means = {s: np.mean([scores[s] for scores in by_seed], axis=0) for s in SYSTEMS}
        print_table(labelled, means)


if __name__ == "__main__":
    main()
