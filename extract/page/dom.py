"""Parse HTML into an lxml tree, and name the sets of tags that the walk treats alike."""

import re
from enum import IntEnum
from itertools import islice

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

# A `noscript` with fewer characters that names JavaScript asks for it, in whatever language.
_MOST_ASKING = 300
_MOST_PREVIEWS = 3  # elements before a `noscript`
_TINY = frozenset({"0", "1"})  # pixels of a counter of visits
_MOST_AROUND_IMAGE = 8  # elements that may hold it
_names_scripts = re.compile(r"java\s?script", re.I).search

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
# The end of the page: what follows belongs to it all the same. And elements without an end that
# libxml2 takes for others: all that follows would be inside them.
_to_mend = re.compile(rb"<(?:/(?:body|html)\s*|(source|embed|track)\b([^<>]*))>", re.I).sub
# Tags that say least, left out of pages nested deeper than libxml2 reads (2,048 elements).
_nesting = re.compile(rb"</?(?:div|span|font|b|i|u|em|strong|small|big|center)\b[^<>]*>", re.I).sub
# Characters that XML does not have, raw or by number: lxml takes them from a page, but when text
# that holds one is moved, by us or by htmldate, it raises ValueError.
_NO_TEXT = bytes({*range(1, 0x20)} - {*b"\t\n\f\r"})
_NONCHARACTERS = ("\ufffe".encode(), "\uffff".encode())
_KEPT = bytes({*range(0x100)} - {*_NO_TEXT, *b"\f"})
_AS_SPACE = bytes.maketrans(b"\f", b" ")
_without_numbered = re.compile(
    rb"&#(?:0*(?:[1-8]|1[124-9]|2\d|3[01])(?!\d)|x0*(?:[1-8bcef]|1[\da-f]|fff[ef])(?![\da-f])"
    rb"|0*6553[45](?!\d));?",
    re.I,
).sub
_ELEMENTS = etree.ElementDefaultClassLookup(element=html.HtmlElement)
# The elements that end others, which may still be open, and those that they end (HTML standard,
# 13.2.6.4.7 and 13.2.6.4.15): a row ends the cell that is open, and so its row.
_ENDED_BY = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th"),
}
_MOST_OPEN = 16  # elements of mere form between an item and the one before: few are never closed
_MOST_IN_BODY = 100  # scripts beside the one `div` that holds a page: more are no such page
_OF_HEAD = frozenset(
    {"title", "meta", "link", "base", "script", "style", "noscript", "template", "bgsound"}
)
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


def parse(page: str | bytes) -> html.HtmlElement:
    """Return the `html` element of a page, given as text or in UTF-8.

    Broken markup is fixed as libxml2 and browsers do.

    Raises ParseError if nothing in the text is an element or text.
    """
    # Bytes, since lxml refuses text that carries an XML encoding declaration.
    written = page.encode("utf-8", "replace") if isinstance(page, str) else page
    repaired = _repaired(written)
    try:
        tree, whole = _parsed(repaired)
        if not whole:
            tree, _ = _parsed(_nesting(b"<p>", repaired))
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        chars = len(written.decode())
        raise ParseError(f"no HTML in the {chars} characters given: {error}") from error
    _move_out_of_head(tree)
    _close_items(tree)
    _unwrap_body(tree)
    return tree


def _repaired(written: bytes) -> bytes:
    """Return the page without its ends, and with the ends that void elements lack."""
    return _to_mend(
        lambda tag: b"<%b%b></%b>" % (tag[1], tag[2], tag[1]) if tag[1] else b"", written
    )


def _parsed(written: bytes) -> tuple[html.HtmlElement, bool]:
    """Return the page's element, and whether all of the page is in it."""
    parser = html.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False
    )
    parser.set_element_class_lookup(_ELEMENTS)  # lxml.html's own calls Python for each element
    tree = html.document_fromstring(_fit(written), parser=parser)
    fatal = parser.error_log.filter_from_fatals()
    return tree, not any(error.type_name == "ERR_RESOURCE_LIMIT" for error in fatal)


def _fit(written: bytes) -> bytes:
    """Return the page without the characters that XML does not have."""
    if b"\xef" in written:
        for character in _NONCHARACTERS:
            written = written.replace(character, b"")
    if written.translate(None, _KEPT):
        written = written.translate(_AS_SPACE, _NO_TEXT)
    return _without_numbered(b" ", written)  # with nothing in between, two halves would be one


def _move_out_of_head(tree: html.HtmlElement) -> None:
    """Move to the body what stands in the head and is none of it, as browsers do.

    libxml2 leaves `main`, `section` and others there where the page does not open its body.
    """
    head = tree.find("head")
    children = [] if head is None else list(head)
    first = next((n for n, child in enumerate(children) if child.tag not in _OF_HEAD), None)
    if first is None:
        return
    body = tree.find("body")
    if body is None:
        body = etree.SubElement(tree, "body")
    children[-1].tail = (children[-1].tail or "") + (body.text or "")
    body.text = None
    body[:0] = children[first:]


def _unwrap_body(tree: html.HtmlElement) -> None:
    """Leave out a `div` that says nothing and holds all of the body but scripts and their like."""
    body = tree.find("body")
    while body is not None:
        children = list(islice(body, _MOST_IN_BODY))
        inner = [child for child in children if child.tag not in _OF_HEAD]
        beside = any(map(_says, (body.text, *(child.tail for child in children))))
        if len(inner) != 1 or inner[0].tag != "div" or inner[0].attrib or beside:
            return
        inner[0].drop_tag()


def _says(text: str | None) -> bool:
    return bool(text and text.strip())


def _close_items(tree: html.HtmlElement) -> None:
    """Move items and rows out of the ones before them, as browsers do.

    Each ends the one before it. libxml2 leaves it inside where a `font`, say, was never closed.
    """
    before: dict[html.HtmlElement, html.HtmlElement] = {}  # the last one moved, by where it belongs
    inside = [each for each in tree.iter(*_ENDED_BY) if each.getparent().tag in FORMATTING_TAGS]
    for element in inside:
        above = element.getparent()
        for _ in range(_MOST_OPEN):
            if above.tag in FORMATTING_TAGS:
                above = above.getparent()
        if above.tag not in _ENDED_BY[element.tag]:
            continue
        if element.tag == "tr":
            above = above.getparent()
        place = above.getparent()
        before.get(place, above).addnext(element)
        before[place] = element


def is_inline(tag: str) -> bool:
    """Return whether browsers lay the element out inside a line: so for unknown elements too."""
    return tag in _INLINE_TAGS or "-" in tag or ":" in tag


def drop_noscript_notices(tree: html.HtmlElement) -> None:
    """Drop from a tree that nobody else has yet what it says to readers without scripts.

    "You need to enable JavaScript to run this app" is no text of the page, and where its scripts
    load the text, all there is.
    """
    for element in list(tree.iter("noscript")):
        text = "".join(element.itertext()).strip()
        if len(text) < _MOST_ASKING and _names_scripts(text):
            element.drop_tree()


def drop_previews(tree: html.HtmlElement) -> None:
    """Drop the images that scripts would replace by the one in the `noscript` behind them.

    Where no script has run, that one is shown.
    """
    for noscript in list(tree.iter("noscript")):
        if (noscript.text or "").lstrip().startswith("<img") and not len(noscript):
            noscript.extend([*parse(noscript.text).iter("img")])  # it was escaped
            noscript.text = None
        match _images_alone(noscript):
            case [shown]:
                for image in _previews(noscript, shown):
                    shown.set("alt", shown.get("alt") or image.get("alt") or "")
                    image.drop_tree()


def _previews(noscript: html.HtmlElement, shown: html.HtmlElement) -> list[html.HtmlElement]:
    """Return the images before a `noscript` that have the file of its own in another size, or none;
    one right before it may be any copy, small or blurred, but for a counter of visits.
    """
    previews: list[html.HtmlElement] = []
    for beside in islice(noscript.itersiblings(preceding=True), _MOST_PREVIEWS):
        images = _images_alone(beside)
        if not images:
            break
        previews += [image for image in images if _file(image) in ("", _file(shown))]
    before = noscript.getprevious()
    is_large = shown.get("src") and not _TINY.intersection(map(shown.get, ("width", "height")))
    if is_large and before is not None and before.tag == "img" and before not in previews:
        previews += [] if (before.tail or "").strip() else [before]
    return previews


def _images_alone(element: html.HtmlElement) -> list[html.HtmlElement]:
    """Return the images that an element is or holds, if it holds little and no text."""
    inside = [*islice(element.iter(), _MOST_AROUND_IMAGE)]
    is_small = isinstance(element.tag, str) and len(inside) < _MOST_AROUND_IMAGE
    if not is_small or "".join(element.itertext()).strip():
        return []
    return [each for each in inside if each.tag == "img"]


def _file(image: html.HtmlElement) -> str:
    """Return the name of an image's file, "" if it has none."""
    address = (image.get("data-src") or image.get("src") or "").partition("?")[0]
    return "" if address.startswith("data:") else str(address.rpartition("/")[2])


class Kind(IntEnum):
    """How text runs through an element."""

    BLOCK = 0  # ends the text before it and after it
    INLINE = 1  # words do not run on over its edges
    FORMATTING = 2  # words run on
    BREAK = 3
    IMAGE = 4
    SKIPPED = 5  # holds nothing that is read


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
