"""Make the captures that the demo opens its samples with, of the pages in app/samples.

python docs/take_samples.py
"""

import io
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from PIL import Image

from pagesight.app.serve.demo.sources import SAMPLES
from pagesight.render.capture import render_page
from pagesight.render.page import Capture
from pagesight.render.sources.address import own_address
from pagesight.render.sources.source import html_source
from pagesight.render.store import save_capture

COLOURS = 128  # as many as flat pages need: a fifth of the bytes


def main() -> None:
    app = Path(str(files("pagesight.app")))
    for genre, name in SAMPLES.items():
        html = (app / "samples" / f"{name}.html").read_text("utf-8")
        capture = render_page(html_source(html, name=own_address(html)))
        folder = app / "serve/demo/samples" / name
        save_capture(smaller(capture), folder)
        print(genre, folder.name)


def smaller(capture: Capture) -> Capture:
    """Return the capture with a picture of few colours, and without what nobody reads of it."""
    picture = Image.open(io.BytesIO(capture.page.screenshot or b"")).convert("RGB")
    out = io.BytesIO()
    picture.quantize(COLOURS).save(out, "PNG", optimize=True)
    page = replace(capture.page, screenshot=out.getvalue())
    return replace(capture, page=page, response_html="")  # app/samples has what was served


if __name__ == "__main__":
    main()
