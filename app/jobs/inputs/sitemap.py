"""Sitemaps (sitemaps.org, protocol 0.9): of XML or text, compressed or not, indexes, and feeds."""

import codecs
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from html.entities import html5
from pathlib import Path
from urllib.parse import urljoin

from lxml import etree

from pagesight.app.errors import BROKEN_INPUT, SourceKindError
from pagesight.app.jobs.store import Item
from pagesight.render.errors import RenderError
from pagesight.render.net.fetch import fetch_any
from pagesight.render.options import RenderOptions
from pagesight.render.sources.address import is_http

_MOST_BYTES = 50 * 2**20  # of one sitemap, decompressed: the protocol's limit
_DEPTH = 3  # of indexes in indexes; the protocol knows none
_OF_SITEMAPS = ("urlset", "sitemapindex")
_ROOTS = (*_OF_SITEMAPS, "rss", "feed", "rdf")
_LISTS = (["url", "loc"], ["sitemap", "loc"], ["item", "link"])
_LOOKED_AT = 4096  # bytes, for the root's name
_STEP = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_find_encoding = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)[\"']").match
_declaration = re.compile(r"\s*<\?xml.*?\?>", re.S)
_ampersands = re.compile(r"<!\[CDATA\[.*?\]\]>|&(?:(#\d+|#x[0-9a-fA-F]+|\w+);)?", re.S)
_KNOWN_TO_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_find_root = re.compile(rf"<\?xml|<(?:[\w.-]+:)?(?:{'|'.join(_ROOTS)})\b", re.I).search
_end_of_address = re.compile(r"</(?:[\w.-]+:)?(?:loc|link|entry)\s*>", re.I)
_end_of_root = re.compile(
    rf"</(?:[\w.-]+:)?(?:{'|'.join(_ROOTS)})\s*>\s*(?:<!--.*?-->\s*)*$", re.S | re.I
)


@dataclass(frozen=True, slots=True)
class Sitemap:
    """The name of the root element, "" for text, the addresses, and what of it is lost."""

    root: str
    places: tuple[str, ...]
    loss: str = ""


def is_sitemap(path: Path) -> bool:
    """Return whether the file is a sitemap of XML, or is named as one."""
    if path.name.lower().endswith((".xml", ".xml.gz")):
        return True
    with path.open("rb") as file:
        body, _ = _unpacked(file.read(_LOOKED_AT))
    return any(f"<{root}" in _decoded(body) for root in _OF_SITEMAPS)


def sitemap_items(name: str, options: RenderOptions) -> Iterator[Item]:
    """Yield the addresses in a sitemap, and in those that it lists if it is an index.

    What of it cannot be read is an item with an error. Raises a RenderError or SourceKindError if
    that is all of it.
    """
    limits = replace(options, max_html_bytes=_MOST_BYTES, url="")
    seen: set[str] = set()
    return _items(name, limits, seen, _DEPTH)


def _items(name: str, options: RenderOptions, seen: set[str], depth: int) -> Iterator[Item]:
    seen.add(name)
    sitemap = parse_sitemap(name, _body(name, options))
    places = [_absolute(place, name) for place in sitemap.places]
    if sitemap.loss:
        yield _lost(name, f"{sitemap.loss}; the addresses before it were read")
    if sitemap.root != "sitemapindex":
        yield from map(Item, filter(is_http, places))
        return
    for place in places:
        if place in seen or not is_http(place):
            continue
        if not depth:
            yield _lost(place, "it is listed by too many indexes within one another")
            continue
        try:
            yield from _items(place, options, seen, depth - 1)
        except (RenderError, SourceKindError) as error:
            yield _lost(place, f"{error}; its addresses are left out")


def _absolute(place: str, name: str) -> str:
    """Return an address in the sitemap of that name as it stands alone; "" if it is none."""
    with suppress(ValueError):
        return urljoin(name, place) if is_http(name) else place
    return ""


def _lost(name: str, text: str) -> Item:
    return Item(name, f"sitemap {name}", error_kind=BROKEN_INPUT, error=text)


def _body(name: str, options: RenderOptions) -> bytes:
    if not is_http(name):
        return Path(name).read_bytes()
    answer = fetch_any(name, options)
    if answer.status >= 400:
        raise SourceKindError(f"{name} is no sitemap: HTTP {answer.status}")
    return answer.body


def parse_sitemap(name: str, body: bytes) -> Sitemap:
    """Return what a sitemap of that name lists. Raises SourceKindError if it is none."""
    body, loss = _unpacked(body)
    text = _decoded(body)
    if not text.lstrip().startswith("<"):
        lines = text.split()
        return Sitemap("", tuple(lines[:-1] if loss else lines), loss)
    if start := _find_root(text):  # what a server says of its own troubles may come first
        text = text[start.start() :]
    text = _declaration.sub("", text, count=1)
    if not loss and not _end_of_root.search(text):
        loss = "it is cut off"
    if loss:  # an address without its end would be another address
        ends = [end.end() for end in _end_of_address.finditer(text)]
        text = text[: ends[-1]] if ends else text
    return _xml(name, _ampersands.sub(_written_as_xml, text), loss)


def _written_as_xml(reference: re.Match[str]) -> str:
    """Return an ampersand as XML has it: alone, or with a name that HTML alone knows."""
    name = reference[1] or ""
    if name.startswith("#") or name in _KNOWN_TO_XML or not reference[0].startswith("&"):
        return reference[0]
    return html5[f"{name};"] if f"{name};" in html5 else f"&amp;{reference[0][1:]}"


class _SitemapAddresses:
    """Collects addresses as the parser comes by them: no tree of a hostile sitemap is built."""

    def __init__(self) -> None:
        self.root = ""
        self.places: list[str] = []
        self._within: list[str] = []
        self._text: list[str] = []
        self._guid = ""  # of an item of RSS: its address where it has no link
        self._before = 0  # addresses before the item

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition("}")[2].lower()
        self.root = self.root or name
        self._within.append(name)
        self._text.clear()
        if name == "item":
            self._guid, self._before = "", len(self.places)
        is_entry = self._within[-2:] == ["entry", "link"]  # of Atom
        if is_entry and attributes.get("rel", "alternate") == "alternate":
            self.places.append(attributes.get("href", "").strip())

    def data(self, text: str) -> None:
        if self._within[-1:] in (["loc"], ["link"], ["guid"]):
            self._text.append(text)

    def end(self, _: str) -> None:
        text = "".join(self._text).strip()
        if self._within[-2:] in _LISTS:
            self.places.append(text)
        elif self._within[-2:] == ["item", "guid"]:
            self._guid = text
        elif self._within[-1:] == ["item"] and len(self.places) == self._before:
            self.places.append(self._guid if is_http(self._guid) else "")
        self._within.pop()

    def close(self) -> None:
        """End: what was collected is asked for."""


def _xml(name: str, text: str, loss: str) -> Sitemap:
    target = _SitemapAddresses()
    parser = etree.XMLParser(target=target, resolve_entities=False, no_network=True, recover=True)
    try:
        for at in range(0, len(text), _STEP):
            parser.feed(text[at : at + _STEP].encode("utf-8", "replace"))
        parser.close()
    except etree.XMLSyntaxError as error:
        raise SourceKindError(f"{name} is no sitemap: {error}") from error
    if target.root not in _ROOTS:
        raise SourceKindError(f"{name} is no sitemap: its root is <{target.root}>, not <urlset>")
    if loss and not target.places:
        raise SourceKindError(f"{name} has no address that can be read: {loss}")
    return Sitemap(target.root, tuple(filter(None, target.places)), loss)


def _decoded(body: bytes) -> str:
    """Return the text, by its byte order mark, else its declaration, else as UTF-8."""
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return body.decode(encoding, "replace").lstrip("\ufeff")
    if body[:2] in (b"<\x00", b"\x00<"):  # XML in UTF-16 without a mark
        return body.decode("utf-16-le" if body[:1] == b"<" else "utf-16-be", "replace")
    declared = _find_encoding(body.lstrip()[:_LOOKED_AT])
    encoding = declared[1].decode().lower() if declared else "utf-8"
    if encoding.startswith(("utf-16", "utf-32")):  # in which it could not be read itself
        encoding = "utf-8"
    with suppress(LookupError, UnicodeDecodeError):
        return body.decode(encoding)
    with suppress(UnicodeDecodeError):
        return body.decode("utf-8")
    return body.decode("cp1252", "replace")


def _unpacked(body: bytes) -> tuple[bytes, str]:
    """Return the body decompressed, as far as a sitemap may be long, and what of it is lost."""
    parts: list[bytes] = []
    size = 0
    while body.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not unpacker.eof:
            try:
                part = unpacker.decompress(body[:_STEP], _STEP)
            except zlib.error as error:
                return b"".join(parts), f"its compression is broken: {error}"
            parts.append(part)
            size += len(part)
            if size > _MOST_BYTES:
                return b"".join(parts)[:_MOST_BYTES], "it is longer than sitemaps may be"
            body = unpacker.unconsumed_tail + body[_STEP:]
            if not part and not body:
                return b"".join(parts), "it is cut off"
        body = unpacker.unused_data + body
    if not parts:
        return (body, "") if len(body) <= _MOST_BYTES else (body[:_MOST_BYTES], "it is too long")
    return b"".join(parts), ""
