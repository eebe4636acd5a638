"""Print the word F1 that `auto` reaches on corpora by the least weight of the fallback.

python tune_routing.py fundus.parquet dragnet.parquet [--limit 150] [--include-hidden]

It takes the shipped models, so corpora that they learned from are no evidence. `--include-hidden`
keeps the text that pages hide: the difference is what leaving it out is worth.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import numpy as np

from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.errors import ParseError
from pagesight.extract.gold.scores import word_score
from pagesight.extract.parse.document import Document, read

WEIGHTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)


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
    options = arguments.parse_args()
    models = Models()
    print(f"{'corpus':24} pages " + " ".join(f"{weight:6.1f}" for weight in WEIGHTS))
    for corpus in options.corpora:
        scores: dict[float, list[float]] = {weight: [] for weight in WEIGHTS}
        for page, document in documents(drawn(corpus, options.limit), options.include_hidden):
            prediction = models.classifier("html").predict(document)
            for weight in WEIGHTS:
                routing = route(prediction, fallback_weight=weight)
                members = [
                    WeightedExtractor(models.labeler_extractor(name), own)
                    for name, own in routing.weights.items()
                ]
                extraction = combine(document, members).together
                scores[weight].append(word_score(extraction.text, page.text or "").f1)
        found = " ".join(f"{mean(scores[weight]):6.4f}" for weight in WEIGHTS)
        print(f"{corpus.stem:24} {len(scores[1.0]):5} {found}", flush=True)


if __name__ == "__main__":
    main()
