"""Find the page's title."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.metadata.site_names import (
    HAN,
    MAX_SEPARATED,
    SEPARATOR,
    SIGNS,
    SiteNames,
    is_home,
    site_names,
    without_site,
)
from pagesight.extract.metadata.sources import Sources, inner_text
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, tag_mask
from pagesight.extract.page.hiding.visibility import names_unseen
from pagesight.extract.page.inline.signs import without_sign
from pagesight.extract.text.tokens import clean, said_once

_STRAIGHT = str.maketrans("‘’“”", "''\"\"")
_ANY_SEPARATOR = re.compile(rf"{SEPARATOR.pattern}|(?<=\w):\s+")
_MAX_CHARS = 300  # of a headline; by hand
_MOST_HEADINGS = 100  # looked at
# Headings less like the titles are slogans (tuned on WCXB dev, half its sites).
_MIN_LIKENESS = 0.25
_is_heading = tag_mask("h1", "h2", "h3", "h4")
_is_main, _is_head = tag_mask("main", "article"), tag_mask("header", "nav", "footer")
# Words of a headline that is no heading, characters where they have no spaces; by hand.
_LEAST_ALONE, _LEAST_HAN = 3, 8
_MOST_CALLED = 20  # elements called a title that are looked at
_LEAST_PART = 3  # Han characters or Kana of a heading that is a part of a title; by hand
_LEAST_BEHIND = 4  # words of a title behind a kicker, and more than a kicker has; by hand
_site_in_brackets = re.compile(r".*\s\[([^\[\]]{2,60})\]$").match  # as DokuWiki has it
# What forums and blogs put between the site's name and the headline, as those programs come.
_of_program = re.compile(
    rf"^.{{0,200}}?(?:^|\s{SIGNS}\s+)(?:view(?:ing)? (?:topic|thread)|blog archive|voir le sujet"
    r"|thema anzeigen|ver t[eó](?:ma|pico)|exibir tópico|leggi argomento|bekijk onderwerp"
    r"|zobacz temat|zobrazit téma|visa ämne|vis emne|просмотр темы|(?:查看|阅读|閱讀)主[题題])"
    rf"\s+{SIGNS}\s+",
    re.I,
).sub
_without_count = re.compile(r"^\(\d{1,3}\+?\)\s+").sub  # of messages that have come
_ends_open = re.compile(rf"\s+{SIGNS}$").sub
_NUMBER = re.compile(r"\s*[(\[]?#\d+[)\]]?$")  # of an issue
# What programs write where nobody gave a title.
_is_no_title = re.compile(
    r"(?:untitled|no title|unnamed|new page|default|document|index|title)"
    r"(?:\s+(?:document|page|\d+))?|[a-z\d]+(?:[-_][a-z\d]+){2,}"  # or what addresses have
    r"|[^\s/]+\.(?:xml|x?html?|docx?|pdf|indd|txt|md|rtf|aspx?)|(?:loading|please wait)\W*",
    re.I,
).fullmatch
_names_title = re.compile(r"(?:^|[\s_-])(?:main-?title|title|headline)(?:$|\s)", re.I).search
_words = re.compile(r"[^\W_]+").findall
_find_han = re.compile(HAN).findall
_is_sentence = re.compile(r"[.:!]$|[。：@©]").search


def title(document: Document, sources: Sources, site_name: str) -> str:
    """Return the page's title: a heading that its other titles agree with, else one of those.

    Headings come first because `title` and `og:title` are often written for search engines.
    """
    return _ends_open("", _title(document, sources, site_name))


def _title(document: Document, sources: Sources, site_name: str) -> str:
    headlines = sources.of_items("headline")[:1]
    given = [
        *headlines,
        sources.of_meta("og:title", "twitter:title", "dc.title", "dcterms.title", "citation_title"),
        document.head.title,
        *sources.of_items("name")[:1],
        sources.of_microdata("headline"),
    ]
    given = [_of_program("", _without_count("", clean(text))) for text in given if text.strip()]
    telling = [text for text in given if not (_is_no_title(text) or SEPARATOR.match(text))]
    in_brackets = _site_in_brackets(clean(document.head.title))
    names = site_names(document, site_name or (in_brackets[1] if in_brackets else ""))
    heading = _lower_heading(document, telling, names) or _heading(document, telling, names)
    shorter = [without_site(text, names, shown=True) for text in telling or given]
    if heading:
        is_whole = any(text.startswith(f"{heading} ") for text in telling)
        bare = heading if is_whole else without_site(heading, names, shown=heading in telling)
        firsts = (SEPARATOR.split(text, maxsplit=1)[0] for text in telling)
        without_label = _without_label(bare, headlines, [*shorter, *firsts])
        return _without_number(without_label, telling)
    return (
        _said_alone(document, telling[:1], names)
        or _called_title(document, telling, names)
        or next(filter(None, shorter), "")
    )


def _called_title(document: Document, given: Sequence[str], names: SiteNames) -> str:
    """Return the first headline that is called a title, and is the longer part of one given.

    With none given any will do, and with the site's name alone the only one.
    """
    elements = document.elements
    are_of_site = bool(given) and all(map(names.show, given))
    parts = {part for text in given for part, other in _pairs(text) if len(part) > len(other)}
    titles = []
    for row in sorted(elements.with_class(_names_title, "title", "headline"))[:_MOST_CALLED]:
        text = clean(inner_text(elements.nodes[row], 2 * _MAX_CHARS))
        is_wanted = text in parts if given and not are_of_site else len(text) <= _MAX_CHARS
        if is_wanted and _is_headline(text) and not names.show(text):
            titles.append(text)
    return titles[0] if len(titles) == 1 or (titles and not are_of_site) else ""


def _said_alone(document: Document, given: Sequence[str], names: SiteNames) -> str:
    """Return the part of a title that is the first line of an early block, and no site's name.

    So is the headline where no element says that it is one; a part that all of it is stands alone.
    """
    parts = {part for title in given for part, _ in _pairs(title)}
    for at, whole in enumerate(document.cuts.texts[:_MOST_HEADINGS] if parts else ()):
        text = whole.split("\n", 1)[0]
        if text in parts and _is_headline(text) and not names.show(text):
            return text if _may_head(document, at) else ""
    return ""


def _is_headline(text: str) -> bool:
    """Return whether a text is long enough to be a headline."""
    return len(text.split()) >= _LEAST_ALONE or len(_find_han(text)) >= _LEAST_HAN


def _may_head(document: Document, number: int) -> bool:
    """Return whether a block stands in the main part, if the page has one with an `h1`."""
    main = document.once(_in_main)
    is_inside = bool(main[document.cuts.element[number]])
    return is_inside or not any(top.in_main for top in document.once(_tops))


def _heading(document: Document, given: Sequence[str], names: SiteNames) -> str:
    """Return the `h1` that is most like one of the titles given; "" if none is fit."""
    titles = [_words_of(title) for title in given]
    pairs = {frozenset(pair) for title in given for pair in _pairs(title)}
    parts = frozenset().union(*pairs)
    best, best_likeness = "", _MIN_LIKENESS
    tops = document.once(_tops)
    all_tops = [top.text for top in tops]
    for text in (top.text for top in tops if top.is_headline):
        is_name = text in parts and names.show(text) and all_tops.count(text) == 1
        if names.have(text) or is_name:
            continue
        words = _words_of(text)
        likeness = max((_likeness(words, title) for title in titles), default=1.0)
        likeness = max(likeness, *(_part_of(text, title) for title in given), 0.0)
        is_behind_site = frozenset((best, text)) in pairs
        if text and (likeness > best_likeness or is_behind_site):
            best, best_likeness = text, likeness
    is_end = any(title.endswith(best) and best in pair for title in given for pair in _pairs(title))
    return (_of_main(document, best) if is_end else "") or best


def _of_main(document: Document, other: str) -> str:
    """Return the one `h1` of the main part if the other one, which ends the title, is outside.

    The other is the name of a book or a site.
    """
    texts = [top.text for top in document.once(_tops) if top.in_main]
    return texts[0] if len(texts) == 1 and texts[0] != other else ""


@dataclass(frozen=True, slots=True)
class _TopHeading:
    """An `h1`: its text, whether it may be a headline, whether it stands in the main part, and
    whether in the head or foot of the page.
    """

    text: str
    is_headline: bool
    in_main: bool
    in_head: bool


def _tops(document: Document) -> Sequence[_TopHeading]:
    """Return the first top headings of a page; what is long or leads home is no headline."""
    elements = document.elements
    main, head = document.once(_in_main), document.once(_in_head)
    tops = []
    for row in np.flatnonzero(elements.tag == CODE["h1"])[:_MOST_HEADINGS].tolist():
        element = elements.nodes[row]
        text = _shown_in(document, row) or _named_once(inner_text(element, 2 * _MAX_CHARS))
        is_headline = len(text) <= _MAX_CHARS and not _links_home(element, document)
        tops.append(_TopHeading(text, is_headline, bool(main[row]), bool(head[row])))
    return tops


def _shown_in(document: Document, row: int) -> str:
    """Return the text of a heading that has words for screen readers alone; "" of others."""
    elements, cuts = document.elements, document.cuts
    inside = range(row, min(int(elements.end[row]), row + _MOST_CALLED))
    if not any(names_unseen(elements.classes[each]) for each in inside):
        return ""
    own = np.flatnonzero(elements.block[cuts.element] == row)[:1].tolist()
    return _named_once(cuts.texts[own[0]]) if own else ""


def _in_main(document: Document) -> Flags:
    """Return which elements stand in the main part."""
    return document.elements.inside(_is_main(document.elements.tag))


def _in_head(document: Document) -> Flags:
    """Return which elements stand in the head or foot of the page, or among its menus."""
    elements = document.elements
    return np.asarray(elements.inside(_is_head(elements.tag)) & ~document.once(_in_main))


def _lower_heading(document: Document, given: Sequence[str], names: SiteNames) -> str:
    """Return the lower heading that is one part of a title; "" unless the `h1` is the other part.

    There may be no fit `h1` either, nor a title: then it is the first. The headline is the longer
    part, that beside a site's name, or the first part if the `h1` stands above it and is the rest.
    Where of the two one stands in the head of the page and one below, the former is the site's
    name.
    """
    fit = [top for top in document.once(_tops) if top.is_headline and top.text]
    tops, in_head = {_straight(top.text) for top in fit}, document.once(_in_head)
    is_site = bool(fit) and all(top.in_head for top in fit)
    pairs = [
        (_straight(part), _straight(other), len(part) > len(other) or names.show(other), title)
        for title in given
        for part, other in _pairs(title)
    ]
    whole, is_below = set(map(_straight, given)), False
    elements = document.elements
    for row in np.flatnonzero(_is_heading(elements.tag))[:_MOST_HEADINGS].tolist():
        text = _named_once(inner_text(elements.nodes[row], 2 * _MAX_CHARS))
        straight = _straight(text)
        if elements.tag[row] == CODE["h1"]:
            is_below |= straight in tops
            continue
        if not straight or (fit and not is_site and in_head[row]) or names.show(text):
            continue
        is_apart = is_site and not in_head[row]
        is_first = (
            not given
            and _is_headline(text)
            and not _is_sentence(text)
            and not _leads_on(elements.nodes[row])
        )
        if (not tops and (straight in whole or is_first)) or any(
            straight == part
            and tops <= {other}
            and (is_sure or is_apart or (is_below and _straight(title).startswith(part)))
            for part, other, is_sure, title in pairs
        ):
            return text
    return ""


def _leads_on(heading: HtmlElement) -> bool:
    """Return whether a heading has a link to another page, as those of a list's items."""
    return not all(link.get("href", "#").startswith("#") for link in heading.iter("a"))


def _straight(text: str) -> str:
    """Return a text with straight quotation marks: programs curl those of headings alone."""
    return text.translate(_STRAIGHT)


def _pairs(title: str) -> Iterator[tuple[str, str]]:
    """Yield the two parts of a title at each separator, in either order."""
    if len(title) <= MAX_SEPARATED:
        for separator in _ANY_SEPARATOR.finditer(title):
            first, second = title[: separator.start()], title[separator.end() :]
            yield first, second
            yield second, first


def _without_label(heading: str, headlines: Sequence[str], titles: Sequence[str]) -> str:
    """Return the heading without words before the headline that the page states of itself.

    Forums set the thread's prefix there, papers the section. One of its other titles is so too if
    it is of some words, and of fewer what stands before it, and none is the whole heading.

    >>> _without_label("Local news The council votes twice", [], ["The council votes twice"])
    'The council votes twice'
    """
    whole = any(heading in text for text in titles)
    for text in (*headlines, *titles):
        label = heading.removesuffix(f" {text}")
        if label == heading or any(map(str.isdigit, label)):
            continue
        is_short = len(text.split()) >= _LEAST_BEHIND > len(label.split())
        if text in headlines or (is_short and not whole):
            return text
    return heading


def _without_number(heading: str, given: Sequence[str]) -> str:
    """Return the heading of an issue without its number, if a title begins with it."""
    bare = _NUMBER.sub("", heading)
    begins = any(title.startswith(bare) and not title.startswith(heading) for title in given)
    return bare if bare != heading and begins else heading


def _named_once(text: str) -> str:
    """Return a text that is there twice, for the eye and for screen readers say, once.

    The sign of a heading's link to itself is none of it.
    """
    return said_once(without_sign(text), fewest=2)


def _links_home(heading: HtmlElement, document: Document) -> bool:
    """Return whether the heading is the name of the site, which leads to its front page."""
    links = (*heading.iter("a"), *heading.iterancestors("a"))
    return any(is_home(link, document) for link in links)


def _likeness(words: frozenset[str], wanted: frozenset[str]) -> float:
    """Return the F1 of the words that two titles share."""
    return 2 * len(words & wanted) / ((len(words) + len(wanted)) or 1)


def _part_of(heading: str, title: str) -> float:
    """Return how much of a title a heading without spaces between words is; 0 if no part of it.

    Words may follow on one that the title begins with: "(How to make) sweet and sour carp".

    >>> _part_of("蔡健雅", "蔡健雅_百科"), _part_of("健雅百", "蔡健雅百科")
    (0.5, 0.0)
    >>> _part_of("糖醋鲤鱼", "糖醋鲤鱼的做法_河边厨房")
    0.3333333333333333
    """
    part, whole = "".join(heading.split()), "".join(title.split())
    if len(_find_han(part)) < _LEAST_PART or part not in whole:
        return 0.0
    before, _, after = whole.partition(part)
    is_apart = not before if after[:1].isalnum() else not before[-1:].isalnum()
    return len(part) / len(whole) if is_apart else 0.0


def _words_of(title: str) -> frozenset[str]:
    return frozenset(_words(title.lower()))
