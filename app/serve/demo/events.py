"""What happens when a visitor does something: words while it is done, then the result."""

from base64 import b64decode
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

import gradio as gr

from pagesight.app.choices import EXTRACTOR_CHOICES, GENRE_CHOICES
from pagesight.app.output.result_json import result_json
from pagesight.app.serve.demo import sources, view, words
from pagesight.app.serve.demo.reader import Asked, Reader, Reading
from pagesight.app.serve.demo.sources import SAMPLES, Given
from pagesight.datasets.genres import Genre
from pagesight.render.errors import PagesightError

FIRST = "news"  # the sample that the demo opens with
_SESSIONS = 1000  # whose last question is known

# Values of status, result, given and address, in this order.
Changed = tuple[Any, ...]


class Events:
    """The handlers. Each yields what `Changed` names; none raises for what a visitor can cause."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._turns: OrderedDict[str | None, int] = OrderedDict()  # of sessions

    def look(
        self, address: str, extractor: str, genre: str, render: bool, request: gr.Request
    ) -> Iterator[Changed]:
        """Look at what stands in the address, with https:// before it where that was left out."""
        try:
            given = sources.address(address)
        except PagesightError as error:
            steps: Iterator[str | Reading] = _raising(error)
        else:
            steps = self._reader.read(given, Asked(extractor, genre, render))
            address = given.name
        yield from self._shown(steps, address, request)

    def sample(
        self, genre_of_sample: str, extractor: str, genre: str, render: bool, request: gr.Request
    ) -> Iterator[Changed]:
        """Look at the sample of a genre."""
        given = sources.sample(SAMPLES[Genre(genre_of_sample)])
        steps = self._reader.read(given, Asked(extractor, genre, render))
        yield from self._shown(steps, given.name, request)

    def upload(
        self, file: str, extractor: str, genre: str, render: bool, request: gr.Request
    ) -> Iterator[Changed]:
        """Look at a file: its name, a line feed, and its bytes in base 64."""
        name, _, encoded = file.partition("\n")
        asked = Asked(extractor, genre, render)
        steps = self._reader.read_upload(name, b64decode(encoded), asked)
        yield from self._shown(steps, name, request)

    def again(
        self, given: Given | None, extractor: str, genre: str, render: bool, request: gr.Request
    ) -> Iterator[Changed]:
        """Look at the same in another way."""
        if given is not None:
            steps = self._reader.read(given, Asked(extractor, genre, render))
            yield from self._shown(steps, given.name, request)

    def open(self, state: Mapping[str, str], request: gr.Request) -> Iterator[Changed]:
        """Show what the demo's address says, or else the first sample; options follow it."""
        asked = Asked(
            _one_of(EXTRACTOR_CHOICES, state.get("extractor")),
            _one_of(GENRE_CHOICES, state.get("genre")),
            state.get("render") != "no",
        )
        url, name = state.get("url", ""), state.get("sample") or FIRST
        try:
            given = sources.address(url) if url else sources.sample(name)
        except PagesightError as error:
            steps: Iterator[str | Reading] = _raising(error)
        else:
            steps = self._reader.read(given, asked)
        for changed in self._shown(steps, url or name, request):
            yield (*changed, asked.extractor, asked.genre, asked.render)

    def extract(self, url: str, extractor: str = "auto", genre: str = "auto") -> dict[str, Any]:
        """Return the content of the page at a public address: the JSON of `pagesight extract`."""
        try:
            asked = Asked(_one_of(EXTRACTOR_CHOICES, extractor), _one_of(GENRE_CHOICES, genre))
            return result_json(self._reader.result(sources.address(url), asked))
        except PagesightError as error:
            title, text = words.failure(error, url)
            raise gr.Error(f"{title}. {text}", print_exception=False) from error

    def _shown(
        self, steps: Iterator[str | Reading], name: str, request: gr.Request
    ) -> Iterator[Changed]:
        """Yield the words of each step, then the result or what went wrong.

        Nothing more once the visitor has asked for something else.
        """
        session = request.session_hash
        turn = self._next_turn(session)
        try:
            for step in steps:
                if self._turns.get(session) != turn:
                    return
                yield _changed(step)
                if self._turns.get(session) != turn:
                    return
        except PagesightError as error:
            # Nothing of an earlier page stays.
            yield view.failure(*words.failure(error, name)), "", None, gr.skip()

    def _next_turn(self, session: str | None) -> int:
        turn = self._turns[session] = self._turns.pop(session, 0) + 1
        while len(self._turns) > _SESSIONS:
            self._turns.popitem(last=False)
        return turn


def _changed(step: str | Reading) -> Changed:
    if isinstance(step, str):
        return view.waiting(step), gr.skip(), gr.skip(), gr.skip()
    given = step.given
    return "", view.view(step), given, given.name if given.kind == "url" else ""


def _raising(error: PagesightError) -> Iterator[str | Reading]:
    raise error
    yield


def _one_of(choices: tuple[str, ...], value: str | None) -> str:
    return value if value in choices else "auto"
