"""Put frames and shadow trees in place: the page that a visitor sees, as one HTML.

DOMSnapshot walks the flat tree: the children of a host are those of its shadow tree, closed or
not, with what is slotted in its slots. What is left is to write it, and each frame in its place:
those of the page's own site that a visitor sees, but for adverts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any
from urllib.parse import urljoin, urlsplit

from pagesight.render.page import Unseen
from pagesight.render.sources.address import bare, is_http

Snapshot = Mapping[str, Any]  # of DOMSnapshot.captureSnapshot

# Frames of frames of frames: what is nested deeper is a page of its own, or an advert.
_MOST_LEVELS, _MOST_FRAMES = 3, 50
_LEAST_WIDTH, _LEAST_HEIGHT = 40, 20  # CSS px: smaller frames are beacons, no text fits in
# Names of frames that the ad servers' scripts write into a page as if they were its own.
_is_advert = re.compile(r"google_ads|aswift_|advert|doubleclick|sponsor|\bads?\b", re.I).search
_NAMES = frozenset({"id", "name", "class", "title", "aria-label"})
_OWN_SCHEMES = ("about", "data", "blob", "javascript")
ELEMENT, TEXT, _DOCTYPE = 1, 3, 10  # Node.nodeType
# HTML, 13.1.2 and 13.3: elements without an end tag, and those whose text is written as it is.
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"}
    | {"source", "track", "wbr"}
)
_RAW_TEXT = frozenset(
    {"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"}
)
_TRANSPARENT = frozenset({"slot"})  # what is in them stands for them
_LINKS = frozenset({"href", "src", "action", "poster"})
# Of a frame's element: what it is called; not what it would load again.
_KEPT = frozenset({"id", "class", "title", "role", "lang", "dir", "style", "hidden"})
# Without a box of their own, and not for that hidden.
_BOXLESS = frozenset(
    {"head", "title", "base", "link", "meta", "style", "script", "template", "noscript", "slot"}
    | {"option", "optgroup", "br", "wbr", "source", "track", "param", "area", "map", "col"}
    | {"colgroup"}
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A document of a snapshot, and where its origin lies in the page, in CSS px."""

    document: int
    left: float
    top: float


Frames = Mapping[tuple[int, int], Placed]  # by the document and the node that hold them


def placed_frames(snapshot: Snapshot) -> Frames:
    """Return the frames that are part of the page, each in its place."""
    placed: dict[tuple[int, int], Placed] = {}
    main: tuple[str, ...] = (_address(snapshot, 0),)
    waiting = [(0, 0.0, 0.0, main)]
    while waiting:
        document, left, top, above = waiting.pop(0)
        for owner, frame, bounds in _held(snapshot, document):
            address = _address(snapshot, frame)
            if len(above) > _MOST_LEVELS or len(placed) >= _MOST_FRAMES:
                continue
            if _is_fetched(snapshot, document, owner) and address in above:
                continue  # a page in itself, and so on
            if not _is_part(address, above[0]):
                continue
            x, y = left + bounds[0], top + bounds[1]
            placed[document, owner] = Placed(frame, x, y)
            waiting.append((frame, x, y, (*above, address) if is_http(address) else above))
    return placed


def _held(snapshot: Snapshot, document: int) -> list[tuple[int, int, Sequence[float]]]:
    """Return the node, the document and the box of each frame of a document that can be seen."""
    contents = snapshot["documents"][document]["nodes"]["contentDocumentIndex"]
    if not contents["index"]:
        return []
    layout = snapshot["documents"][document]["layout"]
    boxes = dict(zip(layout["nodeIndex"], layout["bounds"], strict=True))
    held = zip(contents["index"], contents["value"], strict=True)
    nothing = (0.0, 0.0, 0.0, 0.0)
    return [
        (owner, frame, boxes[owner])
        for owner, frame in held
        if boxes.get(owner, nothing)[2] >= _LEAST_WIDTH
        and boxes.get(owner, nothing)[3] >= _LEAST_HEIGHT
        and not _is_advert(_called(snapshot, document, owner))
    ]


def _is_fetched(snapshot: Snapshot, document: int, node: int) -> bool:
    """Return whether a frame has an address; else a script wrote it, and it bears the page's."""
    flat, strings = (
        snapshot["documents"][document]["nodes"]["attributes"][node],
        snapshot["strings"],
    )
    named = zip(flat[::2], flat[1::2], strict=True)
    sources = [strings[value] for name, value in named if strings[name] in ("src", "data")]
    return any(not each.startswith(_OWN_SCHEMES) for each in sources if each)


def _called(snapshot: Snapshot, document: int, node: int) -> str:
    """Return what an element is called, by all of its names."""
    flat = snapshot["documents"][document]["nodes"]["attributes"][node]
    strings = snapshot["strings"]
    named = zip(flat[::2], flat[1::2], strict=True)
    return " ".join(strings[value] for name, value in named if strings[name] in _NAMES)


def _address(snapshot: Snapshot, document: int) -> str:
    address = snapshot["documents"][document]["documentURL"]
    return bare(str(snapshot["strings"][address])).partition("?")[0]


def _is_part(address: str, page: str) -> bool:
    """Return whether a frame belongs to the page's own site."""
    try:
        parts, own = urlsplit(address), urlsplit(page)
    except ValueError:
        return False
    if parts.scheme in _OWN_SCHEMES:
        return True
    return is_http(address) and _site(parts.hostname or "") == _site(own.hostname or "")


@cache
def _site(host: str) -> str:
    """Return the registrable domain of a host; the host itself where it has none."""
    from tldextract import TLDExtract  # slow to load, and few pages have frames

    # The list that the package brings: nothing is fetched.
    parts = TLDExtract(suffix_list_urls=(), cache_dir=None)(host)
    return parts.top_domain_under_public_suffix or host


def has_shadow(snapshot: Snapshot) -> bool:
    """Return whether the page's main document has shadow trees of its own."""
    return bool(snapshot["documents"][0]["nodes"]["shadowRootType"]["index"])


def composed_html(snapshot: Snapshot, frames: Frames, mark: str) -> tuple[str, tuple[Unseen, ...]]:
    """Return the page's HTML, and where in it text is hidden.

    `mark` names the attribute that says so in the main document; elsewhere what has no box is.
    """
    writer = _Writer(snapshot, frames, mark)
    writer.write()
    return "".join(writer.parts), tuple(writer.unseen)


class _FrameDocument:
    """One document of a snapshot, with the children of each node."""

    def __init__(self, snapshot: Snapshot, number: int) -> None:
        document, self._strings = snapshot["documents"][number], snapshot["strings"]
        self._nodes = document["nodes"]
        self.types: Sequence[int] = self._nodes["nodeType"]
        self.number = number
        self.base = self._string(document["baseURL"])
        self.children: list[list[int]] = [[] for _ in self.types]
        parents = self._nodes["parentIndex"]
        for node, parent in enumerate(parents):
            if parent >= 0:
                self.children[parent].append(node)
        self._shadowed = frozenset(self._nodes["shadowRootType"]["index"])
        self._shown = set(document["layout"]["nodeIndex"])
        for node in reversed(range(len(parents))):  # and what holds something that has a box
            if node in self._shown and parents[node] >= 0:
                self._shown.add(parents[node])

    def tag(self, node: int) -> str:
        name = self._string(self._nodes["nodeName"][node])
        return name.lower() if name.isupper() else name

    def text(self, node: int) -> str:
        return self._string(self._nodes["nodeValue"][node])

    def attributes(self, node: int) -> Iterator[tuple[str, str]]:
        flat = self._nodes["attributes"][node]
        yield from zip(map(self._string, flat[::2]), map(self._string, flat[1::2]), strict=True)

    def is_boxless(self, node: int) -> bool:
        """Return whether an element that the page's own script did not look at shows nothing."""
        looked_at = self.number == 0 and node not in self._shadowed
        return not looked_at and node not in self._shown

    def _string(self, number: int) -> str:
        # Scripts can make halves of characters, which no file can hold.
        text = str(self._strings[number]) if number >= 0 else ""
        return text if text.isascii() else text.encode("utf-8", "replace").decode()


class _Writer:
    """Writes a page from its root to its end; a stack in place of recursion, as trees are deep."""

    def __init__(self, snapshot: Snapshot, frames: Frames, mark: str) -> None:
        self._snapshot = snapshot
        self._frames = frames
        self._mark = mark
        self._length = 0
        self._has_body = False
        self._waiting: list[tuple[_FrameDocument, int, bool] | str] = []
        self.parts: list[str] = []
        self.unseen: list[Unseen] = []

    def write(self) -> None:
        main = _FrameDocument(self._snapshot, 0)
        self._waiting = [(main, node, False) for node in reversed(main.children[0])]
        while self._waiting:
            step = self._waiting.pop()
            if isinstance(step, str):
                self._put(step)
            else:
                self._node(*step)

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)

    def _node(self, document: _FrameDocument, node: int, is_hidden: bool) -> None:
        node_type = document.types[node]
        if node_type == ELEMENT:
            self._element(document, node, is_hidden)
        elif node_type == TEXT:
            self._put(escape(document.text(node), quote=False))
        elif node_type == _DOCTYPE and document.number == 0:
            self._put(f"<!DOCTYPE {document.tag(node)}>")

    def _element(self, document: _FrameDocument, node: int, is_hidden: bool) -> None:
        tag = document.tag(node)
        frame = self._frames.get((document.number, node))
        if tag.startswith("::") or (tag == "noframes" and self._frames):
            return
        if tag in _TRANSPARENT:
            self._inside(document, document.children[node], is_hidden)
        elif tag in _RAW_TEXT and frame is None:
            self._open(tag, document, node, is_hidden)
            self._put("".join(map(document.text, document.children[node])) + f"</{tag}>")
        else:
            self._holding(tag, frame, document, node, is_hidden)

    def _holding(
        self, tag: str, frame: Placed | None, document: _FrameDocument, node: int, is_hidden: bool
    ) -> None:
        """Write an element with what is in it: its children, or the document of its frame."""
        name = self._name(tag, framed=frame is not None)
        is_hidden = self._open(name, document, node, is_hidden, framed=frame is not None)
        if name in _VOID:
            return
        self._waiting.append(f"</{name}>")
        is_hidden = is_hidden or name == "details"  # closed, it hides what one may open
        if frame is None:
            self._inside(document, document.children[node], is_hidden)
        else:
            inner = _FrameDocument(self._snapshot, frame.document)
            self._inside(inner, _body(inner), is_hidden)

    def _name(self, tag: str, *, framed: bool) -> str:
        """Return the tag to write: frames become boxes, and a set of them the body that it is."""
        if tag == "frameset":
            tag = "div" if self._has_body else "body"
        self._has_body = self._has_body or tag == "body"
        return "div" if framed else tag

    def _inside(self, document: _FrameDocument, nodes: Sequence[int], is_hidden: bool) -> None:
        self._waiting.extend((document, node, is_hidden) for node in reversed(nodes))

    def _open(
        self, tag: str, document: _FrameDocument, node: int, is_hidden: bool, framed: bool = False
    ) -> bool:
        """Write a start tag; return whether its text is hidden by an element without a box."""
        way = ""
        self._put(f"<{tag}")
        for name, value in document.attributes(node):
            if name == self._mark:
                way = value
            elif not framed or name in _KEPT:
                if document.number and name in _LINKS:
                    value = _joined(document.base, value)
                self._put(f' {name}="{escape(value)}"')
        if not way and not is_hidden and tag not in _BOXLESS and document.is_boxless(node):
            way, is_hidden = "display", True
        if way:
            self.unseen.append(Unseen(self._length, way))
        self._put(">")
        return is_hidden


def _body(document: _FrameDocument) -> Sequence[int]:
    """Return the nodes of a document that stand in its body."""
    for top in document.children[0]:
        for node in document.children[top]:
            if document.tag(node) == "body":
                return document.children[node]
            if document.tag(node) == "frameset":
                return [node]
    return document.children[0]


def _joined(base: str, value: str) -> str:
    try:
        return urljoin(base, value)
    except ValueError:
        return value
