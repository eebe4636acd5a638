"""Evaluate genre classifiers: the shipped ones as they are, or trained anew fold by fold."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import numpy as np

from pagesight.app.errors import EvaluationError, UnknownSystem
from pagesight.app.evaluate_options import EvaluateOptions, Evaluation
from pagesight.app.genre_scores import Answers, gain, genre_scores
from pagesight.datasets.genres import Genre
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.extract.document import read
from pagesight.vision.learners import LEARNERS, Array, out_of_fold, targets_of
from pagesight.vision.picture_classifiers import SURE
from pagesight.vision.predict import By, load_classifier
from pagesight.vision.prediction import in_order
from pagesight.vision.stacking import cascade, cross_fused

GENRE_SYSTEMS = (*LEARNERS, "both", "cascade")
_PICTURED = frozenset({"screenshot", "both", "cascade"})
_JOINED = frozenset({"both", "cascade"})
_SIDES = frozenset({"html", "screenshot"})


def evaluate_genre(
    pages: Sequence[LabelledPage], systems: Sequence[str], options: EvaluateOptions
) -> Evaluation:
    """Return the figures of every system on the pages that have a genre (and a picture if needed).

    With `options.folds` all are trained anew, groups apart, `options.training` joining in; else
    the shipped models answer. Raises UnknownSystem or EvaluationError.
    """
    unknown = [system for system in systems if system not in GENRE_SYSTEMS]
    if unknown:
        known = ", ".join(GENRE_SYSTEMS)
        raise UnknownSystem(f"no genre system named {', '.join(unknown)}; there are {known}")
    chosen = _usable(pages, systems)
    runs = (
        _cross_validated(chosen, systems, options) if options.folds else _shipped(chosen, systems)
    )
    answers = dict(runs)
    figures = {system: _figures(answers, system, options.seed) for system in answers}
    return Evaluation(
        figures, [row for system, found in answers.items() for row in _rows(system, chosen, found)]
    )


def _figures(answers: Mapping[str, Answers], system: str, seed: int) -> Mapping[str, object]:
    """Return the system's figures, and its gain over the HTML alone where both were asked."""
    figures = genre_scores(answers[system], seed)
    if system == "html" or "html" not in answers:
        return figures
    return {**figures, "gain_over_html": gain(answers[system], answers["html"], seed)}


def _usable(pages: Sequence[LabelledPage], systems: Sequence[str]) -> list[LabelledPage]:
    pictured = bool(_PICTURED.intersection(systems))
    usable = [p for p in pages if p.genre and (p.page.screenshot or not pictured)]
    if not usable:
        wanted = "a genre and a screenshot" if pictured else "a genre"
        raise EvaluationError(f"none of the {len(pages)} pages has {wanted}")
    return usable


def _shipped(
    pages: Sequence[LabelledPage], systems: Sequence[str]
) -> Iterator[tuple[str, Answers]]:
    """Yield what the packaged classifiers answer, page by page on one core, with the time."""
    import torch

    torch.set_num_threads(1)
    targets, groups = targets_of(pages), tuple(groups_of(pages))
    for system in systems:
        if system == "majority":
            raise EvaluationError("the majority class is known only from training: use --folds")
        classifier = load_classifier(cast(By, system))
        found, times, rendered = [], [], []
        for page in pages:
            document = read(page.page)
            start = time.process_time()
            prediction = classifier.predict(document)
            times.append(1000 * (time.process_time() - start))
            found.append(in_order(prediction))
            rendered.append(prediction.source != "html")
        yield system, Answers(np.stack(found), targets, groups, tuple(times), tuple(rendered))


def _cross_validated(
    pages: Sequence[LabelledPage], systems: Sequence[str], options: EvaluateOptions
) -> Iterator[tuple[str, Answers]]:
    """Yield what classifiers answer that were trained on the other folds."""
    ids = {page.id for page in pages}
    further = [page for page in load(*options.training) if page.genre and page.id not in ids]
    everything = [*pages, *further]
    own = np.arange(len(pages))
    targets = targets_of(everything)
    joined = bool(_JOINED.intersection(systems))
    needed = {*systems, *(_SIDES if joined else ())}
    found: dict[str, Array] = {}
    for system in needed.intersection(LEARNERS):
        learner = LEARNERS[system](everything)
        found[system], fold = out_of_fold(learner, everything, options.folds, options.seed)
    groups = tuple(groups_of(pages))
    if joined:
        html, picture = found["html"][own], found["screenshot"][own]
        found["both"] = cross_fused(html, picture, targets[own], fold[own])
        found["cascade"], rendered = cascade(html, found["both"], SURE)
    for system in systems:
        looked = rendered if system == "cascade" else np.full(len(own), system in _PICTURED)
        yield (
            system,
            Answers(found[system][own], targets[own], groups, rendered=tuple(looked.tolist())),
        )


def _rows(
    system: str, pages: Sequence[LabelledPage], answers: Answers
) -> Iterator[Mapping[str, object]]:
    for page, shares in zip(pages, answers.probabilities, strict=True):
        probabilities = {genre: round(float(p), 4) for genre, p in zip(Genre, shares, strict=True)}
        yield {
            "id": page.id,
            "system": system,
            "genre": max(probabilities, key=lambda genre: probabilities[genre]),
            "gold": page.genre,
            "probabilities": probabilities,
        }
