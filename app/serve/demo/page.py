"""The demo: give it a page, see how Pagesight looks at it. Works without the net on its samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.events import api

from pagesight.app.config import EXTRACTOR_CHOICES, FAVOR_CHOICES, GENRE_CHOICES
from pagesight.app.serve.demo.events import Events
from pagesight.app.serve.demo.reader import PARTS, Reader
from pagesight.app.serve.demo.sources import SAMPLES
from pagesight.app.serve.demo.view import asset, template

_HEAD = """<div class="ps-head"><h1>Page<i>sight</i></h1>
<p>Looks at a page before it reads it.</p></div>"""
_SYSTEM_FONTS = ("system-ui", "Segoe UI", "Roboto", "Arial", "sans-serif")  # none is fetched
_SCRIPTS = ("page.js", "tabs.js", "blocks.js", "compare.js")
_VISITORS = 64  # at a time; who waits for a browser knows the place in the queue
_SESSIONS = 2000  # whose values Gradio keeps, some 50 kB each


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
