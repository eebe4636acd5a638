"""Print the word F1 that `auto` reaches on corpora by a number of its routing.

python tune_routing.py fundus.parquet dragnet.parquet [--limit 150] [--include-hidden]
python tune_routing.py --by beside --models report/models/fold-0-... waddle_daniel.parquet

By the least weight of the fallback, or by the caution with what is beside the content. The shipped
models are taken, for whom corpora that they learned from are no evidence; `--models` takes those
that `evaluate --folds` left. `--include-hidden` keeps the text that pages hide: the difference is
what leaving it out is worth.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import numpy as np

from pagesight.app.models import Models
from pagesight.app.router import Routing, route
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.errors import ParseError
from pagesight.extract.page.document import Document, read
from pagesight.extract.training.gold.scores import word_score
from pagesight.vision.prediction import Prediction

WEIGHTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
BESIDE_CAUTIONS = (0.0, 1.0, 2.0, 3.0, 4.0)


def by_weight(prediction: Prediction, weight: float) -> Routing:
    """Return the routing with that least weight of the fallback."""
    return route(prediction, fallback_weight=weight)


def by_beside_caution(prediction: Prediction, caution: float) -> Routing:
    """Return the routing with that caution beside the content of a page of a sure genre."""
    return route(prediction, beside_caution=caution)


# What routings differ by -> the values, and what makes the routing of one.
BY = {"weight": (WEIGHTS, by_weight), "beside": (BESIDE_CAUTIONS, by_beside_caution)}


def drawn(corpus: Path, limit: int) -> list[LabelledPage]:
    """Return up to `limit` pages with gold text, the same ones in each run."""
    pages = [page for page in load(corpus) if page.text]
    order = np.random.default_rng(0).permutation(len(pages))
    return [pages[number] for number in order[:limit].tolist()]


def documents(
    pages: list[LabelledPage], include_hidden: bool
) -> Iterator[tuple[LabelledPage, Document]]:
    """Yield the pages that hold HTML, read."""
    for page in pages:
        try:
            yield page, read(page.page, include_hidden=include_hidden)
        except ParseError as error:
            print(f"left out {page.id}: {error}")


def main() -> None:
    """Print a row a corpus."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path, nargs="+")
    arguments.add_argument("--limit", type=int, default=150, help="pages of each corpus")
    arguments.add_argument("--include-hidden", action="store_true")
    arguments.add_argument("--by", choices=BY, default="weight")
    arguments.add_argument("--models", type=Path, help="folder of html, sight, article, listview")
    options = arguments.parse_args()
    models, folder = Models(), options.models
    values, routed = BY[options.by]
    print(f"{'corpus':24} pages " + " ".join(f"{value:6.1f}" for value in values))
    for corpus in options.corpora:
        scores: dict[float, list[float]] = {value: [] for value in values}
        for page, document in documents(drawn(corpus, options.limit), options.include_hidden):
            classifier = models.classifier("html", folder / "html" if folder else None)
            prediction = classifier.predict(document)
            for value in values:
                routing = routed(prediction, value)
                members = [
                    WeightedExtractor(
                        models.labeler_extractor(name, folder / name if folder else None), own
                    )
                    for name, own in routing.weights.items()
                ]
                found = combine(document, members, beside=routing.beside)
                scores[value].append(word_score(found.together.text, page.text or "").f1)
        row = " ".join(f"{mean(of_value):6.4f}" for of_value in scores.values())
        print(f"{corpus.stem:24} {len(scores[values[0]]):5} {row}", flush=True)


if __name__ == "__main__":
    main()
