"""Make a page need nothing from outside: style and pictures come into it, all else goes."""

import re
from base64 import b64encode
from collections.abc import Callable

from lxml import html
from lxml.html import HtmlElement

from pagesight.extract.page.addresses import Addresses
from pagesight.render.sources.body import decode_html
from pagesight.render.sources.html import Archive, HtmlAnswer

# What a browser holds the copy to, whatever was overlooked here.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_GONE = (
    "script", "noscript", "template", "base", "link", "iframe", "frame", "object", "embed", "audio",
    "video", "source", "track", "applet", "portal", "fencedframe",
)  # fmt: skip
# Attributes that ask for something, or do something when they are clicked.
_ASKING = frozenset(
    {"srcset", "imagesrcset", "sizes", "background", "poster", "data", "ping", "action",
     "formaction", "manifest", "lowsrc", "dynsrc", "longdesc", "cite", "srcdoc", "archive",
     "codebase", "classid", "profile", "crossorigin", "integrity", "loading", "target"}
)  # fmt: skip
_MOST_BYTES = 5_000_000  # of one picture or style sheet
_DEEPEST_IMPORT = 4  # of style sheets in style sheets; by hand
_find_urls = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)""", re.I)
_find_imports = re.compile(r"""@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?([^;]*);""", re.I)
_is_safe_link = re.compile(r"(?:https?://|mailto:)", re.I).match


def make_self_contained(tree: HtmlElement, url: str, archive: Archive) -> None:
    """Change a tree that nobody else has so that it asks for nothing and runs nothing.

    Style sheets and pictures that the archive has become part of it, others are left out.
    """
    addresses = Addresses(tree, url)
    parts = _PageParts(addresses.absolute, archive)
    for link in tree.xpath("//link[@href]"):
        if "stylesheet" in (link.get("rel") or "").lower().split():
            sheet = parts.sheet(link.get("href"), link.get("media") or "")
            if sheet is not None:
                link.addprevious(sheet)
    for element in list(tree.iter(*_GONE)):
        element.drop_tree()
    for meta in list(tree.iter("meta")):
        if meta.get("http-equiv") or meta.get("charset"):
            meta.drop_tree()
    for element in tree.iter("*"):
        _quieten(element, parts)
    head = tree.find("head")
    if head is None:
        head = html.Element("head")
        tree.insert(0, head)
    head[0:0] = [
        html.Element("meta", {"charset": "utf-8"}),
        html.Element("meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY}),
        html.Element("meta", {"http-equiv": "x-dns-prefetch-control", "content": "off"}),
    ]


def data_uri(body: bytes, media_type: str) -> str:
    """Return an address that holds the bytes themselves."""
    return f"data:{media_type};base64,{b64encode(body).decode()}"


class _PageParts:
    """The style sheets and pictures of a page, as text that can stand in it."""

    def __init__(self, absolute: Callable[[str], str], archive: Archive) -> None:
        self._absolute, self._archive = absolute, archive

    def sheet(self, address: str, media: str) -> HtmlElement | None:
        """Return the style element that holds a style sheet; None if there is none."""
        answer = self._answer(address)
        if answer is None:
            return None
        style = html.Element("style", {"media": media} if media else {})
        style.text = self.style(decode_html(answer.body, answer.content_type))
        return style

    def style(self, css: str, depth: int = 0) -> str:
        """Return CSS with all that it names in it."""

        def imported(match: re.Match[str]) -> str:
            answer = self._answer(match[1]) if depth < _DEEPEST_IMPORT else None
            if answer is None:
                return ""
            inner = self.style(decode_html(answer.body, answer.content_type), depth + 1)
            return f"@media {match[2]} {{ {inner} }}" if match[2].strip() else inner

        def embedded(match: re.Match[str]) -> str:
            return f'url("{self.picture(next(filter(None, match.groups()), ""))}")'

        css = _find_imports.sub(imported, css)
        return _find_urls.sub(embedded, css).replace("</", "<\\/")

    def picture(self, address: str) -> str:
        """Return an address that holds the picture or font itself; "data:," if there is none."""
        if address.lower().startswith("data:") or address.startswith("#"):
            return address.replace('"', "%22")
        answer = self._answer(address)
        if answer is None:
            return "data:,"
        media_type = answer.content_type.partition(";")[0].strip() or "application/octet-stream"
        return data_uri(answer.body, media_type)

    def _answer(self, address: str) -> HtmlAnswer | None:
        answer = self._archive(self._absolute(address) or address)
        return answer if answer is not None and len(answer.body) <= _MOST_BYTES else None


def _is_kept_link(tag: str, address: str) -> bool:
    """Return whether an address only says where a click leads."""
    return address.startswith("#") or (tag in ("a", "area") and bool(_is_safe_link(address)))


def _quieten(element: HtmlElement, parts: _PageParts) -> None:
    """Take from an element what asks for something, and put what it shows into it."""
    for name, value in list(element.attrib.items()):
        plain = name.rpartition("}")[2].rpartition(":")[2].lower()
        if plain.startswith("on") or plain in _ASKING:
            del element.attrib[name]
        elif plain == "src" or (plain == "href" and element.tag == "image"):
            element.set(name, parts.picture(value))
        elif plain == "href" and not _is_kept_link(element.tag, value.strip()):
            del element.attrib[name]
        elif plain == "style":
            element.set(name, parts.style(value))
    if element.tag == "a":
        element.set("rel", "noopener noreferrer nofollow")
    if element.tag == "style":
        element.text = parts.style(element.text or "")
