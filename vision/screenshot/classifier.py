"""The classifier that looks at the screenshot alone, and shows where it speaks for a genre."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pagesight.datasets.genres import Genre
from pagesight.extract.page.document import Document
from pagesight.render.page import Page
from pagesight.vision.prediction import ImageError, Prediction, prediction_of, softmax
from pagesight.vision.screenshot.network import ScreenshotModel
from pagesight.vision.screenshot.preprocess import decoded, page_warnings, shrunk

_STRENGTH = 0.6  # of the colour where it is strongest: the page stays readable below


def explain(image: bytes, model: ScreenshotModel, genre: Genre | None = None) -> bytes:
    """Return the screenshot as PNG with what speaks for `genre` (the likeliest) in red."""
    picture = decoded(image)
    shade = Image.fromarray((255 * heatmap(image, model, genre)).astype(np.uint8)).resize(
        picture.size, Image.Resampling.BICUBIC
    )
    share = (np.asarray(shade, dtype=np.float64) / 255 * _STRENGTH)[..., None]
    mixed = np.asarray(picture) * (1 - share) + np.array([255, 0, 0]) * share
    out = BytesIO()
    Image.fromarray(mixed.clip(0, 255).astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


def heatmap(
    image: bytes, model: ScreenshotModel, genre: Genre | None = None
) -> NDArray[np.float64]:
    """Return how much each place speaks for the genre, 0 to 1, (rows, columns) of the first grid.

    As in Grad-CAM (Selvaraju et al. 2017, section 3), but the head weighs places apart, so that
    gradients are not averaged over them first (their equation 1).
    """
    config = model.config
    cells = model.backbone.cells(shrunk(decoded(image), config.width, config.height))
    logits = model.head.logits(cells[None])[0]
    label = int(logits.argmax()) if genre is None else config.labels.index(genre)
    maps = model.backbone.by_place(model.head.contributions(cells, label))
    heat = np.sum([_spread(found, config.grids[0]) for found in maps], axis=0)
    return np.asarray(heat.clip(0) / max(float(heat.max()), 1e-9))


def _spread(found: NDArray[np.float32], grid: tuple[int, int]) -> NDArray[np.float64]:
    """Return a coarser map spread over the places of a grid, its sum kept."""
    rows, columns = (np.arange(n) * of // n for n, of in zip(grid, found.shape, strict=True))
    return np.asarray(found[np.ix_(rows, columns)] * (found.size / (grid[0] * grid[1])))


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
