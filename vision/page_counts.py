"""Numbers of a page for the HTML model: elements, names, links, head, text and repetition."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from lxml.html import HtmlElement

from pagesight.extract.gold.scores import tokens
from pagesight.extract.parse.document import Document
from pagesight.vision.best_groups import best_group_numbers
from pagesight.vision.link_counts import link_counts
from pagesight.vision.repetition import group_numbers, groups_of, largest_groups
from pagesight.vision.section_counts import section_counts
from pagesight.vision.style_counts import style_counts
from pagesight.vision.subtrees import Subtrees
from pagesight.vision.text_counts import text_counts

_TAGS = (
    "a", "address", "article", "aside", "b", "blockquote", "br", "button", "code", "dd", "div",
    "dl", "em", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "iframe", "img", "input", "label", "li", "main", "nav", "ol", "option", "p",
    "picture", "pre", "section", "select", "span", "strong", "sup", "svg", "table", "td",
    "textarea", "th", "time", "tr", "ul", "video",
)  # fmt: skip
# Parts of class names and ids by what they name; a space is where a word begins or ends.
_NAMES = {
    "comment": ("comment", "reply", "response", "disqus"),
    "post": (" post", "message", "msg", "topic", "thread"),
    "author": ("author", "byline", "avatar", "poster", "user", "profile", "signature", "joined"),
    "date": ("date", "time", "published", "posted", "ago "),
    "price": ("price", "amount", "currency", "sale", "money", "cost"),
    "cart": (
        "cart", "basket", "checkout", "buy", "sku", "qty", "quantity", "wishlist", "stock",
        "variant", "swatch",
    ),
    "product": ("product", "item ", "shop", "store", "catalog"),
    "card": ("card", "tile", "grid", " col", "thumb", "masonry"),
    "excerpt": ("excerpt", "summary", "teaser", "read more", "readmore", "snippet"),
    "page": ("paginat", "pager", "page numbers", "next", "prev"),
    "crumb": ("crumb",),
    "docs": (
        "toc", "sidebar", "sidenav", "doc ", "docs ", "chapter", "section number", "headerlink",
        "permalink",
    ),
    "code": ("highlight", "code", "syntax", "prettyprint", "literal", "sig "),
    "hero": (
        "hero", "banner", "jumbotron", "slider", "carousel", "cta", "testimonial", "feature",
        "pricing", "partner",
    ),
    "tag": (" tag", "categor", "related", "share", "social"),
    "form": ("contact", "login", "signup", "register", "subscribe", "newsletter", "captcha"),
    "gallery": ("gallery", "lightbox", "portfolio", "album", "photo"),
    "other": (
        "resume", "timeline", "skill", "dashboard", "chart", "widget", "invoice", "error", "404",
    ),
}  # fmt: skip
_SPACED = str.maketrans("-_", "  ")
_GROUPS = 3


def page_counts(document: Document, page: Subtrees) -> Mapping[str, float]:
    """Return the page's numbers by name, those of its address apart.

    `page` is what the document's tree holds. Counts are logarithms; what is missing is absent.
    """
    groups = list(groups_of(page))
    return {
        **_tag_counts(page.elements),
        **_name_counts(page.elements),
        **link_counts(page),
        **_head_counts(document, page),
        **text_counts(document.blocks),
        **style_counts(document, page),
        **section_counts(page),
        **best_group_numbers(groups, page),
        **{
            f"group{rank}:{name}": value
            for rank, group in enumerate(largest_groups(groups, _GROUPS))
            for name, value in group_numbers(group, page).items()
        },
    }


def title_words(document: Document) -> frozenset[str]:
    """Return the words of the page's title."""
    return frozenset(tokens(" ".join(document.tree.xpath("//head/title//text()"))[:300]))


def _tag_counts(elements: Sequence[HtmlElement]) -> dict[str, float]:
    counts = Counter(element.tag for element in elements)
    found = {f"tag:{tag}": math.log1p(counts[tag]) for tag in _TAGS}
    return found | {"tag:all": math.log1p(len(elements))}


def _name_counts(elements: Sequence[HtmlElement]) -> dict[str, float]:
    """Return how many elements have a class or id of each kind."""
    names = Counter((e.get("class") or "", e.get("id") or "") for e in elements)
    spaced = [
        (f" {name} {own} ".lower().translate(_SPACED), count)
        for (name, own), count in names.items() if name or own
    ]  # fmt: skip
    return {
        f"name:{kind}": math.log1p(
            sum(count for name, count in spaced if any(part in name for part in parts))
        )
        for kind, parts in _NAMES.items()
    }


def _head_counts(document: Document, page: Subtrees) -> dict[str, float]:
    """Return how title and main headings agree."""
    title = title_words(document)
    heads = [set(tokens(page.text(head, 300))) for head in document.tree.iter("h1")]
    return {
        "head:title_words": len(title),
        "head:h1_words": max(map(len, heads), default=0),
        "head:h1_in_title": max((_overlap(head, title) for head in heads), default=0.0),
        "head:html": math.log1p(len(document.page.html)),
    }


def _overlap(words: Set[str], others: Set[str]) -> float:
    """Return the share of `words` that occur among `others`."""
    return len(words & others) / len(words) if words else 0.0
