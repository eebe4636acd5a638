"""The model card of a trained labeler: what it learnt from, how well it does, how to make it."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from pagesight.datasets.licences import licence
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.papers.sequence.fit import FitOptions
from pagesight.extract.training.state import Progress


def model_card(
    kind: str,
    train: Sequence[LabelledPage],
    validation: Sequence[LabelledPage],
    options: FitOptions,
    progress: Progress,
) -> str:
    """Return the model folder's README.md."""
    sources = Counter(page.source for page in (*train, *validation))
    licences = {page.source: licence(page) for page in train}
    rows = "\n".join(
        f"| {source} | {count} | {licences.get(source, '')} |" for source, count in sources.items()
    )
    chosen = (
        f"{len(validation)} of other sites choose the epoch, by the mean F1 of content and noise "
        f"({options.criterion}): {progress.best_score:.3f}"
        if validation
        else "none chooses the epoch"
    )
    return f"""# {kind}

Labels the text leaves of a web page as content or boilerplate.

| corpus | pages | licence |
|---|---|---|
{rows}

- Split: {len(train)} pages train, {chosen}.
- Epoch {progress.best_epoch + 1} of {len(progress.scores)}.
- Options: `{options}`
- Made on {date.today().isoformat()} by `pagesight train {kind} --data FILE... --out DIR`,
  seed {options.seed}. Weights in half precision; licence as the project's.
- Limits: the gold of the corpora above says what counts as content; pages made otherwise
  (forums, shops, applications) fit less well.
"""
