"""Find the links from a page of a list to its other pages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Rows
from pagesight.extract.records.fields.links import MOST_INSIDE, short_links
from pagesight.extract.records.paging.addresses import (
    FIRST,
    LAST,
    NEXT,
    NUMBER,
    PREVIOUS,
    is_same_list,
    role_of,
    role_of_classes,
)

_MOST_NAMES = 200  # characters of class names: each link around which they are reads them again
_LEVELS = 4  # above a link, where class names say that it is in a pager
_MOST_DAYS = 9  # numbers alone in their cells: more are a calendar
_SLASHES = 2  # in the address of a site's first page
_STATED = {"next": NEXT, "prev": PREVIOUS, "previous": PREVIOUS}  # by `rel`
_says_pager = re.compile(
    r"pag(?:e|ing|[ei]nat\w*|er|es)?(?:[-_ ]?(?:nav|num|link|list|bar|er|s)|\b)|navi?gation\b"
    r"|nav-?links|post-?nav|nav-(?:above|below|previous|next)|page-?turn|mod-?page",
    re.I,
).search
_PAGE_WORD = (
    r"(?:(?:load|show|view|see) (?:more|all)|more|next|nxt|nex|prev(?:ious)?|prv|older|newer|first"
    r"|last|loading|weiter|zurück|nächste|vorherige|mehr (?:laden|anzeigen)|suivant|précédent"
    r"|siguiente|anterior|primer[ao]|últim[ao]|primeira|próxim[ao]|successiv[ao]|precedente)"
)
_PAGE_MARK = r"\d\s.…«»‹›<>|→←-"
_LED_ON = r"[^\W\d]{2,12} ?(?:»|>>)"  # a word in whatever language, and marks behind it
_turns_pages = re.compile(
    rf"[{_PAGE_MARK}]+|{_PAGE_WORD}(?: \w+)?[\s»›→←.…]*"
    rf"|(?:[{_PAGE_MARK}]|{_PAGE_WORD}(?![^\W\d]))+(?:{_LED_ON})?|{_LED_ON}"
    r"|(?:[^\W\d]+ \d+ [^\W\d]+ )?(?:page|seite|página|pagina|strona|sayfa|oldal|страница)"
    rf" (?:\d+ )?[^\W\d]{{1,3}} \d+[{_PAGE_MARK}]*",
    re.I,
).fullmatch
_MOST_OF_PAGER = 80  # characters
_is_day = re.compile(r"\d\d([./-])\d\d\1(?:19|20)?\d\d").fullmatch
# The archives of mailing lists name the messages around one.
_turns_messages = re.compile(
    r"(?:previous|next) (?:message|in thread|by (?:date|thread))\b|messages sorted by\b"
    r"|more info on this list",
    re.I,
).match


@dataclass(frozen=True, slots=True)
class _Link:
    row: int
    address: str
    role: str
    sure: int  # how much says so
    worded: bool  # its text is among that
    same_list: bool
    in_pager: bool


@dataclass(frozen=True, slots=True)
class Pagination:
    """The addresses of a list's other pages, as far as the page links to them; absolute.

    `next` and `previous` are what the page calls so; `pages` has numbered ones, the first and the
    last, in the order of the page. `item_pages` are those of lists that it lists: of the threads in
    a forum's index.
    """

    next: str = ""
    previous: str = ""
    pages: tuple[str, ...] = ()
    item_pages: tuple[str, ...] = ()


def pagination(document: Document) -> Pagination:
    """Return the links to other pages of the list that the page is a part of."""
    links = [link for link in _links(document) if link.same_list or link.in_pager]
    numbers = list(_numbers(document, [link for link in links if link.role == NUMBER], links))
    own, others = _own_pages(numbers)
    after, before = _best(links, NEXT), _best(links, PREVIOUS)
    if own or after or before:  # else "Start" is the site's own, as in a trail of breadcrumbs
        ends = [link for link in links if link.role in (FIRST, LAST)]
        own = sorted((*own, *ends), key=lambda link: link.row)
    return Pagination(
        next=after,
        previous=before,
        pages=_addresses(own),
        item_pages=_addresses(others),
    )


def _own_pages(numbers: Sequence[_Link]) -> tuple[Sequence[_Link], Sequence[_Link]]:
    """Return the numbers of the page's own list, and those of others that it lists.

    Without the page's address, or where it is of another form, one list's pages are its own.
    """
    own = [link for link in numbers if link.same_list]
    others = [link for link in numbers if not link.same_list]
    if not own and all(is_same_list(link.address, others[0].address) for link in others):
        return others, ()
    return own, others


def _addresses(links: Sequence[_Link]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(link.address for link in links))


def _best(links: Sequence[_Link], role: str) -> str:
    own = [link for link in links if link.role == role and (link.same_list or link.worded)]
    best = max(own, key=lambda link: (link.same_list, link.sure, link.in_pager), default=None)
    return best.address if best else ""


def _numbers(
    document: Document, numbers: Sequence[_Link], links: Sequence[_Link]
) -> Iterator[_Link]:
    """Yield the numbers that stand beside other links to pages, and are no calendar."""
    rows = np.array([link.row for link in links], np.int64)
    alone = [_held(document, rows, _cell(document, link.row)) == 1 for link in numbers]
    is_calendar = sum(alone) > _MOST_DAYS
    for link, is_alone in zip(numbers, alone, strict=True):
        if is_calendar and is_alone:
            continue
        if any(_held(document, rows, row) > 1 for row in _around(document, link.row)):
            yield link


def _held(document: Document, rows: Rows, row: int) -> int:
    """Return how many of the rows, ascending, are in an element."""
    start, end = np.searchsorted(rows, [row, document.elements.end[row]])
    return int(end - start)


def _cell(document: Document, row: int) -> int:
    """Return the table cell near around an element, or the root."""
    cells = (at for at in _around(document, row) if document.elements.tag[at] == CODE["td"])
    return next(cells, 0)


def _links(document: Document) -> Iterator[_Link]:
    """Yield the links whose text, class names or `rel` make them links to pages."""
    elements, page = document.elements, document.page.url
    addresses = document.origin.addresses
    for row, text in short_links(document):
        attributes = elements.own(row)
        label = (
            text or attributes.get("aria-label") or attributes.get("title") or _alt(document, row)
        )
        stated = _STATED.get((attributes.get("rel") or "").lower(), "")
        worded, classed = role_of(label), role_of_classes(_names(document, row))
        role = stated or worded or classed
        if not role:
            continue
        address = addresses.absolute(attributes.get("href") or "")
        if _is_root(address) and not any(map(str.isalnum, label)):
            continue
        if not address or address[0] == "#" or _is_page(address, page):
            continue
        yield _Link(
            row,
            address,
            role,
            sum(role == other for other in (stated, worded, classed)),
            role == worded,
            bool(page) and is_same_list(address, page),
            any(_is_pager(document, at) for at in _around(document, row)),
        )


def _is_page(address: str, page: str) -> bool:
    """Return whether an address is of the page itself."""
    return address.partition("#")[0] == page.partition("#")[0]


def _is_root(address: str) -> bool:
    """Return whether an address is of a site and no more."""
    return address.partition("#")[0].rstrip("/").count("/") == _SLASHES


def _names(document: Document, row: int) -> str:
    """Return the class names of a link, of what is in it and around it, and its id."""
    elements = document.elements
    inside = range(row, min(int(elements.end[row]), row + MOST_INSIDE))
    names = (elements.classes[at][:_MOST_NAMES] for at in (elements.parents[row], *inside))
    return " ".join((elements.ids[row][:_MOST_NAMES], *names))


def _alt(document: Document, row: int) -> str:
    """Return what the first image in the element shows."""
    elements = document.elements
    for at in range(row, int(elements.end[row])):
        attributes = elements.own(at)
        if alt := attributes.get("alt") or attributes.get("title") or attributes.get("aria-label"):
            return alt
    return ""


def _around(document: Document, row: int) -> list[int]:
    """Return the nearest elements around one, inner ones first."""
    around = [document.elements.parents[row]]
    while len(around) < _LEVELS:
        around.append(document.elements.parents[around[-1]])
    return around


def _is_pager(document: Document, row: int) -> bool:
    elements = document.elements
    names = f"{elements.classes[row][:_MOST_NAMES]} {elements.ids[row][:_MOST_NAMES]}"
    return bool(names.strip()) and _says_pager(names) is not None


def turns_pages(text: str) -> bool:
    """Return whether a text is of links to more of a list, and no item of it.

    >>> turns_pages("1 2 3 … 9 »"), turns_pages("Load more"), turns_pages("More than words")
    (True, True, False)
    >>> turns_pages("Loading..."), turns_pages("Page 2 of 9 »"), turns_pages("Page 2 of Genesis")
    (True, True, False)
    >>> turns_pages("10-02-19"), turns_pages("1 - 2 - 3")
    (False, True)
    >>> turns_pages("« Primera"), turns_pages("Next message: [builds] Computer marked offline")
    (True, True)
    >>> turns_pages("| 11-17 | Toliau >>"), turns_pages("Toliau į mišką >>")
    (True, False)
    """
    if _turns_messages(text):
        return True
    is_short = len(text) <= _MOST_OF_PAGER and not _is_day(text.strip())
    return is_short and _turns_pages(" ".join(text.split())) is not None
