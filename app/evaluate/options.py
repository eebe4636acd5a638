"""Define what an evaluation is asked for, and what that of each task gives back."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from pagesight.app.config import FoldsBy, Task
from pagesight.app.evaluate.evidence import GIVEN


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateOptions:
    """Pages, systems and how to measure them."""

    corpora: tuple[Path, ...]
    out: Path
    task: Task = "extract"
    systems: tuple[str, ...] = ("auto",)
    predictions: tuple[Path, ...] = ()  # of outside systems: {"id", "system", "text"} a line
    split: str = ""  # only the pages of this split; "" takes all
    limit: int = 0  # at most so many pages, drawn by a hash of their ids; 0 takes all
    folds: int = 0  # train the learned parts anew for each of so many folds by site; 0 does not
    folds_by: FoldsBy = "site"  # or "source": each collection left out in turn (for genres)
    evidence: tuple[str, ...] = (GIVEN,)  # that systems are asked with: see evidence.py
    training: tuple[Path, ...] = ()  # further corpora to train on in every fold, its sites left out
    seed: int = 0  # of the folds, the draw and the bootstrap
    processes: int = 2
    page_seconds: float = 120.0  # a system silent for so long on a page is stopped: an error

    @property
    def trains_anew(self) -> bool:
        """Whether learned parts are trained for this evaluation, without the pages of a fold."""
        return bool(self.folds) or self.folds_by == "source"


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Named = TypeVar("Named", bound=_Named)


def drawn(pages: Sequence[Named], options: EvaluateOptions) -> list[Named]:
    """Return the pages that the limit leaves, drawn by a hash of their ids, in their order."""
    if not options.limit:
        return list(pages)

    def draw(page: Named) -> str:
        return hashlib.sha256(f"{options.seed}:{page.id}".encode()).hexdigest()

    ids = {page.id for page in sorted(pages, key=draw)[: options.limit]}
    return [page for page in pages if page.id in ids]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What `results.json` holds of systems and of pairs, and the rows of `predictions.jsonl.gz`."""

    systems: Mapping[str, Mapping[str, object]]
    predictions: Iterable[Mapping[str, object]]
    pairs: Sequence[Mapping[str, object]]


class Watcher:
    """Follows the progress of an evaluation; this one ignores it, a progress bar shows it."""

    def start(self, system: str, pages: int) -> None:
        """`system` begins, on so many pages."""

    def advance(self, system: str) -> None:
        """`system` has finished one page."""

    def keep(self, pages: int) -> None:
        """The evaluation is stopped; the outputs of so many pages are kept."""
