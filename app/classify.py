"""Predict the genre of sources: pages, or pictures of pages."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pagesight.app.config import Options
from pagesight.app.pipeline import Pipeline
from pagesight.datasets.genres import Genre
from pagesight.extract.page.budget import Budget
from pagesight.extract.page.document import Document, read
from pagesight.extract.text.safe import printable, safe_cell
from pagesight.render.errors import SourceError
from pagesight.render.page import Capture, Page
from pagesight.vision.errors import ImageError
from pagesight.vision.prediction import Prediction

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")
_SHOWN = 0.005  # genres less likely than that are left out of a line


class Classifier:
    """Predicts the genre of what `get_capture` makes of sources, and of picture files.

    With `explanation`, a PNG path, the evidence of the last prediction is drawn there.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        get_capture: Callable[[str], Capture],
        explanation: Path | None = None,
    ) -> None:
        self._pipeline = pipeline
        self._get_capture = get_capture
        self._explanation = explanation

    def predict(self, source: str) -> Prediction:
        """Return the genre. Raises a RenderError for a source that gives no page or picture."""
        pictured = source.lower().endswith(_PICTURES) and "://" not in source
        page = _picture_page(Path(source)) if pictured else self._get_capture(source).page
        document = read(page, source, Budget(self._pipeline.options.limits))
        classify = self._by_picture if pictured else self._pipeline.classify
        try:
            prediction = classify(document)
        except ImageError as error:
            raise SourceError(f"{source}: {error}") from error
        if self._explanation is not None:
            self._explain(page, prediction.genre, self._explanation)
        return replace(prediction, warnings=(*document.budget.warnings, *prediction.warnings))

    def _explain(self, page: Page, genre: Genre, path: Path) -> None:
        """Write the screenshot with the evidence for the predicted genre in red."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self._pipeline.explainer().explain(page, genre))

    def _by_picture(self, document: Document) -> Prediction:
        return self._pipeline.classifier("screenshot").predict(document)


def classify(source: str, options: Options | None = None) -> Prediction:
    """Return the genre of the page at `source`: a URL, a path as `extract` takes, or a picture."""
    pipeline = Pipeline(options)
    return Classifier(pipeline, pipeline.capture).predict(source)


def classification_line(source: str, prediction: Prediction) -> str:
    """Return the source, its genre and the probabilities, separated by tabs."""
    shares = sorted(prediction.probabilities.items(), key=lambda item: -item[1])
    likely = " ".join(f"{genre}={share:.3f}" for genre, share in shares if share > _SHOWN)
    return "\t".join(map(_cell, [source, prediction.genre, likely, *prediction.warnings]))


def _cell(text: str) -> str:
    return safe_cell(" ".join(printable(text).split()))


def classification_json(source: str, prediction: Prediction) -> str:
    """Return the same as a JSON object."""
    values = {
        "source": source,
        "genre": prediction.genre,
        "confidence": round(prediction.confidence, 4),
        "probabilities": {str(g): round(p, 4) for g, p in prediction.probabilities.items()},
        "evidence": prediction.evidence,
        "warnings": list(prediction.warnings),
    }
    return json.dumps(values, ensure_ascii=False)


def _picture_page(path: Path) -> Page:
    try:
        picture = path.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot read the picture {path}: {error.strerror}") from error
    return Page(url=path.name, html="<html></html>", screenshot=picture)
