"""Predict the genre of a page: from its picture, from its HTML, or from both.

classifier = load_classifier("both")
classifier.predict(document).genre
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from pagesight.extract.errors import ModelError
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.models.folder import CONFIG_FILE, read_config
from pagesight.extract.page.document import Document
from pagesight.vision.html.model import HtmlClassifier, load_html_model
from pagesight.vision.prediction import Prediction

if TYPE_CHECKING:
    from pagesight.vision.screenshot.model import Backbone, ScreenshotClassifier

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
    # Imported here: who predicts from the HTML alone need not wait for onnxruntime.
    from pagesight.vision.fusion import SURE, BothClassifier, load_fusion

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
