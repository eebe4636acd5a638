"""The DOM: HTML text in, an lxml tree out that nobody changes."""

import re

from lxml import etree, html

from pagesight.extract.errors import ParseError

# Subtrees that hold no text a reader sees.
SKIPPED_TAGS = frozenset(
    {"script", "style", "head", "title", "svg", "iframe", "object", "embed", "canvas",
     "audio", "video", "option", "optgroup", "input", "textarea", "datalist", "meter",
     "progress", "map", "area", "link", "meta", "base", "param", "source", "track"}
)  # fmt: skip

# Subtrees that a browser with scripts does not show: their text is in the DOM elsewhere by then.
UNRENDERED_TAGS = frozenset({"noscript", "template"})

HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

# Inline elements that may begin or end inside a word.
FORMATTING_TAGS = frozenset(
    {"b", "big", "del", "em", "font", "i", "ins", "mark", "rp", "rt", "ruby", "s", "small",
     "strike", "strong", "sub", "sup", "tt", "u", "wbr"}
)  # fmt: skip

_INLINE_TAGS = FORMATTING_TAGS | {
    "a", "abbr", "acronym", "bdi", "bdo", "br", "cite", "code", "data", "dfn", "img", "kbd",
    "label", "nobr", "picture", "q", "samp", "slot", "span", "time", "var",
}  # fmt: skip

_hides = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I).search


def parse(html_text: str) -> html.HtmlElement:
    """Return the `html` element of the page. Broken markup is mended as libxml2 does.

    Raises ParseError if nothing in the text is an element or text.
    """
    # Bytes, since lxml refuses text that carries an XML encoding declaration.
    parser = html.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        return html.document_fromstring(html_text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise ParseError(f"no HTML in the {len(html_text)} characters given: {error}") from error


def is_inline(tag: str) -> bool:
    """Tell whether browsers lay the element out inside a line: so for unknown elements too."""
    return tag in _INLINE_TAGS or "-" in tag or ":" in tag


def is_hidden(element: html.HtmlElement) -> bool:
    """Tell whether the element's own attributes hide it."""
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    style = element.get("style")
    return style is not None and _hides(style) is not None
