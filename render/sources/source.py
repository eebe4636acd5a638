"""Recognise what a source is, and open it."""

import codecs
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pagesight.render.errors import SourceError
from pagesight.render.sources.address import is_address, page_address
from pagesight.render.sources.archive import Archive
from pagesight.render.sources.replay import replay_file, replay_text

# What files of that kind begin with; the names are for people.
_MAGIC = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "an image, sound or film (RIFF)"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
    (b"%!PS", "a PostScript document"),
    (b"\x1aE\xdf\xa3", "a film (Matroska)"),
    (b"OggS", "sound or film (Ogg)"),
    (b"ID3", "sound (MP3)"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
)
# Root elements of XML files.
_ROOTS = {
    b"rss": "an RSS feed",
    b"rdf:rdf": "an RSS feed",
    b"feed": "an Atom feed",
    b"urlset": "an XML sitemap",
    b"sitemapindex": "an XML sitemap",
    b"svg": "an SVG image",
}
# Media types, as servers state them and names of files suggest them.
_TYPES = {
    "application/rss+xml": "an RSS feed",
    "application/atom+xml": "an Atom feed",
    "application/json": "JSON",
    "application/feed+json": "a JSON feed",
    "application/ld+json": "JSON",
    "application/xml": "XML",
    "text/xml": "XML",
    "text/css": "a style sheet",
    "text/csv": "a CSV table",
    "text/javascript": "JavaScript",
    "application/javascript": "JavaScript",
}
_find_root = re.compile(rb"\s*+(?:(?><\?.*?\?>|<!--.*?-->|<![^>]*>)\s*+)*+<([\w:-]+)", re.S).match
_is_json = re.compile(
    rb'\s*(?:\{\s*(?:"[^"\n]*"\s*:|\}\s*$)|\[\s*(?:\{\s*"|"[^"\n]*"\s*[,\]]|\]\s*$))'
).match
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ROOT_WITHIN = 2048  # bytes
_LOOKED_AT = 1445  # bytes, as browsers do
_BINARY = bytes({*range(0x20)} - set(b"\t\n\x0c\r\x1b"))


def type_name(media_type: str) -> str:
    """Return what a media type is called ("an RSS feed"); "" for pages and for types unknown."""
    return _TYPES.get(media_type, "")


def non_html_kind(body: bytes) -> str:
    """Return what `body` is if that is not HTML or text ("a PDF document"), else "".

    After the WHATWG's MIME Sniffing Standard, sections 5.2 and 6: what begins with a tag or a byte
    order mark is text; control characters are a sign of something else.

    >>> non_html_kind(b"%PDF-1.7"), non_html_kind(b" <p>caf\\xe9"), non_html_kind(b"plain")
    ('a PDF document', '', '')
    """
    for magic, name in _MAGIC:
        if body.startswith(magic):
            return name
    if body[4:8] == b"ftyp":
        return "a film (MP4)"
    text = body[:_ROOT_WITHIN].removeprefix(codecs.BOM_UTF8)
    root = _find_root(text)
    if root and root[1].lower() in _ROOTS:
        return _ROOTS[root[1].lower()]
    if _is_json(text):
        return "JSON"
    if body.startswith(_MARKS) or body.lstrip().startswith(b"<"):
        return ""
    head = body[:_LOOKED_AT]
    return "binary data" if head.translate(None, _BINARY) != head else ""


@dataclass(frozen=True, slots=True)
class Source:
    """An address to render and, if it is to be rendered without the net, what answers for it."""

    name: str  # as the user gave it
    url: str
    archive: Archive | None = None

    @property
    def address(self) -> str:
        """The page's own address; "" if it is not known."""
        return page_address(self.url)


def open_source(source: str, url: str = "") -> Source:
    """Return what `source` names: a URL, or a path of HTML, MHTML, a WARC archive or a folder.

    `url` is the address of a saved page, in place of the one that it states itself.
    A WARC holds many pages: `archive.warc.gz#https://...` names one, else its first is meant.
    Raises SourceError if there is no such file, it cannot be read or it holds no page.
    """
    if url and not is_address(url):
        raise SourceError(f"{url[:200]} is not an http(s) address; wanted that of the saved page")
    try:
        if not _is_address(source):
            return _open_path(source, url)
    except OSError as error:  # no right to read it, a name longer than names can be
        raise SourceError(f"cannot read {source[:200]}: {error.strerror}") from error
    if url:
        raise SourceError(f"{source} is an address itself; --url is for saved pages")
    return Source(source, source)


def _is_address(source: str) -> bool:
    try:
        return urlsplit(source).scheme in ("http", "https")
    except ValueError as error:
        raise SourceError(f"{source[:200]} is not an address: {error}") from error


def _open_path(source: str, url: str) -> Source:
    file, _, wanted = source.partition("#")
    path = Path(source if Path(source).exists() else file)
    if path.is_dir():
        return Source(source, *replay_file(path / "index.html", url))
    if not path.is_file():
        raise SourceError(f"{source} is neither an http(s) address nor a file or folder")
    if path.name.lower().endswith((".warc", ".warc.gz")):
        from pagesight.render.sources.warc import replay_warc  # slow to load, as MHTML is

        return Source(source, *replay_warc(path, wanted or url))
    if path.suffix.lower() in (".mhtml", ".mht"):
        from pagesight.render.sources.mhtml import replay_mhtml

        return Source(source, *replay_mhtml(path, url))
    with path.open("rb") as opened:
        other = non_html_kind(opened.read(2048))
    other = other or type_name(mimetypes.guess_type(path.name)[0] or "")
    if other:
        raise SourceError(f"{source} is {other}, not HTML")
    return Source(source, *replay_file(path, url))


def html_source(html: str, url: str = "", name: str = "") -> Source:
    """Return a source that renders `html` as if `url` had answered it, without the net."""
    address, archive = replay_text(html, url)
    return Source(name or url or page_address(address), address, archive)
