"""Models by name and folder, each loaded at first use and kept: pipelines may share them."""

from collections.abc import Callable, Hashable
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from pagesight.app.config import ClassifyBy
from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.extractor import LabelerExtractor
from pagesight.extract.page.document import Document
from pagesight.extract.registry import extractor, labeler_extractor
from pagesight.vision.predict import GenreClassifier, load_classifier, load_explainer

if TYPE_CHECKING:
    from pagesight.extract.papers.perplexity.model import PerplexityModel
    from pagesight.vision.screenshot.model import ScreenshotClassifier

Model = TypeVar("Model")
Extractor = Callable[[Document], Extraction]
Folder = Path | None  # of a model that replaces the packaged one; None: the packaged one


class Models:
    """Loaded models. It knows no options: the caller names the folder of a model."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Hashable, ...], Any] = {}
        self._loading = RLock()  # threads that ask for the same model wait for the one that loads

    def classifier(self, by: ClassifyBy, folder: Folder = None) -> GenreClassifier:
        """Return the classifier that predicts genres from the screenshot, the HTML or both."""
        return self._once(load_classifier, by, folder)

    def explainer(self, folder: Folder = None) -> "ScreenshotClassifier":
        """Return the classifier that can show which parts of a picture speak for a genre."""
        return self._once(load_explainer, folder)

    def extractor(self, name: str, folder: Folder = None) -> Extractor:
        """Return the extractor of that name."""
        return self._once(extractor, name, folder)

    def labeler_extractor(self, name: str, folder: Folder = None) -> LabelerExtractor:
        """Return the extractor of that name, whose labeler can be asked too."""
        return self._once(labeler_extractor, name, folder)

    def perplexity(self) -> "PerplexityModel":
        """Return the language model that finds improbable sentences."""
        from pagesight.extract.papers.perplexity.model import load_perplexity

        return self._once(load_perplexity)

    def _once(self, load: Callable[..., Model], *arguments: Hashable) -> Model:
        """Return what `load` makes of the arguments, from the first time that it was asked."""
        key = (load, *arguments)
        with self._loading:
            if key not in self._kept:
                self._kept[key] = load(*arguments)
            model: Model = self._kept[key]
        return model
