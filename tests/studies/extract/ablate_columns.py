"""What groups of columns of the block table bring to the trees of `sight`, beyond its corpora.

OMP_NUM_THREADS=2 python ablate_columns.py --data wcxb_dev.parquet fundus.parquet \
    --corpus dragnet.parquet waddle_daniel.parquet --without stretch,candidate_ in_

The trees and the models of words of `sight`, without its network, are fitted on the pages of
`--data` and asked about `--most` pages of each `--corpus` (with `--folds N` about the pages of
`--data` themselves, in folds of sites). Each `--without` names beginnings of columns that are left
out, with commas; these and all before them are left out together, so that each row of gains is
that of one group. Word F1, means over seeds, with 95 % intervals by bootstrap over sites.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from pagesight.app.evaluate.statistics import interval_by_group
from pagesight.datasets.load import group_folds, groups_of, load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.linear import WORD_COLUMNS, sigmoid
from pagesight.extract.models.trees import exported, tree_settings
from pagesight.extract.selection.choose import select
from pagesight.extract.training.examples import (
    Example,
    Floats,
    as_rows,
    drawn,
    examples,
    fit_words,
    page_folds,
)
from pagesight.extract.training.sight import SightOptions


def scores(
    taught: Sequence[Example], asked: Sequence[Example], left_out: Sequence[str], seeds: int
) -> Floats:
    """Return the word F1 of each page asked about, (1 + groups, pages), mean over seeds.

    The first row has all columns, the next lacks the first group, the last lacks all groups.
    """
    options = SightOptions()
    rows = as_rows(taught)
    words, logits = fit_words(rows, page_folds(taught, options.folds, 0)[rows.page], options.words)
    inputs, columns = np.column_stack([rows.base, *logits]), (*rows.names, *WORD_COLUMNS)
    total = np.zeros((1 + len(left_out), len(asked)), np.float32)
    for seed in range(seeds):
        sampled, sample_weight = drawn(rows.page, options.blocks_a_page, seed)
        chosen = np.flatnonzero(sampled & rows.counted)
        weights = (rows.weights(options.word_power) * sample_weight)[chosen]
        weights *= len(chosen) / weights.sum()
        for number in range(len(total)):
            gone = tuple(",".join(left_out[:number]).split(",")) if number else ()
            kept = np.flatnonzero([not name.startswith(gone) for name in columns])
            learner = HistGradientBoostingClassifier(**tree_settings(options.blocks, seed))
            learner.fit(inputs[np.ix_(chosen, kept)], rows.content[chosen], weights)
            trees = exported(learner, [columns[at] for at in kept.tolist()])
            for page, example in enumerate(asked):
                by_column = words.inputs(example.features, trees.columns)
                choice = select(example.features, sigmoid(trees.raw(by_column)[:, 0]))
                total[number, page] += example.word_f1(choice.kept) / seeds
    return total


def some_pages(corpora: Sequence[Path], most: int) -> list[Example]:
    """Return at most so many pages of each corpus, drawn at random."""
    found: list[LabelledPage] = []
    for corpus in corpora:
        pages = [page for page in load(corpus) if page.text]
        order = np.random.default_rng(0).permutation(len(pages))[: most or None]
        found += [pages[at] for at in sorted(order.tolist())]
    return examples(found)


def print_table(pages: Sequence[LabelledPage], found: Floats, left_out: Sequence[str]) -> None:
    """Print a row a corpus and, by folds, a genre: all columns, without them, gains of groups."""
    print("| pages | all columns | without any |", " | ".join(left_out), "|")
    kinds: dict[str, list[int]] = defaultdict(list)
    for at, page in enumerate(pages):
        for kind in ("all", page.source, f"{page.source} {page.genre}" if page.genre else ""):
            kinds[kind].append(at)
    for kind, own in kinds.items():
        if not kind:
            continue
        gains = []
        for group in range(len(left_out)):
            gain = (found[group] - found[group + 1])[own]
            low, high = interval_by_group(gain.tolist(), [pages[at].site for at in own])
            gains.append(f"{gain.mean():+.4f} ({low:+.4f} to {high:+.4f})")
        means = f"{found[0, own].mean():.4f} | {found[-1, own].mean():.4f}"
        print(f"| {kind} {len(own)} | {means} |", " | ".join(gains), "|")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--corpus", type=Path, nargs="+", default=[])
    parser.add_argument("--without", nargs="+", required=True)
    parser.add_argument("--most", type=int, default=250)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    taught = some_pages(options.data, 0)
    if not options.folds:
        asked = some_pages(options.corpus, options.most)
        found = scores(taught, asked, options.without, options.seeds)
        print_table([page.source for page in asked], found, options.without)
        return
    pages = [page.source for page in taught]
    fold = group_folds(groups_of(pages), [str(page.genre) for page in pages], options.folds, 0)
    found = np.zeros((1 + len(options.without), len(pages)), np.float32)
    for number in range(options.folds):
        own = [at for at, of in enumerate(fold) if of == number]
        rest = [page for page, of in zip(taught, fold, strict=True) if of != number]
        found[:, own] = scores(rest, [taught[at] for at in own], options.without, options.seeds)
    print_table(pages, found, options.without)


if __name__ == "__main__":
    main()
