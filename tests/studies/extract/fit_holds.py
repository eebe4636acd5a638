"""Fit the weights by which a page is found to hold a list, and print them with their reliability.

python fit_holds.py CORPUS... (extract/records/listing.py has what it printed for meetings,
juriscraper_listings, feeds, wcxb_dev, docs, recipes, zyte_product, dragnet, waddle_daniel,
newspaper4k_articles, fundus, utomo_big9_chaos and the files of genre/)

A page with gold records holds a list, and so does one of genre listing or collection; articles,
documentation, products, pages whose gold has no records and those of genre/ that are "other" hold
none. Services and forums are left out, as nobody said which of them hold a list. Of a corpus 200
pages are read at most, drawn by the hash of their names; folds are by site.

The genre model has learned from most of these pages: it is right about nearly all of them, and of
others it is wrong about one in five (docs/evaluation.md#genre). So each page is learned from twice:
with its genre, and by .12 of the weight with that of another page. Without that no article is a
list; with .25 more articles have items, at the same lists lost.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.errors import ParseError
from pagesight.extract.page.document import read
from pagesight.extract.records.groups.evidence import list_evidence
from pagesight.extract.records.items import find_groups
from pagesight.extract.records.listing import LEAST_LIST, genre_evidence

MOST_PAGES = 200  # of a corpus
FOLDS = 5
STRENGTH = 1.0  # of the penalty, inverted: .1 to 1 gave the same within .01 of each rate
WRONG = 0.12  # weight of a page with the genre of another one
LISTS, NONE = ("listing", "collection"), ("article", "documentation", "product")
BY_HAND = {"cards", "genre_unsaid"}  # what is not learned: those pages have no gold
LIKELY = 0.5  # of the threshold, as `keep` has it


@dataclass(frozen=True, slots=True)
class Row:
    """A page: its corpus and site, whether it holds a list, and the evidence."""

    corpus: str
    site: str
    is_list: bool
    evidence: Mapping[str, float]


def holds_list(page: LabelledPage) -> bool | None:
    """Return whether a page holds a list; None if its gold does not say."""
    if page.records is not None:
        return bool(page.records)
    genre = str(page.genre or "article")  # corpora without genres are of articles
    if genre == "other" and page.page.screenshot:  # by eye: forms, errors, contacts
        return False
    return True if genre in LISTS else False if genre in NONE else None


def rows(corpus: Path, models: Models) -> Iterator[Row]:
    """Yield the pages of a corpus on which anything repeats."""
    known = [page for page in load(corpus) if holds_list(page) is not None]
    for page in sorted(known, key=lambda page: crc32(page.id.encode()))[:MOST_PAGES]:
        is_list = holds_list(page)
        try:
            document = read(page.page)
        except ParseError:
            continue
        if not document.blocks:
            continue
        prediction = models.classifier("html", None).predict(document)
        routing = route(prediction)
        members = [
            WeightedExtractor(models.labeler_extractor(name, None), weight)
            for name, weight in routing.weights.items()
        ]
        found = combine(document, members, beside=routing.beside).together
        least = LIKELY * (found.threshold or 0.0)
        likely = (np.array(found.page_probabilities) >= least) & ~document.cuts.unseen
        if groups := find_groups(document, likely):
            evidence = list_evidence(document, groups, likely)
            genres = genre_evidence(prediction.probabilities)
            yield Row(corpus.stem, page.site or page.id, bool(is_list), evidence | genres)


def fitted(
    values: NDArray[np.float64], is_list: NDArray[np.bool_], of_genre: NDArray[np.bool_]
) -> Pipeline:
    """Return the model of evidence, (pages, names), of which some, (names,), is of the genre."""
    others = np.random.default_rng(0).permutation(len(values))
    wrong = np.where(of_genre, values[others], values)
    weights = np.repeat([1 - WRONG, WRONG], len(values))
    model = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=2000))
    return model.fit(
        np.concatenate([values, wrong]),
        np.tile(is_list, 2),
        logisticregression__sample_weight=weights,
    )


def report(found: list[Row], probability: NDArray[np.float64]) -> None:
    """Print how often lists are reported, by corpus, and how right the probabilities are."""
    is_list = np.array([row.is_list for row in found])
    corpora = np.array([row.corpus for row in found])
    print("| corpus | pages | of them | reported as lists |\n|---|---|---|---|")
    for corpus in dict.fromkeys(corpora.tolist()):
        for kind, own in (("lists", is_list), ("others", ~is_list)):
            own = own & (corpora == corpus)
            if own.any():
                share = float((probability[own] >= LEAST_LIST).mean())
                print(f"| {corpus} | {own.sum()} | {kind} | {share:.3f} |")
    print("\n| predicted | true | pages |\n|---|---|---|")
    for tenth in range(10):
        own = (probability * 10).astype(int).clip(0, 9) == tenth
        if own.any():
            means = probability[own].mean(), is_list[own].mean()
            print(f"| {means[0]:.2f} | {means[1]:.2f} | {own.sum()} |")
    print()


def main() -> None:
    """Print rates and reliability by folds, then the weights of all pages."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path, nargs="+")
    models = Models()
    found = [row for corpus in arguments.parse_args().corpora for row in rows(corpus, models)]
    names = sorted(found[0].evidence.keys() - BY_HAND)
    values = np.array([[row.evidence[name] for name in names] for row in found])
    is_list = np.array([row.is_list for row in found])
    of_genre = np.char.startswith(names, "genre_")
    fold = np.array([crc32(row.site.encode()) % FOLDS for row in found])
    probability = np.zeros(len(found))
    for number in range(FOLDS):
        own = fold == number
        model = fitted(values[~own], is_list[~own], of_genre)
        probability[own] = model.predict_proba(values[own])[:, 1]
    report(found, probability)
    scaler, logistic = fitted(values, is_list, of_genre)
    by_name = logistic.coef_[0] / scaler.scale_
    print("LIST_INTERCEPT =", round(float(logistic.intercept_[0] - by_name @ scaler.mean_), 2))
    print({name: round(float(weight), 2) for name, weight in zip(names, by_name, strict=True)})


if __name__ == "__main__":
    main()
