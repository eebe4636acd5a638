"""The language that a page declares, and the order in which its dates put day and month."""

import re
from collections.abc import Iterable, Iterator

from lxml.html import HtmlElement

from pagesight.extract.metadata.sources import Sources
from pagesight.extract.text.dates import puts_day_first, writes_day_first

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_find_locale = re.compile(
    r"\s*([a-z]{2,3})(?:[-_]([a-z]{2})(?![a-z]))?(?:[-_,;.@\s]|$)", re.I
).match
# Top-level domains of countries that write English and put the day first.
_is_of_day_first = re.compile(r"https?://[^/?#]*\.(?:uk|ie|au|nz|in|za|sg|my|hk)(?:[:/?#]|$)").match


def language(tree: HtmlElement, said: Sources) -> str:
    """Return the ISO 639-1 code that the page declares, "" if it declares none."""
    return next((locale.split("-")[0] for locale in _locales(tree, said)), "")


def day_first(tree: HtmlElement, said: Sources, url: str, texts: Iterable[str]) -> bool:
    """Return whether dates in figures put the day first.

    So say a date that has no other reading, a country or a language other than English; `texts` are
    some that hold dates.
    """
    stated = next(_locales(tree, said), "")
    if stated not in ("", "en"):
        return puts_day_first(stated)
    return bool(_is_of_day_first(url.lower()) or writes_day_first(texts))


def _locales(tree: HtmlElement, said: Sources) -> Iterator[str]:
    """Yield what the page declares, in small letters: "en-gb", "de"."""
    stated = (
        tree.get("lang") or "",
        tree.get("xml:lang") or tree.get(_XML_LANG) or "",
        said.of_meta("content-language", "og:locale", "language", "dc.language"),
        *said.of_items("inLanguage", "name"),
    )
    for found in filter(None, map(_find_locale, stated)):
        yield "-".join(part.lower() for part in found.groups() if part)
