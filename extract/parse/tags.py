"""What the reading knows of each tag: a number, and how text runs through it."""

from enum import IntEnum

from pagesight.extract.parse.dom import (
    FORMATTING_TAGS,
    HEADING_TAGS,
    SKIPPED_TAGS,
    UNRENDERED_TAGS,
    is_inline,
)


class Kind(IntEnum):
    """How text runs through an element."""

    BLOCK = 0  # ends the text before it and after it
    INLINE = 1  # words do not run on over its edges
    FORMATTING = 2  # words run on
    BREAK = 3
    IMAGE = 4
    SKIPPED = 5  # holds nothing that is read


# Every page numbers these alike, so that models may read the numbers; other tags get numbers from
# len(TAGS) on, as a page has them.
TAGS = (
    "html", "body", "div", "p", "span", "a", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption",
    "thead", "tbody", "tfoot", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "code",
    "blockquote", "article", "main", "section", "nav", "aside", "header", "footer", "figure",
    "figcaption", "form", "fieldset", "legend", "label", "button", "select", "details", "summary",
    "dialog", "address", "time", "hr", "br", "img", "picture", "b", "strong", "i", "em", "u", "s",
    "strike", "del", "ins", "mark", "small", "big", "font", "sub", "sup", "tt", "kbd", "samp",
    "var", "cite", "dfn", "abbr", "acronym", "q", "data", "wbr", "ruby", "rp", "rt", "bdi", "bdo",
    "nobr", "slot", "center", "menu", "dir", "hgroup", "search", "output", "frameset", "noframes",
    *sorted(UNRENDERED_TAGS), *sorted(SKIPPED_TAGS),
)  # fmt: skip
CODE = {tag: code for code, tag in enumerate(TAGS)}
HEADING_LEVEL = {CODE[tag]: int(tag[1]) for tag in HEADING_TAGS}
PRE, ANCHOR = CODE["pre"], CODE["a"]


def kind_of(tag: str, skipped: frozenset[str] = SKIPPED_TAGS) -> Kind:
    """Return how text runs through elements of that tag."""
    if tag == "source":  # of a picture: it holds no text, but the address
        return Kind.FORMATTING
    if tag in skipped:
        return Kind.SKIPPED
    if tag in ("br", "img"):
        return Kind.BREAK if tag == "br" else Kind.IMAGE
    if not is_inline(tag):
        return Kind.BLOCK
    return Kind.FORMATTING if tag in FORMATTING_TAGS else Kind.INLINE
