"""Evaluate genre classifiers: the shipped ones as they are, or trained anew fold by fold."""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, product
from pathlib import Path
from typing import Any, cast

import numpy as np

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.evidence import evidence_changes, with_evidence
from pagesight.app.evaluate.genre.scores import Answers, corpus_scores, genre_scores
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher
from pagesight.app.evaluate.part import Findings, keeping, part_file
from pagesight.app.evaluate.statistics import pairs, scores_in
from pagesight.app.evaluate.systems.system import named_systems
from pagesight.datasets.load import groups_of, joint_digest, load, page_digest
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.page.document import read
from pagesight.vision.predict import SURE, By, GenreClassifier, load_classifier
from pagesight.vision.prediction import in_order
from pagesight.vision.training.learners import (
    LEARNERS,
    Array,
    Folds,
    Learner,
    Rows,
    cascade,
    cross_fused,
    folds_by_group,
    folds_by_source,
    out_of_fold,
)
from pagesight.vision.training.screenshot import targets_of

GENRE_SYSTEMS = (*LEARNERS, "both", "cascade")
PICTURED = frozenset({"screenshot", "both", "cascade"})
_JOINED = frozenset({"both", "cascade"})
_SIDES = frozenset({"html", "screenshot"})

Run = tuple[str, str]  # system, and the evidence that it was given
Pages = Sequence[LabelledPage]


def evaluate_genre(pages: Pages, options: EvaluateOptions, watcher: Watcher) -> Evaluation:
    """Return the figures of every system on the pages that have a genre (and a picture if needed).

    With `options.folds` all are trained anew, groups apart, `options.training` joining in; else
    the shipped models answer, or a user's own: NAME=FOLDER. Each is asked once for each of
    `options.evidence`; training has all of it. Raises UnknownSystem or EvaluationError.
    """
    systems = options.systems
    _check(systems, folds=options.trains_anew)
    chosen = _usable(pages, systems)
    changed = {name: change(chosen) for name, change in evidence_changes(options.evidence).items()}
    learned = load(*options.training) if options.trains_anew else ()
    path = part_file(options, map(page_digest, chain(chosen, learned)))
    asked = [with_evidence(*run) for run in product(systems, changed)]
    names = [*LEARNERS] if options.trains_anew else asked  # those whose findings are kept
    with keeping(path, names, watcher) as findings:
        answers = dict(
            answers_by_folds(chosen, changed, options, findings)
            if options.trains_anew
            else _shipped(systems, changed, findings, watcher)
        )
    sources = [page.source for page in chosen]
    figures = {
        with_evidence(*run): {
            **genre_scores(run_answers, options.seed),
            "by_corpus": corpus_scores(run_answers, sources, options.seed),
        }
        for run, run_answers in answers.items()
    }
    rows = [row for run, run_answers in answers.items() for row in _rows(run, chosen, run_answers)]
    right = scores_in(({**row, "right": row["genre"] == row["gold"]} for row in rows), "right")
    groups = {
        page.id: {"by_genre": page.genre or "", "by_lang": page.lang, "by_corpus": page.source}
        for page in chosen
    }
    sites = dict(zip((page.id for page in chosen), groups_of(chosen), strict=True))
    return Evaluation(figures, rows, pairs(right, groups, sites, options.seed))


def _check(systems: Sequence[str], *, folds: bool) -> None:
    """Raise UnknownSystem or EvaluationError unless all systems can be asked."""
    for name, folder in named_systems(systems, GENRE_SYSTEMS, "genre system", folds=folds):
        if name == "majority" and (folder or not folds):
            raise EvaluationError("the majority class is known only from training: use --folds")


def _usable(pages: Pages, systems: Sequence[str]) -> list[LabelledPage]:
    pictured = any(system.partition("=")[0] in PICTURED for system in systems)
    usable = [p for p in pages if p.genre and (p.page.screenshot or not pictured)]
    if not usable:
        wanted = "a genre and a screenshot" if pictured else "a genre"
        raise EvaluationError(f"none of the {len(pages)} pages has {wanted}")
    return usable


def _shipped(
    systems: Sequence[str], changed: Mapping[str, Pages], findings: Findings, watcher: Watcher
) -> Iterator[tuple[Run, Answers]]:
    """Yield what the packaged classifiers answer, or those of users' folders."""
    for run in product(systems, changed):
        watcher.start(with_evidence(*run), len(changed[run[1]]))
    for system in systems:
        name, _, folder = system.partition("=")
        classifier = load_classifier(cast(By, name), Path(folder) if folder else None)
        for evidence, pages in changed.items():
            answers = []
            for page in pages:
                answer = partial(_answer, classifier, page)
                answers.append(findings.once(with_evidence(system, evidence), page.id, answer))
                watcher.advance(with_evidence(system, evidence))
            yield (system, evidence), _answers(answers, pages)


def _answer(classifier: GenreClassifier, page: LabelledPage) -> Mapping[str, object]:
    """Return what the classifier answers on one core, with the time."""
    document = read(page.page)
    start = time.process_time()
    prediction = classifier.predict(document)
    return {
        "ms": 1000 * (time.process_time() - start),
        "probabilities": in_order(prediction).tolist(),
        "rendered": prediction.evidence != "html",
    }


def _answers(rows: Sequence[Mapping[str, Any]], pages: Pages) -> Answers:
    times, rendered = (tuple(row[key] for row in rows) for key in ("ms", "rendered"))
    probabilities = np.array([row["probabilities"] for row in rows])
    return Answers(probabilities, targets_of(pages), tuple(groups_of(pages)), times, rendered)


def _rows(run: Run, pages: Pages, answers: Answers) -> Iterator[Mapping[str, object]]:
    for page, shares in zip(pages, answers.probabilities, strict=True):
        probabilities = {genre: round(float(p), 4) for genre, p in zip(Genre, shares, strict=True)}
        yield {
            "id": page.id,
            "system": with_evidence(*run),
            "genre": max(probabilities, key=lambda genre: probabilities[genre]),
            "gold": page.genre,
            "probabilities": probabilities,
        }


def answers_by_folds(
    pages: Pages, changed: Mapping[str, Pages], options: EvaluateOptions, findings: Findings
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
    systems = options.systems
    joined = bool(_JOINED.intersection(systems))
    needed = {*systems, *(_SIDES if joined else ())}
    by_system = {
        system: _by_folds(system, everything, folds, changed, findings)
        for system in needed.intersection(LEARNERS)
    }
    for evidence in changed:
        answers = {system: of[evidence][: len(pages)] for system, of in by_system.items()}
        rendered = {system: np.full(len(pages), system in PICTURED) for system in systems}
        if joined:
            html, picture = answers["html"], answers["screenshot"]
            fitting = [of[: len(pages)] for of in by_system["html"].values()]
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
        learner = _kept(system, everything, findings)
        return dict.fromkeys(("given", *others), out_of_fold(learner, folds))
    learner = _kept(system, [*everything, *chain.from_iterable(others.values())], findings)
    rows = [np.arange(len(pages)) for pages in (everything, *others.values())]
    probabilities = out_of_fold(learner, folds, np.concatenate(rows))
    asked = np.split(probabilities, np.cumsum([len(part) for part in rows])[:-1])
    return dict(zip(("given", *others), asked, strict=True))


def _kept(system: str, pages: Pages, findings: Findings) -> Learner:
    """Return a learner whose answers are kept; it reads the pages when it has to learn."""
    learner = cache(lambda: LEARNERS[system](pages))

    def learn(train: Rows, test: Rows) -> Array:
        name = f"fold {joint_digest([repr(train.tolist()), repr(test.tolist())])}"
        kept = findings.once(system, name, lambda: {"answers": learner()(train, test).tolist()})
        return np.array(kept["answers"])

    return learn
