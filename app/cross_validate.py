"""Train the learned parts of systems anew for each fold: no page is told by its own site."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pagesight.app.evaluate_options import EvaluateOptions
from pagesight.app.isolate import Job
from pagesight.app.trainers import trainer
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds

logger = logging.getLogger(__name__)

# System -> (kind of model that it learns from pages, the model's folder) pairs; the others learn
# nothing. The names of the folders are those that load_system looks for.
LEARNED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "auto": (("genre-html", "html"),),
    "sight": (("sight", "sight"),),
    "boilernet": (("boilernet", "boilernet"),),
    "web2text": (("web2text", "web2text"),),
    "multiboilernet": (("multiboilernet", "multiboilernet"),),
}


def jobs_by_fold(pages: Sequence[LabelledPage], options: EvaluateOptions) -> Iterator[Job]:
    """Yield the jobs of every fold, each with models that saw none of the fold's sites.

    Models stay under `options.out`; those that stand there already are not trained again. Systems
    that learn nothing run once, over all pages.
    """
    ids = tuple(page.id for page in pages)
    learning = [system for system in options.systems if system in LEARNED]
    for system in options.systems:
        if system not in LEARNED:
            yield Job(system, options.corpora, ids)
    if not learning:
        return
    kinds = sorted({kind for system in learning for kind in LEARNED[system]})
    folds = _folds(pages, options)
    for fold in range(options.folds):
        models = options.out / "models" / f"fold-{fold}"
        inside = {page.group for page, own in zip(pages, folds, strict=True) if own == fold}
        _train(kinds, _training(pages, inside, options), models)
        held_out = tuple(page_id for page_id, own in zip(ids, folds, strict=True) if own == fold)
        for system in learning:
            yield Job(system, options.corpora, held_out, models)


def _folds(pages: Sequence[LabelledPage], options: EvaluateOptions) -> list[int]:
    groups = [page.group for page in pages]
    return group_folds(groups, [page.genre or "" for page in pages], options.folds, options.seed)


def _training(
    pages: Sequence[LabelledPage], inside: set[str], options: EvaluateOptions
) -> list[LabelledPage]:
    """Return the pages of other sites, from the corpora and from those that only train."""
    every = [*pages, *load(*options.training)]
    return [page for page in every if page.group not in inside and page.site not in inside]


def _train(kinds: Sequence[tuple[str, str]], pages: Sequence[LabelledPage], models: Path) -> None:
    for kind, name in kinds:
        folder = models / name
        if (folder / "config.json").exists():
            logger.info("%s stands already: %s", kind, folder)
            continue
        logger.info("training %s on %d pages", kind, len(pages))
        trainer(kind)(pages, folder)
