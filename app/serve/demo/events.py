"""What happens when a visitor does something: words while it is done, then the result."""

from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any

import gradio as gr

from pagesight.app.choices import EXTRACTOR_CHOICES, GENRE_CHOICES
from pagesight.app.output.result_json import result_json
from pagesight.app.serve.demo import sources, view, words
from pagesight.app.serve.demo.reader import Asked, Reader, Reading
from pagesight.app.serve.demo.sources import Given
from pagesight.render.errors import PagesightError

FIRST = "news"  # the sample that the demo opens with

# Values of status, result, given and address, in this order.
Changed = tuple[Any, ...]


class Events:
    """The handlers. Each yields what `Changed` names; none raises for what a visitor can cause."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def look(self, address: str, extractor: str, genre: str, render: bool) -> Iterator[Changed]:
        """Look at what stands in the address, with https:// before it where that was left out."""
        try:
            given = sources.address(address)
        except PagesightError as error:
            yield _failed(error, address)
            return
        yield from self._shown(given, Asked(extractor, genre, render))

    def sample(self, name: str, extractor: str, genre: str, render: bool) -> Iterator[Changed]:
        """Look at a sample."""
        yield from self._shown(sources.sample(name), Asked(extractor, genre, render))

    def upload(self, file: str, extractor: str, genre: str, render: bool) -> Iterator[Changed]:
        """Look at a file: its name, a line feed, and its bytes in base 64."""
        name, _, encoded = file.partition("\n")
        asked = Asked(extractor, genre, render)
        yield from _progress(self._reader.read_upload(name, b64decode(encoded), asked), name)

    def again(
        self, given: Given | None, extractor: str, genre: str, render: bool
    ) -> Iterator[Changed]:
        """Look at the same in another way."""
        if given is not None:
            yield from self._shown(given, Asked(extractor, genre, render))

    def open(self, state: Mapping[str, str]) -> Iterator[Changed]:
        """Show what the demo's address says, or else the first sample; options follow it."""
        asked = Asked(
            _one_of(EXTRACTOR_CHOICES, state.get("extractor")),
            _one_of(GENRE_CHOICES, state.get("genre")),
            state.get("render") != "no",
        )
        options = (asked.extractor, asked.genre, asked.render)
        try:
            given = (
                sources.address(state["url"])
                if state.get("url")
                else sources.sample(state.get("sample") or FIRST)
            )
        except PagesightError as error:
            yield (*_failed(error, ""), *options)
            return
        for changed in self._shown(given, asked):
            yield (*changed, *options)

    def extract(self, url: str, extractor: str = "auto", genre: str = "auto") -> dict[str, Any]:
        """Return the content of the page at a public address: the JSON of `pagesight extract`."""
        try:
            asked = Asked(_one_of(EXTRACTOR_CHOICES, extractor), _one_of(GENRE_CHOICES, genre))
            return result_json(self._reader.result(sources.address(url), asked))
        except PagesightError as error:
            title, text = words.failure(error, url)
            raise gr.Error(f"{title}. {text}", print_exception=False) from error

    def _shown(self, given: Given, asked: Asked) -> Iterator[Changed]:
        yield from _progress(self._reader.read(given, asked), given.name)


def _progress(steps: Iterator[str | Reading], name: str) -> Iterator[Changed]:
    """Yield the words of each step, then the result or what went wrong."""
    try:
        for step in steps:
            if isinstance(step, str):
                yield (view.waiting(step), *(gr.skip() for _ in range(3)))
            else:
                given = step.given
                address = given.name if given.kind == "url" else ""
                yield "", view.view(step), given, address
    except PagesightError as error:
        yield _failed(error, name)


def _failed(error: PagesightError, name: str) -> Changed:
    """Return what is shown of an error: nothing of an earlier page stays."""
    return view.failure(*words.failure(error, name)), "", None, gr.skip()


def _one_of(choices: tuple[str, ...], value: str | None) -> str:
    return value if value in choices else "auto"
