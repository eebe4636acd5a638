"""Train the learned parts of systems anew for each fold, without the sites of its pages."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.systems.processes import EvaluationJob, map_in_processes
from pagesight.app.evaluate.systems.system import learned_by
from pagesight.app.training.trainers import Trainer, trainer
from pagesight.datasets.load import joint_digest, load, page_digest
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_by_site, group_folds

logger = logging.getLogger(__name__)

_TRAINERS = {"html": "genre-html"}  # part of a system -> its trainer, where that has another name
_LONGEST = "sight"  # longer than all others together


@dataclass(frozen=True, slots=True)
class _Fold:
    """The pages to measure on, the sites to keep out of training, and the folder of the models."""

    ids: tuple[str, ...]
    held_out: frozenset[str]
    models: Path


def jobs_by_fold(
    pages: Sequence[LabelledPage], options: EvaluateOptions
) -> Iterator[EvaluationJob]:
    """Yield the jobs of every fold, each with models that saw none of the fold's sites.

    Models stay under `options.out`, in a folder named after the pages they learned from; those
    that stand there already are not made again. Systems that learn nothing run once, over all
    pages.
    """
    ids = tuple(page.id for page in pages)
    learning = [system for system in options.systems if learned_by(system)]
    corpora, split = options.corpora, options.split
    yield from (
        EvaluationJob(name, corpora, ids, split) for name in options.systems if name not in learning
    )
    if not learning:
        return
    folds = _folds(pages, options)
    _train_all(folds, sorted({kind for name in learning for kind in learned_by(name)}), options)
    for fold in folds:
        yield from (EvaluationJob(name, corpora, fold.ids, split, fold.models) for name in learning)


def _folds(pages: Sequence[LabelledPage], options: EvaluateOptions) -> list[_Fold]:
    corpora = (*options.corpora, *options.training)
    group_of = group_by_site(load(*corpora))
    groups = [group_of[page.site] for page in pages]
    genres = [page.genre or "" for page in pages]
    numbers = group_folds(groups, genres, options.folds, options.seed)
    number_of = dict(zip(groups, numbers, strict=True))
    digests = [(page.site, page_digest(page)) for page in load(*corpora)]
    folds = []
    for number in range(options.folds):
        ids = tuple(page.id for page, own in zip(pages, numbers, strict=True) if own == number)
        held_out = frozenset(site for site in group_of if number_of.get(group_of[site]) == number)
        learned = joint_digest(digest for site, digest in digests if site not in held_out)
        folds.append(_Fold(ids, held_out, options.out / "models" / f"fold-{number}-{learned}"))
    return folds


def _train_all(folds: Sequence[_Fold], kinds: Sequence[str], options: EvaluateOptions) -> None:
    """Train what does not stand yet, the longest trainings first: the others fit in beside them."""
    missing = [
        (kind, fold, (*options.corpora, *options.training))
        for kind in sorted(kinds, key=lambda kind: kind != _LONGEST)
        for fold in folds
        if not (fold.models / kind / "config.json").exists()
    ]
    arguments = zip(*missing, strict=True)
    for folder in map_in_processes(_train, *arguments, processes=options.processes):
        logger.info("trained %s", folder)


def part_trainer(part: str) -> Trainer:
    """Return what trains a part of a system, which `learned_by` names."""
    return trainer(_TRAINERS.get(part, part))


def _train(kind: str, fold: _Fold, corpora: Sequence[Path]) -> Path:
    pages = [page for page in load(*corpora) if page.site not in fold.held_out]
    part_trainer(kind)(pages, fold.models / kind)
    return fold.models / kind
