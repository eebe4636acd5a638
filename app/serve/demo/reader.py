"""Read what visitors give, step by step, with words for those who wait."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar
from urllib.parse import urlencode

from pagesight.app.pipeline import Pipeline, Result
from pagesight.app.serve.demo import words
from pagesight.app.serve.demo.compare import Compared, compare
from pagesight.app.serve.demo.sources import Captures, Getter, Given
from pagesight.app.serve.line import Ticket
from pagesight.app.serve.service import Service
from pagesight.datasets.genres import Genre
from pagesight.extract.page.document import Document, read
from pagesight.render.page import Capture
from pagesight.render.read_source import read_source
from pagesight.render.sources.source import open_source
from pagesight.vision.prediction import Prediction

_TALLEST = 6000  # CSS px of the picture: more is no help to anybody who looks at it
Made = TypeVar("Made")


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
    """Reads pages for the demo, in the lines, browsers and threads of a service."""

    def __init__(self, service: Service) -> None:
        options = service.settings.options
        rendering = replace(options.rendering, full_page=True, max_full_page_height=_TALLEST)
        self._options = replace(options, rendering=rendering)
        self._service = service
        self._captures = Captures()

    def read(self, given: Given, asked: Asked) -> Iterator[str | Reading]:
        """Yield what is being done, then the reading. Raises a PagesightError."""
        kept = self._captures.kept(given, self._getter(asked))
        with self._service.join(render=asked.render and kept is None) as ticket:
            capture = kept or (yield from self._fetch(ticket, given, asked))
            yield from self._steps(given, asked, capture)

    def read_upload(self, name: str, body: bytes, asked: Asked) -> Iterator[str | Reading]:
        """Yield what is being done, then the reading of an uploaded file."""
        doing = "Opening your file in a browser" if asked.render else "Reading your file"
        with self._service.join(render=asked.render) as ticket:
            upload = partial(self._captures.upload, name, body, self._getter(asked))
            given, capture = yield from self._waited(ticket, doing, upload)
            yield from self._steps(given, asked, capture)

    def result(self, given: Given, asked: Asked) -> Result:
        """Return the result alone. Raises a PagesightError."""
        kept = self._captures.kept(given, self._getter(asked))
        with self._service.join(render=asked.render and kept is None):
            capture = kept or self._captures.fetch(given, self._getter(asked))
            return self._in_turn(lambda: self._pipeline(asked).extract_capture(capture))

    def _fetch(self, ticket: Ticket, given: Given, asked: Asked) -> Generator[str, None, Capture]:
        doing = f"{'Opening' if asked.render else 'Fetching'} {given.name[:100]}"
        fetch = partial(self._captures.fetch, given, self._getter(asked))
        return (yield from self._waited(ticket, doing, fetch))

    def _waited(
        self, ticket: Ticket, doing: str, work: Callable[[], Made]
    ) -> Generator[str, None, Made]:
        """Yield the place in the line while that changes, then `doing`; return what `work` does."""
        done = self._service.fetching.submit(work)
        yield from map(words.waiting, ticket.waiting(done))
        yield doing
        return done.result()

    def _getter(self, asked: Asked) -> Getter:
        """Return what gets a page as asked for; the same one for the same."""
        return self._rendered if asked.render else self._fetched

    def _rendered(self, source: str) -> Capture:
        rendering = self._options.rendering
        return self._service.browsers.render(open_source(source), rendering).result()

    def _fetched(self, source: str) -> Capture:
        return read_source(source, self._options.rendering)

    def _pipeline(self, asked: Asked) -> Pipeline:
        genre = None if asked.genre == "auto" else Genre(asked.genre)
        return self._service.pipeline(
            replace(self._options, extractor=asked.extractor, genre=genre)
        )

    def _in_turn(self, work: Callable[[], Made]) -> Made:
        """Return what `work` returns, done in a thread that reads pages."""
        return self._service.reading.submit(work).result()

    def _steps(self, given: Given, asked: Asked, capture: Capture) -> Iterator[str | Reading]:
        pipeline = self._pipeline(asked)
        yield "Predicting the genre and choosing what to keep"
        result = self._in_turn(lambda: pipeline.extract_capture(capture))
        yield "Asking the other extractors"
        yield self._in_turn(lambda: _reading(given, asked, pipeline, result))


def _reading(given: Given, asked: Asked, pipeline: Pipeline, result: Result) -> Reading:
    capture = result.capture
    document = read(capture.page, capture.requested_url)
    compared = compare(result, document, pipeline.models)
    sides, evidence = _evidence(pipeline, result, document)
    return Reading(given, asked, result, sides, evidence, compared)


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
