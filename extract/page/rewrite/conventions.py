"""Small conventions of pages: lists by their roles, who is quoted, readings of ruby, wikis' links.

Each function works on a new tree and returns whether it changed it.
"""

from lxml.html import HtmlElement

_PLAIN = frozenset({"div", "span", "section", "p"})
# Classes of MediaWiki, https://www.mediawiki.org/wiki/Manual:Interface/IDs_and_classes; since its
# version 1.43 the link to edit stands beside the heading, not in it.
_CLASSES = (
    "mw-editsection",
    "editsection",
    "mw-cite-backlink",
    "navbox",
    "mw-jump-link",
    "catlinks",
)
_OF_WIKI = "|".join(
    f"//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]" for name in _CLASSES
)


def rewrite_lists(tree: HtmlElement) -> bool:
    """Make `ul` and `li` of elements without a meaning whose roles are `list` and `listitem`."""
    rewrote = False
    for outer in tree.xpath("//*[@role='list']"):
        items = [child for child in outer if child.get("role") == "listitem"]
        if outer.tag in _PLAIN and items and all(item.tag in _PLAIN for item in items):
            outer.tag, rewrote = "ul", True
            for item in items:
                item.tag = "li"
    return rewrote


def part_citations(tree: HtmlElement) -> bool:
    """Make a line of its own of the `cite` that a quotation begins with: "Ann wrote:"."""
    leading = [cite for cite in tree.iter("cite") if _begins_quotation(cite)]
    for cite in leading:
        cite.tag = "div"
    return bool(leading)


def _begins_quotation(cite: HtmlElement) -> bool:
    begins = cite.getprevious() is None and not (cite.getparent().text or "").strip()
    is_followed = bool((cite.tail or "").strip())
    return begins and is_followed and next(cite.iterancestors("blockquote"), None) is not None


def drop_readings(tree: HtmlElement) -> bool:
    """Drop the readings beside words in ruby, unless the page sets them in brackets (`rp`).

    They would be one word with what they are the reading of.
    """
    bare = [ruby for ruby in tree.iter("ruby") if next(ruby.iter("rp"), None) is None]
    for ruby in bare:
        for reading in list(ruby.iter("rt", "rtc")):
            reading.drop_tree()
    return bool(bare)


def drop_wiki_links(tree: HtmlElement) -> bool:
    """Drop links to edit sections and back from notes, and boxes of links to other articles."""
    found = tree.xpath(_OF_WIKI)
    for element in found:
        if element.getparent() is not None:
            element.drop_tree()
    return bool(found)
