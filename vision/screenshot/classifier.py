"""The classifier that looks at the screenshot alone."""

from pagesight.datasets.genres import Genre
from pagesight.extract.page.document import Document
from pagesight.render.page import Page
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import ImageError
from pagesight.vision.prediction import Prediction, prediction_of
from pagesight.vision.screenshot.explain import explain
from pagesight.vision.screenshot.network import ScreenshotModel
from pagesight.vision.screenshot.preprocess import decoded, shrunk
from pagesight.vision.screenshot.quality import page_warnings


class ScreenshotClassifier:
    """Predicts from the picture alone."""

    def __init__(self, model: ScreenshotModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre. Raises ImageError if the page has no picture."""
        config = self._model.config
        picture = decoded(_screenshot(document.page))
        cells = self._model.backbone.cells(shrunk(picture, config.width, config.height))
        found = softmax(self._model.head.logits(cells[None]), config.temperature)[0]
        warnings = page_warnings(document.page, picture)
        return prediction_of(config.labels, found, "screenshot", warnings)

    def explain(self, page: Page, genre: Genre | None = None) -> bytes:
        """Return a PNG of the screenshot that shows what speaks for the genre (the likeliest)."""
        return explain(_screenshot(page), self._model, genre)


def _screenshot(page: Page) -> bytes:
    if page.screenshot is None:
        raise ImageError(f"{page.url or 'the page'} has no screenshot: render it first")
    return page.screenshot
