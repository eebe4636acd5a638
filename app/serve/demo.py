"""The demo: give it a page, see how Pagesight looks at it. Works without the net on its samples."""

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import gradio as gr

from pagesight.app.choices import EXTRACTOR_CHOICES, GENRE_CHOICES
from pagesight.app.config import Options
from pagesight.app.errors import SourceKindError
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline
from pagesight.app.serve.demo_view import view
from pagesight.datasets.genres import Genre
from pagesight.render.errors import PagesightError

SAMPLES = {"Article": "article.html", "Shop": "shop.html", "News": "news.html"}

_HEAD = """<div class="ps-head"><h1>Pagesight</h1>
<p>Looks at a page before it reads it: screenshot, genre, extractor, clean content.</p></div>"""
_SYSTEM_FONTS = ("system-ui", "Segoe UI", "Roboto", "Arial", "sans-serif")  # none is fetched


def build(options: Options | None = None) -> gr.Blocks:
    """Return the demo, ready to be launched."""
    run = _runner(options or Options())
    demo = gr.Blocks(title="Pagesight", analytics_enabled=False)
    with demo:
        gr.HTML(_HEAD)
        inputs = _inputs()
        outputs = _outputs()
        address, file, _, _, _, button, *samples = inputs
        asked: dict[str, Any] = {"inputs": inputs[:5], "outputs": outputs}
        button.click(run, **asked, concurrency_limit=2)
        address.submit(run, **asked, concurrency_limit=2)
        file.upload(run, **asked, concurrency_limit=2)
        for sample, name in zip(samples, SAMPLES.values(), strict=True):
            path = str(files("pagesight.app").joinpath("samples", name))
            sample.click(_on(path, run), inputs=inputs[2:5], outputs=outputs, concurrency_limit=2)
    return demo


def launch(options: Options, host: str, port: int, *, block: bool = True) -> gr.Blocks:
    """Serve the demo, until interrupted unless `block` is false, and return it."""
    demo = build(options)
    css = files("pagesight.app").joinpath("templates/demo.css").read_text("utf-8")
    demo.launch(
        server_name=host,
        server_port=port,
        share=False,
        quiet=True,
        prevent_thread_lock=not block,
        footer_links=[],
        theme=gr.themes.Soft(
            primary_hue="cyan", neutral_hue="slate", font=_SYSTEM_FONTS, font_mono=_SYSTEM_FONTS
        ),
        css=css,
    )
    return demo


def _inputs() -> list[Any]:
    """Lay out what is asked for: address, file, extractor, genre, rendering, button, samples."""
    with gr.Row(equal_height=True):
        address = gr.Textbox(
            label="Address", placeholder="https://...", scale=6, elem_id="address", max_lines=1
        )
        button = gr.Button("Look and read", variant="primary", scale=1, min_width=150)
    with gr.Row(equal_height=True, elem_classes="ps-samples"):
        gr.Markdown("Or try a sample, no net needed:")
        samples = [gr.Button(name, size="sm", elem_id=f"sample-{name}") for name in SAMPLES]
    with gr.Accordion("A file of your own, and options", open=False), gr.Row():
        file = gr.File(label="HTML or MHTML file", file_types=[".html", ".htm", ".mhtml", ".mht"])
        with gr.Column():
            extractor = gr.Dropdown(list(EXTRACTOR_CHOICES), value="auto", label="Extractor")
            genre = gr.Dropdown(list(GENRE_CHOICES), value="auto", label="Genre")
            render = gr.Checkbox(value=True, label="Render in a browser")
    return [address, file, extractor, genre, render, button, *samples]


def _outputs() -> list[Any]:
    """Lay out what is shown, in the order of View's fields."""
    with gr.Row():
        with gr.Column(scale=4):
            picture = gr.Image(
                label="Screenshot",
                format="webp",
                height=640,
                elem_classes="ps-picture",
                buttons=["fullscreen", "download"],
            )
        with gr.Column(scale=6):
            with gr.Row():
                genres = gr.Label(label="Genre", num_top_classes=4, elem_id="genre")
                card = gr.HTML(container=True, padding=True)
            with gr.Tabs():
                with gr.Tab("Markdown"):
                    markdown = gr.Markdown(height=420, elem_id="markdown", buttons=["copy"])
                with gr.Tab("Text"):
                    text = gr.Textbox(
                        show_label=False, lines=18, max_lines=18, buttons=["copy"], elem_id="text"
                    )
                with gr.Tab("Records"):
                    table = gr.Dataframe(wrap=True, max_height=420, elem_id="records")
                with gr.Tab("JSON"):
                    json = gr.JSON(show_label=False, max_height=420)
                with gr.Tab("Timings"):
                    steps = gr.HTML()
                with gr.Tab("Why this genre"):
                    why = gr.Image(show_label=False, height=420, elem_id="why", buttons=[])
    return [picture, genres, card, markdown, text, table, json, steps, why]


def _runner(options: Options) -> Callable[..., tuple[Any, ...]]:
    """Return the function behind the button; models are kept between calls."""
    models = Models()

    def run(
        address: str, file: str | None, extractor: str, genre: str, render: bool
    ) -> tuple[Any, ...]:
        given = None if genre == "auto" else Genre(genre)
        asked = replace(options, extractor=extractor, genre=given, render=render)
        try:
            pipeline = Pipeline(asked, models)
            result = pipeline.extract(_source(address, file))
            page = result.capture.page
            why = None
            if page.screenshot:
                why = pipeline.explainer().explain(page, result.genre)
        except PagesightError as error:
            raise gr.Error(str(error), title="No content") from error
        shown = view(result, why)
        return tuple(getattr(shown, name) for name in shown.__dataclass_fields__)

    return run


def _on(path: str, run: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    """Return `run` on a file of ours, to be asked with the options alone."""

    def run_sample(extractor: str, genre: str, render: bool) -> tuple[Any, ...]:
        return run("", path, extractor, genre, render)

    return run_sample


def _source(address: str, file: str | None) -> str:
    """Return the address, or else the file. Raises SourceKindError: paths here are not theirs."""
    if address.strip():
        if urlsplit(address.strip()).scheme not in ("http", "https"):
            raise SourceKindError(f"{address.strip()[:80]} is not an http or https address")
        return address.strip()
    if file:
        return str(Path(file))
    raise SourceKindError("give an address or a file, or try a sample")
