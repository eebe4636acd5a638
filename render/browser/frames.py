"""Frames that are part of a page: those of its own site that a visitor sees, but for adverts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from pagesight.render.sources.address import bare, is_http

Snapshot = Mapping[str, Any]  # of DOMSnapshot.captureSnapshot

# Frames of frames of frames: what is nested deeper is a page of its own, or an advert.
_MOST_LEVELS, _MOST_FRAMES = 3, 50
_LEAST_WIDTH, _LEAST_HEIGHT = 40, 20  # CSS px: smaller frames are beacons, no text fits in
# Names of frames that the ad servers' scripts write into a page as if they were its own.
_is_advert = re.compile(r"google_ads|aswift_|advert|doubleclick|sponsor|\bads?\b", re.I).search
_NAMES = frozenset({"id", "name", "class", "title", "aria-label"})
_OWN_SCHEMES = ("about", "data", "blob", "javascript")


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
    found = TLDExtract(suffix_list_urls=(), cache_dir=None)(host)
    return found.top_domain_under_public_suffix or host
