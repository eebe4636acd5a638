"""Classifiers that look at the HTML alone; torch is not loaded for them."""

from pagesight.extract.parse.document import Document
from pagesight.vision.evidence import html_features
from pagesight.vision.html_features import goce_features
from pagesight.vision.html_model import HtmlModel, html_probabilities
from pagesight.vision.prediction import Prediction, told
from pagesight.vision.svm import SvmModel, svm_probabilities


class HtmlClassifier:
    """Tells from structure, names, labels and address."""

    def __init__(self, model: HtmlModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre."""
        found = html_probabilities(self._model, html_features(document))
        return told(self._model.labels, found, "html")


class SvmClassifier:
    """GOCE's baseline, for comparison."""

    def __init__(self, model: SvmModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre."""
        found = svm_probabilities(self._model, goce_features(document))
        return told(self._model.labels, found, "html")
