"""Print the word F1 of `auto` on threads, by how much likelier it takes what is in posts.

python tune_posts.py harvest_forum.parquet [--models report/models/fold-0-...]

A row for each number taken off the log-odds outside posts, a column for each added inside them.
The shipped models are taken, for whom pages that they learned from are no evidence; `--models`
takes those that `evaluate --folds` left.
"""

import argparse
from pathlib import Path

import numpy as np

from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.datasets.load import load
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.gold.scores import word_score
from pagesight.extract.labelers.base import Labels
from pagesight.extract.labelers.extractor import keep
from pagesight.extract.parse.document import read
from pagesight.extract.records.posts.find import Thread

LESS = (0.0, 1.0, 2.0)
MORE = (0.0, 1.0, 2.0, 3.0, 5.0)


def main() -> None:
    """Print a table a corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, help="folder of html, sight, article, listview")
    options = parser.parse_args()
    models, folder = Models(), options.models
    for corpus in options.corpora:
        scores = []
        for page in load(corpus):
            if not page.text or page.genre not in (None, "forum"):
                continue
            document = read(page.page)
            classifier = models.classifier("html", folder / "html" if folder else None)
            routing = route(classifier.predict(document))
            if routing.records != "posts" or not document.blocks:
                continue
            members = [
                WeightedExtractor(
                    models.labeler_extractor(name, folder / name if folder else None), weight
                )
                for name, weight in routing.weights.items()
            ]
            found = combine(document, members, caution=routing.caution, beside=routing.beside)
            probabilities = np.array(found.together.page_probabilities)
            thread = Thread(document)
            row = []
            for less in LESS:
                for more in MORE:
                    labels = Labels(document.blocks, thread.weighed(probabilities, less, more))
                    text = keep(document, "auto", labels, 0.0, records="none").text
                    row.append(word_score(text, page.text).f1)
            scores.append(row)
        table = np.array(scores).mean(axis=0).reshape(len(LESS), len(MORE))
        print(f"{corpus.stem}: {len(scores)} pages;", *(f"{more:+.0f} " for more in MORE))
        for less, means in zip(LESS, table, strict=True):
            print(f"{-less:+.0f} outside:", *(f"{mean:.3f}" for mean in means))


if __name__ == "__main__":
    main()
