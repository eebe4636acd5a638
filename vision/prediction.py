"""The prediction of a genre classifier, and how well its probabilities hold."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import Genre
from pagesight.render.errors import PagesightError

Evidence = Literal["screenshot", "html", "both"]
FLOOR = 1e-3  # added to probabilities that are joined: a 0 must not silence the other side
Array = NDArray[np.float64]
_BINS = 15  # of equal width, as Guo et al. 2017 have them


class ImageError(PagesightError):
    """The picture of a page is missing or cannot be read."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """The probability of each genre, the evidence used, and what makes it less certain."""

    probabilities: Mapping[Genre, float]
    evidence: Evidence
    # "blank", "unstyled", "obscured", "narrow", "wide", "empty"; of genre "other" also "login",
    # "error page"
    warnings: tuple[str, ...] = ()
    sides: "tuple[Side, ...]" = ()  # where both were asked: the HTML alone and the picture alone

    @property
    def genre(self) -> Genre:
        """The likeliest genre."""
        return max(self.probabilities, key=lambda genre: self.probabilities[genre])

    @property
    def confidence(self) -> float:
        """The probability of the likeliest genre, 0 to 1."""
        return self.probabilities[self.genre]


@dataclass(frozen=True, slots=True)
class Side:
    """What the HTML alone or the picture alone predicts, and the weight that it got."""

    prediction: Prediction
    weight: float  # of its log-probabilities; 0: it was left out

    def log_odds(self, genre: Genre, rival: Genre) -> float:
        """Return what the side adds to the log-odds of a genre against another one.

        A surer side adds more by the same weight.
        """
        of, against = (self.prediction.probabilities[name] + FLOOR for name in (genre, rival))
        return self.weight * math.log(of / against)


def prediction_of(
    labels: Sequence[str],
    probabilities: NDArray[np.float64],
    evidence: Evidence,
    warnings: tuple[str, ...] = (),
) -> Prediction:
    """Return the prediction of a model with these labels; genres it does not know get 0."""
    known: Mapping[str, float] = dict(zip(labels, probabilities.tolist(), strict=True))
    return Prediction({genre: known.get(genre, 0.0) for genre in Genre}, evidence, warnings)


def in_order(prediction: Prediction) -> NDArray[np.float64]:
    """Return the probabilities in the order of `Genre`, (genres,)."""
    return np.array([prediction.probabilities[genre] for genre in Genre])


def nothing_shown(evidence: Evidence, warnings: tuple[str, ...]) -> Prediction:
    """Return the prediction for a page with nothing on it: "other", with little confidence."""
    likely = 0.3  # by hand: above the rest, and below what any extractor is chosen by
    rest = (1 - likely) / (len(Genre) - 1)
    shares = {genre: likely if genre is Genre.OTHER else rest for genre in Genre}
    return Prediction(shares, evidence, warnings)


def softmax(logits: NDArray[np.floating], temperature: float = 1.0) -> Array:
    """Return probabilities (pages, labels) of logits divided by the temperature."""
    scaled = logits.astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def calibration_error(probabilities: Array, targets: NDArray[np.int64]) -> float:
    """Return the expected calibration error: mean gap of confidence and accuracy over bins."""
    confidence = probabilities.max(axis=1)
    right = probabilities.argmax(axis=1) == targets
    number = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(confidence[number == b].sum() - right[number == b].sum()) for b in np.unique(number)
    ]
    return float(sum(gaps) / max(1, len(targets)))
