"""Decode HTML bytes as browsers do."""

import codecs
import re

from w3lib.encoding import html_to_unicode, http_content_type_encoding, resolve_encoding

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
_MARKS_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LATIN = "cp1252"  # which browsers take for ISO 8859-1 and ASCII too


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
