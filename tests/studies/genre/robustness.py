"""How often the shipped classifiers are right when a page looks otherwise than it did in training.

OMP_NUM_THREADS=1 python robustness.py genre/*.parquet [--render 80]

Pages of split "val". Every second picture is changed: dark, gray, under a dialog or a banner.
`--render` renders so many pages again, whose style is inside the HTML (corpus inline_style) first:
narrow, wide, under a cookie dialog, and without any style. A line a change: accuracy by picture, by
HTML, by both, and how many pages got a warning. Languages are read from `lang`.
"""

import argparse
import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

from pagesight.app.evaluate.evidence import without_names
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.document import read
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Page, Viewport
from pagesight.render.sources.source import html_source
from pagesight.vision.predict import By, load_classifier

_CLASSIFIERS: tuple[By, ...] = ("screenshot", "html", "both")
_NOWHERE = "https://robustness.invalid/"
_without_style = re.compile(
    r"<style\b.*?</style>|<link\b[^>]*>|\sstyle\s*=\s*(\"[^\"]*\"|'[^']*')", re.S | re.I
)
_without_pictures = re.compile(r"<(img|picture|svg|source)\b[^>]*>", re.I)


def repainted(page: Page, paint: Callable[[Image.Image], Image.Image]) -> Page:
    """Return the page with another picture."""
    out = BytesIO()
    with Image.open(BytesIO(page.screenshot or b"")) as picture:
        paint(picture.convert("RGB")).save(out, "PNG")
    return replace(page, screenshot=out.getvalue())


def banner(picture: Image.Image) -> Image.Image:
    """Return the picture with a banner over the lower third of the window."""
    width, window = picture.width, picture.width * 3 // 4
    ImageDraw.Draw(picture).rectangle((0, window * 2 // 3, width, window), fill="#f4f4f4")
    ImageDraw.Draw(picture).rectangle(
        (width * 3 // 4, window * 8 // 10, width * 9 // 10, window * 9 // 10), fill="#1060d0"
    )
    return picture


def dialog(picture: Image.Image) -> Image.Image:
    """Return the picture darkened, with a white dialog in the middle of the window."""
    width, window = picture.width, picture.width * 3 // 4
    shaded = Image.blend(picture, Image.new("RGB", picture.size, "black"), 0.6)
    draw = ImageDraw.Draw(shaded)
    draw.rectangle((width // 5, window // 5, width * 4 // 5, window * 4 // 5), fill="white")
    draw.rectangle((width // 3, window * 2 // 3, width // 2, window * 3 // 4), fill="#1060d0")
    return shaded


PAINTS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "dark": ImageOps.invert,
    "gray": lambda picture: picture.convert("L").convert("RGB"),
    "banner": banner,
    "dialog": dialog,
}
_COOKIES = (
    '<div style="position:fixed;inset:{where};background:{shade};z-index:99999;padding:5%">'
    '<div style="background:white;color:black;padding:4em">We value your privacy. '
    "<button>Accept all</button> <button>Choose</button></div></div>"
)
_DIALOG = _COOKIES.format(where="0", shade="rgba(0,0,0,.6)")
_BANNER = _COOKIES.format(where="auto 0 0 0", shade="#eee")
# How a page is rendered again: width of the window, and what is done to its HTML before.
RENDERINGS: dict[str, tuple[int, Callable[[str], str]]] = {
    "1280 wide again": (1280, lambda html: html),
    "390 wide": (390, lambda html: html),
    "1920 wide": (1920, lambda html: html),
    "cookie dialog": (1280, lambda html: html + _DIALOG),
    "cookie banner": (1280, lambda html: html + _BANNER),
    "no pictures": (1280, lambda html: _without_pictures.sub("", html)),
    "no style": (1280, lambda html: _without_style.sub("", html)),
    "no style, no names": (1280, lambda html: without_names(_without_style.sub("", html))),
}


async def rendered(
    pages: Sequence[LabelledPage], width: int, change: Callable[[str], str]
) -> list[LabelledPage]:
    """Return the pages rendered anew; one that cannot be is left out."""
    height = max(1920, width * 3 // 2)  # three high by two wide, as the pictures of the corpora
    options = RenderOptions(
        viewport=Viewport(width, 960), screenshot_height=height, deadline=20, settle=3
    )
    found = []
    async with BrowserPool(1, options) as pool:
        for page in pages:
            html = change(page.page.html)
            try:
                capture = await pool.render(html_source(html, page.page.url or _NOWHERE))
            except RenderError as error:
                print(f"left out {page.id}: {error}")
                continue
            seen = replace(capture.page, html=html, url=page.page.url, rendered=False)
            found.append(replace(page, page=seen))
    return found


def report(name: str, pages: Sequence[LabelledPage]) -> None:
    """Print how many of the pages each classifier gets right."""
    right = dict.fromkeys(_CLASSIFIERS, 0)
    warned = 0
    for page in pages:
        document = read(page.page)
        for by in _CLASSIFIERS:
            prediction = _LOADED[by].predict(document)
            right[by] += prediction.genre == page.genre
        warned += bool(prediction.warnings)
    count = max(1, len(pages))
    shares = " | ".join(f"{right[by] / count:.3f}" for by in _CLASSIFIERS)
    print(f"| {name} | {len(pages)} | {shares} | {warned / count:.2f} |", flush=True)


def by_language(pages: Sequence[LabelledPage]) -> Iterator[tuple[str, list[LabelledPage]]]:
    """Yield English, other languages in Latin script, and the rest."""
    other_script = {"ru", "uk", "bg", "el", "zh", "ja", "ko", "ar", "he", "fa", "hi", "th", "sr"}
    kinds = [
        "English" if p.lang == "en" else "other script" if p.lang in other_script else "other Latin"
        for p in pages
    ]
    for kind in ("English", "other Latin", "other script"):
        yield kind, [page for page, own in zip(pages, kinds, strict=True) if own == kind]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--render", type=int, default=0)
    arguments = parser.parse_args()
    pages = [p for p in load(*arguments.corpus) if p.split == "val" and p.page.screenshot]
    print("| change | pages | picture | HTML | both | warned |\n|---|---|---|---|---|---|")
    report("none", pages)
    for kind, own in by_language(pages):
        report(kind, own)
    half = pages[::2]
    report("none, every second page", half)
    for name, paint in PAINTS.items():
        report(name, [replace(page, page=repainted(page.page, paint)) for page in half])
    styled = sorted(pages, key=lambda page: "style within" not in str(page.extra.get("evidence")))
    chosen = styled[: arguments.render]
    if chosen:
        report("those to be rendered", chosen)
    for name, (width, change) in RENDERINGS.items() if chosen else ():
        report(name, asyncio.run(rendered(chosen, width, change)))


_LOADED = {by: load_classifier(by) for by in _CLASSIFIERS}

if __name__ == "__main__":
    main()
