"""Cut a page that is beyond its limits: its HTML before parsing, its tree after reading."""

import re
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.budget import Budget

# An attribute as the HTML standard reads it. Possessive: each character is looked at once.
_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+"""
_START_TAG = r"(<[a-zA-Z][^\s/>]*+(?:{0}){{{1}}}+)((?:{0})++)"


def bounded_html(text: str, budget: Budget, mark: str = "") -> str:
    """Return the text without what is beyond the limits of characters, tags and attributes.

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
    marks = re.compile(rf' {mark}="\w+"').findall
    too_many = re.compile(_START_TAG.format(_ATTRIBUTE, limits.attributes))
    fewer, cuts = too_many.subn(lambda tag: tag[1] + "".join(marks(tag[2])), text)
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
