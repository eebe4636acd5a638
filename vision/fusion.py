"""Join what the HTML and the picture say: stacking of log-probabilities (Wolpert 1992)."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.extract.models.folder import CONFIG_FILE
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.config import read_json

Array = NDArray[np.float64]
_FLOOR = 1e-3  # a probability of 0 must not silence the other side
_PULL = 0.01  # of the biases towards 0: a genre has few pages


@dataclass(frozen=True, slots=True)
class FusionModel:
    """Weight of each side's log-probabilities, and a bias a genre in the order of `Genre`."""

    html: float = 1.0
    picture: float = 0.5
    bias: tuple[float, ...] = (0.0,) * len(Genre)


def fuse(model: FusionModel, by_html: Array, by_picture: Array) -> Array:
    """Return the probabilities (pages, genres) of both sides' probabilities, likewise shaped."""
    html, picture = np.log(by_html + _FLOOR), np.log(by_picture + _FLOOR)
    return softmax(model.html * html + model.picture * picture + np.array(model.bias))


def fit_fusion(by_html: Array, by_picture: Array, targets: NDArray[np.int64]) -> FusionModel:
    """Return the weights that make the targets likeliest; both sides must not have seen the pages.

    Ten numbers in all, so that a few hundred pages fit them and calibrate the whole at once.
    """
    from scipy.optimize import minimize  # of training alone: it takes long to load

    def surprise(values: Array) -> float:
        found = fuse(_model(values), by_html, by_picture)
        missed = -np.log(found[np.arange(len(targets)), targets] + 1e-12).mean()
        return float(missed + _PULL * (values[2:] ** 2).sum())

    start = np.array([1.0, 0.5, *[0.0] * len(Genre)])
    return _model(minimize(surprise, start, method="L-BFGS-B").x)


def save_fusion(model: FusionModel, folder: Path) -> None:
    """Write the model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"kind": "fusion", **asdict(model), "labels": list(Genre)}, indent=2)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def load_fusion(folder: Path) -> FusionModel:
    """Read a model folder. Raises WeightsError if it is missing or of another kind."""
    config = read_json(folder / CONFIG_FILE)
    if config.get("kind") != "fusion" or config.get("labels") != list(Genre):
        raise WeightsError(f"{folder} does not hold a fusion of the genres {', '.join(Genre)}")
    return FusionModel(config["html"], config["picture"], tuple(config["bias"]))


def _model(values: Array) -> FusionModel:
    return FusionModel(float(values[0]), float(values[1]), tuple(map(float, values[2:])))
