"""Part pages to train on from those to validate by, and save the state of a training each epoch.

So it can go on after a stop.
"""

import hashlib
import json
import logging
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import ArrayLike
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from pagesight.datasets.load import group_folds, groups_of, training_pages
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError, TrainingError

_FOLDS = 12  # one of them validates: 5 of CleanEval's 57 pages, as in the papers
_PROGRESS_FILE = "progress.json"
_log = logging.getLogger(__name__)
Pages = list[LabelledPage]
Labelled = TypeVar("Labelled")


def split_off_validation(pages: Sequence[LabelledPage], seed: int) -> tuple[Pages, Pages]:
    """Return training and validation pages: the corpus's `val` split, else one fold of the groups.

    Raises TrainingError if all pages are of one site.
    """
    marked = [page for page in pages if page.split == "val"]
    if marked:
        return training_pages(pages), marked
    groups = groups_of(pages)
    count = min(_FOLDS, len(set(groups)))
    if count < 2:
        raise TrainingError(f"{len(pages)} pages of {count} site(s): two sites are needed")
    fold_of = group_folds(groups, [page.source for page in pages], count, seed)
    train = [page for page, fold in zip(pages, fold_of, strict=True) if fold]
    return train, [page for page, fold in zip(pages, fold_of, strict=True) if not fold]


def labelled(
    train: Sequence[LabelledPage],
    validation: Sequence[LabelledPage],
    label: Callable[[LabelledPage], Labelled | None],
) -> tuple[list[Labelled], list[Labelled]]:
    """Return what `label` makes of the pages, less those without gold. TrainingError for none."""
    halves: list[list[Labelled]] = []
    for pages in (train, validation):
        halves.append([])
        for page in pages:
            try:
                made = label(page)
            except ParseError as error:
                _log.warning("left out %s: %s", page.id, error)
            else:
                halves[-1] += [] if made is None else [made]
    if not all(halves):
        raise TrainingError(
            f"{len(halves[0])} training and {len(halves[1])} validation pages have gold labels and "
            "text; at least one of each is needed, of different sites"
        )
    return halves[0], halves[1]


@dataclass(slots=True)
class Progress:
    """The validation score of each epoch so far."""

    run: str  # its options, and a digest of what it reads
    scores: list[float] = field(default_factory=list)

    @property
    def best_epoch(self) -> int:
        """The epoch of the best score, the first of equals; -1 before the first."""
        return self.scores.index(max(self.scores)) if self.scores else -1

    @property
    def best_score(self) -> float:
        """The best score; 0 before the first epoch."""
        return max(self.scores, default=0.0)


class TrainingState:
    """A network, the mean of its weights, the best of them, and the optimizer, kept in a folder.

    Without a folder nothing is written.
    """

    def __init__(
        self,
        folder: Path | None,
        network: nn.Module,
        mean: nn.Module,
        optimizer: torch.optim.Optimizer,
        run: str,
    ) -> None:
        """Go on from the folder if it holds a state. TrainingError if that is of another run."""
        self._folder = folder
        self.network = network
        self.mean = mean
        self.optimizer = optimizer
        self._best = _copy(mean.state_dict())
        self.progress = Progress(run)
        if folder is not None and (folder / _PROGRESS_FILE).is_file():
            self._resume(folder)

    def remaining_epochs(self, epochs: int, patience: int) -> Iterator[int]:
        """Yield the epochs still to do, until none has been better for `patience` of them."""
        for epoch in range(len(self.progress.scores), epochs):
            if epoch - 1 - self.progress.best_epoch >= patience:
                return
            yield epoch

    def finish_epoch(self, epoch: int, score: float) -> None:
        """Take note of an epoch's score, keep its weights if it is the best, and write it all."""
        self.progress.scores.append(score)
        if self.progress.best_epoch == epoch:
            self._best = _copy(self.mean.state_dict())
        if self._folder is not None:
            self._write(self._folder)

    def restore_best(self) -> Progress:
        """Give the network its best weights, remove the folder and return how it went."""
        self.network.load_state_dict(self._best)
        self.remove()
        return self.progress

    def remove(self) -> None:
        """Remove the folder: the run is over."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, folder: Path) -> None:
        """Write the state; the old one stays whole until the new one is complete."""
        folder.mkdir(parents=True, exist_ok=True)
        done = len(self.progress.scores)
        save_file(self._tensors(), folder / "new.safetensors")
        (folder / "new.safetensors").replace(folder / _tensors_file(done))
        text = json.dumps(asdict(self.progress), indent=1)
        (folder / "new.json").write_text(text, encoding="utf-8")
        (folder / "new.json").replace(folder / _PROGRESS_FILE)
        (folder / _tensors_file(done - 1)).unlink(missing_ok=True)

    def _tensors(self) -> dict[str, Tensor]:
        moments = self.optimizer.state_dict()["state"]
        return {
            **_prefixed("network/", _copy(self.network.state_dict())),
            **_prefixed("mean/", _copy(self.mean.state_dict())),
            **_prefixed("best/", self._best),
            **{
                f"optimizer/{number}/{name}": value.cpu().contiguous()
                for number, values in moments.items()
                for name, value in values.items()
            },
        }

    def _resume(self, folder: Path) -> None:
        saved = json.loads((folder / _PROGRESS_FILE).read_text(encoding="utf-8"))
        if saved.get("run") != self.progress.run:
            raise TrainingError(
                f"{folder} holds a run with other options or pages ({saved.get('run')}); "
                "remove that folder or train into another one"
            )
        self.progress = Progress(**saved)
        tensors = load_file(folder / _tensors_file(len(self.progress.scores)))
        self.network.load_state_dict(_under("network/", tensors))
        self.mean.load_state_dict(_under("mean/", tensors))
        self._best = _under("best/", tensors)
        state: dict[int, dict[str, Tensor]] = {}
        for key, value in _under("optimizer/", tensors).items():
            number, name = key.split("/")
            state.setdefault(int(number), {})[name] = value
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": state, "param_groups": groups})


def run_name(options: object, read: Iterable[ArrayLike]) -> str:
    """Return what identifies a run: its options, and a digest of all that it reads."""
    digest = hashlib.sha256()
    for each in read:
        values = np.ascontiguousarray(each)
        digest.update(str(values.shape).encode())
        digest.update(values.data)
    return f"{options!r} on {digest.hexdigest()[:16]}"


def _tensors_file(epochs_done: int) -> str:
    return f"state-{epochs_done}.safetensors"


def _copy(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value.detach().cpu().contiguous().clone() for name, value in weights.items()}


def _prefixed(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {prefix + name: value for name, value in tensors.items()}


def _under(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {
        key.removeprefix(prefix): value for key, value in tensors.items() if key.startswith(prefix)
    }
