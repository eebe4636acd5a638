"""Make lists of what only its roles call lists; set who is quoted apart from what was said."""

from lxml.html import HtmlElement

_PLAIN = frozenset({"div", "span", "section", "p"})


def rewrite_lists(tree: HtmlElement) -> None:
    """Make `ul` and `li` of elements without a meaning whose roles are `list` and `listitem`."""
    for outer in tree.xpath("//*[@role='list']"):
        items = [child for child in outer if child.get("role") == "listitem"]
        if outer.tag in _PLAIN and items and all(item.tag in _PLAIN for item in items):
            outer.tag = "ul"
            for item in items:
                item.tag = "li"


def part_citations(tree: HtmlElement) -> None:
    """Make a line of its own of the `cite` that a quotation begins with: "Ann wrote:"."""
    for cite in list(tree.iter("cite")):
        around = cite.getparent()
        begins = cite.getprevious() is None and not (around.text or "").strip()
        if (
            begins
            and (cite.tail or "").strip()
            and next(cite.iterancestors("blockquote"), None) is not None
        ):
            cite.tag = "div"
