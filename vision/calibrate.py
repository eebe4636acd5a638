"""Make probabilities mean what they say: one temperature, and how far off they still are."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def softmax(logits: NDArray[np.floating], temperature: float = 1.0) -> Array:
    """Return probabilities (pages, labels) of logits divided by the temperature."""
    scaled = logits.astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def fit_temperature(logits: NDArray[np.floating], targets: NDArray[np.int64]) -> float:
    """Return the temperature that makes kept-back pages likeliest (Guo et al. 2017)."""
    from scipy.optimize import minimize_scalar  # slow to load, and needed for training alone

    def surprise(log_temperature: float) -> float:
        probabilities = softmax(logits, float(np.exp(log_temperature)))
        return float(-np.log(probabilities[np.arange(len(targets)), targets] + 1e-12).mean())

    return float(np.exp(minimize_scalar(surprise, bounds=(-2.5, 2.5), method="bounded").x))


def calibration_error(probabilities: Array, targets: NDArray[np.int64], bins: int = 15) -> float:
    """Return the expected calibration error: mean gap of confidence and accuracy over bins."""
    confidence = probabilities.max(axis=1)
    right = probabilities.argmax(axis=1) == targets
    number = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(confidence[number == b].sum() - right[number == b].sum()) for b in np.unique(number)
    ]
    return float(sum(gaps) / max(1, len(targets)))
