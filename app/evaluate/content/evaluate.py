"""Evaluate what systems extract: run each over the pages, then score its text or its records."""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from pagesight.app.config import Task
from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.content import gold, posts, records, text
from pagesight.app.evaluate.content.compare import compared
from pagesight.app.evaluate.evidence import ARTICLE_ADDRESS, evidence_changes, with_evidence
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher
from pagesight.app.evaluate.systems.job import EvaluationJob
from pagesight.app.evaluate.systems.processes import PageRun, run_jobs
from pagesight.app.evaluate.systems.system import Output, check_systems
from pagesight.app.training.cross_validate import jobs_by_fold
from pagesight.datasets.load import joint_digest, page_digest
from pagesight.datasets.schema import LabelledPage


def part_file(pages: Sequence[LabelledPage], options: EvaluateOptions) -> Path:
    """Return the file that keeps the outputs until there is a report; `--predictions` reads it too.

    Its name is of these pages, folds and version: an evaluation of others begins anew.
    """
    asked = (version("pagesight"), options.folds, options.training, options.seed)
    digest = joint_digest([repr(asked), *map(page_digest, pages)])
    return options.out / f"predictions.part-{digest}.jsonl"


def kept_runs(part: Path) -> tuple[PageRun, ...]:
    """Return the runs of an evaluation that was stopped, less a line that was being written."""
    lines = part.read_text("ascii").split("\n")[:-1] if part.exists() else []
    return tuple(_page_run(json.loads(line)) for line in lines)


@contextmanager
def keeping(part: Path, runs: Sequence[PageRun]) -> Iterator[TextIO]:
    """Yield the file, which holds the runs so far, for `keep`."""
    part.parent.mkdir(parents=True, exist_ok=True)
    with part.open("w", encoding="ascii") as file:
        for run in runs:
            keep(run, file)
        yield file


def keep(run: PageRun, file: TextIO) -> None:
    """Write a run down at once: the process may be killed."""
    output = {key: value for key, value in asdict(run.output).items() if value or key == "text"}
    costs = {"ms": run.milliseconds, "mb": run.peak_rss_mb, "error": run.error}
    file.write(json.dumps({"id": run.id, "system": run.system, **output, **costs}) + "\n")
    file.flush()


def _page_run(row: Mapping[str, Any]) -> PageRun:
    known = {key: row[key] for key in Output.__dataclass_fields__ if key in row}
    output = Output(**{**known, "records": tuple(row.get("records", ()))})
    return PageRun(row["id"], row["system"], output, row["ms"], row["mb"], row["error"])


Runs = Sequence[PageRun]
Pages = Sequence[LabelledPage]


@dataclass(frozen=True, slots=True)
class _Scorer:
    """Which pages have gold for a task, and how the runs of a system on them are scored."""

    has_gold: Callable[[LabelledPage], bool]
    # The figures of the system, and the rows of its predictions.
    score: Callable[
        [Runs, Pages, EvaluateOptions],
        tuple[Mapping[str, object], Iterator[Mapping[str, object]]],
    ]


_SCORERS: Mapping[Task, _Scorer] = {
    "extract": _Scorer(gold.has_gold, text.score),
    "records": _Scorer(records.has_gold, records.score),
    "posts": _Scorer(posts.has_gold, posts.score),
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
    _check_evidence(options.evidence)
    names = [with_evidence(name, given) for name in options.systems for given in options.evidence]
    runs: dict[str, list[PageRun]] = {name: [] for name in names}
    part = part_file(scored, options)
    try:
        _run(runs, scored, options, watcher, part)
        for path in options.predictions:
            runs.update(read_predictions(path, scored))
        figures: dict[str, Mapping[str, object]] = {}
        rows: list[Mapping[str, object]] = []
        for system, of_system in runs.items():
            figures[system], of_pages = scorer.score(of_system, scored, options)
            rows += of_pages
    except KeyboardInterrupt:
        watcher.keep(sum(len(runs[name]) for name in names))
        raise
    part.unlink()
    groups = {page.id: gold.gold_of(page).groups for page in scored}
    return Evaluation(compared(figures, rows, groups, options.seed), rows)


def read_predictions(path: Path, pages: Sequence[LabelledPage]) -> dict[str, list[PageRun]]:
    """Return an outside system's outputs, a run for each page; pages it leaves out are errors.

    Each line is a JSON object with id and text, and maybe records, markdown and system,
    which otherwise is the file's name. A file named .gz is compressed.
    """
    found: dict[str, dict[str, Output]] = {}
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
            found.setdefault(row.get("system", path.stem), {})[row["id"]] = output
        except (ValueError, KeyError, TypeError) as error:
            raise EvaluationError(
                f'{path}, line {number}: expected {{"id": ..., "text": ...}}, found {line[:80]!r}'
            ) from error
    return {
        system: [_predicted(page.id, system, outputs) for page in pages]
        for system, outputs in found.items()
    }


def _predicted(page_id: str, system: str, outputs: Mapping[str, Output]) -> PageRun:
    if page_id in outputs:
        return PageRun(page_id, system, outputs[page_id])
    return PageRun(page_id, system, Output(""), error="no prediction for this page")


def _run(
    runs: dict[str, list[PageRun]],
    pages: Sequence[LabelledPage],
    options: EvaluateOptions,
    watcher: Watcher,
    part: Path,
) -> None:
    """Fill in the runs of each system as they come, and put them in the order of the pages.

    What an evaluation that was stopped has kept in `part` is not run again.
    """
    place = {page.id: number for number, page in enumerate(pages)}
    for system in runs:
        watcher.start(system, len(pages))
    done = {(run.system, run.id): run for run in kept_runs(part)}
    for run in done.values():
        if run.system in runs:
            runs[run.system].append(run)
            watcher.advance(run.system)
    jobs = [
        replace(job, ids=left)
        for job in _jobs(pages, options)
        if (left := tuple(each for each in job.ids if (job.name, each) not in done))
    ]
    with keeping(part, list(done.values())) as file:
        for run in run_jobs(jobs, options.processes, options.page_seconds):
            keep(run, file)
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


def _check_evidence(names: Sequence[str]) -> None:
    """Raise EvaluationError for evidence that there is not, or that needs other pages too."""
    evidence_changes(names)
    if ARTICLE_ADDRESS in names:
        raise EvaluationError(f"{ARTICLE_ADDRESS} is evidence of the task genre alone")
