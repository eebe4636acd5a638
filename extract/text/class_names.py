"""Recognise an element's role by its class names and id.

The words are English whatever the page's language, as class names are nearly everywhere.
"""

import re
from functools import lru_cache

# What may not be before a word is said behind its first letters: so `re` looks for these first.
_FURNITURE = (
    r"nav(?<!--nav)(?!y)|menu|crumb|pagination|pager|toc\b|table-of-contents|skip|toolbar|topbar"
    r"|tabs?\b(?!-(?:content|pane|panel|body|\d))"
    r"|dropdown"
    r"|foot(?!note)|copyright|legal|colophon"
    r"|side-?bar|widget(?<!elementor-widget)(?<!\bui-widget)|aside|rail\b|column-?right|right-?col|secondary|complementary"
    r"|shar(?:e|ing)|social|addthis|sns|tweet|facebook|follow"
    r"|comment|disqus|respond|reply|reactions|discussion"
    r"|newsletter|subscri|sign-?up|signin|login|opt-?in|mailchimp|cookie|consent|gdpr|privacy"
    r"|mini-?cart|shopping-?cart|cart-?(?:item|list|drawer|dropdown|content)"
    r"|popup|modal|overlay|dialog|lightbox|toast|noti(?:ce|f)|alert|paywall|a(?<!\wa)ds?\b|-ads?-|advert"
    r"|sponsor|c(?<!elementor-c)ta\b|c(?<!elementor-widget-c)all-to-action|donat"
)
# Of what stands beside a product: other products. (Elements of some styles are called "relative".)
OTHER_PRODUCTS = r"relat(?!ive)|recommend|similar|upsell|cross-?sell|also|recent|suggest|accessor"
_search = re.compile(_FURNITURE).search
_MOST_NAMES = 200  # characters of class names and ids that are read
_split_humps = re.compile(r"([a-z])([A-Z])").sub
_former_price = re.compile(
    r"(?<![a-z])(?:old|alt|ancien|barr[eé]|barrato|tachado|listino|statt|riscado|was|strike\w*|struck|crossed\w*|compare(?:-?at)?\w*|before|former"
    r"|list-?price|rrp|msrp|uvp|original|price-?(?:old|regular)|regular-?price|del)(?![a-z])"
).search


@lru_cache(maxsize=1 << 13)
def hyphenated(names: str) -> str:
    """Return class names with a hyphen between their words, however they are joined.

    >>> hyphenated("siteNav big_box")
    'site-Nav big-box'
    """
    parted = names if names.islower() else _split_humps(r"\1-\2", names)
    return parted.replace("_", "-")


def plain(names: str) -> str:
    """Return the first class names of an element in small letters, hyphens between their words.

    >>> plain("siteNav big_box")
    'site-nav big-box'
    """
    return hyphenated(names[:_MOST_NAMES]).lower()


def names_furniture(classes: str, id_: str) -> bool:
    """Return whether a class name or an id is that of navigation, footers, side bars, offers.

    >>> names_furniture("big siteNav", ""), names_furniture("card navy", "main")
    (True, False)
    >>> names_furniture("widget", ""), names_furniture("elementor-widget-container", "")
    (True, False)
    >>> names_furniture("cta", ""), names_furniture("elementor-cta", "")  # a card of that library
    (True, False)
    >>> names_furniture("ui-widget ui-widget-content", "")  # any element of that library
    False
    >>> names_furniture("tabs", ""), names_furniture("tab-content tab-pane carousel--nav", "")
    (True, False)
    """
    return any(map(_is_furniture, (*classes.split(), id_)))


@lru_cache(maxsize=1 << 16)
def _is_furniture(name: str) -> bool:
    return _search(hyphenated(name).lower()) is not None


def names_former_price(names: str) -> bool:
    """Return whether names in small letters, hyphens in them, say that a price is a former one.

    >>> [names_former_price(each) for each in ("price price--old", "compare-at", "bold")]
    [True, True, False]
    >>> names_former_price("price-list")
    False
    """
    return _former_price(names) is not None
