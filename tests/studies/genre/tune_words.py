"""Print how the words of the HTML model are best learned, on sources that were left out.

python tune_words.py genre/*.parquet styled/*.parquet --training wcxb_dev.parquet ...

By least squares or logistic regression, from each page as it is or from its copies that lack
evidence (which the numbers are learned from in any case). For each source: accuracy of the words
alone with all evidence, without address, at the address of a page of another genre; and of words
and numbers with all evidence.
"""

import argparse
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.vision.html.features import Evidence, HtmlFeatures, without
from pagesight.vision.html.model import HtmlModel, WordModel, html_probabilities, matrix
from pagesight.vision.training.html import CopyOptions, HtmlOptions, copies, features_of, fit_html
from pagesight.vision.training.learners import folds_by_source

Rows = NDArray[np.int64]
_SHARPNESS = 12.0  # logits for a share of 1: of 9, 12 and 18 the likeliest with the numbers


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages, their features, and those at a false address."""

    pages: Sequence[LabelledPage]
    features: Sequence[HtmlFeatures]
    misled: Sequence[HtmlFeatures]

    def at(self, rows: Rows) -> "Pages":
        """Return the pages at those rows."""
        parts = (self.pages, self.features, self.misled)
        return Pages(*([part[row] for row in rows] for part in parts))


def learned_words(known: Pages, model: HtmlModel) -> Iterator[tuple[str, WordModel]]:
    """Yield the ways to learn the words, and what each makes of the pages."""
    options = HtmlOptions()
    targets = _targets(known, model)
    changed = copies(known.pages, known.features, options.copies)
    every = targets[changed.pages], changed.weights
    tokens = matrix([one.tokens for one in known.features], model.words.vocabulary)
    all_tokens = matrix([one.tokens for one in changed.features], model.words.vocabulary)
    alike = np.ones(len(targets))
    yield "least squares, 0.3, pages", _least_squares(tokens, targets, alike, 0.3, model.words)
    for penalty in (0.3, 3.0):
        words = _least_squares(all_tokens, *every, penalty, model.words)
        yield f"least squares, {penalty}, copies", words
    for strength in (200.0, 30.0, 8.0):
        name = f"logistic regression, {strength:g}"
        yield f"{name}, copies", _logistic(all_tokens, *every, strength, model.words)
    yield "logistic regression, 200, pages", _logistic(tokens, targets, alike, 200.0, model.words)


def _targets(asked: Pages, model: HtmlModel) -> Rows:
    """Return the number of each page's genre among the model's labels; -1 for one it lacks."""
    numbers = {label: number for number, label in enumerate(model.labels)}
    return np.array([numbers.get(str(page.genre), -1) for page in asked.pages])


def _least_squares(
    tokens: object, targets: Rows, weights: NDArray[np.float64], penalty: float, words: WordModel
) -> WordModel:
    from sklearn.linear_model import Ridge

    counts = np.bincount(targets)
    learner = Ridge(penalty, fit_intercept=False, solver="sparse_cg")
    shares = np.full(len(counts), 1 / len(counts))
    learner.fit(
        tokens, np.eye(len(counts))[targets] - shares, weights * counts.mean() / counts[targets]
    )
    slopes = (_SHARPNESS * learner.coef_.T).astype(np.float32)
    return replace(words, weights=slopes, bias=_SHARPNESS * shares)


def _logistic(
    tokens: object, targets: Rows, weights: NDArray[np.float64], strength: float, words: WordModel
) -> WordModel:
    """Return the model that shipped before: stopped after 60 iterations."""
    from sklearn.linear_model import LogisticRegression

    learner = LogisticRegression(C=strength, max_iter=60, class_weight="balanced")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learner.fit(tokens, targets, weights)
    return replace(words, weights=learner.coef_.T.astype(np.float32), bias=learner.intercept_)


def accuracies(model: HtmlModel, asked: Pages) -> list[float]:
    """Return the accuracy of the words by evidence, and of the whole model."""
    targets = _targets(asked, model)
    bare = [without(one, (Evidence.ADDRESS,)) for one in asked.features]
    alone = [
        [model.words.logits(one.tokens).argmax() for one in given]
        for given in (asked.features, bare, asked.misled)
    ]
    whole = [html_probabilities(model, one).argmax() for one in asked.features]
    return [float((np.array(found) == targets).mean()) for found in (*alone, whole)]


def main() -> None:
    """Print a line a source and way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--training", type=Path, nargs="*", default=[], help="learned from only")
    parser.add_argument("--sources", default="", help="left out one by one, by commas; else all")
    arguments = parser.parse_args()
    own = [page for page in load(*arguments.corpora) if page.genre]
    known = {page.id for page in own}
    more = load(*arguments.training) if arguments.training else ()
    pages = [*own, *(page for page in more if page.genre and page.id not in known)]
    features = features_of(pages)
    misled = copies(pages, features, CopyOptions(missing={})).features[2 * len(pages) :]
    everything = Pages(pages, features, misled)
    folds = folds_by_source(pages, np.arange(len(pages)) < len(own))
    print("| source | pages | way | words | no address | false address | html |")
    print(f"|{'---|' * 7}")
    for source in arguments.sources.split(",") if arguments.sources else _sources(own):
        test = np.flatnonzero([page.source == source for page in pages])
        rest = everything.at(folds.training_rows(int(folds.numbers[test[0]])))
        model = fit_html(rest.pages, rest.features, HtmlOptions())
        for way, words in learned_words(rest, model):
            learned = replace(model, words=words, bare_words=words)
            found = accuracies(learned, everything.at(test))
            cells = " | ".join(f"{share:.3f}" for share in found)
            print(f"| {source} | {len(test)} | {way} | {cells} |", flush=True)


def _sources(pages: Sequence[LabelledPage]) -> list[str]:
    return sorted({page.source for page in pages})


if __name__ == "__main__":
    main()
