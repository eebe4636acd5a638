"""Report on the items of pages, records or posts: figures, prediction rows."""

from collections.abc import Mapping, Sequence

from pagesight.app.evaluate.statistics import interval, mean
from pagesight.app.evaluate.systems.processes import PageRun, costs
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.training.gold.scores import Score


def item_figures(
    runs: Sequence[PageRun], pages: Sequence[LabelledPage], scores: Sequence[Score], seed: int
) -> dict[str, object]:
    """Return the figures of one system's items: means over pages, and what the pages took."""
    by_corpus: dict[str, list[int]] = {}
    for number, page in enumerate(pages):
        by_corpus.setdefault(page.source or "unknown", []).append(number)
    return {
        **_means(runs, scores, seed),
        **costs(runs),
        "by_corpus": {
            name: _means([runs[n] for n in numbers], [scores[n] for n in numbers], seed)
            for name, numbers in by_corpus.items()
        },
    }


def _means(runs: Sequence[PageRun], scores: Sequence[Score], seed: int) -> dict[str, object]:
    f1 = [score.f1 for score in scores]
    return {
        "pages": len(runs),
        "errors": sum(bool(run.error) for run in runs),
        "empty": sum(not run.output.records for run in runs),
        "precision": mean([score.precision for score in scores]),
        "recall": mean([score.recall for score in scores]),
        "f1": mean(f1),
        "f1_ci95": list(interval(f1, seed)),
        "perfect_pages": sum(value == 1.0 for value in f1),
    }


def item_row(run: PageRun, **figures: float) -> Mapping[str, object]:
    """Return what `predictions.jsonl.gz` keeps of a page's items."""
    return {
        "id": run.id,
        "system": run.system,
        "text": run.output.text,
        "records": run.output.records,
        **figures,
        "error": run.error,
    }
