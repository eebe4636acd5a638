"""The steps of the whole way: source, capture, genre, extractors, content; lists page by page.

from pagesight.app.pipeline import Pipeline

with Pipeline() as pipeline:
    for url in urls:
        print(pipeline.extract_url(url).markdown)
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urldefrag

from pagesight.app.config import ClassifyBy, Options, checked_options
from pagesight.app.models import Models
from pagesight.app.result import Clock, Result, content_warnings
from pagesight.app.router import Routing, route
from pagesight.app.sources import NO_HTML, is_picture, picture_capture, source_name
from pagesight.datasets.schema import Genre
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.errors import ParseError
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.budget import Budget
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.record import Record
from pagesight.render.errors import NavigationError, SourceError
from pagesight.render.page import Capture, Page, page_fault
from pagesight.render.sources.source import Source, captured, open_source, page_of_html, read_source
from pagesight.render.store import is_kept, load_capture
from pagesight.vision.predict import GenreClassifier
from pagesight.vision.prediction import ImageError, Prediction

if TYPE_CHECKING:
    from pagesight.render.browser.pool import BackgroundBrowsers
    from pagesight.vision.screenshot.model import ScreenshotClassifier


def pages_of_list(
    first: Result, get: Callable[[str], Result | None], most: int
) -> Iterator[Result]:
    """Yield the first page of a list, then up to `most` others, each of them linked by the last.

    `get` returns the page at an address; None ends the list. So does a page that was read before,
    and one that lists nothing new.
    """
    yield first
    seen = {_address(first.url), _address(first.capture.requested_url)}
    records = without_repeats(first.records)
    last = first
    for _ in range(most):
        address = last.extraction.pagination.next
        if not address or _address(address) in seen:
            return
        result = get(address)
        if result is None or _address(result.url) in seen:
            return
        longer = without_repeats([*records, *result.records])
        if len(longer) == len(records):
            return
        seen |= {_address(address), _address(result.url)}
        records, last = longer, result
        yield result


def one_list(pages: Sequence[Result]) -> Result:
    """Return the first page with the records of all, in order, each address once.

    Its pagination leads on from the last page; its warnings are of all pages.
    """
    first, last = pages[0], pages[-1]
    records = without_repeats(record for page in pages for record in page.records)
    onward = replace(first.extraction.pagination, next=last.extraction.pagination.next)
    warnings = (warning for page in pages for warning in page.warnings)
    return replace(
        first,
        extraction=first.extraction.with_list(records, onward),
        warnings=tuple(dict.fromkeys(warnings)),
    )


def without_repeats(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the records in order, of those of one address the first; without one, by the text."""
    by_address = ((_address(record.url) or f"text {record.text}", record) for record in records)
    unique: dict[str, Record] = {}
    for address, record in by_address:
        unique.setdefault(address, record)
    return tuple(unique.values())


def _address(url: str) -> str:
    return urldefrag(url).url


class Pipeline:
    """Extracts pages. Models are loaded at first use and kept.

    In `with` it keeps a browser too, from the first page that is rendered; else each has its own.
    """

    def __init__(
        self,
        options: Options | None = None,
        models: Models | None = None,
        clock: Callable[[], float] = time.monotonic,
        browsers: int = 1,
    ) -> None:
        """Make a pipeline; several may share their `models`, whatever their options.

        Threads may share it; in `with` it then renders as many pages at once as it has `browsers`.
        """
        self.options = checked_options(options)
        self.models = models or Models()
        self._clock = clock  # of the deadline
        self._most_browsers = browsers
        self._browsers: BackgroundBrowsers | None = None

    def __enter__(self) -> Self:
        if self.options.render and self._browsers is None:
            from pagesight.render.browser.pool import BackgroundBrowsers

            self._browsers = BackgroundBrowsers(self._most_browsers, self.options.rendering)
        return self

    def __exit__(self, *_: object) -> None:
        browsers, self._browsers = self._browsers, None
        if browsers is not None:
            browsers.close()

    def extract_url(self, source: str | PathLike[str]) -> Result:
        """Get the page at `source`, rendered unless the options say not to, and extract it.

        `source` is a URL, or the path of a file or folder. Raises a PagesightError if there is no
        page.
        """
        return self.extract_capture(self.capture(source_name(source)))

    def extract_list(self, source: str | PathLike[str], most: int) -> Result:
        """Extract a list of several pages: that at `source`, and up to `most` that it goes on with.

        The result is that of the first page with the records of all, each address once.
        """
        first = self.extract_url(source)
        return one_list(list(pages_of_list(first, self.extract_url, most)))

    def extract_html(self, html: str | bytes, url: str = "") -> Result:
        """Extract HTML that is at hand, as a page of that address; no browser is started."""
        return self.extract_page(page_of_html(html, url))

    def extract_page(self, page: Page) -> Result:
        """Extract a page that is at hand; no browser is started."""
        return self.extract_capture(captured(page))

    def classify_url(self, source: str | PathLike[str]) -> Prediction:
        """Return the genre of the page at `source`, or of the page that a picture shows."""
        name = source_name(source)
        return self.classify_capture(
            picture_capture(name) if is_picture(name) else self.capture(name)
        )

    def classify_html(self, html: str | bytes, url: str = "") -> Prediction:
        """Return the genre of HTML that is at hand."""
        return self.classify_capture(captured(page_of_html(html, url)))

    def classify_capture(self, capture: Capture) -> Prediction:
        """Return the genre of a captured page. Raises SourceError for a picture that is none."""
        document = self.document(capture)
        try:
            prediction = self.classify(document)
        except ImageError as error:
            raise SourceError(f"{capture.requested_url}: {error}") from error
        return replace(prediction, warnings=(*document.budget.warnings, *prediction.warnings))

    def capture(self, source: str | Source) -> Capture:
        """Render the page at `source`, or only read its HTML where the options say so.

        A folder that `pagesight render` made is read as it was kept.
        """
        if isinstance(source, str):
            if is_kept(source):
                return load_capture(Path(source))
            source = open_source(source, self.options.rendering.url)  # before a browser is started
        if not self.options.render:
            return read_source(source, self.options.rendering)
        if self._browsers is not None:
            return self._browsers.render(source).result()
        from pagesight.render.capture import render_page

        return render_page(source, self.options.rendering)

    def document(self, capture: Capture) -> Document:
        """Return the parsed page, or as much of it as the limits allow."""
        return _document(capture, Budget(self.options.limits, self._clock))

    def extract_capture(self, capture: Capture) -> Result:
        """Classify and extract a captured page, or as much of it as the limits allow."""
        clock = Clock(capture.seconds)
        budget = Budget(self.options.limits, self._clock)
        with clock.step("segment"):
            document = _document(
                capture,
                budget,
                include_hidden=self.options.include_hidden,
                wanted=self.options.wanted,
            )
        with clock.step("classify"):
            prediction = self.classify(document)
        with clock.step("extract"):
            routing = self._routing(prediction)
            extraction, alone = self._read(document, routing)
            genre = self.options.genre or prediction.genre
            if routing and genre is Genre.PRODUCT:
                extraction = _with_price(document, extraction)
        budget.remove_deadline()
        noted = (*document.warnings, *budget.warnings)
        warnings = [*capture.warnings, *noted, *prediction.warnings]
        warnings += content_warnings(extraction)
        return Result(
            capture=capture,
            prediction=prediction,
            genre=genre,
            extraction=extraction,
            blocks=document.blocks,
            reason=routing.reason if routing else "asked for",
            hidden_chars=document.hidden_chars,
            warnings=tuple(dict.fromkeys(warnings)),
            seconds=clock.seconds,
            alone=alone,
        )

    def classify(self, document: Document) -> Prediction:
        """Return the genre, by the evidence that the options ask for and the page has."""
        by = self.options.by if document.page.screenshot else "html"
        if document.page.html == NO_HTML:
            by = "screenshot"
        with document.budget.paused():
            classifier = self.classifier(by)
        return classifier.predict(document)

    def classifier(self, by: ClassifyBy) -> GenreClassifier:
        """Return the genre classifier that the options name, or the packaged one."""
        return self.models.classifier(by, self.options.genre_model or self._folder(by))

    def explainer(self) -> "ScreenshotClassifier":
        """Return the classifier that can show which parts of a picture speak for a genre."""
        return self.models.explainer(self.options.genre_model or self._folder("screenshot"))

    def _folder(self, name: str) -> Path | None:
        """Return the folder of a model that replaces the packaged one; None for that."""
        return self.options.models.get(name)

    def _routing(self, prediction: Prediction) -> Routing | None:
        """Return who is to read the page; None if an extractor was asked for."""
        if self.options.extractor != "auto":
            return None
        return route(prediction, self.options.genre)

    def _read(
        self, document: Document, routing: Routing | None
    ) -> tuple[Extraction, Callable[[], tuple[Extraction, ...]]]:
        """Return what the extractors made of the page, and what makes those of each alone."""
        if routing is None:
            with document.budget.paused():
                name = self.options.extractor
                extractor = self.models.extractor(name, self._folder(name))
            return self._filtered(extractor(document)), tuple
        with document.budget.paused():
            members = [
                WeightedExtractor(self.models.labeler_extractor(name, self._folder(name)), weight)
                for name, weight in routing.weights.items()
            ]
        combined = combine(document, members, records=routing.records, beside=routing.beside)
        return self._filtered(combined.together), lambda: tuple(map(self._filtered, combined.alone))

    def _filtered(self, extraction: Extraction) -> Extraction:
        """Return the extraction without improbable sentences, if the options ask for that."""
        if self.options.perplexity is None:
            return extraction
        from pagesight.extract.papers.perplexity.model import filter_extraction

        return filter_extraction(extraction, self.models.perplexity(), self.options.perplexity)


def _document(capture: Capture, budget: Budget, **wanted: Any) -> Document:
    """Return the parsed page. Raises NavigationError for an error that came without one."""
    try:
        return read(capture.page, capture.requested_url, budget, **wanted)
    except ParseError as error:
        if failure := page_fault(capture):
            fault = f"{capture.requested_url}: {failure}"
            raise NavigationError(fault, capture.status) from error
        raise


def _with_price(document: Document, extraction: Extraction) -> Extraction:
    """Return the extraction of a product page with the price on it, if there is time for that."""
    if not document.budget.has_time_for("the price"):
        return extraction
    from pagesight.extract.selection.companions import with_main_price

    return with_main_price(document, extraction)
