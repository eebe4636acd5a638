"""What genre classifiers answer that were trained anew, fold by fold."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from pagesight.app.evaluate.genre.scores import Answers
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.vision.learners import LEARNERS, Array, Rows, folds_of, out_of_fold, targets_of
from pagesight.vision.screenshot.classifiers import SURE
from pagesight.vision.stacking import cascade, cross_fused

PICTURED = frozenset({"screenshot", "both", "cascade"})
_JOINED = frozenset({"both", "cascade"})
_SIDES = frozenset({"html", "screenshot"})

Run = tuple[str, str]  # system, and the evidence that it was given
Pages = Sequence[LabelledPage]


def answers_by_folds(
    pages: Pages, systems: Sequence[str], changed: Mapping[str, Pages], options: EvaluateOptions
) -> Iterator[tuple[Run, Answers]]:
    """Yield what classifiers answer that were trained on the other folds.

    The two that join both sides are fitted on what the HTML answers to every evidence asked for.
    """
    ids = {page.id for page in pages}
    further = [page for page in load(*options.training) if page.genre and page.id not in ids]
    everything = [*pages, *further]
    fold = folds_of(everything, options.folds, options.seed)
    own, targets, groups = fold[: len(pages)], targets_of(pages), tuple(groups_of(pages))
    joined = bool(_JOINED.intersection(systems))
    needed = {*systems, *(_SIDES if joined else ())}
    found = {
        system: _by_folds(system, everything, fold, changed)
        for system in needed.intersection(LEARNERS)
    }
    for evidence in changed:
        answers = {system: of[evidence][: len(pages)] for system, of in found.items()}
        rendered = {system: np.full(len(pages), system in PICTURED) for system in systems}
        if joined:
            html, picture = answers["html"], answers["screenshot"]
            fitting = [of[: len(pages)] for of in found["html"].values()]
            answers["both"] = cross_fused(html, picture, targets, own, fitting)
            answers["cascade"], rendered["cascade"] = cascade(html, answers["both"], SURE)
        for system in systems:
            looked = tuple(rendered[system].tolist())
            yield (system, evidence), Answers(answers[system], targets, groups, rendered=looked)


def _by_folds(
    system: str, everything: Pages, fold: Rows, changed: Mapping[str, Pages]
) -> Mapping[str, Array]:
    """Return what the system answers to each evidence, and to all that was "given" in any case."""
    others = {name: pages for name, pages in changed.items() if name != "given"}
    if system == "screenshot":  # which no change of address or HTML touches
        return dict.fromkeys(("given", *others), out_of_fold(LEARNERS[system](everything), fold))
    learner = LEARNERS[system]([*everything, *chain.from_iterable(others.values())])
    own = [fold[: len(pages)] for pages in others.values()]
    found = out_of_fold(learner, np.concatenate([fold, *own]), learned=len(fold))
    asked = np.split(found, np.cumsum([len(fold), *map(len, own)])[:-1])
    return dict(zip(("given", *others), asked, strict=True))
