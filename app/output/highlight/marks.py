"""Mark blocks in a tree: each stretch of their text gets an element around it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import html
from lxml.html import HtmlElement

from pagesight.extract.page.dom import SKIPPED_TAGS

KEPT, DROPPED = "pagesight-kept", "pagesight-dropped"
_INVISIBLE = frozenset("\u00ad\u200b\u2060\ufeff")  # blocks leave these out
_AHEAD = 50_000  # characters searched for a block: hidden text may stand before it


@dataclass(frozen=True, slots=True)
class Marked:
    """A block to mark: its text, and its number among those kept; None for a dropped one."""

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
    starts, found = [], []
    cursor = 0
    for block in blocks:
        sought = "".join(filter(_shown, block.text))
        at = stream.find(sought, cursor, cursor + len(sought) + _AHEAD) if sought else -1
        if at >= 0:
            cursor = at + len(sought)
            starts.append(at)
            found.append((block, cursor))
    spans = _Spans(starts, found)
    for text in texts:
        _rewrite(text, list(spans.pieces(text)))


def _shown(character: str) -> bool:
    return not character.isspace() and character not in _INVISIBLE


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

    def __init__(self, starts: Sequence[int], found: Sequence[tuple[Marked, int]]) -> None:
        self._starts, self._found = starts, found
        self._begun: set[int] = set()  # blocks whose number is written

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
        return last if last >= 0 and place < self._found[last][1] else -1

    def _attributes(self, at: int, piece: str) -> Mapping[str, str] | None:
        if at < 0 or not piece.strip():
            return None
        block, _ = self._found[at]
        if block.number is None:
            return {"class": DROPPED}
        begun = at in self._begun
        self._begun.add(at)
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
