"""Numbers of a page's links: what they say and what they look like."""

import math
import re
from collections import Counter
from collections.abc import Mapping

from lxml.html import HtmlElement

from pagesight.vision.subtrees import Subtrees

_stays = re.compile(r"#|mailto:|tel:|javascript:").match


def link_counts(page: Subtrees) -> Mapping[str, float]:
    """Return where links lead and what they say."""
    links = _links(page)
    targets = [link.get("href").strip() for link in links]
    texts = Counter(page.line(link, 40).lower() for link in links)
    del texts[""]
    pictured: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for link in _leading_links(page):
        target = link.get("href").strip()
        pictured[target] += page.count(link, "img") > 0
        named[target] += page.line_chars(link) > 3
    numbers = {
        "distinct": len(set(targets)),
        "anchors": sum(target.startswith("#") and len(target) > 1 for target in targets),
        "fragments": sum("#" in target[1:] for target in targets),
        "queries": sum("?" in target for target in targets),
        "outside": sum("//" in target for target in targets),
        "mail": sum(target.startswith(("mailto:", "tel:")) for target in targets),
        "pictures": sum(page.count(link, "img") > 0 for link in links),
        "digits": sum(count for text, count in texts.items() if text.isdigit()),
        "most_repeated": max(texts.values(), default=0),
        "repeated": sum(count >= 3 for count in texts.values()),
        "long": sum(count for text, count in texts.items() if len(text) > 30),
    }
    numbers["cards"] = sum(pictured[to] > 0 and named[to] > 0 for to in pictured)
    numbers["twice"] = sum(pictured[to] + named[to] > 1 for to in pictured)
    return {f"link:{name}": math.log1p(value) for name, value in numbers.items()}


def link_targets(page: Subtrees) -> tuple[str, ...]:
    """Return where links to other pages lead, as written."""
    return tuple(link.get("href").strip() for link in _leading_links(page))


def _leading_links(page: Subtrees) -> list[HtmlElement]:
    """Return the links that lead to a page."""
    return [link for link in _links(page) if not _stays(link.get("href").strip())]


def _links(page: Subtrees) -> list[HtmlElement]:
    return [element for element in page.elements if element.tag == "a" and element.get("href")]
