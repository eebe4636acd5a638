"""Print the precision and recall that `auto` trades by the beta of the F that it maximises.

OMP_NUM_THREADS=1 python favor_curve.py wcxb_dev.parquet --models folder

All models learn from four fifths of the corpus by site, once, and stay in the folder; the pages are
those of the last fifth. `app/config.py` has the betas of `favor`. Word precision, recall and F1 are
means over pages.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from pagesight.app.evaluate.systems.system import learned_by
from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.app.training.cross_validate import part_trainer
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.page.document import read
from pagesight.extract.page.wanted import Wanted
from pagesight.extract.training.gold.scores import Score, word_score

BETAS = (0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0)


def models_of(pages: Sequence[LabelledPage], folder: Path) -> dict[str, Path]:
    """Return the folder of each model that `auto` uses, trained unless it is there."""
    folders = {kind: folder / kind for kind in learned_by("auto")}
    for kind, own in folders.items():
        if not (own / "config.json").exists():
            part_trainer(kind)(pages, own)
    return folders


def scores_by_beta(page: LabelledPage, models: Models, own: dict[str, Path]) -> list[Score]:
    """Return the score of what `auto` keeps of a page with each beta."""
    scores = []
    for beta in BETAS:
        document = read(page.page, wanted=Wanted(beta=beta))
        routing = route(models.classifier("html", own["html"]).predict(document))
        members = [
            WeightedExtractor(models.labeler_extractor(name, own[name]), weight)
            for name, weight in routing.weights.items()
        ]
        found = combine(document, members, records=routing.records, beside=routing.beside)
        scores.append(word_score(found.together.text, page.text or ""))
    return scores


def main() -> None:
    """Print a row a beta."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("--models", type=Path, required=True)
    options = arguments.parse_args()
    pages = [page for page in load(options.corpus) if page.text]
    folds = group_folds(groups_of(pages), [page.genre or "" for page in pages], 5, seed=0)
    learned = [page for page, fold in zip(pages, folds, strict=True) if fold]
    measured = [page for page, fold in zip(pages, folds, strict=True) if not fold]
    own, models = models_of(learned, options.models), Models()
    by_page = [scores_by_beta(page, models, own) for page in measured]
    print(f"{len(measured)} pages\n\n| beta | precision | recall | word F1 |\n|---|---|---|---|")
    for beta, scores in zip(BETAS, zip(*by_page, strict=True), strict=True):
        precision = mean(score.precision for score in scores)
        recall, f1 = mean(score.recall for score in scores), mean(score.f1 for score in scores)
        print(f"| {beta} | {precision:.3f} | {recall:.3f} | {f1:.3f} |")


if __name__ == "__main__":
    main()
