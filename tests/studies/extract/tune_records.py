"""Print the word F1 of `auto` by how much likelier it takes what is in posts, or in items.

python tune_records.py posts harvest_forum.parquet [--models report/models/fold-0-...]
python tune_records.py items wcxb_dev.parquet

Of the pages that `auto` takes for threads, a row for each number taken off the log-odds outside
posts and a column for each added inside them; of those it takes for lists, one row. The shipped
models are taken, for whom pages that they learned from are no evidence; `--models` takes those
that `evaluate --folds` left.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.errors import ParseError
from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.extractor import Labels, keep
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.records.record import NO_RECORDS
from pagesight.extract.training.gold.scores import word_score

MORE = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0)
RECORDS = {"posts": "posts-or-items", "items": "items"}
LIKELY = 0.5  # of the threshold, as `keep` has it

Probabilities = NDArray[np.floating]
Found = tuple[LabelledPage, Document, Extraction]


def asked(corpus: Path, records: str, models: Models, folder: Path | None) -> Iterator[Found]:
    """Yield the pages that `auto` looks for such records in, and what it keeps without them."""
    for page in load(corpus):
        try:
            document = read(page.page) if page.text else None
        except ParseError:
            continue
        if document is None or not document.blocks:
            continue
        classifier = models.classifier("html", folder / "html" if folder else None)
        routing = route(classifier.predict(document))
        if routing.records.kind != RECORDS[records]:
            continue
        members = [
            WeightedExtractor(
                models.labeler_extractor(name, folder / name if folder else None), weight
            )
            for name, weight in routing.weights.items()
        ]
        found = combine(document, members, beside=routing.beside)
        yield page, document, found.together


def weighing(
    document: Document, first: Extraction, records: str, less: float
) -> Callable[[Probabilities, float], Probabilities]:
    """Return what makes blocks in records shift_log_odds, by as much as it is given."""
    if records == "posts":
        thread = Thread(document)
        return lambda probabilities, more: thread.reweight(probabilities, less, more)
    likely = np.array(first.page_probabilities) >= LIKELY * (first.threshold or 0.0)
    return Listing(document, likely & ~document.cuts.unseen).reweight


def main() -> None:
    """Print a table a corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", choices=("posts", "items"))
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, help="folder of html, sight, article, listview")
    options = parser.parse_args()
    models = Models()
    all_less = (0.0, 1.0, 2.0) if options.records == "posts" else (0.0,)
    for corpus in options.corpora:
        scores = []
        for page, document, first in asked(corpus, options.records, models, options.models):
            row = []
            for less in all_less:
                reweight = weighing(document, first, options.records, less)
                for more in MORE:
                    found = reweight(np.array(first.page_probabilities), more)
                    labels = Labels(document.blocks, found)
                    text = keep(document, "auto", labels, 0.0, records=NO_RECORDS).text
                    row.append(word_score(text, page.text or "").f1)
            scores.append(row)
        if not scores:
            print(f"{corpus.stem}: no page is taken for one of {options.records}")
            continue
        table = np.array(scores).mean(axis=0).reshape(len(all_less), len(MORE))
        print(f"{corpus.stem}, {len(scores)} pages:", *(f"{more:+.1f} " for more in MORE))
        for less, means in zip(all_less, table, strict=True):
            print(f"{-less:+.0f} outside:", *(f"{mean:.3f}" for mean in means))


if __name__ == "__main__":
    main()
