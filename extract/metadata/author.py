"""Read who wrote a page."""

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

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
_is_aside = re.compile(
    r"comment|testimonial|related|footer|sidebar|review|quote|reply|recommend|widget|teaser|card"
    r"|authori[sz]|authorit",
    re.I,
).search
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_PREFIX = re.compile(
    r"^(?:this\s+(?:post|article)\s+was\s+)?"
    r"(?:(?:article|story|text|words|post|blog|photos?|recipe)\s+)?"
    r"(?:(?:written|posted|published|created|authored|medically reviewed|reviewed|edited)\s+)?"
    r"(?:by|von|par|por|di|door|av|af|authors?|autor|autore|auteur|via|thread starter|topic author|"
    r"text|words|från|автор|作者|文)\b\s*[:：-]?\s*",
    re.I,
)
_BYLINE = re.compile(
    r"(?:^|[|•·⋅\n\d-]\s*)(?:(?:written|posted|published)\s+)?by\b[:\s]+(?=\w)", re.I
)
_END = re.compile(
    # Runs are looked at from their first character only: they may be long.
    r"\s*[|•·⋅\n(\[/@]|\s*(?<![-–—])[-–—]++(?:\s|$)|(?<![\s,-])[\s,-]++\d"
    r"|,?\s+(?:(?:on|in|at|for|updated|published|posted|last|view|follow|reviewed|edited|fact|is|"
    r"am|le|el)\b|" + _MONTH + r"\.?\s+\d).*$",
    re.I | re.S,
)
_is_no_name = re.compile(
    r"https?\b|www\.|^(?:" + _MONTH + r"|mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?$|"
    r"^(?:admin|administrator|staff|editor|unknown|anonymous|guest|members?|"
    r"none|null|about|more|all|less than|gender|company|team|the author|about the author|"
    r"authors?|share|home|follow|updated|last|read|view|posts?|menu|by|contributors?|written|"
    r"reviewed|published|event type|use case)\b"
    r"(?:\s+(?:the|by|posts?|us|authors?|on|more).*)?$",
    re.I,
).search
has_digit = re.compile(r"\d").search
_words = re.compile(r"\w+").findall
_MAX_CHARS = 80
_MAX_MARKED = 500  # characters read of what is marked as a byline
_BEFORE, _AFTER = 8, 30  # blocks around the title whose "by ..." is the page's own


def author(document: Document, sources: Sources, site_name: str) -> str:
    """Return the authors' names, joined by commas."""
    stated = [name for name in _stated(sources) if name]
    people = [name for name in stated if _is_person(name, site_name)]
    if people:
        return people[0]
    shown = next(_shown(document), "")
    return shown or next(iter(stated), "")


def _stated(sources: Sources) -> Iterator[str]:
    """Yield what the page states for machines."""
    yield _joined(sources.of_items("author", "name"))
    yield _joined(sources.of_items("creator", "name"))
    for name in _META_NAMES:
        yield _joined(sources.meta.get(name, ()))
    yield name_in(sources.of_microdata("author"))


def _joined(names: tuple[str, ...]) -> str:
    found = [name_in(name, limit=300) for name in dict.fromkeys(map(clean, names))]
    return ", ".join(dict.fromkeys(filter(None, found)))


def _shown(document: Document) -> Iterator[str]:
    """Yield the names in what is marked as a byline, then in lines that have "by"."""
    heading = next(document.tree.iter("h1"), None)
    asides = _Asides(heading)
    for element in _marked(document.elements):
        if not asides.hold(element):
            name = name_in(inner_text(element, _MAX_MARKED))
            if name and (_is_cased(name) or len(_words(name)) == 1):
                yield name
    title = next((block.order for block in document.blocks if block.tag == "h1"), 0)
    for block in document.blocks[max(0, title - _BEFORE) : title + _AFTER]:
        byline = _BYLINE.search(block.text) if len(block.text) < 2 * _MAX_CHARS else None
        name = name_in(block.text[byline.end() :]) if byline else ""
        # A single word may be a user, if a date follows; else it is what a list is sorted by.
        if _is_cased(name) and (len(_words(name)) > 1 or has_digit(block.text)):
            yield name


def _marked(elements: Elements) -> Iterator[HtmlElement]:
    """Yield the elements whose names or attributes say that they hold an author."""
    names = zip(elements.classes, elements.ids, strict=True)
    rows = {
        row
        for row, (class_, id_) in enumerate(names)
        if _MARKS[0] in class_ or _MARKS[1] in class_ or _MARKS[0] in id_ or _MARKS[1] in id_
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


def name_in(text: str, limit: int = _MAX_CHARS) -> str:
    """Return the name in a byline; "" if there is none.

    >>> name_in("Written by: Ann Lee | May 3, 2020")
    'Ann Lee'
    """
    bare = _PREFIX.sub("", _PREFIX.sub("", clean(text)))
    if bare.startswith(("http:", "https:")):
        return ""
    name = _END.split(bare, maxsplit=1)[0].strip(" ,;:.-–—|*\"'")
    if (
        not 1 < len(name) <= limit
        or has_digit(name[0])
        or _is_no_name(name)
        or len(name.split()) > limit // 8
    ):
        return ""
    return name


def _is_cased(name: str) -> bool:
    """Return whether the words begin as names do: few in lower case."""
    words = _words(name)
    return 0 < len(words) <= 8 and sum(word[0].islower() for word in words) <= len(words) // 3


def _is_person(name: str, site_name: str) -> bool:
    return len(_words(name)) > 1 and _is_cased(name) and clean(name) != site_name


class _Asides:
    """The parts of a page that are not about the page itself; each element is looked at once."""

    def __init__(self, heading: HtmlElement | None) -> None:
        """Take the page's heading: no element around it is an aside."""
        self._around = frozenset(heading.iterancestors() if heading is not None else ())
        self._known: dict[HtmlElement, bool] = {}

    def hold(self, element: HtmlElement) -> bool:
        """Return whether the element is one of these parts or in one."""
        path: list[HtmlElement] = []
        above: HtmlElement | None = element
        while above is not None and above not in self._known:
            path.append(above)
            above = above.getparent()
        found = above is not None and self._known[above]
        for lower in reversed(path):
            found = self._known[lower] = found or self._begins_at(lower)
        return found

    def _begins_at(self, element: HtmlElement) -> bool:
        if element in self._around:
            return False
        named = f"{element.get('class')} {element.get('id')}"
        return element.tag in ("footer", "nav", "style", "script") or bool(_is_aside(named))
