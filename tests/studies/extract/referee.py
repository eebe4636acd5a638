"""Ask whether a model of the page could choose between `auto` and what its members keep alone.

    pagesight evaluate --corpus fundus.parquet --systems auto,sight,article,trafilatura --out fundus
    python referee.py fundus/predictions.jsonl.gz dragnet/predictions.jsonl.gz ...

Each file is a corpus. A page is given by how far the texts agree and how long they are; the models
learn what each member gains over `auto` there, with the whole corpus of the page left out, and
the member of the highest promise is taken where it promises more than a margin. "Oracle" always
takes the best. Rivals are never taken: they are what the regret is measured by.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.linear_model import RidgeCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from pagesight.extract.training.gold.scores import word_score

SYSTEM = "auto"
MARGINS = (0.0, 0.02, 0.05, 0.1)  # of word F1: what a member must promise to be taken
FAR, POOR = 0.1, 0.5  # as in regret.py

Floats = NDArray[np.float64]
Row = Mapping[str, Any]


def linear() -> Pipeline:
    """Return a ridge regression of standardised facts."""
    return make_pipeline(StandardScaler(), RidgeCV(np.logspace(-1, 4, 12)))


def trees() -> ExtraTreesRegressor:
    """Return an ensemble of trees for few pages."""
    return ExtraTreesRegressor(200, min_samples_leaf=8, random_state=0)


MODELS: Mapping[str, Callable[[], Any]] = {"linear": linear, "trees": trees}


def read_pages(path: Path, systems: Sequence[str]) -> Iterator[Mapping[str, Row]]:
    """Yield the rows, by system, of the pages that all systems have a word F1 for."""
    pages: dict[str, dict[str, Row]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if "word_f1" in row:
                pages.setdefault(row["id"], {})[row["system"]] = row
    yield from (rows for rows in pages.values() if not set(systems) - set(rows))


def facts(rows: Mapping[str, Row], systems: Sequence[str]) -> list[float]:
    """Return how far each pair of texts agrees, and the logarithm of each text's length."""
    texts = [str(rows[name]["text"]) for name in systems]
    found = [float(np.log1p(len(text))) for text in texts]
    for one, other in combinations(texts, 2):
        score = word_score(one, other)
        found += [score.precision, score.recall, score.f1]
    return found


def promised(
    facts: Floats, gains: Floats, corpus: NDArray[np.int64], make: Callable[[], Any]
) -> Floats:
    """Return the gain that models of the other corpora promise of each member, (pages, members)."""
    found = np.zeros_like(gains)
    for left_out in np.unique(corpus):
        own = corpus == left_out
        for member in range(gains.shape[1]):
            model = make().fit(facts[~own], gains[~own, member])
            found[own, member] = model.predict(facts[own])
    return found


def print_row(name: str, scores: Floats, best: Floats, rival: Floats) -> None:
    """Print what a choice comes to."""
    print(
        f"{name:28} {scores.mean():.4f}  {np.mean(rival - scores > FAR):6.1%} "
        f"{np.mean(scores < POOR):6.1%} {np.mean(best - scores > FAR):6.1%}"
    )


def main() -> None:
    """Print a row a choice."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("predictions", type=Path, nargs="+", help="a file a corpus")
    arguments.add_argument("--members", default="sight,article", help="what may be taken instead")
    arguments.add_argument("--rivals", default="trafilatura")
    options = arguments.parse_args()
    choices = (SYSTEM, *options.members.split(","))
    rivals = options.rivals.split(",")
    pages = [
        (number, rows)
        for number, path in enumerate(options.predictions)
        for rows in read_pages(path, (*choices, *rivals))
    ]
    corpus = np.array([number for number, _ in pages])
    known = np.array([facts(rows, choices) for _, rows in pages])
    scores = np.array([[rows[name]["word_f1"] for name in choices] for _, rows in pages], float)
    rival = np.array([max(rows[name]["word_f1"] for name in rivals) for _, rows in pages], float)
    best = scores.max(axis=1)
    print(f"{len(pages):4} pages: choice           word F1  behind  below  behind own best")
    for name, own in zip((*choices, "oracle"), (*scores.T, best), strict=True):
        print_row(name, own, best, rival)
    for name, make in MODELS.items():
        gain = promised(known, scores[:, 1:] - scores[:, :1], corpus, make)
        for margin in MARGINS:
            chosen = np.where(gain.max(axis=1) > margin, gain.argmax(axis=1) + 1, 0)
            taken = scores[np.arange(len(scores)), chosen]
            print_row(f"{name}, {margin}: {np.mean(chosen > 0):.0%} changed", taken, best, rival)


if __name__ == "__main__":
    main()
