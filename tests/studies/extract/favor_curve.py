"""Print the precision and recall that `auto` trades by the beta of the F that it maximises.

    python favor_curve.py cleaneval_en.parquet dragnet.parquet

By the shipped models; `app/config.py` has the betas of `favor`. Word precision, recall and F1 are
means over pages.
"""

import argparse
from pathlib import Path
from statistics import mean

from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.page.blocks import Wanted
from pagesight.extract.page.document import read
from pagesight.extract.training.gold.scores import Score, word_score

BETAS = (0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0)


def scores_by_beta(page: LabelledPage, models: Models) -> list[Score]:
    """Return the score of what `auto` keeps of a page with each beta."""
    scores = []
    for beta in BETAS:
        document = read(page.page, wanted=Wanted(beta=beta))
        routing = route(models.classifier("html", None).predict(document))
        members = [
            WeightedExtractor(models.labeler_extractor(name, None), weight)
            for name, weight in routing.weights.items()
        ]
        found = combine(document, members, records=routing.records, beside=routing.beside)
        scores.append(word_score(found.together.text, page.text or ""))
    return scores


def main() -> None:
    """Print a row a beta."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path, nargs="+")
    pages = [page for corpus in arguments.parse_args().corpora for page in load(corpus)]
    models = Models()
    by_page = [scores_by_beta(page, models) for page in pages if page.text]
    print(f"{len(by_page)} pages\n\n| beta | precision | recall | word F1 |\n|---|---|---|---|")
    for beta, scores in zip(BETAS, zip(*by_page, strict=True), strict=True):
        precision = mean(score.precision for score in scores)
        recall, f1 = mean(score.recall for score in scores), mean(score.f1 for score in scores)
        print(f"| {beta} | {precision:.3f} | {recall:.3f} | {f1:.3f} |")


if __name__ == "__main__":
    main()
