"""Pagesight: look at a web page before reading it: screenshot, genre, extractor, clean content.

    import pagesight

    result = pagesight.extract_url("https://example.com/")  # rendered in a browser
    result = pagesight.extract_html(html, url)               # no browser, nothing fetched
    print(result.genre, result.markdown)

    pagesight.render_url("https://example.com/")             # a Capture: HTML, screenshot, layout
    pagesight.classify_url("https://example.com/")           # a Prediction: the genre
    with pagesight.Pipeline() as pipeline: ...               # many pages, one browser
    async with pagesight.AsyncPipeline() as pipeline: ...    # several pages at once

Each name is loaded at its first use: `import pagesight` loads neither torch nor Playwright nor
Gradio.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagesight.app.api import (
        AsyncPipeline,
        classify_html,
        classify_url,
        extract_html,
        extract_url,
        learn_pattern,
        perplexity,
        read_by_pattern,
        render_url,
    )
    from pagesight.app.config import Options
    from pagesight.app.pipeline import Pipeline
    from pagesight.app.result import Result
    from pagesight.datasets.schema import Genre
    from pagesight.extract.extraction import Extraction
    from pagesight.extract.records.patterns import Pattern
    from pagesight.extract.records.record import Record
    from pagesight.extract.registry import extractor
    from pagesight.render.errors import PagesightError
    from pagesight.render.options import RenderOptions
    from pagesight.render.page import Capture, Page
    from pagesight.vision.prediction import Prediction

_MODULES = {
    "AsyncPipeline": "app.api",
    "Capture": "render.page",
    "Extraction": "extract.extraction",
    "Genre": "datasets.schema",
    "Options": "app.config",
    "Page": "render.page",
    "PagesightError": "render.errors",
    "Pattern": "extract.records.patterns",
    "Pipeline": "app.pipeline",
    "Prediction": "vision.prediction",
    "Record": "extract.records.record",
    "RenderOptions": "render.options",
    "Result": "app.result",
    "classify_html": "app.api",
    "classify_url": "app.api",
    "extract_html": "app.api",
    "extract_url": "app.api",
    "extractor": "extract.registry",
    "learn_pattern": "app.api",
    "read_by_pattern": "app.api",
    "perplexity": "app.api",
    "render_url": "app.api",
}

__all__ = (
    "AsyncPipeline", "Capture", "Extraction", "Genre", "Options", "Page", "PagesightError",
    "Pattern", "Pipeline", "Prediction", "Record", "RenderOptions", "Result", "classify_html",
    "classify_url", "extract_html", "extract_url", "extractor", "learn_pattern", "perplexity",
    "read_by_pattern", "render_url",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'pagesight' has no attribute {name!r}")
    return getattr(import_module(f"pagesight.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
