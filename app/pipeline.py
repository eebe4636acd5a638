"""The whole way: source -> capture -> genre -> extractor -> content.

    from pagesight.app.pipeline import extract_page

    result = extract_page("https://example.com/")
    print(result.genre, result.extraction.markdown)

`Pipeline` does the same for many pages and loads its models once.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pagesight.app.choices import ClassifyBy
from pagesight.app.config import Options
from pagesight.app.models import Models
from pagesight.app.router import Routing, route
from pagesight.datasets.genres import Genre
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.budget import Budget
from pagesight.extract.page.document import Document, read
from pagesight.render.page import Capture, Page
from pagesight.render.read_source import captured, read_source
from pagesight.render.sources.address import own_address
from pagesight.render.store import is_kept, load_capture
from pagesight.vision.predict import GenreClassifier
from pagesight.vision.prediction import Prediction

if TYPE_CHECKING:
    from pagesight.vision.screenshot.classifier import ScreenshotClassifier


_THIN_CHARS = 200  # less text than a short paragraph: worth a warning


class Clock:
    """Collects the seconds of named steps, after those of steps already made."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        self._seconds = dict(seconds or {})

    @property
    def seconds(self) -> Mapping[str, float]:
        """Seconds by step so far, to a tenth of a millisecond."""
        return {step: round(seconds, 4) for step, seconds in self._seconds.items()}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Add the time that the block takes to the step of that name."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[name] = self._seconds.get(name, 0.0) + time.perf_counter() - started


@dataclass(frozen=True)
class Result:
    """All that is known of a page: its capture, its genre, its content, and how they were found.

    `genre` is the one the extractors were chosen by: the likeliest, or the one given. `reason`
    says why those. `blocks` are all blocks of the page, kept or not. `hidden_chars` is how much
    text was left out of all of them since the page hides it.
    """

    capture: Capture
    prediction: Prediction
    genre: Genre
    extraction: Extraction
    blocks: Sequence[Block] = field(default=(), repr=False)
    reason: str = ""
    hidden_chars: int = 0
    warnings: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    alone: Callable[[], tuple[Extraction, ...]] = field(default=tuple, repr=False, compare=False)

    @cached_property
    def alternatives(self) -> tuple[Extraction, ...]:
        """What each of the extractors alone makes of the page, found when first asked for."""
        return self.alone()


class Pipeline:
    """Extracts pages. Models are loaded at first use and kept."""

    def __init__(
        self,
        options: Options | None = None,
        models: Models | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make a pipeline; several may share their `models`, whatever their options."""
        self.options = options or Options()
        self.models = models or Models()
        self._clock = clock  # of the deadline

    def extract(self, source: str) -> Result:
        """Get the page at `source`, rendered unless the options say not to, and extract it."""
        return self.extract_capture(self.capture(source))

    def extract_page(self, page: Page) -> Result:
        """Extract a page that is at hand; no browser is started."""
        return self.extract_capture(captured(page))

    def capture(self, source: str) -> Capture:
        """Render the page at `source`, or only read its HTML where the options say so.

        A folder that `pagesight render` made is read as it was kept.
        """
        if is_kept(source):
            return load_capture(Path(source))
        if self.options.render:
            from pagesight.render.capture import render_page

            return render_page(source, self.options.rendering)
        return read_source(source, self.options.rendering)

    def extract_capture(self, capture: Capture) -> Result:
        """Classify and extract a captured page, or as much of it as the limits allow."""
        clock = Clock(capture.seconds)
        budget = Budget(self.options.limits, self._clock)
        with clock.step("segment"):
            document = read(
                capture.page,
                capture.requested_url,
                budget,
                include_hidden=self.options.include_hidden,
            )
        with clock.step("classify"):
            prediction = self.classify(document)
        with clock.step("extract"):
            routing = self._routing(prediction)
            extraction, alone = self._read(document, routing)
            genre = self.options.genre or prediction.genre
            if routing and genre is Genre.PRODUCT:
                extraction = _with_price(document, extraction)
        budget.lift()
        return Result(
            capture=capture,
            prediction=prediction,
            genre=genre,
            extraction=extraction,
            blocks=document.blocks,
            reason=routing.reason if routing else "asked for",
            hidden_chars=document.hidden_chars,
            warnings=_warnings(capture, prediction, extraction, budget),
            seconds=clock.seconds,
            alone=alone,
        )

    def classify(self, document: Document) -> Prediction:
        """Return the genre, by the evidence that the options ask for and the page has."""
        by = self.options.by if document.page.screenshot else "html"
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
        found = combine(
            document,
            members,
            records=routing.records,
            caution=routing.caution,
            beside=routing.beside,
        )
        return self._filtered(found.together), lambda: tuple(map(self._filtered, found.alone))

    def _filtered(self, extraction: Extraction) -> Extraction:
        """Return the extraction without improbable sentences, if the options ask for that."""
        if self.options.perplexity is None:
            return extraction
        from pagesight.extract.papers.perplexity.filter import filter_extraction

        return filter_extraction(extraction, self.models.perplexity(), self.options.perplexity)


def extract_page(source: str, options: Options | None = None) -> Result:
    """Return the content of the page at `source`: a URL, or a path of HTML, MHTML or a WARC."""
    return Pipeline(options).extract(source)


def extract_html(html: str, url: str = "", options: Options | None = None) -> Result:
    """Return the content of HTML that is at hand. No browser is started, nothing is fetched.

    Without a `url` the page's address is the one that it states as its own, if it does.
    """
    return Pipeline(options).extract_page(Page(url or own_address(html), html))


def _with_price(document: Document, extraction: Extraction) -> Extraction:
    """Return the extraction of a product page with the price on it, if there is time for that."""
    if not document.budget.has_time_for("the price"):
        return extraction
    from pagesight.extract.selection.main_price import with_main_price

    return with_main_price(document, extraction)


def _warnings(
    capture: Capture, prediction: Prediction, extraction: Extraction, budget: Budget
) -> tuple[str, ...]:
    found = [*capture.warnings, *budget.warnings, *prediction.warnings]
    chars = sum(len(block.text) for block in extraction.blocks)
    if not chars:
        found.append("no content found")
    elif chars < _THIN_CHARS:
        found.append(f"thin: only {chars} characters of content")
    return tuple(dict.fromkeys(found))
