"""What class names and ids say of an element's role.

The words are English whatever the page's language, as class names are nearly everywhere.
"""

import re
from functools import lru_cache

from pagesight.extract.parse.blocks import Ancestor

HINTS = {
    "nav": r"nav(?!y)|menu|crumb|pagination|pager|toc\b|table-of-contents|skip|toolbar|topbar"
    r"|tabs?\b|dropdown",
    "footer": r"foot(?!note)|copyright|legal|colophon",
    "header": r"header|masthead|banner|topbar|site-?title|logo",
    "side": r"side-?bar|widget|aside|rail\b|column-?right|right-?col|secondary|complementary",
    "share": r"shar(?:e|ing)|social|addthis|sns|tweet|facebook|follow",
    "related": r"relat|recommend|similar|also-?like|more-(?:from|stories|posts|news)|read-?more"
    r"|read-?next|popular|trending|latest|recent|next-?post|prev(?:ious)?-?post|post-navigation"
    r"|suggest|teaser|promo|featured-posts|upsell|cross-?sell",
    "comment": r"comment|disqus|respond|reply|reactions|discussion",
    "byline": r"author|byline|meta\b|meta-|-meta|date|time\b|published|posted|categor(?:y|ies)"
    r"|tags?\b|tag-|bio\b|credit|reading-time|entry-info|avatar",
    "offer": r"newsletter|subscri|sign-?up|signin|login|opt-?in|mailchimp|cookie|consent|gdpr"
    r"|privacy|popup|modal|overlay|dialog|lightbox|toast|notice|alert|paywall|\bads?\b|-ads?-"
    r"|advert|sponsor|cta\b|call-to-action|donat",
    "picture": r"caption|figure|gallery|carousel|slider|slick|swiper",
    "hidden": r"hidden|visually|sr-only|screen-reader|d-none|print-only|no-?script|collapse\b",
    "content": r"article|content|post\b|post-|-post|entry|body|text|story|main|page-|rich|prose"
    r"|markdown|rte|wysiwyg|copy\b",
    "body": r"(?:article|entry|post|story|page|blog)-{0,2}(?:body|content|text|copy)|articlebody"
    r"|rich-?text|prose|markdown|wysiwyg|rte\b",
    "item": r"card|item|product|result|listing|grid|tile|teaser|row\b|loop|archive",
    "code": r"code|highlight|syntax|snippet|example",
}
ROLES = ("nav", "footer", "aside", "header", "article", "main", "form", "table", "figure",
         "blockquote", "ul", "ol", "dl", "a", "details", "noscript", "template", "dialog",
         "section", "button", "time", "address", "h1", "h2", "h3", "pre", "select",
         "label")  # fmt: skip

_SEARCHES = tuple(re.compile(pattern).search for pattern in HINTS.values())
_ROLE_BITS = {tag: 1 << place for place, tag in enumerate(ROLES)}
_split_humps = re.compile(r"([a-z])([A-Z])").sub


def hint_bits(element: Ancestor) -> int:
    """Return a bit for each of HINTS that the class names and id give, the first lowest."""
    bits = _bits_of_name(element.id) if element.id else 0
    for name in element.classes:
        bits |= _bits_of_name(name)
    return bits


@lru_cache(maxsize=1 << 16)
def _bits_of_name(name: str) -> int:
    words = _split_humps(r"\1-\2", name).replace("_", "-").lower()
    return sum(1 << place for place, search in enumerate(_SEARCHES) if search(words))


def role_bit(element: Ancestor) -> int:
    """Return the bit of the element's tag among ROLES; 0 for other tags."""
    return _ROLE_BITS.get(element.tag, 0)


def bits_of(*names: str) -> int:
    """Return the bits of those hints together."""
    places = {name: place for place, name in enumerate(HINTS)}
    return sum(1 << places[name] for name in names)
