"""Evaluate what systems extract: run each over the pages, then score its text or its records."""

import gzip
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate import extract as evaluate_extract
from pagesight.app.evaluate import posts as evaluate_posts
from pagesight.app.evaluate import records as evaluate_records
from pagesight.app.evaluate.isolate import PageRun, run_jobs
from pagesight.app.evaluate.isolated import Job
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher
from pagesight.app.evaluate.systems import Output, check_systems
from pagesight.app.report.write import write_predictions
from pagesight.app.training.cross_validate import jobs_by_fold
from pagesight.datasets.schema import LabelledPage

PART = "predictions.part.jsonl.gz"  # of an evaluation that was stopped


def evaluate_content(
    pages: Sequence[LabelledPage], options: EvaluateOptions, watcher: Watcher
) -> Evaluation:
    """Return the figures of every system, and of every file of outside predictions."""
    check_systems(options.systems, folds=bool(options.folds))
    scored = [page for page in pages if _has_gold(page, options.task)]
    if not scored:
        raise EvaluationError(f"none of the {len(pages)} pages has gold for {options.task}")
    runs = _runs(scored, options, watcher)
    for path in options.predictions:
        runs.update(read_predictions(path, scored))
    figures: dict[str, Mapping[str, object]] = {}
    rows: list[Mapping[str, object]] = []
    for system, of_system in runs.items():
        if options.task == "records":
            summary, system_rows = evaluate_records.score(of_system, scored, options.seed)
        elif options.task == "posts":
            summary, system_rows = evaluate_posts.score(of_system, scored, options.seed)
        else:
            summary, system_rows = _score_text(of_system, scored, options)
        figures[system] = summary
        rows += system_rows
    return Evaluation(figures, rows)


def read_predictions(path: Path, pages: Sequence[LabelledPage]) -> dict[str, list[PageRun]]:
    """Return an outside system's outputs, a run for each page; pages it leaves out are errors.

    Each line is a JSON object with id and text, and maybe records and system, which otherwise is
    the file's name. A file named .gz is compressed.
    """
    found: dict[str, dict[str, Output]] = {}
    body = path.read_bytes()
    text = (gzip.decompress(body) if path.suffix == ".gz" else body).decode("utf-8")
    for number, line in enumerate(text.split("\n"), start=1):
        if not line:
            continue
        try:
            row = json.loads(line)
            if not isinstance(row["text"], str):
                raise TypeError("the text is no string")
            output = Output(row["text"], tuple(row.get("records", ())))
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


def _runs(
    pages: Sequence[LabelledPage], options: EvaluateOptions, watcher: Watcher
) -> dict[str, list[PageRun]]:
    """Return the runs of each system, in the order of the pages."""
    place = {page.id: number for number, page in enumerate(pages)}
    runs: dict[str, list[PageRun]] = {}
    for system in options.systems:
        watcher.start(system, len(pages))
        runs[system] = []
    try:
        for run in run_jobs(list(_jobs(pages, options)), options.processes, options.page_seconds):
            runs[run.system].append(run)
            watcher.advance(run.system)
    except KeyboardInterrupt:
        _keep_part(itertools.chain.from_iterable(runs.values()), options.out)
        raise
    return {system: sorted(found, key=lambda run: place[run.id]) for system, found in runs.items()}


def _keep_part(runs: Iterable[PageRun], out: Path) -> None:
    """Write the predictions that there are: hours of work can be scored without being repeated."""
    out.mkdir(parents=True, exist_ok=True)
    unscored = evaluate_extract.PageScore()
    write_predictions((_row(run, unscored) for run in runs), out / PART)


def _jobs(pages: Sequence[LabelledPage], options: EvaluateOptions) -> Iterator[Job]:
    if options.folds:
        yield from jobs_by_fold(pages, options)
    else:
        ids = tuple(page.id for page in pages)
        yield from (Job(system, options.corpora, ids, options.split) for system in options.systems)


def _score_text(
    runs: Sequence[PageRun], pages: Sequence[LabelledPage], options: EvaluateOptions
) -> tuple[dict[str, object], Iterator[Mapping[str, object]]]:
    golds = {page.id: evaluate_extract.gold_of(page) for page in pages}
    scores = evaluate_extract.score_runs(runs, golds, options.processes)
    summary = evaluate_extract.summarise(runs, scores, golds, options.seed)
    return summary, map(_row, runs, scores)


def _row(run: PageRun, score: evaluate_extract.PageScore) -> Mapping[str, object]:
    """Return what `predictions.jsonl.gz` keeps of a run; empty fields are left out."""
    row = {
        "id": run.id,
        "system": run.system,
        "text": run.output.text,
        "genre": run.output.genre,
        "extractor": run.output.extractor,
        "records": run.output.records,
        "ms": round(run.milliseconds, 2),
        "error": run.error,
        "word_f1": score.word_f1,
    }
    return {key: value for key, value in row.items() if value or key == "text"}


def _has_gold(page: LabelledPage, task: str) -> bool:
    if task == "records":
        return page.records is not None
    if task == "posts":
        return bool(evaluate_posts.gold_posts(page))
    return page.text is not None or "with" in page.extra
