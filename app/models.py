"""Models by name and folder, each loaded at first use and kept: pipelines may share them."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pagesight.app.choices import ClassifyBy
from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.extractor import LabelerExtractor
from pagesight.extract.parse.document import Document
from pagesight.extract.registry import extractor, labeler_extractor
from pagesight.vision.predict import GenreClassifier, load_classifier, load_explainer

if TYPE_CHECKING:
    from pagesight.extract.perplexity.model import PerplexityModel
    from pagesight.vision.screenshot.classifiers import ScreenshotClassifier

Extractor = Callable[[Document], Extraction]
Folder = Path | None  # of a model that replaces the packaged one; None: the packaged one


class Models:
    """Loaded models. It knows no options: the caller names the folder of a model."""

    def __init__(self) -> None:
        self._classifiers: dict[tuple[str, Folder], GenreClassifier] = {}
        self._explainers: dict[Folder, ScreenshotClassifier] = {}
        self._extractors: dict[tuple[str, Folder], Extractor] = {}
        self._labelers: dict[tuple[str, Folder], LabelerExtractor] = {}
        self._perplexity: PerplexityModel | None = None

    def classifier(self, by: ClassifyBy, folder: Folder = None) -> GenreClassifier:
        """Return the classifier that predicts genres from the screenshot, the HTML or both."""
        if (by, folder) not in self._classifiers:
            self._classifiers[by, folder] = load_classifier(by, folder)
        return self._classifiers[by, folder]

    def explainer(self, folder: Folder = None) -> "ScreenshotClassifier":
        """Return the classifier that can show which parts of a picture speak for a genre."""
        if folder not in self._explainers:
            self._explainers[folder] = load_explainer(folder)
        return self._explainers[folder]

    def extractor(self, name: str, folder: Folder = None) -> Extractor:
        """Return the extractor of that name."""
        if (name, folder) not in self._extractors:
            self._extractors[name, folder] = extractor(name, folder)
        return self._extractors[name, folder]

    def labeler_extractor(self, name: str, folder: Folder = None) -> LabelerExtractor:
        """Return the extractor of that name, whose labeler can be asked too."""
        if (name, folder) not in self._labelers:
            self._labelers[name, folder] = labeler_extractor(name, folder)
        return self._labelers[name, folder]

    def perplexity(self) -> "PerplexityModel":
        """Return the language model that finds improbable sentences."""
        from pagesight.extract.perplexity.filter import load_perplexity

        if self._perplexity is None:
            self._perplexity = load_perplexity()
        return self._perplexity
