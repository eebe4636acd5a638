"""Train the learned parts of systems anew for each fold: no page is told by its own site."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from pagesight.app.evaluate_options import EvaluateOptions
from pagesight.app.isolate import Job
from pagesight.app.isolated import use_one_thread
from pagesight.app.systems import learned_by
from pagesight.app.trainers import trainer
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_by_site, group_folds

logger = logging.getLogger(__name__)

# Kind of model -> its trainer, where that has another name.
_TRAINERS = {"html": "genre-html"}


@dataclass(frozen=True, slots=True)
class _Training:
    """A model to make: its kind, its folder, and the sites whose pages it must not see."""

    kind: str
    folder: Path
    corpora: tuple[Path, ...]
    held_out: frozenset[str]


def jobs_by_fold(pages: Sequence[LabelledPage], options: EvaluateOptions) -> Iterator[Job]:
    """Yield the jobs of every fold, each with models that saw none of the fold's sites.

    Models stay under `options.out`, and those that stand there already are not made again. Systems
    that learn nothing run once, over all pages.
    """
    ids = tuple(page.id for page in pages)
    learning = [system for system in options.systems if learned_by(system)]
    yield from (Job(name, options.corpora, ids) for name in options.systems if name not in learning)
    group_of = group_by_site(load(*options.corpora, *options.training))
    folds = _folds(pages, group_of, options)
    kinds = sorted({kind for system in learning for kind in learned_by(system)})
    models = [options.out / "models" / f"fold-{fold}" for fold in range(options.folds)]
    trainings = [
        _Training(kind, models[fold] / kind, (*options.corpora, *options.training), held_out)
        for fold, held_out in enumerate(_sites(pages, folds, group_of, options.folds))
        for kind in kinds
    ]
    _train_all(trainings, options.processes)
    for fold in range(options.folds):
        inside = tuple(page_id for page_id, own in zip(ids, folds, strict=True) if own == fold)
        yield from (Job(system, options.corpora, inside, models[fold]) for system in learning)


def _folds(
    pages: Sequence[LabelledPage], group_of: Mapping[str, str], options: EvaluateOptions
) -> list[int]:
    groups = [group_of[page.site] for page in pages]
    return group_folds(groups, [page.genre or "" for page in pages], options.folds, options.seed)


def _sites(
    pages: Sequence[LabelledPage], folds: Sequence[int], group_of: Mapping[str, str], count: int
) -> list[frozenset[str]]:
    """Return the sites of each fold's groups, those that it has no pages of among them."""
    fold_of = {group_of[page.site]: fold for page, fold in zip(pages, folds, strict=True)}
    return [
        frozenset(site for site, group in group_of.items() if fold_of.get(group) == fold)
        for fold in range(count)
    ]


def _train_all(trainings: Sequence[_Training], processes: int) -> None:
    missing = [training for training in trainings if not (training.folder / "config.json").exists()]
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=use_one_thread) as pool:
        for training in pool.map(_train, missing):
            logger.info("trained %s", training.folder)


def _train(training: _Training) -> _Training:
    pages = [page for page in load(*training.corpora) if page.site not in training.held_out]
    trainer(_TRAINERS.get(training.kind, training.kind))(pages, training.folder)
    return training
