"""The models that a pipeline needs, each loaded at first use and kept."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pagesight.app.choices import ClassifyBy
from pagesight.app.config import Options
from pagesight.extract.document import Document
from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.extractor import LabelerExtractor
from pagesight.extract.perplexity_model import PerplexityModel
from pagesight.extract.registry import extractor, labeler_extractor
from pagesight.vision.predict import GenreClassifier, load_classifier, load_explainer

if TYPE_CHECKING:
    from pagesight.vision.picture_classifiers import ScreenshotClassifier

Extractor = Callable[[Document], Extraction]


class Models:
    """Loads what the options name: packaged models, or those of the options' folders."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._classifiers: dict[str, GenreClassifier] = {}
        self._explainer: ScreenshotClassifier | None = None
        self._extractors: dict[str, Extractor] = {}
        self._labelers: dict[str, LabelerExtractor] = {}
        self._perplexity: PerplexityModel | None = None

    def classifier(self, by: ClassifyBy) -> GenreClassifier:
        """Return the classifier that tells genres from the screenshot, the HTML or both."""
        if by not in self._classifiers:
            folder = self._options.genre_model or self._folder(by)
            self._classifiers[by] = load_classifier(by, folder)
        return self._classifiers[by]

    def explainer(self) -> "ScreenshotClassifier":
        """Return the classifier that can show where a picture speaks for a genre."""
        if self._explainer is None:
            folder = self._options.genre_model or self._folder("screenshot")
            self._explainer = load_explainer(folder)
        return self._explainer

    def extractor(self, name: str) -> Extractor:
        """Return the extractor of that name."""
        if name not in self._extractors:
            self._extractors[name] = extractor(name, self._folder(name))
        return self._extractors[name]

    def labeler_extractor(self, name: str) -> LabelerExtractor:
        """Return the extractor of that name, which labels a page's own blocks."""
        if name not in self._labelers:
            self._labelers[name] = labeler_extractor(name, self._folder(name))
        return self._labelers[name]

    def perplexity(self) -> PerplexityModel:
        """Return the model by which sentences are strange."""
        from pagesight.extract.perplexity import load_perplexity

        if self._perplexity is None:
            self._perplexity = load_perplexity()
        return self._perplexity

    def without_strange_sentences(self, extraction: Extraction) -> Extraction:
        """Return the extraction through the perplexity filter, if the options ask for it."""
        if self._options.perplexity is None:
            return extraction
        from pagesight.extract.perplexity import filter_extraction

        return filter_extraction(extraction, self.perplexity(), self._options.perplexity)

    def _folder(self, name: str) -> Path | None:
        """Return the folder of a model that replaces the packaged one; None for that."""
        return self._options.models.get(name)
