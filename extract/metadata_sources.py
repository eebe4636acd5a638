"""What a page says of itself, by the way in which it says it."""

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.metadata_json_ld import Item, is_about_page, json_ld, texts

_PROPERTIES = ("author", "datepublished", "headline", "description", "image", "publisher")
_LOWER = "translate(@itemprop, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
_shown_texts = etree.XPath(".//text()[not(parent::style or parent::script)]")
_ITEM_PROPERTIES = f"//*[{' or '.join(f'{_LOWER}={name!r}' for name in _PROPERTIES)}]"


@dataclass(frozen=True, slots=True)
class Sources:
    """JSON-LD items, `meta` elements by lower-cased name, and microdata by lower-cased property."""

    items: tuple[Item, ...]
    meta: Mapping[str, tuple[str, ...]]
    microdata: Mapping[str, tuple[str, ...]]

    def of_meta(self, *names: str) -> str:
        """Return the first value of the first of the names that has one; "" if none has."""
        return next((self.meta[name][0] for name in names if name in self.meta), "")

    def of_items(self, field: str, *keys: str) -> tuple[str, ...]:
        """Return the texts of a field of the first item about the page that has it."""
        found = (texts(item.get(field), *keys) for item in self.items if is_about_page(item))
        return tuple(map(clean, next(filter(None, found), ())))

    def of_microdata(self, name: str) -> str:
        """Return the first value of the property; "" if there is none."""
        return next(iter(self.microdata.get(name, ())), "")


def sources(tree: HtmlElement) -> Sources:
    """Return what the page says of itself."""
    return Sources(json_ld(tree), _gathered(_meta(tree)), _gathered(_microdata(tree)))


def clean(text: str) -> str:
    """Return text with entities, which are often escaped twice, read and white space collapsed."""
    return " ".join(html.unescape(text).split())


def inner_text(element: HtmlElement) -> str:
    """Return the text in an element, its text nodes set apart by spaces."""
    return " ".join(" ".join(_shown_texts(element)).split())


def _meta(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    for element in tree.iter("meta"):
        names = map(element.get, ("property", "name", "itemprop", "http-equiv"))
        name = next(filter(None, names), None)
        if name:
            yield name.strip().lower(), element.get("content") or ""


def _microdata(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    for element in tree.xpath(_ITEM_PROPERTIES):
        if element.tag != "meta":
            named = element.xpath(".//*[@itemprop='name']") or [element]
            value = (
                element.get("content")
                or element.get("datetime")
                or element.get("src")
                or named[0].get("content")
                or inner_text(named[0])
            )
            yield element.get("itemprop").lower(), value


def _gathered(pairs: Iterator[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Return the values by name. Empty ones and unfilled templates are left out."""
    gathered: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        text = clean(value)
        if text and not text.startswith(("{{", "${", "[[")):
            gathered[name] = (*gathered.get(name, ()), text)
    return gathered
