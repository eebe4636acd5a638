"""Evaluate what systems extract: run each over the pages, then score its text or its records."""

import gzip
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pagesight.app.config import Task
from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.content import posts, records, text
from pagesight.app.evaluate.evidence import ARTICLE_ADDRESS, evidence_changes, with_evidence
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher
from pagesight.app.evaluate.part import Findings, keeping, part_file
from pagesight.app.evaluate.statistics import pairs, scores_in
from pagesight.app.evaluate.systems.processes import (
    EvaluationJob,
    PageRun,
    map_in_processes,
    run_jobs,
)
from pagesight.app.evaluate.systems.system import Output, check_systems, learned_by
from pagesight.app.models import trainer
from pagesight.datasets.load import group_by_site, group_folds, joint_digest, load, page_digest
from pagesight.datasets.schema import LabelledPage

logger = logging.getLogger(__name__)

_TRAINERS = {"html": "genre-html"}  # part of a system -> its trainer, where that has another name
_LONGEST = "sight"  # longer than all others together
Runs = Sequence[PageRun]
Pages = Sequence[LabelledPage]


def _kept(run: PageRun) -> Mapping[str, object]:
    """Return what the part file holds of a run."""
    output = {key: value for key, value in asdict(run.output).items() if value or key == "text"}
    return {**output, "ms": run.milliseconds, "mb": run.peak_rss_mb, "error": run.error}


def _page_run(row: Mapping[str, Any]) -> PageRun:
    known = {key: row[key] for key in Output.__dataclass_fields__ if key in row}
    output = Output(**{**known, "records": tuple(row.get("records", ()))})
    return PageRun(row["id"], row["system"], output, row["ms"], row["mb"], row["error"])


@dataclass(frozen=True, slots=True)
class _Scorer:
    """Which pages have gold for a task, and how the runs of a system on them are scored."""

    has_gold: Callable[[LabelledPage], bool]
    figure: str  # of a page's row, by which systems are compared
    # The figures of the system, and the rows of its predictions.
    score: Callable[
        [Runs, Pages, EvaluateOptions], tuple[Mapping[str, object], Iterator[Mapping[str, object]]]
    ]


_SCORERS: Mapping[Task, _Scorer] = {
    "extract": _Scorer(text.has_gold, "word_f1", text.score),
    "records": _Scorer(records.has_gold, "f1", records.score),
    "posts": _Scorer(posts.has_gold, "f1", posts.score),
}


def evaluate_content(
    pages: Sequence[LabelledPage], options: EvaluateOptions, watcher: Watcher
) -> Evaluation:
    """Return the figures of every system, and of every file of outside predictions."""
    check_systems(options.systems, folds=bool(options.folds))
    scorer = _SCORERS[options.task]
    scored = [page for page in pages if scorer.has_gold(page)]
    if not scored:
        raise EvaluationError(f"none of the {len(pages)} pages has gold for {options.task}")
    evidence_changes(options.evidence)  # raises for evidence that there is not
    if ARTICLE_ADDRESS in options.evidence:  # it needs other pages too
        raise EvaluationError(f"{ARTICLE_ADDRESS} is evidence of the task genre alone")
    names = [with_evidence(name, given) for name in options.systems for given in options.evidence]
    runs: dict[str, list[PageRun]] = {name: [] for name in names}
    figures: dict[str, Mapping[str, object]] = {}
    rows: list[Mapping[str, object]] = []
    with keeping(part_file(options, map(page_digest, scored)), names, watcher) as findings:
        _run(runs, scored, options, watcher, findings)
        for path in options.predictions:
            runs.update(read_predictions(path, scored))
        for system, of_system in runs.items():
            figures[system], of_pages = scorer.score(of_system, scored, options)
            rows += of_pages
    groups = {page.id: text.gold_of(page).groups for page in scored}
    return Evaluation(
        figures, rows, pairs(scores_in(rows, scorer.figure), groups, {}, options.seed)
    )


def read_predictions(path: Path, pages: Sequence[LabelledPage]) -> dict[str, list[PageRun]]:
    """Return an outside system's outputs, a run for each page; pages it leaves out are errors.

    Each line is a JSON object with id and text, and maybe records, markdown and system,
    which otherwise is the file's name. A file named .gz is compressed.
    """
    by_system: dict[str, dict[str, Output]] = {}
    body = path.read_bytes()
    lines = (gzip.decompress(body) if path.suffix == ".gz" else body).decode("utf-8").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            row = json.loads(line)
            if not isinstance(row["text"], str):
                raise TypeError("the text is no string")
            records, markdown = tuple(row.get("records", ())), row.get("markdown", "")
            output = Output(row["text"], records, markdown=markdown)
            by_system.setdefault(row.get("system", path.stem), {})[row["id"]] = output
        except (ValueError, KeyError, TypeError) as error:
            raise EvaluationError(
                f'{path}, line {number}: expected {{"id": ..., "text": ...}}, found {line[:80]!r}'
            ) from error
    return {
        system: [
            PageRun(page.id, system, outputs[page.id])
            if page.id in outputs
            else PageRun(page.id, system, Output(""), error="no prediction for this page")
            for page in pages
        ]
        for system, outputs in by_system.items()
    }


def _run(
    runs: dict[str, list[PageRun]],
    pages: Sequence[LabelledPage],
    options: EvaluateOptions,
    watcher: Watcher,
    findings: Findings,
) -> None:
    """Fill in the runs of each system as they come, and put them in the order of the pages.

    What an evaluation that was stopped has kept is not run again.
    """
    place = {page.id: number for number, page in enumerate(pages)}
    for system, of_system in runs.items():
        watcher.start(system, len(pages))
        kept = (findings.kept(system, page.id) for page in pages)
        of_system += [_page_run(row) for row in kept if row is not None]
        for _ in of_system:
            watcher.advance(system)
    jobs = [
        replace(job, ids=left)
        for job in _jobs(pages, options)
        if (left := tuple(each for each in job.ids if findings.kept(job.name, each) is None))
    ]
    for run in run_jobs(jobs, options.processes, options.page_seconds):
        findings.keep(run.system, run.id, _kept(run))
        runs[run.system].append(run)
        watcher.advance(run.system)
    for of_system in runs.values():
        of_system.sort(key=lambda run: place[run.id])


def _jobs(pages: Sequence[LabelledPage], options: EvaluateOptions) -> Iterator[EvaluationJob]:
    """Yield the jobs of every system, one for each kind of evidence."""
    ids = tuple(page.id for page in pages)
    markdown = any("markdown" in page.extra for page in pages)
    jobs = (
        jobs_by_fold(pages, options)
        if options.folds
        else (
            EvaluationJob(system, options.corpora, ids, options.split) for system in options.systems
        )
    )
    for job in jobs:
        yield from (replace(job, evidence=given, markdown=markdown) for given in options.evidence)


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


def _train(kind: str, fold: _Fold, corpora: Sequence[Path]) -> Path:
    pages = [page for page in load(*corpora) if page.site not in fold.held_out]
    trainer(_TRAINERS.get(kind, kind))(pages, fold.models / kind)
    return fold.models / kind
