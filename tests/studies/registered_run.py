"""A registered run: what it measures, claims and does not claim, and where its table stands."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from run_tables import Kept, Measured, printed_table

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs/figures"  # a file a run: its results, and what made them
EXTRACTORS = tuple(f"extract/weights/{name}" for name in ("sight", "article", "listview"))
# What `auto` predicts with where a page comes without a picture.
OF_AUTO = (*EXTRACTORS, "vision/weights/html")
OF_GENRE = tuple(f"vision/weights/{name}" for name in ("fusion", "html", "screenshot", "svm"))
CHOSEN = ", rules chosen here"
IN_SAMPLE = ", in-sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A command, the weights that it measures, and where its table stands.

    The command is one of the shell, in the root of the repository: $DATA is the folder of corpora,
    $OUT that of the run, $RUNS that of all runs, for those that go on from another. The table is
    made of what it prints, or of the results.json that it writes to $OUT.
    """

    name: str
    command: str
    weights: Sequence[str] = ()
    claim: str
    not_claimed: str
    # Source of pages -> what they are, and whether a model or a rule of ours saw them.
    measured: Measured = field(default_factory=dict)
    # Pages of sites that a model learned from are left out: a corpus in its card is not in-sample.
    other_sites: bool = False
    shown_in: Sequence[str] = ("docs/evaluation.md",)
    table: Callable[[Measured, Kept], str] = printed_table
    main: str = ""  # the system, or the row by its first cell, that stands for it; else the first


def registered(run: Run) -> Kept:
    """Return what is kept of the run."""
    found: Kept = json.loads((KEPT / f"{run.name}.json").read_text("utf-8"))
    return found


def table_of(run: Run) -> str:
    """Return the run's table as the documents show it."""
    return run.table(run.measured, registered(run))
