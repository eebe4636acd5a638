"""Classifiers that look at the screenshot, alone or beside the HTML."""

from dataclasses import replace

import torch

from pagesight.datasets.genres import Genre
from pagesight.extract.page.document import Document
from pagesight.render.page import Page
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import ImageError
from pagesight.vision.fusion import FusionModel, fuse
from pagesight.vision.html.model import HtmlClassifier
from pagesight.vision.prediction import Prediction, in_order, prediction_of
from pagesight.vision.screenshot.explain import explain
from pagesight.vision.screenshot.network import LoadedModel
from pagesight.vision.screenshot.preprocess import normalise, shrunk
from pagesight.vision.screenshot.quality import ODD_WINDOWS, page_warnings
from pagesight.vision.screenshot.stored import decoded

# The cascade looks at the picture only where the HTML alone is less sure than this. By 5 folds over
# the genre corpora 0.7 renders 18 % of the pages and loses 0.1 points to rendering all; 0.5 renders
# 8 % and loses 0.7 (tests/studies/genre/cascade_curve.py).
SURE = 0.7


class ScreenshotClassifier:
    """Predicts from the picture alone."""

    def __init__(self, model: LoadedModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre. Raises ImageError if the page has no picture."""
        config = self._model.config
        picture = decoded(_screenshot(document.page))
        with torch.inference_mode():
            logits = self._model.net(normalise(shrunk(picture, config.input)[None], config.input))
        found = softmax(logits.numpy(), config.temperature)[0]
        return prediction_of(
            config.labels, found, "screenshot", page_warnings(document.page, picture)
        )

    def explain(self, page: Page, genre: Genre | None = None) -> bytes:
        """Return a PNG of the screenshot that shows what speaks for the genre (the likeliest)."""
        return explain(_screenshot(page), self._model, genre)


class BothClassifier:
    """Predicts from both; from the HTML alone where that is `sure`, or where no picture helps.

    So where there is none, and where its window was much narrower or wider than those of the
    pages that the picture's model learned from.
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
            return replace(by_html, warnings=(*by_html.warnings, *by_layout))
        by_picture = self._picture.predict(document)
        found = fuse(self._fusion, in_order(by_html)[None], in_order(by_picture)[None])[0]
        both = prediction_of(tuple(Genre), found, "both", by_picture.warnings)
        if both.genre is not Genre.OTHER:
            return both
        return replace(both, warnings=(*by_html.warnings, *both.warnings))


def _screenshot(page: Page) -> bytes:
    if page.screenshot is None:
        raise ImageError(f"{page.url or 'the page'} has no screenshot: render it first")
    return page.screenshot
