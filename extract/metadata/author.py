"""Read who wrote a page."""

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.metadata.asides import Asides
from pagesight.extract.metadata.byline import (
    MAX_CHARS,
    is_cased,
    name_after_by,
    name_in,
    words,
)
from pagesight.extract.metadata.sources import Sources, clean, inner_text
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Elements

_META_NAMES = (
    "author", "article:author", "og:article:author", "dc.creator", "dcterms.creator",
    "dc.contributor", "parsely-author", "sailthru.author", "citation_author", "byl",
    "twitter:data1",
)  # fmt: skip
_MARKS = ("uthor", "yline")  # in class, id and test id of a byline
_STATING = frozenset({"href", "data-testid", "rel"})
_NAMES_PERSON = frozenset({"ltx_personname"})  # classes of LaTeXML, for one
_SETTING_OFF = frozenset({"b", "strong", "a"})
_MAX_MARKED = 500  # characters read of what is marked as a byline
_BEFORE, _AFTER = 8, 30  # blocks around the title whose "by ..." is the page's own
_NEAR = 20  # elements of a byline, or around one in it, that are looked at
_MOST_AUTHORS = 10  # of one byline
_wrote = re.compile(r"(?P<name>\S{2,40})\s+(?:wrote|writes)\b(?:\s+in\b|:)").match
# "Ann Lee on Y: ..." / Y, as sites of short posts call them
_on_site = re.compile(r"(?P<name>[^:/|]{2,50}) (?:on|auf|sur|en|su|op) (?P<site>\w+)(?::|$)").match


def author(document: Document, sources: Sources, site_name: str) -> str:
    """Return the authors' names, joined by commas."""
    stated = [name for name in _stated(document, sources) if name]
    people = [name for name in stated if _is_person(name, site_name)]
    if people:
        return people[0]
    shown = next(filter(None, _shown(document)), "")
    return shown or next(iter(stated), "")


def _stated(document: Document, sources: Sources) -> Iterator[str]:
    """Yield what the page states for machines."""
    yield _joined(sources.of_items("author", "name"))
    yield _joined(sources.of_items("creator", "name"))
    for name in _META_NAMES:
        yield _joined(sources.meta.get(name, ()))
    yield name_in(sources.of_microdata("author"))
    yield _of_short_post(document, sources)


def _joined(names: tuple[str, ...]) -> str:
    found = [name_in(name, limit=300) for name in dict.fromkeys(map(clean, names))]
    return ", ".join(dict.fromkeys(filter(None, found)))


def _of_short_post(document: Document, sources: Sources) -> str:
    """Return the name in a title such as "Ann Lee on Y: ...", if the site is called so."""
    found = _on_site(document.head.title.strip())
    if not found:
        return ""
    closed = document.head.title.rstrip().endswith(f" {found['site']}")
    named = found["site"] == sources.of_meta("og:site_name")
    return name_in(found["name"]) if closed or named else ""


def _shown(document: Document) -> Iterator[str]:
    """Yield the names in what is marked as a byline, then in lines that have "by"."""
    heading = next(document.tree.iter("h1"), None)
    asides = Asides(heading)
    marked = [each for each in _marked(document.elements) if not asides.hold(each)]
    for number, element in enumerate(marked):
        yield _names_of(element, marked[number + 1 : number + 1 + _MOST_AUTHORS])
    title = next((block.order for block in document.blocks if block.tag == "h1"), 0)
    near = document.blocks[max(0, title - _BEFORE) : title + _AFTER]
    for block in near:
        for line in block.text.split("\n"):
            yield name_after_by(line)
    for block in near:
        if len(block.text) < MAX_CHARS and (found := _wrote(block.text)):
            yield name_in(found["name"])


def _names_of(element: HtmlElement, following: list[HtmlElement]) -> str:
    """Return the names that an element is marked to hold: of what is marked in it, else its own.

    Several are of several authors where each is a link to one.
    """
    inside = [each for each in following if element in islice(each.iterancestors(), _NEAR)]
    around = {above for each in inside for above in islice(each.iterancestors(), _NEAR)}
    innermost = [each for each in inside if each not in around]
    persons = dict.fromkeys(_own_name(each) for each in innermost if _is_of_person(each))
    if names := ", ".join(filter(None, persons)):
        return names
    parts = [*filter(None, map(_own_name, innermost)), _own_name(element)]
    return next((name for name in parts if len(words(name)) > 1), parts[0])  # not initials


def _is_of_person(element: HtmlElement) -> bool:
    leads_to = element.tag == "a" and ("/author" in (element.get("href") or ""))
    named = not _NAMES_PERSON.isdisjoint((element.get("class") or "").split())
    return leads_to or named or element.get("rel") == "author"


def _own_name(element: HtmlElement) -> str:
    for line in _lines(element):
        name = name_in(line)
        if name and (is_cased(name) or len(words(name)) == 1):
            return name
    return ""


def _lines(element: HtmlElement) -> Iterator[str]:
    """Yield the lines of an element: where a `br` is in it, the first has the name.

    Before them comes what is set off from the text that it runs into: a name before a rank.
    """
    yield _set_off(element)
    near = islice(element.iterdescendants(), _NEAR)
    first = next((each for each in near if each.tag == "br"), None)
    if first is not None:
        before = [text for text in (element.text, *_until(element, first)) if text]
        yield " ".join(before)
    yield inner_text(element, _MAX_MARKED)


def _set_off(element: HtmlElement) -> str:
    """Return the bold or linked text that an element begins with, if words run on behind it."""
    if (element.text or "").strip():
        return ""
    for child in islice(element, _NEAR):
        said, tail = inner_text(child, _MAX_MARKED), child.tail or ""
        if said or tail.strip():
            return said if child.tag in _SETTING_OFF and tail[:1].isalpha() else ""
    return ""


def _until(element: HtmlElement, end: HtmlElement) -> Iterator[str | None]:
    """Yield the texts in an element that stand before one in it."""
    for each in element.iterdescendants():
        if each is end:
            return
        yield each.text
        yield each.tail


def _marked(elements: Elements) -> Iterator[HtmlElement]:
    """Yield the elements whose names or attributes say that they hold an author."""
    names = zip(elements.classes, elements.ids, strict=True)
    rows = {
        row
        for row, (class_, id_) in enumerate(names)
        if _MARKS[0] in class_
        or _MARKS[1] in class_
        or _MARKS[0] in id_
        or _MARKS[1] in id_
        or not _NAMES_PERSON.isdisjoint(class_.split())
    }
    rows.update(
        row
        for name in _STATING
        for row, value in elements.values(name)
        if _says_author(name, value)
    )
    yield from (elements.nodes[row] for row in sorted(rows))


def _says_author(name: str, value: str) -> bool:
    if name == "href":
        return "/author" in value
    if name == "data-testid":
        return any(mark in value for mark in _MARKS)
    return name == "rel" and value == "author"


def _is_person(name: str, site_name: str) -> bool:
    return len(words(name)) > 1 and is_cased(name) and clean(name) != site_name
