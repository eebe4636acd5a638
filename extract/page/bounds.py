"""Cut a page that is beyond its limits: its HTML before parsing, its tree after reading."""

import re
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.page.budget import Budget

# A start tag as the HTML standard reads it. Possessive: each byte is looked at once; and of several
# `<` in a name the last begins the tag, or there would be as many looks as there are of them. White
# space is spelled out, since sets that name a class of characters take longer.
_NAME = rb"<[a-zA-Z][^ \t\n\r\f/><]*+(?:<(?![a-zA-Z])[^ \t\n\r\f/><]*+)*+(?=[ \t\n\r\f/])"
_ATTRIBUTE = (
    rb"[ \t\n\r\f/]*+[^ \t\n\r\f/>][^ \t\n\r\f/>=]*+"
    rb"""(?:[ \t\n\r\f]*+=[ \t\n\r\f]*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\r\f>]*+))?+"""
)
_TAG = rb"(%b(?:%b){%d}+)((?:%b)++)"


def bounded_html(text: str, budget: Budget, mark: str = "") -> bytes:
    """Return the text in UTF-8 without what is beyond the limits of characters, tags, attributes.

    Attributes named `mark` are ours, and stay: a page must not lose them by having many others.
    """
    limits = budget.limits
    if len(text) > limits.html_chars:
        budget.cut(f"{limits.html_chars:,} of {len(text):,} characters")
        text = text[: limits.html_chars]
    if len(text) > limits.tags and text.count("<") > limits.tags:
        budget.cut(f"{limits.tags:,} of {text.count('<'):,} tags")
        last = next(islice(re.finditer("<", text), limits.tags, None))
        text = text[: last.start()]
    written = text.encode("utf-8", "replace")
    marks = re.compile(rb' %b="\w+"' % mark.encode() if mark else rb"(?!)").findall
    too_many = re.compile(_TAG % (_NAME, _ATTRIBUTE, limits.attributes, _ATTRIBUTE))
    fewer, cuts = too_many.subn(lambda tag: tag[1] + b"".join(marks(tag[2])), written)
    if cuts:
        budget.cut(f"{limits.attributes:,} attributes of an element")
    return fewer


def cut_from(tree: HtmlElement, element: HtmlElement) -> None:
    """Drop from a tree that nobody else has yet an element and all that follows it."""
    parent = element.getparent()
    for follower in [element, *element.itersiblings()]:
        parent.remove(follower)
    cut_behind(tree, parent)


def cut_behind(tree: HtmlElement, element: HtmlElement) -> None:
    """Drop from a tree that nobody else has yet all that follows an element."""
    while element is not tree:
        parent = element.getparent()
        for follower in list(element.itersiblings()):
            parent.remove(follower)
        element.tail = None
        element = parent
