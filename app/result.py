"""Define the result of a page: what was found, and how."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pagesight.datasets.schema import Genre
from pagesight.extract.extraction import Extraction
from pagesight.extract.metadata.read import Metadata
from pagesight.extract.page.blocks import Block
from pagesight.extract.records.record import Record
from pagesight.render.page import Capture
from pagesight.vision.prediction import Prediction

_THIN_CHARS = 200  # less text than a short paragraph: worth a warning


@dataclass(frozen=True, repr=False)
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
    blocks: Sequence[Block] = ()
    reason: str = ""
    hidden_chars: int = 0
    warnings: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)  # by step
    alone: Callable[[], tuple[Extraction, ...]] = field(default=tuple, compare=False)

    @property
    def url(self) -> str:
        """The page's address, after redirects; "" of HTML whose address is not known."""
        return self.capture.page.url

    @property
    def text(self) -> str:
        """The content as plain text, a block a line."""
        return self.extraction.text

    @property
    def markdown(self) -> str:
        """The content as Markdown, under the page's title."""
        return self.extraction.markdown

    @property
    def records(self) -> tuple[Record, ...]:
        """The items of the page's lists, or its posts."""
        return self.extraction.records

    @property
    def metadata(self) -> Metadata:
        """Title, author, date and the like, as far as the page states them."""
        return self.extraction.metadata

    @cached_property
    def alternatives(self) -> tuple[Extraction, ...]:
        """What each of the extractors alone makes of the page, found when first asked for."""
        return self.alone()

    def to_dict(self, *, blocks: bool = False, alternatives: bool = False) -> dict[str, Any]:
        """Return the result as values that `json.dumps` takes. The screenshot is not among them.

        With `blocks` all blocks of the page are, in document order, the dropped ones too: each with
        its text, whether it is kept, and its probability of being content where that is known.
        With `alternatives` what each extractor alone makes of the page is found out as well.
        """
        from pagesight.app.output.result_json import result_json

        return result_json(self, blocks=blocks, alternatives=alternatives)

    def to_json(self, *, blocks: bool = False, alternatives: bool = False) -> str:
        """Return the same as JSON, in one line."""
        import json

        return json.dumps(
            self.to_dict(blocks=blocks, alternatives=alternatives), ensure_ascii=False
        )

    def html_with_marks(self) -> str:
        """Return a copy of the page that shows what was kept: it asks for nothing from outside."""
        from pagesight.app.output.highlight import marked_page, shown_content

        return marked_page(self, shown_content(self))

    def __repr__(self) -> str:
        chars = sum(len(block.text) for block in self.extraction.blocks)
        return (
            f"Result(url={self.url!r}, genre={str(self.genre)!r}, "
            f"extractor={self.extraction.method!r}, chars={chars})"
        )

    def detached(self) -> "Result":
        """Return the same as plain values, all of them read now; the parsed page can be freed."""
        plain = {id(block): block.detached() for block in self.blocks}  # once for all that keep it

        def shared(extraction: Extraction) -> Extraction:
            kept = tuple(plain.get(id(block), block) for block in extraction.blocks)
            return replace(extraction.detached(), blocks=kept)

        alternatives = tuple(map(shared, self.alternatives))
        result = replace(
            self, extraction=shared(self.extraction), blocks=tuple(plain.values()), alone=tuple
        )
        result.__dict__["alternatives"] = alternatives
        return result

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the result without the parsed page."""
        return self.detached().__dict__


def content_warnings(extraction: Extraction) -> tuple[str, ...]:
    """Return what is odd about how much content there is, a sentence each."""
    chars = sum(len(block.text) for block in extraction.blocks)
    if not chars:
        return ("no content found",)
    return (f"thin: only {chars} characters of content",) if chars < _THIN_CHARS else ()


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
