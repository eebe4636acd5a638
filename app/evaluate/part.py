"""Keep what an evaluation has found so far, so that the same command goes on after any end.

A file in the folder of the report has a line for each finding, written at once. Its name is of the
pages and of what was asked; each line has the weights that made it, so that those of a model that
was trained again meanwhile are not taken.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.app.evaluate.systems.system import model_folders
from pagesight.datasets.load import joint_digest
from pagesight.extract.models.folder import weights_digest

Row = Mapping[str, Any]


class Findings:
    """The findings of an evaluation under way: of each system one for a page, or a fold."""

    def __init__(self, file: BinaryIO, rows: Iterable[Row]) -> None:
        self._file = file
        self._weights: dict[str, str] = {}
        self._rows = {
            (row["system"], row["id"]): row
            for row in rows
            if row["weights"] == self._weights_of(row["system"])
        }

    def kept(self, system: str, name: str) -> Row | None:
        """Return what is kept of a page or fold; None if nothing is."""
        return self._rows.get((system, name))

    def keep(self, system: str, name: str, finding: Row) -> Row:
        """Write a finding down at once, as the process may be killed, and return it."""
        row = {"id": name, "system": system, "weights": self._weights_of(system), **finding}
        self._file.write(json.dumps(row).encode("ascii") + b"\n")
        self._file.flush()
        self._rows[system, name] = row
        return row

    def once(self, system: str, name: str, find: Callable[[], Row]) -> Row:
        """Return what is kept, or else what `find` finds, which is kept from then on."""
        return self.kept(system, name) or self.keep(system, name, find())

    def count(self, systems: Sequence[str]) -> int:
        """Return how many findings there are of these systems."""
        return sum(system in systems for system, _ in self._rows)

    def _weights_of(self, system: str) -> str:
        """Return a digest of the models of a system, whatever evidence it is given; "" of none."""
        if system not in self._weights:
            folders = model_folders(system.partition(", ")[0])
            self._weights[system] = joint_digest(map(weights_digest, folders)) if folders else ""
        return self._weights[system]


def part_file(options: EvaluateOptions, digests: Iterable[str]) -> Path:
    """Return the file of an evaluation of the pages of these digests; of others it is another."""
    asked = (version("pagesight"), options.folds, options.folds_by, options.training, options.seed)
    digest = joint_digest([repr(asked), *digests])
    # Of texts, records and posts the outputs are alike, and `--predictions` reads them too.
    content = options.task in ("extract", "records", "posts")
    return options.out / f"{'predictions' if content else options.task}.part-{digest}.jsonl"


@contextmanager
def keeping(path: Path, systems: Sequence[str], watcher: Watcher) -> Iterator[Findings]:
    """Yield the findings so far; the file goes when the block ends, unless by an exception."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        findings = Findings(file, map(json.loads, whole_lines(file).splitlines()))
        try:
            yield findings
        except KeyboardInterrupt:
            watcher.keep(findings.count(systems))
            raise
    path.unlink()


def whole_lines(file: BinaryIO) -> bytes:
    """Return the lines of a file, after an unfinished one was cut off its end."""
    file.seek(0)
    body = file.read()
    whole = body[: body.rfind(b"\n") + 1]
    if len(whole) < len(body):
        file.truncate(len(whole))
    return whole
