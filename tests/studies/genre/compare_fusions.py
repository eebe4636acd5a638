"""Compare ways to join the HTML's and the picture's answers, on sources that were left out.

python compare_fusions.py OUT/predictions.jsonl.gz genre/*.parquet styled/*.parquet

OUT is what `pagesight evaluate --task genre --systems html,screenshot --inputs given,no-address
--folds-by source ... --out OUT` wrote about these corpora. Each source is answered by a fusion that
was fitted on the others, on the answers with addresses and without. The gain over the HTML
is in points of accuracy, with a 95 % interval by group. The second table: points of accuracy above
the better side, and the ECE, by source; and what the ECE would be of answers that are calibrated,
by chance alone.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from pagesight.app.evaluate.statistics import interval_by_group
from pagesight.datasets.load import groups_of, load
from pagesight.datasets.schema import Genre
from pagesight.vision.predict import SURE, fuse
from pagesight.vision.prediction import FLOOR, calibration_error, softmax
from pagesight.vision.training.learners import cascade, fit_on_all

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
Joined = Callable[[Array, Array], Array]  # by HTML, by picture -> together
Fit = Callable[[Sequence[Array], Array, Rows], Joined]
_GENRES = tuple(Genre)


def shipped(answers: Sequence[Array], pictures: Array, targets: Rows) -> Joined:
    """Return the product's own way: the picture's weight by the genre that the HTML predicts."""
    model = fit_on_all(answers, pictures, targets)
    return lambda html, picture: fuse(model, html, picture)


def fitted(start: Sequence[float], join: Callable[[Array, Array, Array], Array]) -> Fit:
    """Return a way that fits parameters from `start` on; `join` takes them before the answers."""

    def fit(answers: Sequence[Array], pictures: Array, targets: Rows) -> Joined:
        html, picture = np.concatenate(answers), np.tile(pictures, (len(answers), 1))
        wanted = np.tile(targets, len(answers))

        def loss(parameters: Array) -> float:
            found = join(parameters, html, picture)
            return float(-np.log(found[np.arange(len(wanted)), wanted] + 1e-12).mean())

        best = minimize(loss, start, method="L-BFGS-B").x
        return lambda html, picture: join(best, html, picture)

    return fit


def two_weights(weights: Array, html: Array, picture: Array) -> Array:
    """Join by a weight for each side."""
    return softmax(weights[0] * np.log(html + FLOOR) + weights[1] * np.log(picture + FLOOR))


def with_biases(weights: Array, html: Array, picture: Array) -> Array:
    """Join by a weight for each side, and add a bias a genre: version 0.1."""
    logits = np.log(two_weights(weights, html, picture)) + weights[2:]
    return softmax(logits)


def by_sureness(weights: Array, html: Array, picture: Array) -> Array:
    """Join by weights that depend on how sure each side is."""
    sure = np.stack([np.ones(len(html)), html.max(axis=1), picture.max(axis=1)])
    of_html, of_picture = weights.reshape(2, 3) @ sure
    logs = np.log(html + FLOOR), np.log(picture + FLOOR)
    return softmax(of_html[:, None] * logs[0] + of_picture[:, None] * logs[1])


def linear(weights: Array, html: Array, picture: Array) -> Array:
    """Join by the weighted mean of the probabilities."""
    share = 1 / (1 + np.exp(-weights[0]))
    return np.asarray(share * html + (1 - share) * picture)


WAYS: Mapping[str, Fit] = {
    "shipped": shipped,
    "two weights": fitted((1, 0.5), two_weights),
    "two weights, biases": fitted((1, 0.5) + (0,) * len(_GENRES), with_biases),
    "weights by sureness": fitted((1, 0, 0, 0.5, 0, 0), by_sureness),
    "mean of probabilities": fitted((0.0,), linear),
}


@dataclass(frozen=True, slots=True)
class Sides:
    """The answers (pages, genres) of both sides about pages of left-out sources."""

    html: Array
    without_address: Array
    picture: Array
    targets: Rows
    sources: NDArray[np.str_]
    groups: tuple[str, ...]

    def joined(self, fit: Fit) -> tuple[Array, Array]:
        """Return the joined answers with addresses and without."""
        with_address, without = np.zeros_like(self.html), np.zeros_like(self.html)
        for source in np.unique(self.sources):
            test, rest = self.sources == source, self.sources != source
            answers = self.html[rest], self.without_address[rest]
            join = fit(answers, self.picture[rest], self.targets[rest])
            with_address[test] = join(self.html[test], self.picture[test])
            without[test] = join(self.without_address[test], self.picture[test])
        return with_address, without


def sides_of(predictions: Path, corpora: Sequence[Path]) -> Sides:
    """Return the answers in the file about the pages of the corpora."""
    pages = {page.id: page for page in load(*corpora)}
    found: dict[str, dict[str, list[float]]] = defaultdict(dict)
    gold: dict[str, int] = {}
    with gzip.open(predictions, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            found[row["system"]][row["id"]] = [row["probabilities"][genre] for genre in _GENRES]
            gold[row["id"]] = _GENRES.index(Genre(row["gold"]))
    names = "html", "html, no-address", "screenshot"
    html, bare, picture = (np.array([found[name][page] for page in gold]) for name in names)
    asked = [pages[page] for page in gold]
    sources, groups = np.array([page.source for page in asked]), tuple(groups_of(asked))
    return Sides(html, bare, picture, np.array(list(gold.values())), sources, groups)


def answers_of(sides: Sides) -> dict[str, tuple[Array, Array]]:
    """Return what each way answers, and each side alone, with addresses and without."""
    html, bare, picture = sides.html, sides.without_address, sides.picture
    answers = {name: sides.joined(fit) for name, fit in WAYS.items()}
    given, without = answers["shipped"]
    answers["shipped, cascade"] = cascade(html, given, SURE)[0], cascade(bare, without, SURE)[0]
    return {"html": (html, bare), "screenshot": (picture, picture), **answers}


def print_all(sides: Sides, answers: Mapping[str, tuple[Array, Array]]) -> None:
    """Print the table of all pages."""
    print("| way | accuracy | gain over html | ECE | -log p | no address | ECE |")
    print(f"|{'---|' * 7}")
    targets = sides.targets
    by_html = sides.html.argmax(axis=1) == targets
    for name, (given, without) in answers.items():
        surplus = (given.argmax(axis=1) == targets).astype(float) - by_html
        ends = interval_by_group(surplus.tolist(), sides.groups)
        cells = [f"{accuracy(given, targets):.3f}", f"{surplus.mean():.4f} {list(ends)}"]
        cells += [f"{calibration_error(given, targets):.3f}"]
        cells += [f"{-np.log(given[np.arange(len(targets)), targets] + FLOOR).mean():.4f}"]
        cells += [f"{accuracy(without, targets):.3f}", f"{calibration_error(without, targets):.3f}"]
        print(f"| {name} | {' | '.join(cells)} |")


def print_sources(sides: Sides, answers: Mapping[str, tuple[Array, Array]]) -> None:
    """Print the table of each source."""
    sources = np.unique(sides.sources)
    print(f"\n| way | {' | '.join(sources)} |\n|---|{'---|' * len(sources)}")
    for name, (found, _) in answers.items():
        cells = []
        for source in sources:
            of = sides.sources == source
            own, targets = found[of], sides.targets[of]
            better = max(accuracy(side[of], targets) for side in (sides.html, sides.picture))
            points = 100 * (accuracy(own, targets) - better)
            cells.append(f"{points:+.1f}, {calibration_error(own, targets):.3f}")
        print(f"| {name} | {' | '.join(cells)} |")
    given, _ = answers["shipped"]
    floors = [noise_floor(given[sides.sources == source]) for source in sources]
    cells = [f"{mean:.3f} (to {most:.3f})" for mean, most in floors]
    print(f"| ECE of shipped, were it calibrated | {' | '.join(cells)} |")


def noise_floor(found: Array, draws: int = 500) -> tuple[float, float]:
    """Return the mean ECE, and its 95th percentile, if the answers were as often right as they say.

    What is right is drawn from the answers themselves, each page for itself: pages of one site,
    which are right and wrong together, would make it larger still.
    """
    generator = np.random.default_rng(0)
    limits = found.cumsum(axis=1)
    limits /= limits[:, -1:]
    errors = [
        calibration_error(found, (generator.random((len(found), 1)) > limits).sum(axis=1))
        for _ in range(draws)
    ]
    return float(np.mean(errors)), float(np.quantile(errors, 0.95))


def accuracy(found: Array, targets: Rows) -> float:
    """Return the share of right answers."""
    return float((found.argmax(axis=1) == targets).mean())


def main(predictions: Path, corpora: Sequence[Path]) -> None:
    """Print both tables."""
    sides = sides_of(predictions, corpora)
    answers = answers_of(sides)
    print_all(sides, answers)
    print_sources(sides, answers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("predictions", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+")
    arguments = parser.parse_args()
    main(arguments.predictions, arguments.corpora)
