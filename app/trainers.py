"""What can be trained, and by which trainer. A new trainer is one function and one row here.

The trainers are imported when called: each brings torch or scikit-learn with it.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pagesight.app.errors import UnknownTrainer
from pagesight.datasets.schema import LabelledPage

Trainer = Callable[[Sequence[LabelledPage], Path], None]

# kind -> trainer: labelled pages and the folder to write the model to, default options
TRAINERS: Mapping[str, Trainer] = {}


def trainer(kind: str) -> Trainer:
    """Return the trainer of that kind. Raises UnknownTrainer, which names the kinds there are."""
    try:
        return TRAINERS[kind]
    except KeyError:
        known = ", ".join(TRAINERS) or "none yet"
        raise UnknownTrainer(f"cannot train {kind!r}; what can be trained: {known}") from None
