"""Print how often each stage of `html` decides the genre, and the accuracy, by how sure it must be.

python tune_weighing.py genre/*.parquet styled/*.parquet --training wcxb_dev.parquet

Words alone decide from `sure` on, words and counts from `sure_without_found` on. Five folds by
group; asked about the pages with all evidence, and without their address.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre
from pagesight.vision.html.features import Evidence, HtmlFeatures, Numbers, without
from pagesight.vision.html.model import HtmlModel, html_probabilities
from pagesight.vision.training.html import HtmlOptions, features_of, fit_html
from pagesight.vision.training.learners import folds_by_group

SURE = (1.01, 0.99, 0.97, 0.95, 0.93, 0.9, 0.85, 0.8, 0.0)
SURE_WITHOUT_FOUND = (1.01, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.0)
THRESHOLDS = [
    *({"sure": sure} for sure in SURE),
    *({"sure_without_found": sure} for sure in SURE_WITHOUT_FOUND),
]


class Watched:
    """The features of a page, and which of them the model asked for."""

    def __init__(self, features: HtmlFeatures) -> None:
        self._features, self.asked = features, set[str]()
        self.tokens = features.tokens

    @property
    def numbers(self) -> Numbers:
        """Return the counts."""
        self.asked.add("sure")
        return self._features.numbers

    @property
    def found(self) -> Numbers:
        """Return the numbers of what the extractors find."""
        self.asked.add("sure_without_found")
        return self._features.found


def answers(
    model: HtmlModel, features: Sequence[HtmlFeatures], targets: Sequence[Genre]
) -> list[list[tuple[bool, bool]]]:
    """Return for each page, by threshold, whether the stage or one before decides, and rightly."""
    found = []
    for page, target in zip(features, targets, strict=True):
        row = []
        for threshold in THRESHOLDS:
            watched = Watched(page)
            asked = replace(model, weighing=replace(model.weighing, **threshold))
            best = int(html_probabilities(asked, watched).argmax())
            row.append((watched.asked.isdisjoint(threshold), model.labels[best] == target))
        found.append(row)
    return found


def main() -> None:
    """Print a row a threshold."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path, nargs="+")
    arguments.add_argument("--training", type=Path, nargs="*", default=[], help="learned from only")
    options = arguments.parse_args()
    own = [page for page in load(*options.corpora) if page.genre]
    known = {page.id for page in own}
    more = load(*options.training) if options.training else ()
    pages = [*own, *(page for page in more if page.genre and page.id not in known)]
    features = features_of(pages)
    fold = folds_by_group(pages, 5, 0).numbers
    given, bare = [], []
    for number in np.unique(fold):
        train = np.flatnonzero(fold != number)
        model = fit_html([pages[row] for row in train], [features[r] for r in train], HtmlOptions())
        test = [row for row in np.flatnonzero(fold == number).tolist() if row < len(own)]
        asked = [features[row] for row in test]
        targets = [genre for row in test if (genre := pages[row].genre)]
        given += answers(model, asked, targets)
        bare += answers(model, [without(page, (Evidence.ADDRESS,)) for page in asked], targets)
    print(f"{len(given)} pages\n| least | decided | accuracy | without address | accuracy |")
    print("|---|---|---|---|---|")
    shares = np.column_stack([np.mean(given, axis=0), np.mean(bare, axis=0)])
    for threshold, row in zip(THRESHOLDS, shares.tolist(), strict=True):
        ((name, sure),) = threshold.items()
        print(f"| {name} {sure} | " + " | ".join(f"{share:.3f}" for share in row) + " |")


if __name__ == "__main__":
    main()
