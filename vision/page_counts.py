"""Numbers of a page for the HTML model: elements, names, links, head, text and repetition."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from pagesight.extract.document import Document
from pagesight.extract.score import tokens
from pagesight.vision.repetition import group_numbers, largest_groups
from pagesight.vision.text_counts import text_counts

_TAGS = (
    "a", "address", "article", "aside", "b", "blockquote", "br", "button", "code", "dd", "div",
    "dl", "em", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "iframe", "img", "input", "label", "li", "main", "nav", "ol", "option", "p",
    "picture", "pre", "section", "select", "span", "strong", "sup", "svg", "table", "td",
    "textarea", "th", "time", "tr", "ul", "video",
)  # fmt: skip
_NAMES = {
    "comment": r"comment|reply|response|disqus",
    "post": r"\bpost|message|msg|topic|thread|viewtopic",
    "author": r"author|byline|avatar|poster|user|profile|signature|joined",
    "date": r"date|time|published|posted|ago\b",
    "price": r"price|amount|currency|sale|money|cost",
    "cart": r"cart|basket|checkout|buy|sku|qty|quantity|wishlist|stock|variant|swatch",
    "product": r"product|item\b|shop|store|catalog",
    "card": r"card|tile|grid|\bcol|thumb|masonry",
    "excerpt": r"excerpt|summary|teaser|read-?more|snippet",
    "page": r"paginat|pager|page-numbers|next|prev",
    "crumb": r"crumb",
    "docs": r"toc|sidebar|sidenav|docs?\b|chapter|section-number|headerlink|permalink",
    "code": r"highlight|code|syntax|prettyprint|literal|sig\b",
    "hero": r"hero|banner|jumbotron|slider|carousel|cta|testimonial|feature|pricing|partner",
    "tag": r"\btag|categor|related|share|social",
    "form": r"contact|login|signup|register|subscribe|newsletter|captcha",
    "gallery": r"gallery|lightbox|portfolio|album|photo",
    "other": r"resume|timeline|skill|dashboard|chart|widget|invoice|error|404",
}
_GROUPS = 3


def page_counts(document: Document) -> Mapping[str, float]:
    """Return the page's numbers by name. Counts are logarithms; what a page lacks may be absent."""
    elements = [element for element in document.tree.iter() if isinstance(element.tag, str)]
    groups = largest_groups(document.tree, _GROUPS)
    return {
        **_tag_counts(elements),
        **_name_counts(elements),
        **_link_counts(elements),
        **_head_counts(document),
        **text_counts(document.blocks),
        **{
            f"group{rank}:{name}": value
            for rank, group in enumerate(groups)
            for name, value in group_numbers(group).items()
        },
    }


def _tag_counts(elements: Sequence[HtmlElement]) -> dict[str, float]:
    counts = Counter(element.tag for element in elements)
    found = {f"tag:{tag}": math.log1p(counts[tag]) for tag in _TAGS}
    return found | {"tag:all": math.log1p(len(elements))}


def _name_counts(elements: Sequence[HtmlElement]) -> dict[str, float]:
    """Return how many elements have a class or id of each kind."""
    names = Counter(f"{e.get('class') or ''} {e.get('id') or ''}" for e in elements)
    return {
        f"name:{kind}": math.log1p(
            sum(count for name, count in names.items() if re.search(pattern, name, re.I))
        )
        for kind, pattern in _NAMES.items()
    }


def _link_counts(elements: Sequence[HtmlElement]) -> dict[str, float]:
    """Return where links lead and what they say."""
    links = [element for element in elements if element.tag == "a" and element.get("href")]
    targets = [link.get("href").strip() for link in links]
    texts = Counter(" ".join(link.text_content().split())[:40].lower() for link in links)
    del texts[""]
    numbers = {
        "distinct": len(set(targets)),
        "anchors": sum(target.startswith("#") and len(target) > 1 for target in targets),
        "fragments": sum("#" in target[1:] for target in targets),
        "queries": sum("?" in target for target in targets),
        "outside": sum("//" in target for target in targets),
        "mail": sum(target.startswith(("mailto:", "tel:")) for target in targets),
        "pictures": sum(next(link.iter("img"), None) is not None for link in links),
        "digits": sum(count for text, count in texts.items() if text.isdigit()),
        "most_repeated": max(texts.values(), default=0),
        "repeated": sum(count >= 3 for count in texts.values()),
        "long": sum(count for text, count in texts.items() if len(text) > 30),
    }
    return {f"link:{name}": math.log1p(value) for name, value in numbers.items()}


def _head_counts(document: Document) -> dict[str, float]:
    """Return how title, main headings and address agree."""
    title = set(tokens(" ".join(document.tree.xpath("//head/title//text()"))[:300]))
    heads = [set(tokens(head.text_content()[:300])) for head in document.tree.iter("h1")]
    slug = set(tokens(_last_step(document.page.url)))
    return {
        "head:title_words": len(title),
        "head:h1_words": max(map(len, heads), default=0),
        "head:h1_in_title": max((_overlap(head, title) for head in heads), default=0.0),
        "head:slug_words": len(slug),
        "head:slug_in_title": _overlap(slug, title),
        "head:url": float(bool(document.page.url)),
        "head:html": math.log1p(len(document.page.html)),
    }


def _last_step(url: str) -> str:
    """Return the words of the last step of the address's path."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    return re.sub(r"\.\w{2,5}$|[-_+]", " ", path.rstrip("/").rpartition("/")[2])


def _overlap(words: set[str], others: set[str]) -> float:
    """Return the share of `words` that occur among `others`."""
    return len(words & others) / len(words) if words else 0.0
