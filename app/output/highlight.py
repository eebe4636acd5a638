"""See on the page itself what an extractor keeps, or its records: a copy of it, or its picture.

The copy needs nothing from outside; each stretch of a block's text in it gets an element around it.
"""

import io
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement
from PIL import Image, ImageDraw, ImageFont

from pagesight.app.errors import HighlightError
from pagesight.app.output.result_json import kept_numbers, legend
from pagesight.app.output.self_contained import make_self_contained
from pagesight.app.result import Result
from pagesight.extract.page.dom import SKIPPED_TAGS, parse
from pagesight.extract.text.tokens import INVISIBLE
from pagesight.render.page import Box, Capture
from pagesight.render.sources.address import without_origin
from pagesight.render.sources.body import decode_html
from pagesight.render.sources.html import Archive

KEPT, DROPPED = "pagesight-kept", "pagesight-dropped"
_AHEAD = 50_000  # characters searched for a block: hidden text may stand before it
_EDGE, _FILL, _TAG = (13, 122, 112, 255), (20, 184, 166, 40), (255, 255, 255, 255)
_DROPPED = (194, 65, 12, 110)
_BAND = 44  # px above the page, for the legend
_LEGEND = (16, 36, 44)


@dataclass(frozen=True, slots=True)
class Marked:
    """A block to mark: its text, and the number of what it is part of; None for a dropped one.

    The number is shown once, at the first block that has it.
    """

    text: str
    number: int | None


@dataclass(frozen=True, slots=True)
class _Text:
    """A text node: an element's text, or what follows it; `start` counts characters shown."""

    element: HtmlElement
    is_tail: bool
    string: str
    start: int


def mark(tree: HtmlElement, blocks: Sequence[Marked]) -> None:
    """Mark the blocks, which are in document order, in a tree that nobody else has.

    They are found by their characters, white space left out: one after the other.
    """
    texts = list(_texts(tree))
    stream = "".join(filter(_shown, "".join(text.string for text in texts)))
    starts, marked = [], []
    cursor = 0
    for block in blocks:
        sought = "".join(filter(_shown, block.text))
        at = stream.find(sought, cursor, cursor + len(sought) + _AHEAD) if sought else -1
        if at >= 0:
            cursor = at + len(sought)
            starts.append(at)
            marked.append((block, cursor))
    spans = _Spans(starts, marked)
    for text in texts:
        _rewrite(text, list(spans.pieces(text)))


def _shown(character: str) -> bool:
    return not character.isspace() and character not in INVISIBLE


def _texts(tree: HtmlElement) -> Iterator[_Text]:
    """Yield the text nodes of the body in document order."""
    start = 0
    body = tree.find("body")
    for element, is_tail in _walk(tree if body is None else body):
        string = (element.tail if is_tail else element.text) or ""
        if string:
            yield _Text(element, is_tail, string, start)
            start += sum(map(_shown, string))


def _walk(root: HtmlElement) -> Iterator[tuple[HtmlElement, bool]]:
    """Yield where text stands below an element, in document order, however deep it is nested."""
    waiting: list[tuple[HtmlElement, bool]] = [(root, False)]
    while waiting:
        element, is_tail = waiting.pop()
        if is_tail or (isinstance(element.tag, str) and element.tag not in SKIPPED_TAGS):
            yield element, is_tail
        if is_tail or not isinstance(element.tag, str) or element.tag in SKIPPED_TAGS:
            continue
        for child in reversed(element):
            waiting += [(child, True), (child, False)]


class _Spans:
    """Which characters of the page are of which block."""

    def __init__(self, starts: Sequence[int], marked: Sequence[tuple[Marked, int]]) -> None:
        self._starts, self._marked = starts, marked
        self._begun: set[int] = set()  # numbers that are written

    def pieces(self, text: _Text) -> Iterator[tuple[str, Mapping[str, str] | None]]:
        """Yield a text in pieces, each with the attributes of its mark, None where it has none."""
        at, piece, before = text.start, "", -1
        for character in text.string:
            block = before
            if _shown(character):
                block = self._at(at)
                at += 1
            if block != before and piece:
                yield piece, self._attributes(before, piece)
                piece = ""
            piece, before = piece + character, block
        yield piece, self._attributes(before, piece)

    def _at(self, place: int) -> int:
        """Return the position of the block that a character is of; -1 for none."""
        last = bisect_right(self._starts, place) - 1
        return last if last >= 0 and place < self._marked[last][1] else -1

    def _attributes(self, at: int, piece: str) -> Mapping[str, str] | None:
        if at < 0 or not piece.strip():
            return None
        block, _ = self._marked[at]
        if block.number is None:
            return {"class": DROPPED}
        begun = block.number in self._begun
        self._begun.add(block.number)
        return {"class": KEPT} if begun else {"class": KEPT, "data-number": str(block.number)}


def _rewrite(text: _Text, pieces: Sequence[tuple[str, Mapping[str, str] | None]]) -> None:
    """Put the pieces in the place of a text node."""
    made: list[HtmlElement] = []
    lead = ""
    for piece, attributes in pieces:
        if attributes is None:
            if made:
                made[-1].tail = (made[-1].tail or "") + piece
            else:
                lead += piece
            continue
        made.append(html.Element("mark", dict(attributes)))
        made[-1].text = piece
    if not made:
        return
    if text.is_tail:
        around = text.element.getparent()
        text.element.tail = lead
        at = around.index(text.element) + 1
        around[at:at] = made
    else:
        text.element.text = lead
        text.element[0:0] = made


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a result: groups of its blocks by their numbers, and a line for a legend."""

    groups: Sequence[Sequence[int]]
    legend: str


def shown_content(result: Result) -> Shown:
    """Return the blocks that are kept, each by itself."""
    kept = kept_numbers(result.extraction.blocks, result.blocks)
    return Shown([[number] for number in kept if result.blocks[number].text], legend(result))


def shown_records(result: Result) -> Shown:
    """Return the blocks of each record."""
    groups = [[block.order for block in record.blocks] for record in result.records]
    return Shown(groups, f"{result.genre}: {len(groups)} records")


def marked_picture(result: Result, shown: Shown) -> bytes:
    """Return a PNG of the page with the groups outlined and numbered, other blocks faintly.

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
    boxes = {
        number: block.box
        for number, block in enumerate(result.blocks)
        if block.box is not None and not block.unseen
    }
    for number in boxes.keys() - set(chain.from_iterable(shown.groups)):
        draw.rectangle(_corners([boxes[number]], scale), outline=_DROPPED)
    for place, group in enumerate(shown.groups, 1):
        if own := [boxes[number] for number in group if number in boxes]:
            _outline(draw, _corners(own, scale), str(place))
    page.alpha_composite(marks)
    whole = Image.new("RGB", (page.width, page.height + _BAND), _LEGEND)
    whole.paste(page, (0, _BAND))
    ImageDraw.Draw(whole).text((14, 11), shown.legend, (255, 255, 255), font=_font(18))
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def _corners(boxes: Sequence[Box], scale: float) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a rectangle around the boxes, in the picture's px."""
    return (
        min(box.x for box in boxes) * scale - 2,
        min(box.y for box in boxes) * scale - 2,
        max(box.x + box.width for box in boxes) * scale + 2,
        max(box.y + box.height for box in boxes) * scale + 2,
    )


def _outline(
    draw: ImageDraw.ImageDraw, corners: tuple[float, float, float, float], text: str
) -> None:
    left, top, _, _ = corners
    draw.rectangle(corners, fill=_FILL, outline=_EDGE, width=2)
    font = _font(12)
    width = draw.textlength(text, font) + 8
    start = max(0.0, left - width)
    draw.rectangle((start, top, start + width, top + 16), fill=_EDGE)
    draw.text((start + 4, top + 1), text, _TAG, font=font)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def marked_page(result: Result, shown: Shown) -> str:
    """Return the HTML of the copy: no script in it runs, and it asks nobody for anything.

    Of a page that was rendered with `mhtml` it has the style and the pictures, of others only what
    is in the HTML itself.
    """
    text, archive = _page_of(result.capture)
    tree = parse(text)
    make_self_contained(tree, result.capture.page.url, archive)
    mark(tree, _blocks(result, shown))
    _explain(tree, shown.legend)
    return without_origin(f"<!doctype html>\n{html.tostring(tree, encoding='unicode')}")


def _page_of(capture: Capture) -> tuple[str, Archive]:
    """Return the HTML of the page, and what answers for its style sheets and pictures."""
    if capture.mhtml is None:
        return capture.page.html, lambda _: None
    from pagesight.render.sources.mhtml import replay_message

    address, archive = replay_message(capture.mhtml, capture.requested_url)
    page = archive(address)
    if page is None:
        return capture.page.html, archive
    return decode_html(page.body, page.content_type), archive


def _blocks(result: Result, shown: Shown) -> list[Marked]:
    of = {number: place for place, group in enumerate(shown.groups, 1) for number in group}
    return [
        Marked(block.text, of.get(number))
        for number, block in enumerate(result.blocks)
        if block.text
    ]


def _explain(tree: HtmlElement, text: str) -> None:
    """Add the style of the marks and the legend."""
    style = html.Element("style")
    style.text = files("pagesight.app").joinpath("templates/highlight.css").read_text("utf-8")
    head, body = tree.find("head"), tree.find("body")
    (tree if head is None else head).append(style)
    aside = html.Element("aside", {"id": "pagesight-legend"})
    aside.text = text
    (tree if body is None else body).append(aside)


def write_highlight(result: Result, shown: Shown, path: Path) -> None:
    """Write a copy of the page (.html) or its picture (.png) with what is shown marked.

    Raises HighlightError for a picture of a page that was not rendered.
    """
    if path.suffix.lower() == ".png":
        path.write_bytes(marked_picture(result, shown))
    else:
        path.write_text(marked_page(result, shown), encoding="utf-8", errors="replace")
