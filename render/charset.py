"""Decode HTML bytes as browsers do."""

from w3lib.encoding import html_to_unicode


def decode_html(html: bytes, content_type: str | None = None) -> str:
    """Return `html` as text: byte order mark, then HTTP charset, then meta tag, then UTF-8.

    `content_type` is the HTTP header's value. Undecodable bytes become U+FFFD and null characters
    are dropped, so this never fails.

    >>> decode_html("<p>é".encode("latin-1"), "text/html; charset=iso-8859-1")
    '<p>é'
    """
    _, text = html_to_unicode(content_type, html, auto_detect_fun=guess_charset)
    return text.replace("\x00", "")


def guess_charset(html: bytes) -> str:
    """Return the charset of undeclared bytes: UTF-8 if they are valid UTF-8, else windows-1252."""
    try:
        html.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"
