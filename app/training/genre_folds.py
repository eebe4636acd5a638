"""Answers of genre classifiers that were trained anew, fold by fold: groups or sources left out."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.genre.scores import Answers
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.part import Findings
from pagesight.datasets.load import joint_digest, load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.vision.fusion import SURE
from pagesight.vision.training.fusion import cascade, cross_fused
from pagesight.vision.training.learners import (
    LEARNERS,
    Array,
    Folds,
    Learner,
    Rows,
    folds_by_group,
    folds_by_source,
    out_of_fold,
    targets_of,
)

PICTURED = frozenset({"screenshot", "both", "cascade"})
_JOINED = frozenset({"both", "cascade"})
_SIDES = frozenset({"html", "screenshot"})

Run = tuple[str, str]  # system, and the evidence that it was given
Pages = Sequence[LabelledPage]


def answers_by_folds(
    pages: Pages,
    systems: Sequence[str],
    changed: Mapping[str, Pages],
    options: EvaluateOptions,
    findings: Findings,
) -> Iterator[tuple[Run, Answers]]:
    """Yield what classifiers answer that were trained on the other folds, or the other sources.

    The two that join both sides are fitted on what the HTML answers to every evidence asked for.
    What a fold's models answer is kept in `findings`, and not learned again.
    """
    ids = {page.id for page in pages}
    further = [page for page in load(*options.training) if page.genre and page.id not in ids]
    everything = [*pages, *further]
    folds = _folds(everything, len(pages), options)
    own = Folds(folds.numbers[: len(pages)], folds.groups[: len(pages)])
    targets, groups = targets_of(pages), tuple(groups_of(pages))
    joined = bool(_JOINED.intersection(systems))
    needed = {*systems, *(_SIDES if joined else ())}
    found = {
        system: _by_folds(system, everything, folds, changed, findings)
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


def _folds(everything: Pages, asked: int, options: EvaluateOptions) -> Folds:
    """Return the folds of all pages, the first of which are asked about."""
    if options.folds_by == "source":
        if len({page.source for page in everything}) < 2:
            raise EvaluationError(
                "--folds-by source needs pages of two sources or more: one is all"
            )
        return folds_by_source(everything, np.arange(len(everything)) < asked)
    return folds_by_group(everything, options.folds, options.seed)


def _by_folds(
    system: str, everything: Pages, folds: Folds, changed: Mapping[str, Pages], findings: Findings
) -> Mapping[str, Array]:
    """Return what the system answers to each evidence, and to all that was "given" in any case."""
    others = {name: pages for name, pages in changed.items() if name != "given"}
    if system == "screenshot":  # which no change of address or HTML touches
        learner = _Kept(system, everything, findings)
        return dict.fromkeys(("given", *others), out_of_fold(learner, folds))
    learner = _Kept(system, [*everything, *chain.from_iterable(others.values())], findings)
    rows = [np.arange(len(pages)) for pages in (everything, *others.values())]
    found = out_of_fold(learner, folds, np.concatenate(rows))
    asked = np.split(found, np.cumsum([len(part) for part in rows])[:-1])
    return dict(zip(("given", *others), asked, strict=True))


class _Kept:
    """A learner whose answers are kept; it reads the pages when it has to learn."""

    def __init__(self, system: str, pages: Pages, findings: Findings) -> None:
        self._system, self._pages, self._findings = system, pages, findings
        self._learner: Learner | None = None

    def learn(self, train: Rows, test: Rows) -> Array:
        """Return what was kept of a fold with these pages, or else learn from them."""
        name = f"fold {joint_digest([repr(train.tolist()), repr(test.tolist())])}"
        kept = self._findings.once(self._system, name, lambda: self._answers(train, test))
        return np.array(kept["answers"])

    def _answers(self, train: Rows, test: Rows) -> Mapping[str, object]:
        self._learner = self._learner or LEARNERS[self._system](self._pages)
        return {"answers": self._learner.learn(train, test).tolist()}
