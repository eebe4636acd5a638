"""Print how the HTML model does on sources left out, by the copies of pages that it learns from.

python tune_copies.py CORPUS... --training wcxb_dev.parquet --sources mirrors,static-sites,wave4

The copies, of which the numbers are learned, are those that ship, none, and some that lack more of
their evidence. For each source that is left out: accuracy by words alone, which learn from the
pages as they are, by numbers alone, and by both as they are weighed.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.vision.html.features import Evidence, HtmlFeatures
from pagesight.vision.html.model import HtmlModel, Weighing, html_probabilities
from pagesight.vision.training.html import CopyOptions, HtmlOptions, features_of, fit_html
from pagesight.vision.training.learners import folds_by_source

_LESS: Mapping[Evidence, float] = {kind: 0.3 for kind in Evidence if kind is not Evidence.ADDRESS}
WAYS: Mapping[str, CopyOptions] = {
    "as shipped": CopyOptions(),
    "none": CopyOptions(given=1.0, hidden=0.0, misled=0.0),
    "half the weight, each kind missing 3 in 10": CopyOptions(
        given=0.5, hidden=0.4, misled=0.1, missing=_LESS
    ),
}
# What decides: the words alone, the numbers alone, both.
WEIGHINGS: Mapping[str, Weighing] = {
    "words": Weighing(sure=0.0),
    "numbers": Weighing(sure=1.01, word_share=0.0),
    "both": Weighing(),
}


def right(model: HtmlModel, features: Sequence[HtmlFeatures], genres: Sequence[str]) -> list[float]:
    """Return the share of right answers by each of `WEIGHINGS`."""
    found = []
    for weighing in WEIGHINGS.values():
        asked = replace(model, weighing=weighing)
        best = [int(html_probabilities(asked, page).argmax()) for page in features]
        found.append(
            float(
                np.mean([model.labels[n] == genre for n, genre in zip(best, genres, strict=True)])
            )
        )
    return found


def rows(
    pages: Sequence[LabelledPage],
    features: Sequence[HtmlFeatures],
    sources: Sequence[str],
    ways: Sequence[str],
) -> Iterator[tuple[str, str, int, list[float]]]:
    """Yield way, source, its pages, and what `right` finds, the source being left out."""
    of = np.array([page.source for page in pages])
    folds = folds_by_source(pages, np.isin(of, sources))
    for source in sources:
        test = np.flatnonzero(of == source).tolist()
        train = folds.training_rows(int(folds.numbers[test[0]])).tolist()
        genres = [str(pages[row].genre) for row in test]
        for way in ways:
            model = fit_html(
                [pages[row] for row in train],
                [features[row] for row in train],
                HtmlOptions(copies=WAYS[way]),
            )
            yield way, source, len(test), right(model, [features[row] for row in test], genres)


def main() -> None:
    """Print a line a source and way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--training", type=Path, nargs="*", default=[], help="learned from only")
    parser.add_argument("--sources", required=True, help="left out one by one, by commas")
    arguments = parser.parse_args()
    own = [page for page in load(*arguments.corpora) if page.genre]
    known = {page.id for page in own}
    more = load(*arguments.training) if arguments.training else ()
    pages = [*own, *(page for page in more if page.genre and page.id not in known)]
    features = features_of(pages)
    print(f"| source | pages | copies | {' | '.join(WEIGHINGS)} |\n|---|---|---|---|---|---|")
    for way, source, count, shares in rows(
        pages, features, arguments.sources.split(","), list(WAYS)
    ):
        cells = " | ".join(f"{share:.3f}" for share in shares)
        print(f"| {source} | {count} | {way} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
