"""Sitemaps (sitemaps.org, protocol 0.9): of XML or text, compressed or not, and indexes of them."""

import io
import logging
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from pagesight.app.errors import SourceKindError
from pagesight.app.jobs.store import Item
from pagesight.render.errors import RenderError
from pagesight.render.net.fetch import fetch_any
from pagesight.render.options import RenderOptions
from pagesight.render.sources.address import is_http

logger = logging.getLogger(__name__)

_MOST_BYTES = 50 * 2**20  # of one sitemap, decompressed: the protocol's limit
_DEPTH = 3  # of indexes in indexes; the protocol knows none
_ROOTS = (b"<urlset", b"<sitemapindex")
_LOOKED_AT = 4096


def is_sitemap(path: Path) -> bool:
    """Return whether the file is a sitemap of XML, or is named as one."""
    if path.name.lower().endswith((".xml", ".xml.gz")):
        return True
    with path.open("rb") as file:
        body = file.read(_LOOKED_AT)
    return any(root in _unpacked(body) for root in _ROOTS)


def sitemap_items(name: str, options: RenderOptions) -> Iterator[Item]:
    """Yield the addresses in a sitemap, and in those that it lists if it is an index.

    Raises a RenderError or SourceKindError if it cannot be read; a fault of one that an index
    lists is logged.
    """
    limits = replace(options, max_html_bytes=_MOST_BYTES, url="")
    seen: set[str] = set()
    return (Item(url) for url in _addresses(name, limits, seen, _DEPTH))


def _addresses(name: str, options: RenderOptions, seen: set[str], depth: int) -> Iterator[str]:
    seen.add(name)
    kind, places = _read(name, options)
    if kind != "sitemapindex":
        yield from filter(is_http, places)
        return
    for place in places:
        if place in seen or not is_http(place) or not depth:
            continue
        try:
            yield from _addresses(place, options, seen, depth - 1)
        except (RenderError, SourceKindError) as error:
            logger.error("error: %s; its addresses are left out", error)


def _read(name: str, options: RenderOptions) -> tuple[str, list[str]]:
    """Return the name of the root element, "" for text, and the addresses in it."""
    if is_http(name):
        answer = fetch_any(name, options)
        if answer.status >= 400:
            raise SourceKindError(f"{name} is no sitemap: HTTP {answer.status}")
        body = answer.body
    else:
        body = Path(name).read_bytes()
    body = _unpacked(body)
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return "", body.decode("utf-8", "replace").split()
    kind, places = "", []
    try:
        for _, element in etree.iterparse(
            io.BytesIO(body), events=("end",), resolve_entities=False, no_network=True, recover=True
        ):
            kind = etree.QName(element).localname if isinstance(element.tag, str) else ""
            parent = element.getparent()
            if kind == "loc" and parent is not None and _local(parent) in ("url", "sitemap"):
                places.append((element.text or "").strip())
            if kind in ("url", "sitemap"):
                element.clear()
    except etree.XMLSyntaxError as error:
        raise SourceKindError(f"{name} is no sitemap: {error}") from error
    if kind not in ("urlset", "sitemapindex"):
        raise SourceKindError(f"{name} is no sitemap: its root is <{kind}>, not <urlset>")
    return kind, places


def _local(element: etree._Element) -> str:
    return str(etree.QName(element).localname)


def _unpacked(body: bytes) -> bytes:
    """Return the body decompressed, as far as a sitemap may be long; a broken end is left out."""
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, _MOST_BYTES)
    except zlib.error:
        return b""
