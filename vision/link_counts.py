"""Numbers of a page's links: what they say, and where they lead seen from the page itself."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from lxml.html import HtmlElement

from pagesight.vision.subtrees import Subtrees

_starts_elsewhere = re.compile(r"#|mailto:|tel:|javascript:").match
_is_index = re.compile(r"(index|home|default)\b").match


def link_counts(page: Subtrees) -> Mapping[str, float]:
    """Return where links lead and what they say."""
    links = _links(page)
    targets = [link.get("href").strip() for link in links]
    texts = Counter(page.line(link, 40).lower() for link in links)
    del texts[""]
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
    return {f"link:{name}": math.log1p(value) for name, value in numbers.items()}


def target_counts(url: str, page: Subtrees) -> Mapping[str, float]:
    """Return how the targets lie to the page's address: beside it, below it, in few folders.

    `cards` counts the targets that both a picture and a text lead to.
    """
    host, path = _place(url)
    steps = _steps(path)
    folder, below = path.rpartition("/")[0] + "/", path.rstrip("/") + "/"
    pictured: Counter[str] = Counter()
    named: Counter[str] = Counter()
    inside: list[str] = []
    folders: Counter[str] = Counter()
    count = 0
    for link in _links(page):
        address = link.get("href").strip()
        if _starts_elsewhere(address):
            continue
        try:
            target = urlsplit(urljoin(url, address))
        except ValueError:
            continue
        count += 1
        pictured[address] += page.count(link, "img") > 0
        named[address] += page.line_chars(link) > 3
        if target.netloc == host:
            inside.append(target.path)
            folders["/".join(_steps(target.path)[:-1])] += 1
    deeper = sum(to.startswith(below) and to != path for to in inside)
    beside = sum(len(to) == len(steps) and to[:-1] == steps[:-1] for to in map(_steps, inside))
    count = max(1, count)
    return {
        "to:inside": len(inside) / count,
        "to:folder": sum(to.startswith(folder) for to in inside) / count,
        "to:deeper": deeper / count,
        "to:deeper_count": math.log1p(deeper),
        "to:beside": beside / count,
        "to:beside_count": math.log1p(beside),
        "to:cards": math.log1p(sum(pictured[to] > 0 and named[to] > 0 for to in pictured)),
        "to:twice": math.log1p(sum(pictured[to] + named[to] > 1 for to in pictured)),
        "to:top_folder": math.log1p(max(folders.values(), default=0)),
        "to:folders": math.log1p(len(folders)),
        "to:root": float(not steps),
        "to:depth": len(steps),
        "to:index": float(bool(steps) and bool(_is_index(steps[-1]))),
    }


def _links(page: Subtrees) -> list[HtmlElement]:
    return [element for element in page.elements if element.tag == "a" and element.get("href")]


def _place(url: str) -> tuple[str, str]:
    """Return host and path of an address; nothing of one that is broken."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.netloc, parts.path


def _steps(path: str) -> list[str]:
    return [step for step in path.split("/") if step]
