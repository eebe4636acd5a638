"""Keep the outputs of an evaluation as they come, so that the same command goes on with them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.systems.processes import PageRun
from pagesight.app.evaluate.systems.system import Output
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
    return tuple(_run(json.loads(line)) for line in lines)


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


def _run(row: Mapping[str, Any]) -> PageRun:
    known = {key: row[key] for key in Output.__dataclass_fields__ if key in row}
    output = Output(**{**known, "records": tuple(row.get("records", ()))})
    return PageRun(row["id"], row["system"], output, row["ms"], row["mb"], row["error"])
