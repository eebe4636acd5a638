"""Numbers of a page's main element: into which sections it falls, and what each of them holds."""

import math
from collections import Counter
from collections.abc import Mapping

from lxml.html import HtmlElement

from pagesight.vision.subtrees import Subtrees

_SKIPPED = frozenset({"script", "style", "noscript"})
_NO_SECTION = _SKIPPED | {"br", "hr", "link", "meta"}
_MOST = 0.7  # share of its parent's text that the element must have to be descended into


def section_counts(page: Subtrees) -> Mapping[str, float]:
    """Return the numbers of the deepest element that holds most of the page's text."""
    tree = page.elements[0]
    body = next(tree.iter("body"), tree)
    main = _main(body, page)
    sections = [child for child in main if _is_element(child, _NO_SECTION)]
    count = max(1, len(sections))
    sizes = [size for size in map(page.chars, sections) if size]
    total = sum(sizes)
    shares = [size / total for size in sizes]
    tags = Counter(section.tag for section in sections)
    headed = sum(page.count(section, "h1", "h2", "h3", "h4") > 0 for section in sections)
    pictured = sum(page.count(section, "img", "svg", "picture") > 0 for section in sections)
    kinds = {(section.tag, (section.get("class") or "").split(" ")[0]) for section in sections}
    return {
        "section:count": math.log1p(len(sections)),
        "section:entropy": -sum(share * math.log(share) for share in shares),
        "section:largest": max(shares, default=0.0),
        "section:headed": headed / count,
        "section:headed_count": math.log1p(headed),
        "section:pictured": pictured / count,
        "section:kinds": math.log1p(len(kinds)),
        "section:paragraphs": tags["p"] / count,
        "section:paragraph_count": math.log1p(tags["p"]),
        "section:headings": math.log1p(tags["h2"] + tags["h3"]),
        "section:depth": sum(1 for _ in main.iterancestors()),
        "section:share": page.chars(main) / max(1, page.chars(body)),
    }


def _main(body: HtmlElement, page: Subtrees) -> HtmlElement:
    element, size = body, page.chars(body)
    while True:
        children = [child for child in element if _is_element(child, _SKIPPED)]
        sizes = list(map(page.chars, children))
        if not sizes or max(sizes) < _MOST * max(1, size):
            return element
        size = max(sizes)
        element = children[sizes.index(size)]


def _is_element(node: HtmlElement, skipped: frozenset[str]) -> bool:
    return isinstance(node.tag, str) and node.tag not in skipped
