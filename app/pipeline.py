"""The whole way: source -> capture -> genre -> extractor -> content.

    from pagesight.app.pipeline import extract_page

    result = extract_page("https://example.com/")
    print(result.genre, result.extraction.markdown)

`Pipeline` does the same for many pages and loads its models once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pagesight.app.clock import Clock
from pagesight.app.config import Options
from pagesight.app.read_source import captured, read_source
from pagesight.app.router import Route, route
from pagesight.datasets.genres import Genre
from pagesight.extract.document import Document, read
from pagesight.extract.extraction import Extraction
from pagesight.render.page import Capture, Page
from pagesight.vision.prediction import Prediction

_THIN_CHARS = 200  # less text than a short paragraph: worth a warning


@dataclass(frozen=True, slots=True)
class Result:
    """All that is known of a page: how it looked, what it is, what it says, how it was told.

    `genre` is the one the extractor was chosen by: the likeliest, or the one given. `reason` says
    why that extractor; `alternatives` hold what the others made of the page.
    """

    capture: Capture
    prediction: Prediction
    genre: Genre
    extraction: Extraction
    alternatives: tuple[Extraction, ...] = ()
    reason: str = ""
    warnings: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


class Pipeline:
    """Extracts pages. The classifier and the extractors are loaded at first use and kept."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self._classifiers: dict[str, Callable[[Document], Prediction]] = {}
        self._extractors: dict[str, Callable[[Document], Extraction]] = {}

    def extract(self, source: str) -> Result:
        """Get the page at `source`, rendered unless the options say not to, and extract it."""
        return self.extract_capture(self.capture(source))

    def extract_page(self, page: Page) -> Result:
        """Extract a page that is at hand; no browser is started."""
        return self.extract_capture(captured(page))

    def capture(self, source: str) -> Capture:
        """Render the page at `source`, or only read its HTML where the options say so."""
        if self.options.render:
            from pagesight.render.capture import render_page

            return render_page(source, self.options.rendering)
        return read_source(source, self.options.rendering)

    def extract_capture(self, capture: Capture) -> Result:
        """Classify and extract a captured page."""
        clock = Clock(capture.seconds)
        with clock.step("segment"):
            document = read(capture.page)
        with clock.step("classify"):
            prediction = self.classify(document)
        with clock.step("extract"):
            chosen = self._route(prediction)
            extraction, *alternatives = self._candidates(document, chosen)
        return Result(
            capture=capture,
            prediction=prediction,
            genre=self.options.genre or prediction.genre,
            extraction=extraction,
            alternatives=tuple(alternatives),
            reason=_reason(chosen, extraction),
            warnings=_warnings(capture, prediction, extraction),
            seconds=clock.seconds,
        )

    def classify(self, document: Document) -> Prediction:
        """Return the page's genre, told from what the options say and the page has."""
        by = self.options.by if document.page.screenshot else "html"
        if by not in self._classifiers:
            from pagesight.vision.predict import load_classifier

            self._classifiers[by] = load_classifier(by, self.options.models).predict
        return self._classifiers[by](document)

    def _route(self, prediction: Prediction) -> Route:
        if self.options.extractor == "auto":
            return route(prediction, self.options.genre)
        return Route(self.options.extractor, "", "asked for")

    def _candidates(self, document: Document, chosen: Route) -> list[Extraction]:
        """Return what the extractors made of the page, the one to go by first.

        The runner-up goes first only where the chosen one found nothing at all.
        """
        names = [name for name in (chosen.extractor, chosen.runner_up) if name]
        found = [self._extractor(name)(document) for name in names]
        return sorted(found, key=lambda extraction: not extraction.blocks)

    def _extractor(self, name: str) -> Callable[[Document], Extraction]:
        if name not in self._extractors:
            from pagesight.extract.registry import extractor

            found = extractor(name, self._model(name))
            if self.options.perplexity is not None:
                from pagesight.extract.perplexity import filtered

                found = filtered(found, self.options.perplexity)
            self._extractors[name] = found
        return self._extractors[name]

    def _model(self, name: str) -> Path | None:
        """Return the folder of the extractor's own model; None for the packaged one."""
        if name == self.options.extractor and self.options.model:
            return self.options.model
        folder = self.options.models / name if self.options.models else None
        return folder if folder and folder.is_dir() else None


def extract_page(source: str, options: Options | None = None) -> Result:
    """Return the content of the page at `source`: a URL, or a path of HTML, MHTML or a WARC."""
    return Pipeline(options).extract(source)


def extract_html(html: str, url: str = "", options: Options | None = None) -> Result:
    """Return the content of HTML that is at hand. No browser is started, nothing is fetched."""
    return Pipeline(options).extract_page(Page(url, html))


def _reason(chosen: Route, extraction: Extraction) -> str:
    if extraction.method == chosen.runner_up:
        return f"{chosen.reason}; but {chosen.extractor} found nothing"
    return chosen.reason


def _warnings(capture: Capture, prediction: Prediction, extraction: Extraction) -> tuple[str, ...]:
    found = [*capture.warnings, *prediction.warnings]
    chars = sum(len(block.text) for block in extraction.blocks)
    if not chars:
        found.append("no content found")
    elif chars < _THIN_CHARS:
        found.append(f"thin: only {chars} characters of content")
    return tuple(dict.fromkeys(found))
