"""Hostile pages by kind and number: the same ones each time, as bytes and a content type."""

import encodings.aliases
import gzip
import json
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

Random = random.Random
Made = tuple[bytes, str]  # body, content type

_WORDS = "Some words of a plain sentence that says little, and then a comma or two. "
_SAMPLES = ("article.html", "news.html", "shop.html")
_TAGS = ("div", "span", "p", "b", "a", "ul", "li", "table", "tr", "td", "blockquote", "font", "svg",
         "math", "select", "option", "template", "noscript", "iframe", "form", "button", "pre",
         "code", "h1", "dl", "dd", "x-y", "o:p", "frameset", "object", "video", "ruby", "details",
         "script", "style", "title", "textarea", "plaintext", "xmp", "head", "body", "html", "img",
         "br", "meta", "link", "base", "main", "section", "article", "time", "nav", "th", "ol",
         "dir", "canvas", "picture", "source", "embed", "marquee", "input", "label")  # fmt: skip
_CODECS = tuple(sorted({*encodings.aliases.aliases, *encodings.aliases.aliases.values(), "none",
                        "utf-16", "utf-32", "x-user-defined", "x-sjis", "iso-8859-8-i", "unicode",
                        "'utf-8", "utf8;", "\x00", "é", "a" * 5000, "../utf-8", "mbcs", "idna",
                        "undefined", "unicode_escape", "raw_unicode_escape", "punycode", "rot13",
                        "zip", "hex", "bz2", "base64", "quopri", "uu"}))  # fmt: skip
_MAGIC = (b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"\x1f\x8b\x08", b"\x7fELF",
          b"GIF89a", b"\xff\xd8\xff", b"\x00\x00\x00\x18ftyp", b'{"a":', b"RIFF",
          b"<?xml version='1.0'?>",
          b"\xfe\xff", b"\xff\xfe", b"\xff\xfe\x00\x00", b"\xef\xbb\xbf", b"BM", b"MZ")  # fmt: skip
_PIECES = ("<", ">", "/", "</", "<!--", "-->", "<!", "<![CDATA[", "]]>", "<?", "?>", "&", "&#",
    ";", "&#x110000;", "&#0;", "&#xd800;", "&lt", "&nbsp;", '"', "'", "=", " ", "\n", "\t",
    "\x00", "\x0c", "\x1b", "\ufeff", "\u202e", "\u2028", "\U0010ffff", "é", "漢字", "`", "*", "_",
    "[", "](", ")", "\\", "|", "#", "$$", "{", "}", "http://[", "//", "javascript:", "data:,",
    "<!DOCTYPE html [<!ENTITY a 'b'>]>", "<script>", "</script", "<style>", "<title>",
    " style='display:none'", " hidden", " class='nav article'", " href=", " src=", " id=x",
    " colspan=99999999999", " rowspan=-1", " start=9e9", " datetime=0000-99-99", " lang=",
    " itemprop=author", "Posted on 31 Feb 2020", "1,299.00 €", "By Ann Lee",
    '<script type="application/ld+json">', '{"@type":"Article","datePublished":', "[[[",
    "<meta property='og:title' content=", "<link rel=canonical href=", "<base href=",
    _WORDS)  # fmt: skip


def _sample(chance: Random) -> bytes:
    return files("pagesight.app").joinpath("samples", chance.choice(_SAMPLES)).read_bytes()


def _truncated(chance: Random) -> Made:
    page = _sample(chance)
    return page[: chance.randrange(len(page))], "text/html; charset=utf-8"


def _mutated(chance: Random) -> Made:
    page = bytearray(_sample(chance))
    for _ in range(chance.choice((1, 10, 100, 1000))):
        at = chance.randrange(len(page))
        how = chance.randrange(4)
        if how == 0:
            page[at] = chance.randrange(256)
        elif how == 1:
            page[at:at] = chance.randbytes(chance.randrange(1, 9))
        elif how == 2:
            del page[at : at + chance.randrange(1, 200)]
        else:
            page[at:at] = page[at : at + chance.randrange(1, 2000)]
        page = page or bytearray(b"<")
    return bytes(page), "text/html"


def _binary(chance: Random) -> Made:
    body = chance.choice((b"", *_MAGIC)) + chance.randbytes(chance.choice((0, 1, 100, 100_000)))
    return body, chance.choice(("text/html", "application/pdf", "image/png", "", "x"))


def _charset(chance: Random) -> Made:
    stated, used = chance.choice(_CODECS), chance.choice(_CODECS)
    page = _sample(chance).decode("utf-8").replace("utf-8", stated)
    try:
        body = page.encode(used, "ignore")
    except (LookupError, ValueError, TypeError, AttributeError):
        body = page.encode("utf-8", "replace")
    kind = chance.choice(
        ("text/html", f"text/html; charset={stated}", f"text/html;charset='{used}")
    )
    return body, kind


def _nested(chance: Random) -> Made:
    tags = chance.choices(_TAGS, k=chance.choice((1, 1, 2, 3)))
    depth = chance.choice((1_000, 10_000, 100_000)) // len(tags)
    opening = "".join(f"<{tag}>" for tag in tags) + chance.choice(("", "x ", "<br>"))
    closing = (
        "".join(f"</{tag}>" for tag in reversed(tags)) * depth if chance.random() < 0.5 else ""
    )
    return f"<p>{_WORDS}</p>{opening * depth}{_WORDS}{closing}".encode(), "text/html"


def _huge_attributes(chance: Random) -> Made:
    size = chance.choice((10_000, 1_000_000, 5_000_000))
    name = chance.choice(("class", "id", "style", "href", "src", "srcset", "alt", "data-x", "onx"))
    value = chance.choice(("a", "a ", "a,b 1x, ", "/a", "&amp;", "display:none;", "é", "(", "\\"))
    many = "".join(f" {chance.choice('abc')}{n}=v" for n in range(size // 100))
    tag = chance.choice(("p", "a", "img", "div", "td", "meta", "body"))
    value = value * (size // len(value))
    attribute = chance.choice(
        (f' {name}="{value}"', many, f" {value.replace(' ', '')}", f' {name}="')
    )
    return f"<p>{_WORDS}</p><{tag}{attribute}>{_WORDS}</{tag}>".encode(), "text/html"


def _controls(chance: Random) -> Made:
    page = _sample(chance).decode("utf-8")
    codes = (*range(32), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF, 0xFDD0, 0xFEFF, 0x202E, 0x2028)
    for _ in range(chance.choice((1, 20, 200))):
        at, code = chance.randrange(len(page)), chance.choice(codes)
        written = chance.choice((chr(code), f"&#{code};", f"&#x{code:x}", "%%%02x" % (code % 256)))
        page = page[:at] + written * chance.choice((1, 1, 50)) + page[at:]
    return page.encode("utf-8", "replace"), "text/html; charset=utf-8"


def _soup(chance: Random) -> Made:
    parts = []
    for _ in range(chance.choice((3, 30, 300, 3000))):
        tag = chance.choice(_TAGS)
        parts.append(
            chance.choice((f"<{tag}>", f"</{tag}>", f"<{tag}", *chance.choices(_PIECES, k=4)))
        )
    return "".join(parts).encode("utf-8", "replace"), "text/html; charset=utf-8"


def _json_ld(chance: Random) -> Made:
    values: list[object] = [
        None,
        True,
        1e308,
        -1,
        "",
        "x" * 1000,
        [],
        {},
        "2020-13-45",
        "\ud800",
        "<b>",
    ]
    keys = ("@type", "@id", "@graph", "author", "name", "headline", "datePublished", "image", "url",
            "publisher", "inLanguage", "description", "mainEntity", "itemListElement")  # fmt: skip

    def value(depth: int) -> object:
        if depth == 0 or chance.random() < 0.3:
            return chance.choice([*values, "Article", "Product", "Person", "#a"])
        if chance.random() < 0.4:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        return {chance.choice(keys): value(depth - 1) for _ in range(chance.randrange(6))}

    text = json.dumps(value(6))
    if chance.random() < 0.3:
        text = chance.choice((text[:-2], "[" * 50_000, text + ",", f"<!--{text}", '{"a":' * 9_000))
    page = f'<script type="application/ld+json">{text}</script><h1>A title</h1><p>{_WORDS * 5}</p>'
    return page.encode(), "text/html"


def _plain(chance: Random) -> Made:
    """Return odd sizes and repeats: nothing, one character, one of them a million times."""
    piece = chance.choice((*_PIECES, *(f"<{tag}>" for tag in _TAGS)))
    times = chance.choice((0, 1, 2, 1_000, 100_000))
    return (piece * min(times, 3_000_000 // len(piece))).encode("utf-8", "replace"), "text/html"


def bomb(chance: Random) -> tuple[bytes, str]:
    """Return a small body that is huge when it is decompressed, and its content encoding."""
    megabytes = chance.choice((50, 200, 500))
    piece = chance.choice((b"\x00", b"<p>", b"<div>", b"a b ", b"&amp;")) * 1000
    if chance.random() < 0.3:
        press = zlib.compressobj(9)
        parts = [press.compress(piece) for _ in range(megabytes * 1_000_000 // len(piece))]
        return b"".join([*parts, press.flush()]), "deflate"
    body = gzip.compress(piece * (megabytes * 1_000_000 // len(piece)), 5)
    return (gzip.compress(body), "gzip, gzip") if chance.random() < 0.5 else (body, "gzip")


# How each kind is made, and how many of 10,000 are of it; bombs, which servers send, are the rest.
KINDS: Mapping[str, tuple[Callable[[Random], Made], int]] = {
    "truncated": (_truncated, 1500),
    "mutated": (_mutated, 1600),
    "binary": (_binary, 900),
    "charsets": (_charset, 1500),
    "nested to 100,000": (_nested, 60),
    "huge attributes": (_huge_attributes, 90),
    "null bytes, controls": (_controls, 1100),
    "tag soup": (_soup, 2100),
    "JSON-LD": (_json_ld, 720),
    "repeats": (_plain, 400),
}
BOMBS = 30


def made(kind: str, number: int) -> Made:
    """Return the page of that kind and number."""
    return KINDS[kind][0](random.Random(f"{kind} {number}"))


def codecs() -> Sequence[str]:
    """Return the names of charsets that pages state."""
    return _CODECS
