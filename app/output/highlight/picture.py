"""The screenshot of a page with a numbered box around each block that was kept."""

import io
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from pagesight.app.errors import HighlightError
from pagesight.app.output.result_json import kept_numbers, legend
from pagesight.app.result import Result
from pagesight.render.page import Box

_EDGE, _FILL, _TAG = (13, 122, 112, 255), (20, 184, 166, 40), (255, 255, 255, 255)
_DROPPED = (194, 65, 12, 110)
_BAND = 44  # px above the page, for the legend
_LEGEND = (16, 36, 44)


def marked_picture(result: Result) -> bytes:
    """Return a PNG of the page with its kept blocks outlined and numbered, dropped ones faintly.

    Raises HighlightError if the page was not rendered.
    """
    encoded = result.capture.full_page or result.capture.page.screenshot
    if encoded is None:
        name = result.capture.requested_url or "the page"
        raise HighlightError(f"{name} has no picture to mark: render it, or ask for .html")
    page = Image.open(io.BytesIO(encoded)).convert("RGBA")
    scale = page.width / result.capture.viewport.width
    marks = Image.new("RGBA", page.size)
    draw = ImageDraw.Draw(marks)
    order = {number: place for place, number in enumerate(_kept(result), 1)}
    for number, block in enumerate(result.blocks):
        if block.box is not None and not block.unseen:
            _mark(draw, block.box, scale, order.get(number))
    page.alpha_composite(marks)
    whole = Image.new("RGB", (page.width, page.height + _BAND), _LEGEND)
    whole.paste(page, (0, _BAND))
    ImageDraw.Draw(whole).text((14, 11), legend(result), (255, 255, 255), font=_font(18))
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def _kept(result: Result) -> tuple[int, ...]:
    return tuple(
        number
        for number in kept_numbers(result.extraction.blocks, result.blocks)
        if result.blocks[number].text
    )


def _mark(draw: ImageDraw.ImageDraw, box: Box, scale: float, place: int | None) -> None:
    left, top = box.x * scale, box.y * scale
    corners = (left - 2, top - 2, left + box.width * scale + 2, top + box.height * scale + 2)
    if place is None:
        draw.rectangle(corners, outline=_DROPPED)
        return
    draw.rectangle(corners, fill=_FILL, outline=_EDGE, width=2)
    font, text = _font(12), str(place)
    width = draw.textlength(text, font) + 8
    start = max(0.0, left - 2 - width)
    draw.rectangle((start, top - 2, start + width, top + 14), fill=_EDGE)
    draw.text((start + 4, top - 1), text, _TAG, font=font)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
