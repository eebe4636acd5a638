"""Bodies of answers: what is no HTML or text by its first bytes; HTML decoded as browsers do."""

import codecs
import re

from w3lib.encoding import html_to_unicode, http_content_type_encoding, resolve_encoding

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
_MARKS_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MARKS = (codecs.BOM_UTF8, *_MARKS_16)
_ROOT_WITHIN = 2048  # bytes
_SNIFFED = 1445  # bytes, as browsers do
_BINARY = bytes({*range(0x20)} - set(b"\t\n\x0c\r\x1b"))
# Codecs of Python that decode bytes to text, and are the charset of no page.
_NO_CHARSETS = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape"})
_LOOKED_AT = 200_000  # bytes of text: more does not help
_MARKUP = rb"(?is)<(script|style)\b.*?</\1\s*>|<[^>]*>|&\w+;"
_multibyte = re.compile(r"[^\x00-\x7f\ufffd]").findall
_find_hangul = re.compile(r"[\uac00-\ud7a3]").findall
_ASCII = bytes(range(128))
_JAPANESE_ESCAPE = b"\x1b$B"  # of ISO-2022-JP, whose bytes are all ASCII
# Of the characters beyond ASCII in a page that is broken UTF-8, at least so many are whole.
WHOLE = 0.9
_LATIN = "cp1252"  # which browsers take for ISO 8859-1 and ASCII too


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
    content_type = essence = ""
    for value in _find_values(header):
        media_type = value.partition(";")[0].strip().lower()
        if not _is_media_type(media_type) or media_type in _UNKNOWN:
            continue
        if media_type != essence or "charset" in value.lower():
            content_type = value.strip()
        essence = media_type
    return content_type


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
    if root := _ROOTS.get(_root(body)):
        return root
    if _is_json(body[:_ROOT_WITHIN].removeprefix(codecs.BOM_UTF8)):
        return "JSON"
    if body.startswith(_MARKS) or body.lstrip().startswith(b"<"):
        return ""
    head = body[:_SNIFFED]
    return "binary data" if head.translate(None, _BINARY) != head else ""


def has_html_root(body: bytes) -> bool:
    """Return whether the root of XML is an `html` element."""
    return _root(body) == b"html"


def _root(body: bytes) -> bytes:
    match = _find_root(body[:_ROOT_WITHIN].removeprefix(codecs.BOM_UTF8))
    return match[1].lower() if match else b""


def decode_html(html: bytes, content_type: str | None = None) -> str:
    """Return `html` as text: byte order mark, then HTTP charset, then meta tag, then a guess.

    A meta tag that says Latin-1 where all bytes are valid UTF-8 is not believed: old templates say
    so, and servers correct them. Nor is one that says UTF-16, in which it could not be read itself.
    `content_type` is the HTTP header's value. Undecodable bytes become U+FFFD and null characters
    are dropped, so this never fails.

    >>> decode_html("<p>é".encode("latin-1"), "text/html; charset=iso-8859-1")
    '<p>é'
    """
    try:
        codec, text = html_to_unicode(content_type, html, auto_detect_fun=_guess_codec)
    except (LookupError, ValueError):  # a codec that Python has, but no charset: "rot13", "hex"
        codec, text = "", ""
    if _is_false_utf16(html, codec, content_type):
        codec, text = "utf-8", html.decode("utf-8", "replace")
    elif _is_unmarked_utf16(html, content_type):
        text = html.decode("utf-16-le", "replace")
    if codec == _LATIN and not http_content_type_encoding(content_type) and _is_utf8(html):
        text = html.decode("utf-8")
    is_none = codec == "utf-8" and "\ufffd" in text and not _is_nearly_utf8(html)
    if not codec or codec in _NO_CHARSETS or is_none:
        text = html.decode(_guess_codec(html) or "utf-8", "replace")
    return text.replace("\x00", "")


def _is_unmarked_utf16(html: bytes, content_type: str | None) -> bool:
    """Return whether a server says UTF-16 of what has no mark of it: it is little endian then."""
    stated = (http_content_type_encoding(content_type) or "").replace("_", "-")
    return stated == "utf-16" and not html.startswith(_MARKS_16)


def _is_false_utf16(html: bytes, codec: str, content_type: str | None) -> bool:
    """Return whether UTF-16 is what a meta tag alone says (HTML, 13.2.3.2: it means UTF-8)."""
    stated = codec.replace("_", "-").startswith("utf-16")
    marked = html.startswith(_MARKS_16)
    return stated and not marked and not http_content_type_encoding(content_type)


def guess_charset(html: bytes) -> str:
    """Return the charset of undeclared bytes, by a name that browsers know.

    UTF-8 if they are valid UTF-8, or nearly; else what their text looks like, without the markup,
    which is ASCII in all charsets; else windows-1252.
    """
    try:
        html.decode("utf-8")
    except UnicodeDecodeError:
        from resiliparse.parse.encoding import detect_encoding  # of few pages: most are UTF-8

        text = re.sub(_MARKUP, b" ", html[: 5 * _LOOKED_AT])[:_LOOKED_AT]
        detected = detect_encoding(text, max_len=_LOOKED_AT, from_html_meta=False)
        if _is_nearly_utf8(html):
            return "utf-8"
        if detected != "utf-8":  # which it also says where it does not know
            return str(detected)
        return "euc-kr" if _is_korean(text) else "windows-1252"
    return "iso-2022-jp" if _JAPANESE_ESCAPE in html else "utf-8"


def _guess_codec(html: bytes) -> str | None:
    return resolve_encoding(guess_charset(html))


def _is_korean(text: bytes) -> bool:
    """Return whether that is EUC-KR, which the detector does not know."""
    decoded = text.decode("euc_kr", "ignore")
    return len(_find_hangul(decoded)) > 0.5 * len(text.translate(None, _ASCII)) / 2


def _is_utf8(html: bytes) -> bool:
    try:
        return not html.decode("utf-8").isascii()
    except UnicodeDecodeError:
        return False


def _is_nearly_utf8(html: bytes) -> bool:
    text = html.decode("utf-8", "replace")
    whole = len(_multibyte(text))
    return whole > 0 and whole >= WHOLE * (whole + text.count("\ufffd"))
