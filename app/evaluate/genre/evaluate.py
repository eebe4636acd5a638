"""Evaluate genre classifiers: the shipped ones as they are, or trained anew fold by fold."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

import numpy as np

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.evidence import evidence_changes, with_evidence
from pagesight.app.evaluate.genre.scores import Answers, corpus_scores, gain, genre_scores
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation
from pagesight.app.evaluate.systems.system import named_systems
from pagesight.app.training.genre_folds import PICTURED, Pages, Run, answers_by_folds
from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.extract.page.document import read
from pagesight.vision.predict import By, GenreClassifier, load_classifier
from pagesight.vision.prediction import in_order
from pagesight.vision.training.learners import LEARNERS, targets_of

GENRE_SYSTEMS = (*LEARNERS, "both", "cascade")


def evaluate_genre(pages: Pages, systems: Sequence[str], options: EvaluateOptions) -> Evaluation:
    """Return the figures of every system on the pages that have a genre (and a picture if needed).

    With `options.folds` all are trained anew, groups apart, `options.training` joining in; else
    the shipped models answer, or a user's own: NAME=FOLDER. Each is asked once for each of
    `options.evidence`; training has all of it. Raises UnknownSystem or EvaluationError.
    """
    _check(systems, folds=options.trains_anew)
    chosen = _usable(pages, systems)
    changed = {name: change(chosen) for name, change in evidence_changes(options.evidence).items()}
    runs = (
        answers_by_folds(chosen, systems, changed, options)
        if options.trains_anew
        else _shipped(systems, changed)
    )
    answers = dict(runs)
    sources = [page.source for page in chosen]
    figures = {
        _name(run): {
            **_figures(answers, run, options.seed),
            "by_corpus": corpus_scores(answers[run], sources, options.seed),
        }
        for run in answers
    }
    return Evaluation(
        figures, [row for run, found in answers.items() for row in _rows(run, chosen, found)]
    )


def _check(systems: Sequence[str], *, folds: bool) -> None:
    """Raise UnknownSystem or EvaluationError unless all systems can be asked."""
    for name, folder in named_systems(systems, GENRE_SYSTEMS, "genre system", folds=folds):
        if name == "majority" and (folder or not folds):
            raise EvaluationError("the majority class is known only from training: use --folds")


def _name(run: Run) -> str:
    """Return how a report names the run."""
    system, evidence = run
    return with_evidence(system, evidence)


def _figures(answers: Mapping[Run, Answers], run: Run, seed: int) -> Mapping[str, object]:
    """Return the run's figures, and its gain over the HTML alone where both were asked."""
    figures = genre_scores(answers[run], seed)
    system, evidence = run
    by_html = answers.get(("html", evidence))
    if system == "html" or by_html is None:
        return figures
    return {**figures, "gain_over_html": gain(answers[run], by_html, seed)}


def _usable(pages: Pages, systems: Sequence[str]) -> list[LabelledPage]:
    pictured = any(system.partition("=")[0] in PICTURED for system in systems)
    usable = [p for p in pages if p.genre and (p.page.screenshot or not pictured)]
    if not usable:
        wanted = "a genre and a screenshot" if pictured else "a genre"
        raise EvaluationError(f"none of the {len(pages)} pages has {wanted}")
    return usable


def _shipped(systems: Sequence[str], changed: Mapping[str, Pages]) -> Iterator[tuple[Run, Answers]]:
    """Yield what the packaged classifiers answer, or those of users' folders."""
    for system in systems:
        name, _, folder = system.partition("=")
        classifier = load_classifier(cast(By, name), Path(folder) if folder else None)
        for evidence, pages in changed.items():
            yield (system, evidence), _asked(classifier, pages)


def _asked(classifier: GenreClassifier, pages: Pages) -> Answers:
    """Return what the classifier answers, page by page on one core, with the time."""
    found, times, rendered = [], [], []
    for page in pages:
        document = read(page.page)
        start = time.process_time()
        prediction = classifier.predict(document)
        times.append(1000 * (time.process_time() - start))
        found.append(in_order(prediction))
        rendered.append(prediction.evidence != "html")
    groups = tuple(groups_of(pages))
    return Answers(np.stack(found), targets_of(pages), groups, tuple(times), tuple(rendered))


def _rows(run: Run, pages: Pages, answers: Answers) -> Iterator[Mapping[str, object]]:
    for page, shares in zip(pages, answers.probabilities, strict=True):
        probabilities = {genre: round(float(p), 4) for genre, p in zip(Genre, shares, strict=True)}
        yield {
            "id": page.id,
            "system": _name(run),
            "genre": max(probabilities, key=lambda genre: probabilities[genre]),
            "gold": page.genre,
            "probabilities": probabilities,
        }
