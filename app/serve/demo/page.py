"""The demo: give it a page, see how Pagesight looks at it. Works without the net on its samples.

Answers to what a visitor does are words while it is done, then the result, then its details.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gradio as gr
from gradio.events import api

from pagesight.app.config import EXTRACTOR_CHOICES, FAVOR_CHOICES, GENRE_CHOICES
from pagesight.app.output.result_json import result_json
from pagesight.app.serve.demo import sources, view, words
from pagesight.app.serve.demo.reader import PARTS, DemoDetails, DemoOptions, Reader, Show, Step
from pagesight.app.serve.demo.sources import FIRST, SAMPLES, DemoInput
from pagesight.app.serve.demo.view import asset, template
from pagesight.render.errors import PagesightError

_READ_SECONDS = 60.0  # after an answer, until it is dropped if nobody has read it
# Values of status, result, details, given and address, in this order.
Changed = tuple[Any, ...]
_HEAD = """<div class="ps-head"><h1>Page<i>sight</i></h1>
<p>Looks at a page before it reads it.</p></div>"""
_SYSTEM_FONTS = ("system-ui", "Segoe UI", "Roboto", "Arial", "sans-serif")  # none is fetched
_SCRIPTS = ("page.js", "tabs.js", "blocks.js", "compare.js")
_VISITORS = 64  # at a time; who waits for a browser knows the place in the queue
_SESSIONS = 2000  # whose values Gradio keeps, some 50 kB each


class Events:
    """The handlers. Each yields what `Changed` names; none raises for what a visitor can cause."""

    def __init__(
        self,
        reader: Reader,
        drop: Callable[[str | None], None],
        read_seconds: float = _READ_SECONDS,
    ) -> None:
        """Take what drops the answers that a session has not read, and after how many seconds."""
        self._reader, self._drop, self._read_seconds = reader, drop, read_seconds
        self._questions: dict[str | None, asyncio.Task[None]] = {}  # under way, by session
        self._uploads: dict[str | None, DemoInput] = {}  # kept, by session

    async def look(
        self, request: gr.Request, address: object, *options: object
    ) -> AsyncIterator[Changed]:
        """Look at what stands in the address, with https:// before it where that was left out."""
        asked = DemoOptions.of(*options)
        async for changed in self._answered(
            lambda: sources.address(str(address)), asked, str(address), request
        ):
            yield changed

    async def sample(
        self, request: gr.Request, genre: object, *options: object
    ) -> AsyncIterator[Changed]:
        """Look at the sample of a genre."""
        name = {str(of): sample for of, sample in SAMPLES.items()}.get(str(genre), "")
        asked = DemoOptions.of(*options)
        async for changed in self._answered(lambda: sources.sample(name), asked, "", request):
            yield changed

    async def upload(
        self, request: gr.Request, file: object, *options: object
    ) -> AsyncIterator[Changed]:
        """Look at a file: its name, a line feed, and its bytes in base 64."""
        asked = DemoOptions.of(*options)
        async for changed in self._answered(lambda: sources.upload(str(file)), asked, "", request):
            yield changed

    async def again(
        self, request: gr.Request, given: DemoInput | None, *options: object
    ) -> AsyncIterator[Changed]:
        """Look at the same in another way."""
        if given is None:
            return
        same, asked = given, DemoOptions.of(*options)
        async for changed in self._answered(
            lambda: same, asked, given.name if given.kind == "url" else "", request
        ):
            yield changed

    async def open(self, state: object, request: gr.Request) -> AsyncIterator[Changed]:
        """Show what the demo's address says, or else the first sample; options follow it."""
        values: Mapping[str, object] = state if isinstance(state, dict) else {}
        left_out = [part for part in PARTS if values.get(part) == "no"]
        asked = DemoOptions.of(
            values.get("extractor"),
            values.get("genre"),
            values.get("render") != "no",
            values.get("favor"),
            left_out,
        )
        url, name = str(values.get("url") or ""), str(values.get("sample") or FIRST)

        def given() -> DemoInput:
            return sources.address(url) if url else sources.sample(name)

        async for changed in self._answered(given, asked, url, request):
            shown = (asked.extractor, asked.genre, asked.render, asked.favor)
            yield (*changed, *shown, list(asked.left_out))

    async def leave(self, request: gr.Request) -> None:
        """End what is under way for a visitor whose tab is closed, and forget the upload."""
        if question := self._questions.pop(request.session_hash, None):
            question.cancel()
        self._forget_upload(request.session_hash)

    async def extract(
        self, url: str, request: gr.Request, extractor: str = "auto", genre: str = "auto"
    ) -> dict[str, Any]:
        """Return the content of the page at a public address: the JSON of `pagesight extract`."""
        try:
            given, asked = sources.address(str(url)), DemoOptions.of(extractor, genre)
            return result_json(await self._reader.result(given, asked, _caller(request)))
        except PagesightError as error:
            title, text = words.failure(error, str(url))
            raise gr.Error(f"{title}. {text}", print_exception=False) from error
        finally:
            self._drop_later(request.session_hash)

    async def _answered(
        self, input: Callable[[], DemoInput], asked: DemoOptions, address: str, request: gr.Request
    ) -> AsyncIterator[Changed]:
        """Yield each step, or what went wrong; a visitor's new question ends the one before."""
        session, name = request.session_hash, address

        async def work(show: Show) -> None:
            nonlocal name
            given = input()
            name = given.name
            if given.digest != self._uploads.get(session, given).digest:
                self._forget_upload(session)
            if given.kind == "file":
                self._uploads[session] = replace(given, body=b"")
            await self._reader.look(given, asked, _caller(request), show)

        if before := self._questions.pop(session, None):
            before.cancel()
        try:
            async for step in self._steps(session, work):
                yield _changed(step)
        except PagesightError as error:
            self._forget_upload(session)  # nothing of an earlier page stays
            yield view.failure(*words.failure(error, name)), "", "", None, address

    async def _steps(
        self, session: str | None, work: Callable[[Show], Awaitable[None]]
    ) -> AsyncIterator[Step]:
        """Yield what `work` shows, until it has ended or is cancelled."""
        steps: asyncio.Queue[Step | None] = asyncio.Queue()
        question = asyncio.ensure_future(work(steps.put_nowait))
        question.add_done_callback(lambda _: steps.put_nowait(None))
        self._questions[session] = question
        try:
            while (step := await steps.get()) is not None and not question.cancelled():
                yield step
            if not question.cancelled():
                question.result()  # raises what ended it
        finally:
            question.cancel()
            if self._questions.get(session) is question:
                del self._questions[session]
            self._drop_later(session)

    def _drop_later(self, session: str | None) -> None:
        """Drop the answers to a session by and by: whoever listens has them by then."""
        asyncio.get_running_loop().call_later(self._read_seconds, self._drop, session)

    def _forget_upload(self, session: str | None) -> None:
        if given := self._uploads.pop(session, None):
            self._reader.forget(given)


def _changed(step: Step) -> Changed:
    if isinstance(step, str):
        return view.waiting(step), gr.skip(), gr.skip(), gr.skip(), gr.skip()
    if isinstance(step, DemoDetails):
        return gr.skip(), gr.skip(), view.details(step), gr.skip(), gr.skip()
    address = step.given.name if step.given.kind == "url" else ""
    return "", view.view(step), "", step.given, address


def _caller(request: gr.Request) -> str:
    """Return who the middleware found to ask."""
    return str(request.request.state.caller.name) if request.request else ""


@dataclass(frozen=True, slots=True)
class _DemoComponents:
    """The parts of the page that are asked or changed."""

    address: gr.Textbox
    button: gr.Button
    samples: Sequence[gr.Button]
    file: gr.HTML
    extractor: gr.Dropdown
    genre: gr.Dropdown
    render: gr.Checkbox
    favor: gr.Dropdown
    left_out: gr.CheckboxGroup
    status: gr.HTML
    result: gr.HTML
    details: gr.HTML
    given: gr.State  # what the result is of

    @property
    def asked(self) -> list[Any]:
        return [self.extractor, self.genre, self.render, self.favor, self.left_out]

    @property
    def changed(self) -> list[Any]:
        return [self.status, self.result, self.details, self.given, self.address]


def build(reader: Reader) -> gr.Blocks:
    """Return the demo, ready to be mounted with the arguments of `looks`."""
    demo = gr.Blocks(title="Pagesight", analytics_enabled=False)
    demo.state_session_capacity = _SESSIONS

    def drop(session: str | None) -> None:
        """Drop what nobody has read: Gradio keeps it for the last 2,000 sessions."""
        unread = demo._queue.pending_messages_per_session.get(str(session))
        while unread and not unread.empty():
            unread.get_nowait()

    with demo:
        events = Events(reader, drop)
        _connect(_lay_out(), events, demo)
        api(events.extract, api_name="extract", concurrency_limit=_VISITORS)
        demo.unload(events.leave)
    return demo


def looks() -> dict[str, Any]:
    """Return the arguments of `mount_gradio_app` that give the demo its looks."""
    scripts = "\n".join(map(asset, _SCRIPTS))
    return {
        "theme": gr.themes.Soft(
            primary_hue="cyan", neutral_hue="slate", font=_SYSTEM_FONTS, font_mono=_SYSTEM_FONTS
        ),
        "css": asset("demo.css"),
        "head": f"<script>{scripts}</script>",
        "footer_links": [],
    }


def _lay_out() -> _DemoComponents:
    gr.HTML(_HEAD)
    with gr.Row(elem_id="ask"):
        address = gr.Textbox(
            show_label=False, container=False, placeholder="Address of a page, such as example.com",
            scale=6, elem_id="address", max_lines=1, html_attributes=gr.InputHTMLAttributes(
                autocapitalize="off", autocorrect="off", spellcheck=False, enterkeyhint="go"
            ),
        )  # fmt: skip
        button = gr.Button("Look and read", variant="primary", scale=1, min_width=150)
    with gr.Row(elem_id="samples"):
        gr.Markdown("Or a sample of each genre:")
        samples = [
            gr.Button(str(genre), size="sm", elem_id=f"sample-{name}")
            for genre, name in SAMPLES.items()
        ]
    options = gr.Accordion(
        "Upload a file, choose the extractor and what to keep", open=False, elem_id="options"
    )
    with options, gr.Row():
        file = gr.HTML(html_template=template("upload.html"), js_on_load=asset("upload.js"))
        with gr.Column():
            extractor = gr.Dropdown(list(EXTRACTOR_CHOICES), value="auto", label="Extractor")
            genre = gr.Dropdown(list(GENRE_CHOICES), value="auto", label="Genre")
            render = gr.Checkbox(value=True, label="Render in a browser")
            favor = gr.Dropdown(list(FAVOR_CHOICES), value="balanced", label="Favor")
            left_out = gr.CheckboxGroup(list(PARTS), label="Leave out")
    status = gr.HTML(elem_id="status")
    result = gr.HTML(elem_id="result")
    details = gr.HTML(elem_id="details")
    return _DemoComponents(
        address, button, samples, file, extractor, genre, render, favor, left_out, status, result,
        details, gr.State(),
    )  # fmt: skip


def _connect(parts: _DemoComponents, events: Events, demo: gr.Blocks) -> None:
    """Say what each part sets off."""
    how: dict[str, Any] = {
        "outputs": parts.changed,
        "show_progress": "hidden",  # the status says it in words
        "concurrency_limit": _VISITORS,
        "concurrency_id": "look",
        "api_visibility": "private",
        "trigger_mode": "multiple",  # the last question is the one that is answered
    }
    typed = [parts.address, *parts.asked]
    parts.button.click(events.look, inputs=typed, **how)
    parts.address.submit(events.look, inputs=typed, **how)
    parts.file.upload(events.upload, inputs=[parts.file, *parts.asked], **how)
    for button in parts.samples:
        button.click(events.sample, inputs=[button, *parts.asked], **how)
    for option in parts.asked:
        option.input(events.again, inputs=[parts.given, *parts.asked], **how)
    state = gr.JSON(visible=False)
    demo.load(
        events.open,
        inputs=state,
        js="() => window.pagesight.state()",
        **{**how, "outputs": [*parts.changed, *parts.asked]},
    )
