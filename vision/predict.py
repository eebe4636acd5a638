"""Tell the genre of a page: from its picture, from its HTML, or from both."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.extract.document import Document
from pagesight.vision.calibrate import softmax
from pagesight.vision.config import CONFIG_FILE, read_json
from pagesight.vision.errors import ImageError, WeightsError
from pagesight.vision.fusion import FusionModel, fuse, load_fusion
from pagesight.vision.html_model import (
    HtmlModel,
    html_features,
    html_probabilities,
    load_html_model,
)
from pagesight.vision.prediction import Prediction, Source

By = Literal["both", "screenshot", "html", "goce-svm"]


class GenreClassifier(Protocol):
    """Tells what a page is."""

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre."""
        ...


class HtmlClassifier:
    """Tells from the HTML alone."""

    def __init__(self, model: HtmlModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre."""
        found = html_probabilities(self._model, html_features(document))
        return prediction(self._model.labels, found, "html")


class ScreenshotClassifier:
    """Tells from the picture alone."""

    def __init__(self, folder: Path) -> None:
        from pagesight.vision.model import load_model

        self._model = load_model(folder)

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre. Raises ImageError if the page has no picture."""
        if document.page.screenshot is None:
            raise ImageError(
                f"{document.page.url or 'the page'} has no screenshot: render it first"
            )
        return self.predict_image(document.page.screenshot)

    def predict_image(self, image: bytes) -> Prediction:
        """Return the probability of each genre for a screenshot. Raises ImageError."""
        import torch

        from pagesight.vision.preprocess import screenshot_tensor

        with torch.inference_mode():
            logits = self._model.net(screenshot_tensor(image, self._model.config.input))
        found = softmax(logits.float().numpy(), self._model.config.temperature)[0]
        return prediction(self._model.config.labels, found, "screenshot")


class BothClassifier:
    """Tells from both, or from the HTML where there is no picture."""

    def __init__(self, html: HtmlClassifier, picture: ScreenshotClassifier, fusion: FusionModel):
        self._html, self._picture, self._fusion = html, picture, fusion

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre. Raises ImageError for a broken picture."""
        by_html = self._html.predict(document)
        if document.page.screenshot is None:
            return by_html
        by_picture = self._picture.predict(document)
        found = fuse(self._fusion, vector(by_html)[None], vector(by_picture)[None])[0]
        return prediction(tuple(Genre), found, "both", by_picture.warnings)


def load_classifier(by: By = "both", model: Path | None = None) -> GenreClassifier:
    """Return the classifier; `model` is a model folder, or one that holds `html`, `screenshot` ...

    What `model` lacks is taken from the package. Raises WeightsError for a broken folder.
    """
    if by == "html":
        return HtmlClassifier(load_html_model(_folder("html", model)))
    if by == "screenshot":
        return ScreenshotClassifier(_folder("screenshot", model))
    if by == "both":
        return BothClassifier(
            HtmlClassifier(load_html_model(_folder("html", model))),
            ScreenshotClassifier(_folder("screenshot", model)),
            load_fusion(_folder("fusion", model)),
        )
    raise WeightsError(f"no classifier named {by!r}; there are both, screenshot, html")


def prediction(
    labels: Sequence[str],
    probabilities: NDArray[np.float64],
    source: Source,
    warnings: tuple[str, ...] = (),
) -> Prediction:
    """Return the prediction; genres that the model was not trained on get 0."""
    known: Mapping[str, float] = dict(zip(labels, probabilities.tolist(), strict=True))
    return Prediction({genre: known.get(genre, 0.0) for genre in Genre}, source, warnings)


def vector(found: Prediction) -> NDArray[np.float64]:
    """Return the probabilities in the order of `Genre`, (genres,)."""
    return np.array([found.probabilities[genre] for genre in Genre])


def _folder(kind: str, model: Path | None) -> Path:
    """Return the folder of that kind of model: `model` itself, one in it, or the package's."""
    packaged = Path(str(files("pagesight.vision"))) / "weights" / kind
    if model is None:
        return packaged
    if not model.is_dir():
        raise WeightsError(f"no model folder at {model}")
    if (model / kind).is_dir():
        return model / kind
    own = (model / CONFIG_FILE).exists() and read_json(model / CONFIG_FILE).get("kind") == kind
    return model if own else packaged
