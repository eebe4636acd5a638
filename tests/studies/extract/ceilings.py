"""Print how good a selection of blocks could be: by a better cut, and by better labels.

    python ceilings.py wcxb_dev.parquet --report report --folds 5

REPORT is the folder of `pagesight evaluate --folds 5 --corpus wcxb_dev.parquet --systems sight
--out REPORT`: its models are taken, each for the pages whose sites it does not know. Word F1 by
genre: what `sight` keeps; what it would keep with the best number of its blocks on each page, the
likeliest first; and the blocks that gold text holds. Pages without labelled blocks are left out.
"""

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.app.evaluate.content.evaluate import jobs_by_fold
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.run import select_pages
from pagesight.extract.labelers.sight import Sight, load_sight
from pagesight.extract.page.document import read
from pagesight.extract.selection.choose import select
from pagesight.extract.training.examples import Dropping, Example, examples
from pagesight.extract.training.gold.align import CONTENT

CUTS = 40  # that are tried on a page
Scores = tuple[float, float, float]


def scores(page: Example, sight: Sight) -> Scores:
    """Return the word F1 of a page as it is kept, with its best cut, and of the right blocks."""
    probabilities = sight.label(read(page.source.page)).probabilities
    kept = select(page.features, probabilities).kept
    order = np.argsort(-probabilities, kind="stable")
    counts = np.unique(np.linspace(1, len(order), CUTS).astype(int)).tolist()
    best = max(page.word_f1(_first(order, count)) for count in counts)
    return page.word_f1(kept), best, page.word_f1(page.labels == CONTENT)


def _first(order: NDArray[np.int64], count: int) -> NDArray[np.bool_]:
    kept = np.zeros(len(order), np.bool_)
    kept[order[:count]] = True
    return kept


def main() -> None:
    """Print a row a genre."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--report", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=5)
    given = parser.parse_args()
    options = EvaluateOptions(
        corpora=(given.corpus,), out=given.report, systems=("sight",), folds=given.folds
    )
    pages = {page.id: page for page in select_pages(options)}
    found: dict[str, list[Scores]] = defaultdict(list)
    for job in jobs_by_fold(list(pages.values()), options):
        sight = load_sight(job.models / "sight" if job.models else None)
        for page in examples([pages[each] for each in job.ids], Dropping(0.0, 0.0)):
            for kind in ("all", str(page.source.genre)):
                found[kind].append(scores(page, sight))
    print("| pages | | as kept | best cut | right blocks |")
    for kind, of_kind in found.items():
        means = " | ".join(f"{mean:.3f}" for mean in np.mean(of_kind, axis=0))
        print(f"| {kind} | {len(of_kind)} | {means} |")


if __name__ == "__main__":
    main()
