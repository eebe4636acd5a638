"""Read who wrote a page: what it states, and what it shows near its title."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.metadata.site_names import site_names
from pagesight.extract.metadata.sources import Asides, Sources, inner_text, language
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Elements, tag_mask
from pagesight.extract.page.head import Item, is_about_page, texts, types
from pagesight.extract.text.bylines import (
    MAX_CHARS,
    author_in,
    is_cased,
    is_no_label,
    leads_to_person,
    name_after_by,
    names_company,
    with_known_by,
    words,
)
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.tokens import clean

_META_NAMES = (
    "author", "authors", "article:author", "og:article:author", "dc.creator", "dcterms.creator",
    "dc.contributor", "parsely-author", "sailthru.author", "citation_author", "byl",
    "twitter:data1",
)  # fmt: skip
_PARTS_OF_NAME = ("givenName", "additionalName", "familyName")
_OF_CATALOGUES = frozenset({"citation_author", "dc.creator", "dcterms.creator"})
# In class, id and test id of a byline.
_names_author = re.compile(
    r"uthor|[Bb]yline|\bauthi\b|(?<![\w-])by(?![\w-])|ltx_personname|ontributor-?[Nn]ame|(?<![a-z])(?:auteure?|autor(?:a|in|es?)?|verfasser|writer|yazar|muhabir|firma|szerzo|tekija)(?![a-z])"
).search
# One is in each of these names.
_OF_AUTHORS = ("uthor", "by", "authi", "personname", "ontributor", "auteur", "autor", "verfasser",
               "writer", "yazar", "muhabir", "firma", "szerzo", "tekija")  # fmt: skip
_is_of_all = re.compile(r".*/authors?(?:\.\w+)?/?(?:#.*)?").fullmatch  # no page of one author
_STATING = frozenset({"href", "data-testid", "data-component", "data-hook", "data-qa", "rel"})
_NAMES_PERSON = frozenset({"ltx_personname"})  # classes of LaTeXML, for one
_ENDING_LINES = frozenset({"br", "p"})
_SETTING_OFF = frozenset({"b", "strong", "a"})
_MAX_MARKED = 500  # characters read of what is marked as a byline
_BEFORE, _AFTER = 8, 30  # blocks around the title whose "by ..." is the page's own
_LONG = 200  # characters of a text: a top heading behind it is of something else
_is_whole = tag_mask("html", "body", "main")
_NEAR = 20  # elements of a byline, or around one in it, that are looked at
_is_front = re.compile(r"https?://[^/?#]+/?", re.I).fullmatch
_MOST_AUTHORS = 10  # of one byline
_without_about = re.compile(r"^(?:about|über|à propos de|sobre|over|om)\s+(?=\S+\s\S)", re.I).sub
_MOST_OF_NAME = 4  # words
_MOST_OF_LABEL = 30  # characters of "Author" in a block of its own
_parts_of_byline = re.compile(r"\s+[|•·—–-]\s+|\n").split
_wrote = re.compile(
    r"(?P<name>\S{2,40})\s+(?:(?:wrote|writes)\b(?:\s+in\b|:)|(?:released|published|posted) this\b)"
).match
_with_handle = re.compile(r"(?P<name>[^()@]{2,50}) \(@[\w.@-]+\)(?: on \w+| • .*)?$").match
# "Ann Lee on Y: ..." / Y, as sites of short posts call them
_on_site = re.compile(r"(?P<name>[^:/|]{2,50}) (?:on|auf|sur|en|su|op) (?P<site>\w+)(?::|$)").match


def author(document: Document, sources: Sources, site_name: str) -> str:
    """Return the authors' names, joined by commas."""
    stated = [name for name in _stated(document, sources) if name]
    others = frozenset(_organizations(sources))
    people = [name for name in stated if name not in others and _is_person(name, site_name)]
    if people:
        return people[0]
    if _is_front(document.page.url):  # by many, of whom it names those of its news
        return next(iter(stated), "")
    names = _shown(document, language(document.tree, sources))
    shown = _without_site(next(filter(None, names), ""), document, site_name)
    beside = (name for name in _beside_date(document) if clean(name) != site_name)
    return shown or next(iter(stated), "") or next(filter(None, beside), "")


def _without_site(names: str, document: Document, site_name: str) -> str:
    """Return names without that of the site behind a person's: "Ann Lee, The Quay"."""
    person, comma, rest = names.rpartition(", ")
    return person if comma and site_names(document, site_name).show(rest) else names


def _stated(document: Document, sources: Sources) -> Iterator[str]:
    """Yield what the page states for machines."""
    yield _joined(sources.of_items("author", "name"))
    yield _joined(_names_in_parts(sources))
    yield _joined(sources.of_items("creator", "name"))
    for name in _META_NAMES:
        names = sources.meta.get(name, ())
        yield _joined(map(_in_order, names) if name in _OF_CATALOGUES else names)
    yield _joined(sources.microdata.get("author", ()))
    yield _of_short_post(document, sources)


def _organizations(sources: Sources) -> Iterator[str]:
    """Yield the names of authors who are no persons by their type."""
    for each in _author_items(sources):
        if any(own.endswith("rganization") for own in types(each)):
            yield from map(clean, texts(each.get("name")))


def _names_in_parts(sources: Sources) -> Iterator[str]:
    """Yield the names of the persons who have given and family names, and no name of both."""
    for person in _author_items(sources):
        yield " ".join(chain(*(texts(person.get(key)) for key in _PARTS_OF_NAME)))


def _author_items(sources: Sources) -> Iterator[Item]:
    """Yield what JSON-LD says of each author of the page."""
    for item in filter(is_about_page, sources.items):
        stated = item.get("author")
        listed = stated if isinstance(stated, list) else [stated]
        yield from (each for each in listed if isinstance(each, Mapping))


def _in_order(name: str) -> str:
    """Return a name of which the last part stands first, as catalogues have it, in its order.

    >>> _in_order("Lee, Ann"), _in_order("Ann Lee, Jo Hale"), _in_order("Ministry of Works, Malta")
    ('Ann Lee', 'Ann Lee, Jo Hale', 'Ministry of Works, Malta')
    """
    last, _, first = name.partition(",")
    parts = len(last.split()), len(first.split())
    is_name = parts[0] == 1 <= parts[1] or (parts[1] == 1 and parts[0] == 2)
    return f"{first.strip()} {last}" if is_name and "," not in first else name


def _joined(names: Iterable[str]) -> str:
    authors = [author_in(name, limit=300) for name in dict.fromkeys(map(clean, names))]
    return ", ".join(dict.fromkeys(filter(None, authors)))


def _of_short_post(document: Document, sources: Sources) -> str:
    """Return the name in a title such as "Ann Lee on Y: ...", if the site is called so.

    Or "Ann Lee (@ann@dock.example)".
    """
    if handled := _with_handle(sources.of_meta("og:title")):
        return author_in(handled["name"])
    match = _on_site(document.head.title.strip())
    if not match:
        return ""
    closed = document.head.title.rstrip()[match.end() :].endswith(f" {match['site']}")
    named = match["site"] == sources.of_meta("og:site_name")
    return author_in(match["name"]) if closed or named else ""


def _shown(document: Document, spoken: str) -> Iterator[str]:
    """Yield the names in what is marked as a byline, then in lines that say "by" as is spoken."""
    heading = next(document.tree.iter("h1"), None)
    asides = Asides(heading)
    around = frozenset(heading.iterancestors() if heading is not None else ())
    marked = [
        each for each in _marked(document.elements) if each not in around and not asides.hold(each)
    ]
    for number, element in enumerate(marked):
        yield _names_of(element, marked[number + 1 : number + 1 + _MOST_AUTHORS])
    near = _near_title(document)
    for label, block in zip([None, *near], near, strict=False):
        for line in block.text.split("\n"):
            yield name_after_by(with_known_by(line, spoken))
        if label and len(label.text) <= _MOST_OF_LABEL and not is_no_label(label.text):
            labelled = name_after_by(f"{label.text}: {block.text}")
            yield labelled if len(words(labelled)) > 1 else ""
    for block in near:
        if len(block.text) < MAX_CHARS and (wrote := _wrote(block.text)):
            yield author_in(wrote["name"])


def _beside_date(document: Document) -> Iterator[str]:
    """Yield who is named beside a date, between the title and the text: "ann 3 May 2024".

    By a link that the block begins with, with the date or right before or after it in a box of
    both; else by a name in full, if no link is in the block and no other has a date.
    """
    nodes, element = document.elements.nodes, document.cuts.element
    near = list(takewhile(lambda block: len(block.text) <= _LONG, _near_title(document)))
    dated = [len(block.text) < MAX_CHARS and bool(date_in(block.text)) for block in near]
    top = next((block.order for block in near if block.tag == "h1"), len(document.blocks))
    for number, block in enumerate(near):
        beside = [other for other in (number - 1, number + 1) if 0 <= other < len(near)]
        boxed = any(dated[at] and _are_boxed(document, block, near[at]) for at in beside)
        if (dated[number] or boxed) and len(block.text) < MAX_CHARS:
            links = islice(nodes[element[block.order]].iter("a"), _NEAR)
            persons = (each for each in links if leads_to_person(each.get("href") or ""))
            names = (inner_text(each, _MAX_MARKED) for each in persons)
            begins = block.text.startswith
            yield from (author_in(name) for name in names if dated[number] or begins(name))
        if dated[number] and sum(dated) == 1 and block.order > top and not block.link_chars:
            yield from map(_full_name, _parts_of_byline(block.text))


def _full_name(text: str) -> str:
    """Return a name of two to four words that is all of a text, or of two before a day; else ""."""
    name = author_in(text)
    parts, most = name.split(), _MOST_OF_NAME if name == text else 2
    is_name = all(map(str.isalpha, "".join(words(name)))) and 2 <= len(parts) <= most
    return name if is_name and all(part[0].isupper() for part in parts) else ""


def _are_boxed(document: Document, block: Block, other: Block) -> bool:
    """Return whether the element that holds two blocks holds little else."""
    elements, holder = document.elements, document.cuts.element
    box = elements.common(*sorted((int(holder[block.order]), int(holder[other.order]))))
    inside = (holder >= box) & (holder < elements.end[box])
    sizes = [len(document.cuts.texts[at]) for at in np.flatnonzero(inside)[: 2 * _NEAR].tolist()]
    return len(sizes) < 2 * _NEAR and sum(sizes) <= 2 * MAX_CHARS


def _near_title(document: Document) -> Sequence[Block]:
    """Return the blocks around the top heading, up to the one of a further article."""
    blocks, elements, cuts = document.blocks, document.elements, document.cuts
    is_top = elements.tag[elements.block[cuts.element]] == CODE["h1"]
    tops = [at for at in np.flatnonzero(is_top).tolist() if cuts.texts[at]]
    title = tops[0] if tops else 0
    near = blocks[max(0, title - _BEFORE) : title + _AFTER]
    texts = [block.order for block in near if block.order > title and len(block.text) > _LONG]
    end = next((top for top in tops if texts and top > texts[0]), len(blocks))
    return [block for block in near if block.order < end]


def _names_of(element: HtmlElement, following: list[HtmlElement]) -> str:
    """Return the names that an element is marked to hold: of what is marked in it, else its own.

    Several are of several authors where each is a link to one, or an item of their list.
    """
    items = [each for each in islice(element, _MOST_AUTHORS) if each.tag == "li"]
    if element.tag in ("ul", "ol") and (names := _names_of_each(items)):
        return names
    if _is_of_person(element):
        beside = (each for each in following if each.getparent() is element.getparent())
        linked = map(_own_name, (element, *filter(_is_of_person, beside)))
        return ", ".join(dict.fromkeys(filter(None, linked)))
    inside = [each for each in following if element in islice(each.iterancestors(), _NEAR)]
    around = {above for each in inside for above in islice(each.iterancestors(), _NEAR)}
    innermost = [each for each in inside if each not in around]
    persons = dict.fromkeys(_own_name(each) for each in innermost if _is_of_person(each))
    alike = innermost if len({(each.tag, each.get("class")) for each in innermost}) == 1 else []
    if names := ", ".join(filter(None, persons)) or _names_of_each(alike):
        return names
    parts = [*filter(None, map(_own_name, innermost)), _own_name(element)]
    return next((name for name in parts if len(words(name)) > 1), parts[0])  # not initials


def _names_of_each(elements: Sequence[HtmlElement]) -> str:
    """Return the names in several elements, if each has one in full."""
    names = [_own_name(each) for each in elements] if len(elements) > 1 else []
    each_has = all(len(words(name)) > 1 and is_cased(name) for name in names)
    return ", ".join(dict.fromkeys(names)) if each_has else ""


def _is_of_person(element: HtmlElement) -> bool:
    leads_to = element.tag == "a" and ("/author" in (element.get("href") or ""))
    named = not _NAMES_PERSON.isdisjoint((element.get("class") or "").split())
    return leads_to or named or element.get("rel") == "author"


def _own_name(element: HtmlElement) -> str:
    for line in _lines(element):
        name = author_in(line)
        if name and (is_cased(name) or len(words(name)) == 1):
            return name
    return _apart(element)


def _apart(element: HtmlElement) -> str:
    """Return the first text in a dated line that is a name of several words; "" if none is."""
    whole = inner_text(element, _MAX_MARKED)
    if len(whole) > MAX_CHARS or not date_in(whole):
        return ""
    names = map(author_in, _leaves(element))
    return next((name for name in names if len(words(name)) > 1 and is_cased(name)), "")


def _lines(element: HtmlElement) -> Iterator[str]:
    """Yield the lines of an element: where a `br` is in it, the first has the name.

    A paragraph ends one too. Before them comes what is set off from the text that it runs into: a
    name before a rank, or behind a label; and a heading over what is said of the author.
    """
    yield _set_off(element)
    near = list(islice(element.iterdescendants(), _NEAR))
    tops = [each for each in near if each.tag != "img"][:1]
    headings = (inner_text(each, _MAX_MARKED) for each in tops if each.tag in HEADING_TAGS)
    yield from (_without_about("", each) for each in headings)
    for first in [each for each in near if each.tag in _ENDING_LINES][:1]:
        yield " ".join(filter(None, (element.text, *_until(element, first))))
    whole, texts = inner_text(element, _MAX_MARKED), _leaves(element)
    if len(texts) > 1 and "".join(texts).replace(" ", "") == whole.replace(" ", ""):
        yield _full_name(texts[0])  # over what its owner is
    yield whole


def _leaves(element: HtmlElement) -> Sequence[str]:
    """Return the texts of the innermost elements."""
    leaves = (each for each in islice(element.iterdescendants(), _NEAR) if not len(each))
    return list(filter(None, (inner_text(each, _MAX_MARKED) for each in leaves)))


def _set_off(element: HtmlElement) -> str:
    """Return the bold or linked text that an element begins with, if words run on behind it."""
    if (element.text or "").strip():
        return ""
    for child in islice(element, _NEAR):
        lead, tail = inner_text(child, _MAX_MARKED), child.tail or ""
        if lead or tail.strip():
            name = lead if is_no_label(lead) else tail
            return name if child.tag in _SETTING_OFF and tail[:1].isalpha() else ""
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
    rows = set(elements.with_class(_names_author, *_OF_AUTHORS))
    rows.update(elements.with_id(_names_author, *_OF_AUTHORS))
    stated = ((name, *pair) for name in _STATING for pair in elements.values(name))
    rows.update(row for name, row, value in stated if _says_author(name, value))
    whole = _is_whole(elements.tag)  # WordPress names the body "single-author"
    yield from (elements.nodes[row] for row in sorted(rows) if not whole[row])


def _says_author(name: str, value: str) -> bool:
    if name == "href":
        return "/author" in value and not _is_of_all(value)
    if name.startswith("data-"):
        return _names_author(value) is not None or value == "user-name"
    return name == "rel" and value == "author"


def _is_person(name: str, site_name: str) -> bool:
    is_named = len(words(name)) > 1 and is_cased(name) and clean(name) != site_name
    return is_named and not names_company(name)
