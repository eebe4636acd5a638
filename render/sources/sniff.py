"""Recognise what is no HTML or text, by its first bytes or its media type."""

import codecs
import re

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
_UNKNOWN = frozenset({"*/*", "unknown/unknown", "application/unknown"})
_is_media_type = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+/[!#$%&'*+.^_`|~0-9a-z-]+").fullmatch
_find_values = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^,"]|"(?=[^"]*$))+').findall  # commas in quotes
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


def media_type_of(header: str) -> str:
    """Return what browsers take from the values of Content-Type, "" where that is nothing.

    After the WHATWG's Fetch Standard, "extract a MIME type", and its MIME Sniffing Standard, 7:
    the last value that is one counts, with the charset of an earlier one of the same type.

    >>> media_type_of("text/html; charset=utf-8, text/html"), media_type_of("html, */*")
    ('text/html; charset=utf-8', '')
    """
    found = essence = ""
    for value in _find_values(header):
        kind = value.partition(";")[0].strip().lower()
        if not _is_media_type(kind) or kind in _UNKNOWN:
            continue
        if kind != essence or "charset" in value.lower():
            found = value.strip()
        essence = kind
    return found


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
