"""Gather what a page says of itself, by the way in which it says it; not what is in its asides.

The language that it declares says the order in which its dates put day and month.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import FORMATTING_TAGS
from pagesight.extract.page.head import Item, is_about_page, items_of, texts
from pagesight.extract.text.dates import puts_day_first, writes_day_first
from pagesight.extract.text.tokens import clean, visible

_OTHER = r"comment(?!ary|ator)|testimonial|related|recommend|up-?next|most-?read|trending"
_names_other = re.compile(_OTHER, re.I).search
_names_aside = re.compile(
    rf"{_OTHER}|(?<!post-)(?<!entry-)(?<!article-)footer|sidebar|review|quote|reply|teaser"
    # Elementor and Blogger call the parts of a post so, too.
    r"|(?<!elementor-)widget(?! blog)|(?<!h-)(?<!v)card|authori[sz]|authorit|customer",
    re.I,
).search
_UNREAD = frozenset({"button", "script", "style"})
_before_point = re.compile(r" (?=[.,](?: |$))").sub
_ASIDE_TAGS = frozenset({"footer", "nav", "style", "script"})
_of_others = re.compile(r"/(?:Review|Comment|Answer|UserReview)$").search
_PROPERTIES = ("author", "datepublished", "headline", "description", "image", "publisher")
_OF_MANY = frozenset({"author", "datepublished"})  # reviews and comments have them too
_MOST_TRIES = 50  # elements of one property looked at for the first that says something
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_find_locale = re.compile(
    r"\s*([a-z]{2,3})(?:[-_]([a-z]{2})(?![a-z]))?(?:[-_,;.@\s]|$)", re.I
).match
_UNTOLD = frozenset({"en", "en-us"})
# Top-level domains of countries that write English and put the day first.
_is_of_day_first = re.compile(r"https?://[^/?#]*\.(?:uk|ie|au|nz|in|za|sg|my|hk)(?:[:/?#]|$)").match


class Asides:
    """Knows of each element of a page whether it is in an aside; each is looked at once."""

    def __init__(self, heading: HtmlElement | None, *, dates: bool = False) -> None:
        """Take the page's heading: no element around it is an aside.

        The date of a page may stand in its side bar or foot, the name of its author does not.
        """
        self._names = _names_other if dates else _names_aside
        self._beside = frozenset() if dates else _ASIDE_TAGS
        self._around = frozenset(heading.iterancestors() if heading is not None else ())
        self._known: dict[HtmlElement, bool] = {}

    def hold(self, element: HtmlElement) -> bool:
        """Return whether the element is one of these parts or in one."""
        path: list[HtmlElement] = []
        above: HtmlElement | None = element
        while above is not None and above not in self._known:
            path.append(above)
            above = above.getparent()
        is_held = above is not None and self._known[above]
        for lower in reversed(path):
            is_held = self._known[lower] = is_held or self._begins_at(lower)
        return is_held

    def _begins_at(self, element: HtmlElement) -> bool:
        if element in self._around:
            return False
        if element.tag in self._beside:
            article = next(element.iterancestors("article"), None)
            return element.tag != "footer" or article not in self._around
        if _of_others(element.get("itemtype") or "") or element.get("itemprop") == "review":
            return True
        return bool(self._names(f"{element.get('class')} {element.get('id')}"))


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
        values = (texts(item.get(field), *keys) for item in self.items if is_about_page(item))
        return tuple(map(clean, next(filter(None, values), ())))

    def of_microdata(self, name: str) -> str:
        """Return the first value of the property; "" if there is none."""
        return next(iter(self.microdata.get(name, ())), "")


def sources(document: Document) -> Sources:
    """Return what the page says of itself."""
    metas = (each for _, each in document.once(_skipped) if each.tag == "meta")
    meta = _gathered(_names_and_contents(metas))
    return Sources(items_of(document.head.values), meta, _microdata(document))


def elements_with(document: Document, *attributes: str) -> list[HtmlElement]:
    """Return the elements that have one of some attributes, skipped ones too, in document order.

    By the tables of the page: XPath would look at each of its elements.
    """
    elements, names = document.elements, frozenset(attributes)
    rows = {row for name in names for row, _ in elements.values(name)}
    skipped = document.once(_skipped)
    elements_found = [
        (begun, 0, each) for begun, each in skipped if not names.isdisjoint(each.keys())
    ]
    elements_found += [(row, 1, elements.nodes[row]) for row in rows]
    return [element for *_, element in sorted(elements_found, key=itemgetter(0, 1))]


def _skipped(document: Document) -> Sequence[tuple[int, HtmlElement]]:
    """Return the elements that hold no text, and how many others begin before each."""
    passed = document.texts.passed
    return [(begun, each) for element, _, begun in passed for each in element.iter()]


def inner_text(element: HtmlElement, most: int = 100_000) -> str:
    """Return the text in an element, set apart by spaces where elements do not stand in words.

    It may end after `most` characters, or where they are spread too thin: the text of elements in
    elements in elements would cost the square of their number.
    """
    pieces: list[str] = []
    left = most
    for text in islice(_shown_texts(element), max(1000, most)):
        piece = text[: 10 * most]
        pieces.append(piece)
        left -= len(piece.strip())
        if left < 0:
            break
    return _before_point("", " ".join(visible("".join(pieces)).split()))


def _shown_texts(element: HtmlElement) -> Iterator[str]:
    """Yield the texts in an element in order, those of buttons and of what is hidden left out.

    Each begins with a space, unless what stands before it may end inside a word.
    """
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, each in walk:
        space = "" if each.tag in FORMATTING_TAGS else " "
        if event == "end":
            if each is not element:
                yield space + (each.tail or "")
        elif each is not element and (each.tag in _UNREAD or "hidden" in each.attrib):
            walk.skip_subtree()
        else:
            yield space + (each.text or "")


def _names_and_contents(metas: Iterable[HtmlElement]) -> Iterator[tuple[str, str]]:
    for element in metas:
        names = map(element.get, ("property", "name", "itemprop", "http-equiv"))
        name = next(filter(None, names), None)
        if name:
            yield name.strip().lower(), element.get("content") or ""


def _gathered(pairs: Iterator[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Return the values by name. Empty ones and unfilled templates are left out."""
    gathered: dict[str, list[str]] = defaultdict(list)
    for name, value in pairs:
        text = clean(value)
        if _says_something(text):
            gathered[name].append(text)
    return {name: tuple(texts) for name, texts in gathered.items()}


def _says_something(text: str) -> bool:
    return bool(text) and not text.startswith(("{{", "${", "[["))


def _microdata(document: Document) -> Mapping[str, tuple[str, ...]]:
    """Return the first value of each property that says something; all authors of one item."""
    properties: dict[str, tuple[str, ...]] = {}
    items: dict[str, HtmlElement | None] = {}
    tries: Counter[str] = Counter()
    stating = elements_with(document, "itemprop")
    asides = Asides(next(document.tree.iter("h1"), None) if stating else None)
    for element in stating:
        name = element.get("itemprop").lower()
        is_known = name in properties and items.get(name) is None
        if name not in _PROPERTIES or is_known or element.tag == "meta":
            continue
        if name in _OF_MANY and asides.hold(element):
            continue
        if tries[name] < _MOST_TRIES:
            tries[name] += 1
            text = clean(_value(element))
            around = (each for each in element.iterancestors() if "itemscope" in each.attrib)
            item = next(around, None) if name == "author" and _says_something(text) else None
            if _says_something(text) and items.setdefault(name, item) is item:
                properties[name] = (*properties.get(name, ()), text)
    return properties


def _value(element: HtmlElement) -> str:
    """Return what an element of microdata states, else the text of the name in it, or its own."""
    stated = element.get("content") or element.get("datetime") or element.get("src")
    if stated:
        return str(stated)
    named = next(iter(element.xpath(".//*[@itemprop='name']")), element)
    if named.get("content"):
        return str(named.get("content"))
    return inner_text(named) if _says_something(clean(inner_text(named, 50))) else ""


def language(tree: HtmlElement, sources: Sources) -> str:
    """Return the ISO 639-1 code that the page declares, "" if it declares none."""
    return next((locale.split("-")[0] for locale in _locales(tree, sources)), "")


def day_first(tree: HtmlElement, sources: Sources, url: str, texts: Iterable[str]) -> bool:
    """Return whether dates in figures put the day first.

    So say a date that has no other reading, a country or a language other than English; `texts` are
    some that hold dates. American English says little: it is what programs state by themselves.
    """
    spoken = language(tree, sources)
    locales = [each for each in _locales(tree, sources) if each.split("-")[0] == spoken]
    stated = next((each for each in locales if each not in _UNTOLD), "")
    if stated:
        return puts_day_first(stated)
    return bool(_is_of_day_first(url.lower()) or writes_day_first(texts))


def _locales(tree: HtmlElement, sources: Sources) -> Iterator[str]:
    """Yield what the page declares, in small letters: "en-gb", "de"."""
    stated = (
        tree.get("lang") or "",
        tree.get("xml:lang") or tree.get(_XML_LANG) or "",
        sources.of_meta("content-language", "og:locale", "language", "dc.language"),
        *sources.of_items("inLanguage", "name"),
    )
    for match in filter(None, map(_find_locale, stated)):
        yield "-".join(part.lower() for part in match.groups() if part)
