"""Train GOCE's baseline: a support vector machine for each genre against the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import training_pages
from pagesight.extract.errors import TrainingError
from pagesight.extract.page.document import read
from pagesight.extract.training.pace import paced
from pagesight.vision.goce_svm import KIND, SvmModel, goce_features, save_svm
from pagesight.vision.training.card import genre_card

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SvmOptions:
    """C and gamma are scikit-learn's defaults for data of deviation 1 in eleven dimensions."""

    penalty: float = 1.0
    gamma: float = 1 / 11
    temperature: float = 0.8  # of the softmax over decisions, fitted on the val split


def train_genre_svm(pages: Sequence[LabelledPage], out: Path, options: SvmOptions) -> None:
    """Train on the pages of known genre that `training_pages` leaves; write the folder `out`."""
    chosen = [page for page in training_pages(pages) if page.genre]
    features = np.array([goce_features(read(page.page)) for page in paced(chosen, "pages read")])
    model = fit_svm(features, [str(page.genre) for page in chosen], options)
    save_svm(model, out, genre_card(pages, KIND))


def fit_svm(features: Array, genres: Sequence[str], options: SvmOptions) -> SvmModel:
    """Return the machine trained on features (pages, 11). Raises TrainingError."""
    from sklearn.svm import SVC

    labels = tuple(label for label in Genre if label in genres)
    if len(labels) < 2:
        raise TrainingError(f"the {len(genres)} pages have the genres {labels}: two are needed")
    raw = np.log1p(features)
    mean, deviation = raw.mean(axis=0), raw.std(axis=0) + 1e-9
    scaled = (raw - mean) / deviation
    weights, bias = np.zeros((len(labels), len(scaled))), np.zeros(len(labels))
    for number, label in enumerate(labels):
        machine = SVC(C=options.penalty, gamma=options.gamma, class_weight="balanced")
        machine.fit(scaled, np.array(genres) == label)
        weights[number, machine.support_] = machine.dual_coef_[0]
        bias[number] = machine.intercept_[0]
    used = np.abs(weights).max(axis=0) > 0
    return SvmModel(
        labels=labels,
        gamma=options.gamma,
        temperature=options.temperature,
        mean=mean,
        deviation=deviation,
        vectors=scaled[used],
        weights=weights[:, used],
        bias=bias,
    )
