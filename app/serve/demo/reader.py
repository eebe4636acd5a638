"""Read what visitors give, step by step, with words for those who wait."""

import asyncio
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from pagesight.app.config import Options
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline, Result
from pagesight.app.serve.browsers import Browsers
from pagesight.app.serve.demo import words
from pagesight.app.serve.demo.compare import Compared, compare
from pagesight.app.serve.demo.line import Line
from pagesight.app.serve.demo.sources import Captures, Getter, Given
from pagesight.datasets.genres import Genre
from pagesight.extract.parse.document import Document, read
from pagesight.render.page import Capture
from pagesight.render.read_source import read_source
from pagesight.render.sources.source import open_source
from pagesight.vision.prediction import Prediction

_TALLEST = 6000  # CSS px of the picture: more is no help to anybody who looks at it
_BROWSERS, _LONGEST_LINE = 2, 20


@dataclass(frozen=True, slots=True)
class Asked:
    """How to read a page."""

    extractor: str = "auto"
    genre: str = "auto"
    render: bool = True


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the demo shows of a page."""

    given: Given
    asked: Asked
    result: Result
    sides: tuple[Prediction, ...]  # what the HTML alone and the picture alone say
    evidence: bytes | None  # the picture, in red what speaks for the genre
    compared: tuple[Compared, ...]  # the chosen extractor first

    @property
    def query(self) -> str:
        """The part of the demo's address that shows this again; "" for a file."""
        default, fields = Asked(), {}
        if self.asked.extractor != default.extractor:
            fields["extractor"] = self.asked.extractor
        if self.asked.genre != default.genre:
            fields["genre"] = self.asked.genre
        if not self.asked.render:
            fields["render"] = "no"
        shown = {} if self.given.kind == "file" else {self.given.kind: self.given.name}
        return urlencode({**shown, **fields}) if shown else ""


class Reader:
    """Reads pages for the demo; models, browsers and the last captures are kept between calls."""

    def __init__(self, options: Options) -> None:
        rendering = replace(options.rendering, full_page=True, max_full_page_height=_TALLEST)
        self._options = replace(options, rendering=rendering)
        self._models = Models()
        self._browsers = Browsers(_BROWSERS, rendering)
        self._captures = Captures()
        self._line = Line(_BROWSERS, _LONGEST_LINE)

    def close(self) -> None:
        """End the browsers."""
        asyncio.run(self._browsers.close())

    def read(self, given: Given, asked: Asked) -> Iterator[str | Reading]:
        """Yield what is being done, then the reading. Raises a PagesightError."""
        capture = yield from self._captured(given, asked)
        yield from _read(given, asked, self._pipeline(asked), capture)

    def read_upload(self, name: str, body: bytes, asked: Asked) -> Iterator[str | Reading]:
        """Yield what is being done, then the reading of an uploaded file."""
        with self._line.join() as ticket:
            yield from map(words.waiting, ticket.waiting())
            yield "Opening your file in a browser" if asked.render else "Reading your file"
            given, capture = self._captures.upload(name, body, self._getter(asked))
        yield from _read(given, asked, self._pipeline(asked), capture)

    def result(self, given: Given, asked: Asked) -> Result:
        """Return the result alone. Raises a PagesightError."""
        steps = self._captured(given, asked)
        try:
            while True:
                next(steps)
        except StopIteration as ended:
            return self._pipeline(asked).extract_capture(ended.value)

    def _captured(self, given: Given, asked: Asked) -> Generator[str, None, Capture]:
        """Yield what is being done; return the capture."""
        getter = self._getter(asked)
        capture = self._captures.kept(given, getter)
        if capture is None:
            with self._line.join() as ticket:
                yield from map(words.waiting, ticket.waiting())
                yield f"{'Opening' if asked.render else 'Fetching'} {given.name[:100]}"
                capture = self._captures.fetch(given, getter)
        return capture

    def _getter(self, asked: Asked) -> Getter:
        """Return what gets a page as asked for; the same one for the same."""
        return self._rendered if asked.render else self._fetched

    def _rendered(self, source: str) -> Capture:
        return asyncio.run(self._browsers.render(open_source(source)))

    def _fetched(self, source: str) -> Capture:
        return read_source(source, self._options.rendering)

    def _pipeline(self, asked: Asked) -> Pipeline:
        genre = None if asked.genre == "auto" else Genre(asked.genre)
        options = replace(self._options, extractor=asked.extractor, genre=genre)
        return Pipeline(options, self._models)


def _read(
    given: Given, asked: Asked, pipeline: Pipeline, capture: Capture
) -> Iterator[str | Reading]:
    yield "Predicting the genre and choosing what to keep"
    result = pipeline.extract_capture(capture)
    yield "Asking the other extractors"
    document = read(capture.page, capture.requested_url)
    compared = compare(result, document, pipeline.models)
    sides, evidence = _evidence(pipeline, result, document)
    yield Reading(given, asked, result, sides, evidence, compared)


def _evidence(
    pipeline: Pipeline, result: Result, document: Document
) -> tuple[tuple[Prediction, ...], bytes | None]:
    """Return what the HTML and the picture say alone, and where the picture says it."""
    by_html = pipeline.classifier("html").predict(document)
    if document.page.screenshot is None:
        return (by_html,), None
    explainer = pipeline.explainer()
    evidence = explainer.explain(document.page, result.genre)
    return (by_html, explainer.predict(document)), evidence
