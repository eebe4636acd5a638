"""Probabilities of logits, and how far they are from how often answers are right."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def softmax(logits: NDArray[np.floating], temperature: float = 1.0) -> Array:
    """Return probabilities (pages, labels) of logits divided by the temperature."""
    scaled = logits.astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def calibration_error(probabilities: Array, targets: NDArray[np.int64], bins: int = 15) -> float:
    """Return the expected calibration error: mean gap of confidence and accuracy over bins."""
    confidence = probabilities.max(axis=1)
    right = probabilities.argmax(axis=1) == targets
    number = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(confidence[number == b].sum() - right[number == b].sum()) for b in np.unique(number)
    ]
    return float(sum(gaps) / max(1, len(targets)))
