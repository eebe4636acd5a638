"""Tell by its first bytes what is no HTML, whatever its name or its server says."""

import codecs

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
)
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOKED_AT = 1445  # bytes, as browsers do
_BINARY = bytes({*range(0x20)} - set(b"\t\n\x0c\r\x1b"))


def told_from_html(body: bytes) -> str:
    """Return what `body` is if that is not HTML or text ("a PDF document"), else "".

    After the WHATWG's MIME Sniffing Standard, sections 5.2 and 6: what begins with a tag or a byte
    order mark is text; control characters are a sign of something else.

    >>> told_from_html(b"%PDF-1.7"), told_from_html(b" <p>caf\\xe9"), told_from_html(b"plain")
    ('a PDF document', '', '')
    """
    for magic, name in _MAGIC:
        if body.startswith(magic):
            return name
    if body.startswith(_MARKS) or body.lstrip().startswith(b"<"):
        return ""
    head = body[:_LOOKED_AT]
    return "binary data" if head.translate(None, _BINARY) != head else ""
