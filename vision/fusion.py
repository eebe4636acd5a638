"""Join what the HTML and the picture say: a pool of log-probabilities (Genest and Zidek 1986).

Who is sure counts for more in it already: an unsure side's log-probabilities are all alike.
Weights that depend on how sure the sides are, and a bias a genre, were worse on collections that
were left out (docs/genre.md).
"""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.extract.models.folder import CONFIG_FILE
from pagesight.extract.page.document import Document
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import WeightsError
from pagesight.vision.html.model import HtmlClassifier
from pagesight.vision.prediction import Prediction, in_order, prediction_of
from pagesight.vision.screenshot.classifier import ScreenshotClassifier
from pagesight.vision.screenshot.config import read_json
from pagesight.vision.screenshot.quality import ODD_WINDOWS, page_warnings

Array = NDArray[np.float64]
_FLOOR = 1e-3  # a probability of 0 must not silence the other side

# The cascade looks at the picture only where the HTML alone is less sure than this
# (tests/studies/genre/cascade_curve.py; docs/genre.md has the curve).
SURE = 0.7


@dataclass(frozen=True, slots=True)
class FusionModel:
    """The weight of each side's log-probabilities."""

    html: float = 1.0
    picture: float = 0.5


def fuse(model: FusionModel, by_html: Array, by_picture: Array) -> Array:
    """Return the probabilities (pages, genres) of both sides' probabilities, likewise shaped."""
    html, picture = np.log(by_html + _FLOOR), np.log(by_picture + _FLOOR)
    return softmax(model.html * html + model.picture * picture)


def save_fusion(model: FusionModel, folder: Path) -> None:
    """Write the model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"kind": "fusion", **asdict(model)}, indent=2)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def load_fusion(folder: Path) -> FusionModel:
    """Read a model folder. Raises WeightsError if it is missing or of another kind."""
    config = read_json(folder / CONFIG_FILE)
    if config.get("kind") != "fusion" or config.keys() != {"kind", "html", "picture"}:
        raise WeightsError(
            f"{folder} does not hold a fusion of two weights; make one with "
            "`pagesight train genre-fusion`"
        )
    return FusionModel(config["html"], config["picture"])


class BothClassifier:
    """Predicts from both; from one alone where that is `sure`, or where the other shows nothing.

    The picture shows nothing where there is none, where it is blank, and where its window was much
    narrower or wider than those of the pages that its model learned from.
    """

    def __init__(
        self,
        html: HtmlClassifier,
        picture: ScreenshotClassifier,
        fusion: FusionModel,
        sure: float | None = None,
    ) -> None:
        self._html, self._picture, self._fusion, self._sure = html, picture, fusion, sure

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre. Raises ImageError for a broken picture."""
        by_html = self._html.predict(document)
        if document.page.screenshot is None:
            return by_html
        if self._sure is not None and by_html.confidence >= self._sure:
            return by_html
        by_layout = page_warnings(document.page, None)
        if not ODD_WINDOWS.isdisjoint(by_layout):
            return _with_warnings(by_html, by_layout)
        by_picture = self._picture.predict(document)
        if "blank" in by_picture.warnings:
            return _with_warnings(by_html, by_picture.warnings)
        if "empty" in by_html.warnings:
            return _with_warnings(by_picture, by_html.warnings)
        found = fuse(self._fusion, in_order(by_html)[None], in_order(by_picture)[None])[0]
        both = prediction_of(tuple(Genre), found, "both", by_picture.warnings)
        return both if both.genre is not Genre.OTHER else _with_warnings(both, by_html.warnings)


def _with_warnings(prediction: Prediction, warnings: tuple[str, ...]) -> Prediction:
    return replace(prediction, warnings=(*prediction.warnings, *warnings))
