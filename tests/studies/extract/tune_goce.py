"""Cross-validate n of GOCE's list-view algorithm by site, on the list-view pages of corpora.

python tune_goce.py wcxb_dev.parquet
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from pagesight.datasets.load import group_folds, groups_of, load
from pagesight.datasets.schema import CoarseGenre
from pagesight.extract.page.document import read
from pagesight.extract.papers.goce import GoceOptions, goce_listview
from pagesight.extract.training.gold.scores import word_score

CANDIDATES = (1, 2, 3, 5, 8, 12, 20, 30, 40, 60, 80, 100, 150, 200, 300)
FOLDS = 5


def main(corpora: Sequence[Path]) -> None:
    """Print the word F1 of each n, and the n chosen and its word F1 on each held-out fold."""
    pages = [
        page for page in load(*corpora) if page.genre and page.genre.coarse is CoarseGenre.LIST_VIEW
    ]
    scores: list[list[float]] = []
    for page in pages:
        document = read(page.page)
        texts = (goce_listview(document, GoceOptions(n)).text for n in CANDIDATES)
        scores.append([word_score(text, page.text or "").f1 for text in texts])
    for n, of_n in zip(CANDIDATES, zip(*scores, strict=True), strict=True):
        print(f"n = {n}: word F1 {mean(of_n):.3f}")
    folds = group_folds(groups_of(pages), [str(p.genre) for p in pages], FOLDS, 0)
    for fold in range(FOLDS):
        known = [row for row, own in zip(scores, folds, strict=True) if own != fold]
        best = max(range(len(CANDIDATES)), key=lambda n: mean(row[n] for row in known))
        held_out = mean(row[best] for row, own in zip(scores, folds, strict=True) if own == fold)
        print(f"fold {fold}: n = {CANDIDATES[best]}, word F1 {held_out:.3f} held out")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    main(parser.parse_args().corpora)
