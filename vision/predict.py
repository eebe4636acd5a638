"""Predict the genre of a page: from its picture, from its HTML, or from both.

classifier = load_classifier("both")
classifier.predict(document).genre

What the HTML and the picture say is joined by a pool of log-probabilities (Genest and Zidek 1986).
Who is sure counts for more in it already: an unsure side's log-probabilities are all alike. What
the picture is worth beside that depends on the genre that the HTML makes likely. Weights that
depend on how sure the sides are, and a bias a genre, were worse on collections that were left out
(docs/studies/genre.md).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import Genre
from pagesight.extract.errors import ModelError
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.models.folder import CONFIG_FILE, read_config
from pagesight.extract.page.document import Document
from pagesight.vision.html.model import HtmlClassifier, load_html_model
from pagesight.vision.prediction import FLOOR, Prediction, Side, in_order, prediction_of, softmax

Array = NDArray[np.float64]

# The cascade looks at the picture only where the HTML alone is less sure than this (run `cascade`:
# docs/studies/genre.md has the curve).
SURE = 0.7
By = Literal["both", "screenshot", "html", "goce-svm", "cascade"]
_ALL = ("html", "screenshot", "fusion")
# The kinds of model that each kind of evidence takes.
KINDS: Mapping[By, tuple[str, ...]] = {
    "both": _ALL,
    "cascade": _ALL,
    "screenshot": ("screenshot",),
    "html": ("html",),
    "goce-svm": ("svm",),
}


@dataclass(frozen=True, slots=True)
class FusionModel:
    """The weight of each side's log-probabilities."""

    html: float = 1.0
    picture: tuple[float, ...] = (0.5,) * len(Genre)  # where the HTML is sure of that genre

    def picture_weights(self, by_html: Array) -> Array:
        """Return the weight of the picture for each page (pages, genres) of the HTML's answers."""
        return np.asarray(by_html @ np.array(self.picture))


def fuse(model: FusionModel, by_html: Array, by_picture: Array) -> Array:
    """Return the probabilities (pages, genres) of both sides' probabilities, likewise shaped."""
    html, picture = np.log(by_html + FLOOR), np.log(by_picture + FLOOR)
    return softmax(model.html * html + model.picture_weights(by_html)[:, None] * picture)


def save_fusion(model: FusionModel, folder: Path) -> None:
    """Write the model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = {str(genre): weight for genre, weight in zip(Genre, model.picture, strict=True)}
    text = json.dumps({"kind": "fusion", "html": model.html, "picture": picture}, indent=2)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def load_fusion(folder: Path) -> FusionModel:
    """Read a model folder. Raises ModelError if it is missing or of another kind."""
    config = read_config(folder)
    picture = config.get("picture")
    if config.get("kind") != "fusion" or not isinstance(picture, dict) or {*picture} != {*Genre}:
        raise ModelError(
            f"{folder} does not hold a fusion with a weight of the picture for each genre; make "
            "one with `pagesight train genre-fusion`"
        )
    return FusionModel(config["html"], tuple(picture[genre] for genre in Genre))


class BothClassifier:
    """Predicts from both; from one alone where that is `sure`, or where the other shows nothing.

    The picture shows nothing where there is none, where it is blank, and where its window was much
    narrower or wider than those of the pages that its model learned from.
    """

    def __init__(
        self,
        html: HtmlClassifier,
        picture: "ScreenshotClassifier",
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
        from pagesight.vision.screenshot.preprocess import ODD_WINDOWS, page_warnings

        by_layout = page_warnings(document.page, None)
        if not ODD_WINDOWS.isdisjoint(by_layout):
            return _with_warnings(by_html, by_layout)
        by_picture = self._picture.predict(document)
        if "blank" in by_picture.warnings:
            sides = Side(by_html, 1.0), Side(by_picture, 0.0)
            return replace(_with_warnings(by_html, by_picture.warnings), sides=sides)
        if "empty" in by_html.warnings:
            sides = Side(by_html, 0.0), Side(by_picture, 1.0)
            return replace(_with_warnings(by_picture, by_html.warnings), sides=sides)
        return self._fused(by_html, by_picture)

    def _fused(self, by_html: Prediction, by_picture: Prediction) -> Prediction:
        html, picture = in_order(by_html)[None], in_order(by_picture)[None]
        weight = float(self._fusion.picture_weights(html)[0])
        probabilities = fuse(self._fusion, html, picture)[0]
        both = prediction_of(tuple(Genre), probabilities, "both", by_picture.warnings)
        both = replace(both, sides=(Side(by_html, self._fusion.html), Side(by_picture, weight)))
        return both if both.genre is not Genre.OTHER else _with_warnings(both, by_html.warnings)


def _with_warnings(prediction: Prediction, warnings: tuple[str, ...]) -> Prediction:
    return replace(prediction, warnings=(*prediction.warnings, *warnings))


if TYPE_CHECKING:
    from pagesight.vision.screenshot.model import Backbone, ScreenshotClassifier


class GenreClassifier(Protocol):
    """Predicts the genre of a page."""

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre."""
        ...


def load_classifier(by: By = "both", model: Path | None = None) -> GenreClassifier:
    """Return the classifier; `model` is a model folder, or one that holds `html`, `screenshot` ...

    "both" predicts from the HTML alone where a page has no screenshot; "cascade" does so too where
    the HTML alone makes it sure. What `model` lacks is taken from the package; one that has GOCE's
    machine alone predicts by that, whatever is asked for. Raises
    ModelError for a broken folder, and for one that holds none of the models needed.
    """
    if by not in get_args(By):
        raise ModelError(f"no classifier named {by!r}; there are {', '.join(get_args(By))}")
    if model is not None and not any(_own(kind, model) for kind in KINDS[by]):
        if _own("svm", model):
            return load_classifier("goce-svm", model)
        raise ModelError(
            f"{model} is no model of the kind that predicts by {by}: {' or '.join(KINDS[by])}"
        )
    if by == "goce-svm":
        from pagesight.vision.goce_svm import SvmClassifier, load_svm

        return SvmClassifier(load_svm(_folder("svm", model)))
    if by == "html":
        return _html(model)
    return _pictured(by, model)


def load_explainer(model: Path | None = None) -> "ScreenshotClassifier":
    """Return the screenshot classifier, which can show where a picture speaks for a genre."""
    # Imported here: who predicts from the HTML alone need not wait for onnxruntime.
    from pagesight.vision.screenshot.model import ScreenshotClassifier, load_model

    return ScreenshotClassifier(load_model(_folder("screenshot", model)))


def packaged_backbone() -> "Backbone":
    """Return the convolutions of the packaged screenshot model, which training leaves as it is."""
    from pagesight.vision.screenshot.model import BACKBONE_FILE, Backbone, load_config

    folder = _folder("screenshot", None)
    return Backbone(folder / BACKBONE_FILE, load_config(folder).grids)


def _html(model: Path | None) -> HtmlClassifier:
    return HtmlClassifier(load_html_model(_folder("html", model)), load_sight())


def _pictured(by: By, model: Path | None) -> GenreClassifier:
    picture = load_explainer(model)
    if by == "screenshot":
        return picture
    fusion = load_fusion(_folder("fusion", model))
    return BothClassifier(_html(model), picture, fusion, SURE if by == "cascade" else None)


def _folder(kind: str, model: Path | None) -> Path:
    """Return the folder of that kind of model: `model` itself, one in it, or the package's."""
    own = model and _own(kind, model)
    return own or Path(__file__).parent / "weights" / kind


def _own(kind: str, model: Path) -> Path | None:
    """Return `model` or the folder in it, whichever is of that kind; None if neither is."""
    if not model.is_dir():
        raise ModelError(f"no model folder at {model}")
    if (model / kind).is_dir():
        return model / kind
    if not (model / CONFIG_FILE).exists():
        return None
    named = str(read_config(model).get("kind"))
    return model if named.removeprefix("genre-") == kind else None
