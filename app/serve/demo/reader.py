"""Read what visitors give, step by step, with words for those who wait; compare extractors."""

import asyncio
import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import urlencode
from uuid import uuid4

from pagesight.app.config import EXTRACTOR_CHOICES, FAVOR_CHOICES, GENRE_CHOICES, FavorChoice
from pagesight.app.errors import SourceKindError
from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.app.models import Models
from pagesight.app.output.result_json import kept_numbers
from pagesight.app.pipeline import Pipeline
from pagesight.app.result import Result
from pagesight.app.serve.demo import words
from pagesight.app.serve.demo.sources import FIRST, Captures, DemoInput, sample
from pagesight.app.serve.service import Service, Visitor
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document, read
from pagesight.extract.training.gold.align import CONTENT_SHARE, align
from pagesight.render.errors import MissingPackage, SourceError
from pagesight.render.page import Capture, Page
from pagesight.render.sources.source import open_source
from pagesight.vision.prediction import Prediction

# Those that read a page in some hundredths of a second; BoilerNet takes seconds.
_COMPARED = ("sight", "article", "listview", "web2text", "goce-article", "goce-listview")
_RIVALS = ("trafilatura", "readability-lxml")

logger = logging.getLogger(__name__)
Part = Literal["comments", "tables", "links", "images"]
PARTS: tuple[Part, ...] = get_args(Part)  # of a page, which can be left out
_TALLEST = 6000  # CSS px of the picture: more is no help to anybody who looks at it


@dataclass(frozen=True, slots=True)
class Compared:
    """An extractor, and the numbers of the page's blocks that it keeps."""

    name: str
    kept: tuple[int, ...]
    words: int


def compare(result: Result, document: Document, models: Models) -> tuple[Compared, ...]:
    """Return what the chosen extractor keeps, then the quick ones of ours alone, then rivals."""
    others = [
        models.extractor(name)(document) for name in _COMPARED if name != result.extraction.method
    ]
    own = (_compared(each, result.blocks) for each in (result.extraction, *others))
    return (*own, *_rivals(document.page, result.blocks))


def _rivals(page: Page, blocks: Sequence[Block]) -> Iterator[Compared]:
    """Yield those that are installed. They return text alone: their blocks are those it holds."""
    for name in _RIVALS:
        try:
            text = RIVALS[name](page)
        except MissingPackage:
            continue
        except Exception as error:  # whatever it raises on a page is its own fault, not ours
            logger.info("%s failed: %s", name, error)
            continue
        shares = align(blocks, text)
        kept = (number for number, share in enumerate(shares) if share > CONTENT_SHARE)
        yield Compared(name, tuple(kept), len(text.split()))


def _compared(extraction: Extraction, blocks: Sequence[Block]) -> Compared:
    words = len(extraction.text.split())
    return Compared(extraction.method, kept_numbers(extraction.blocks, blocks), words)


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """How to read a page."""

    extractor: str = "auto"
    genre: str = "auto"
    render: bool = True
    favor: FavorChoice = "balanced"
    left_out: tuple[Part, ...] = ()

    @classmethod
    def of(
        cls,
        extractor: object = "auto",
        genre: object = "auto",
        render: object = True,
        favor: object = "balanced",
        left_out: object = (),
    ) -> "DemoOptions":
        """Return options of values that anybody may have sent: what is no choice is the default."""
        listed = left_out if isinstance(left_out, (list, tuple)) else ()
        return cls(
            str(extractor) if extractor in EXTRACTOR_CHOICES else "auto",
            str(genre) if genre in GENRE_CHOICES else "auto",
            render is not False,
            next((each for each in FAVOR_CHOICES if each == favor), "balanced"),
            tuple(part for part in PARTS if part in listed),
        )

    @property
    def arguments(self) -> dict[str, Any]:
        """What is asked for beside the defaults, as `pagesight.Options` and the API name it.

        Whether to render is not among them.
        """
        default = DemoOptions()
        named = {"extractor": self.extractor, "genre": self.genre, "favor": self.favor}
        chosen = {name: value for name, value in named.items() if value != getattr(default, name)}
        return {**chosen, **dict.fromkeys(self.left_out, False)}


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What the demo shows of a page as soon as it was read."""

    id: str
    given: DemoInput
    asked: DemoOptions
    result: Result

    @property
    def query(self) -> str:
        """The part of the demo's address that shows this again; "" for a file."""
        asked = self.asked.arguments | ({} if self.asked.render else {"render": False})
        fields = {name: value or "no" for name, value in asked.items()}
        shown = {} if self.given.kind == "file" else {self.given.kind: self.given.name}
        return urlencode({**shown, **fields}) if shown else ""


@dataclass(frozen=True, slots=True)
class DemoDetails:
    """What comes after a result: the evidence for its genre, and what other extractors keep."""

    of: DemoResult
    sides: tuple[Prediction, ...]  # what the HTML alone and the picture alone say
    evidence: bytes | None  # the picture, in red what speaks for the genre
    compared: tuple[Compared, ...]  # the chosen extractor first


Step = str | DemoResult | DemoDetails  # words for those who wait, and what they waited for
Show = Callable[[Step], None]


class Reader:
    """Reads pages for the demo, in the queues, browsers and threads of a service."""

    def __init__(self, service: Service) -> None:
        options = service.settings.options
        rendering = replace(options.rendering, full_page=True, max_full_page_height=_TALLEST)
        self._options = replace(options, rendering=rendering)
        self._service = service
        self._captures = Captures()

    async def warm_up(self) -> None:
        """Load the models before the first visitor waits for them."""
        await self.look(sample(FIRST), DemoOptions(), "", lambda _: None)

    async def look(self, given: DemoInput, asked: DemoOptions, caller: str, show: Show) -> None:
        """Show what is being done, then the result, then its details. Raises a PagesightError."""
        await self._service.in_time(self._look(given, asked, caller, show), self._options)

    async def result(self, given: DemoInput, asked: DemoOptions, caller: str) -> Result:
        """Return the result alone. Raises a PagesightError."""
        return await self._service.in_time(
            self._result(given, asked, caller, lambda _: None), self._options
        )

    def forget(self, given: DemoInput) -> None:
        """Forget an uploaded file."""
        self._captures.drop(given)

    async def _look(self, given: DemoInput, asked: DemoOptions, caller: str, show: Show) -> None:
        result = await self._result(given, asked, caller, show)
        named = replace(given, body=b"")
        shown = DemoResult(uuid4().hex, named, asked, result)
        show(shown)
        pipeline = self._pipeline(asked)
        details = await self._service.read(
            Visitor(caller), lambda: _details(shown, pipeline), admitted=True
        )
        show(details)

    async def _result(
        self, given: DemoInput, asked: DemoOptions, caller: str, show: Show
    ) -> Result:
        capture = self._captures.kept(given, rendered=asked.render)
        fetched = capture is None
        if capture is None:
            capture = await self._get(given, asked, caller, show)
            self._captures.keep(given, capture, rendered=asked.render)
        extract = partial(self._pipeline(asked).extract_capture, capture)
        visitor = _visitor(caller, "Predicting the genre and choosing what to keep", show)
        return await self._service.read(visitor, extract, admitted=fetched)

    async def _get(self, given: DemoInput, asked: DemoOptions, caller: str, show: Show) -> Capture:
        """Return a new capture. An uploaded file is on disk while it is read, and no longer."""
        doing = f"{'Opening' if asked.render else 'Fetching'} {given.name[:100]}"
        visitor = _visitor(caller, doing, show)
        if given.kind == "url":
            return await self._capture(given.name, asked, visitor)
        if not given.body:
            raise SourceKindError(f"“{given.name}” is no longer kept here. Upload it again.")
        with tempfile.TemporaryDirectory(prefix="pagesight-") as folder:
            file = Path(folder) / f"page{Path(given.name).suffix.lower()}"
            file.write_bytes(given.body)
            try:
                capture = await self._capture(str(file), asked, visitor)
            except SourceError as error:  # its text names the file by its path here
                raise SourceKindError(str(error).replace(str(file), given.name)) from error
        return replace(capture, requested_url=given.name)

    async def _capture(self, source: str, asked: DemoOptions, visitor: Visitor) -> Capture:
        rendering = self._options.rendering
        if asked.render:
            opened = await asyncio.to_thread(open_source, source)
            return await self._service.render(visitor, opened, rendering)
        return await self._service.fetch(visitor, source, rendering)

    def _pipeline(self, asked: DemoOptions) -> Pipeline:
        return self._service.pipeline(replace(self._options, **asked.arguments))


def _visitor(caller: str, doing: str, show: Show) -> Visitor:
    """Return a visitor who is shown the place in the queue, and then what is being done."""
    return Visitor(caller, lambda before: show(words.waiting(before) if before else doing))


def _details(shown: DemoResult, pipeline: Pipeline) -> DemoDetails:
    result = shown.result
    document = read(result.capture.page, result.capture.requested_url)
    compared = compare(result, document, pipeline.models)
    sides, evidence = _evidence(pipeline, result, document)
    return DemoDetails(shown, sides, evidence, compared)


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
