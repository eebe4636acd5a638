"""Find the labels of a page that events and jobs have, and what stands after each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from pagesight.extract.metadata.entities.item_words import LABELS
from pagesight.extract.metadata.entities.job_words import (
    JOB_HEADINGS,
    ends_job,
    is_employment,
    is_for_everyone,
)
from pagesight.extract.metadata.entities.pay import is_pay
from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.sources import day_first, language, sources
from pagesight.extract.page.addresses import path_of
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import tag_mask
from pagesight.extract.text.class_names import hyphenated, plain
from pagesight.extract.text.clock import times_in
from pagesight.extract.text.labels import MOST_LABEL, Labelled, label_of, labelled

_FEWEST = 2  # labels of different things: fewer are on nearly every page
_TELLING = frozenset({"when", "date", "where", "employment", "salary", "deadline", "requisition"})
_MOST_CHARS = 300  # of a text with a label
_MOST_LABELS = 400  # of a page
_MOST_BUTTON = 45  # characters
_LEAST_HEADING = 4  # characters of a heading that is a part of the title
_split = re.compile(r"\s+[-–—|·]\s+").split
_BEFORE_TITLE, _BELOW_TITLE = 3, 14  # blocks around the title that say facts without labels
_MOST_NEAR, _MOST_FACT = 120, 60  # characters of a text there, and of a kind of employment
_parts = re.compile(r"\s*[·•|｜／]\s*|\s+/(?=\s+[^\W\d_a-z]|$)").split
_has_year = re.compile(r"(?<!\d)20\d\d(?!\d)|\d[./-]\d{1,2}[./-]\d\d(?!\d)").search
_without_edges = re.compile(r"^[^\w¿¡£$€¥(\"'«„“]+|[\s,;–—*-]+$").sub  # of a part
_MARKS = " !›»→>:\n\t\xa0"  # beside the words of a button or a heading
_SPOKEN = ("aria-label", "title", "alt")  # what an icon is called
is_of_template = re.compile(
    r"(?:(?:the|opening|about the) )?(?:event|job|career|vacancy|position)s? details?"
    r"(?: page)?(?: / details)?\W*(?:[|:–—-]\W*.{0,60})?|details?|blog details"
    r"|careers?(?: (?:opportunities|home))?|search results|(?:(?:current|all|our|open) )?"
    r"(?:jobs?|employment) (?:openings?|listings?|postings?|board|search|opportunities)\d?",
    re.I,
).fullmatch
_names_jobs = re.compile(
    r"/(?:[\w-]*[-_])?(?:jobs?|careers?|karriere|stellen\w*|vacanc(?:y|ies)|vacatures?|empleos?"
    r"|ofertas?-de-\w+|offres?-d?-?emploi|emploi|lavoro|vagas?|praca|oferty-pracy|vakansi\w*"
    r"|kariera|prace|kariyer|ilan)(?:[-_][\w-]*)?(?:[/.]|$)",
    re.I,
).search
_names_events = re.compile(
    r"(?:^|[/_.-])(?:events?|veranstaltung(?:en)?|termine?|kalender|calendar|agenda|concerts?"
    r"|konzerte?|workshops?|seminars?|webinars?|meetups?|talks?|e?v[eé]n[eé]ments?|eventos?|eventi"
    r"|schedule|exhibitions?|gigs?|whats-on|festivals?"
    r"|evenement(?:en)?|wydarzeni[ae]|arrangement(?:er)?|evenemang|akce|esemenyek)(?:[/_.-]|$)",
    re.I,
).search
_MOST_URL = 300  # characters of the address that are read
_may_be_icon = tag_mask("i", "span", "em")
# What the classes of an icon call it, as Font Awesome, Bootstrap and Material name theirs.
_find_icon = re.compile(
    r"(?<![a-z])(?:(?P<place>map-?(?:marker|pin)|marker|geo|location|pin)|(?P<day>calendar)"
    r"|(?P<time>clock)|(?P<pay>money|cash|dollar|euro|wallet|coins?)|(?P<kind>briefcase)"
    r"|(?P<company>building))(?![a-z])"
).search
_ICONS = {
    "place": "location", "day": "date", "time": "time", "pay": "salary",
    "kind": "employment type", "company": "company",
}  # fmt: skip
# What the names of an element call it, where no text does: "job-location", "tribe-events-cost".
_CALLED = {
    "company": r"(?:company|employer|organi[sz]ation|org|firma|arbeitgeber|hiring-organi[sz]ation"
    r"|advertiser)"
    r"(?:-name)?(?:-link)?",
    "location": r"(?:(?:job|company|work|event)-?)?(?:detail-)?location(?:-name)?|standort"
    r"|arbeitsort",
    "employment type": r"(?:job-(?:detail-)?(?:work-)?|work-)type|employment(?:-type)?|commitment"
    r"|contract-type|anstellungsart",
    "salary": r"salary(?:-(?:range|info))?|compensation|gehalt",
    "event date": r"event-?(?:date|start|datetime)|start-date(?:-and-time)?|dates|wann",
    "venue": r"(?:event-?)?venue(?:-name)?|veranstaltungsort",
    "organizer": r"organi[sz]er(?:-(?:name|info))?|veranstalter|presenter",
    "price": r"(?:event-?|ticket-?)?(?:cost|price)s?|eintritt",
}
_find_called = {
    label: re.compile(rf"(?<![a-z])(?:{names})(?= |$)", re.M).search
    for label, names in _CALLED.items()
}
_TESTED = ("data-ui", "data-testid", "data-qa", "data-automation-id", "data-automation")
_MOST_CALLED = 3  # elements that are called alike: with more it is a list
_END = "\x01"  # the label that stands for the end of an element: it names nothing
_KNOWN = {**LABELS, _END: frozenset[str]()}
_in_head = tag_mask("nav", "header", "footer")
_in_furniture = tag_mask("nav", "footer", "select")


@dataclass(frozen=True, slots=True)
class PageLabels:
    """The labels of a page by what they name, in order, and how its dates are to be read."""

    document: Document
    found: Mapping[str, tuple[Labelled, ...]]
    language: str
    day_first: bool

    def of(self, *fields: str) -> tuple[Labelled, ...]:
        """Return the labels of the first of the fields that has some, then those of the next."""
        return tuple(each for field in fields for each in self.found.get(field, ()))

    def first(self, field: str, fits: Callable[[str], object]) -> str:
        """Return the first value that fits, its texts after each other; "" if none does."""
        values = (each.text for each in self.of(field))
        return next((value for value in values if fits(value)), "")

    def has_text(self, is_such: Callable[[str], object]) -> bool:
        """Return whether a short text of the page, as of a button, is such."""
        short = (text for text in self.document.cuts.strings if len(text) <= _MOST_BUTTON)
        return any(is_such(text.strip(_MARKS)) for text in short)

    @property
    def title(self) -> str:
        """The page's title, or the heading that is a part of it.

        Where it only says what kind of page it is, the heading below it.
        """
        return self.document.once(_title)

    @property
    def has_heading(self) -> bool:
        """Whether the title is a heading of the page that says more than its kind."""
        is_heading = self.title in self.document.once(_heads)
        return is_heading and not is_of_template(self.title) and label_of(self.title) not in LABELS

    @property
    def title_at(self) -> int:
        """The number of the block that is the title; that after the last where none is."""
        return self.document.once(_title_at)

    @property
    def near(self) -> tuple[str, ...]:
        """The parts of short lines around the title: what the page says without labels."""
        return self.document.once(_near_title)


def _title(document: Document) -> str:
    title = document.once(page_title)
    heads = [text for text in document.once(_heads) if not is_of_template(text)]
    if is_of_template(title):
        return next(iter(heads), title)
    if title in heads:
        return title
    parts = {part.strip() for part in _split(title)}
    within = (text for text in heads if len(text) >= _LEAST_HEADING and text in title)
    return next((text for text in heads if text in parts), next(within, title))


def _title_at(document: Document) -> int:
    texts, title = document.cuts.texts, document.once(_title)
    return next((n for n, text in enumerate(texts) if text.strip() == title), len(texts))


def _near_title(document: Document) -> tuple[str, ...]:
    cuts, elements, at = document.cuts, document.elements, document.once(_title_at)
    if at == len(cuts.texts):
        return ()
    hidden = elements.inside(_in_furniture(elements.tag))[cuts.element] | cuts.unseen
    near = range(max(0, at - _BEFORE_TITLE), min(at + _BELOW_TITLE + 1, len(cuts.texts)))
    bounds = [(int(cuts.start[n]), int(cuts.end[n])) for n in near if not hidden[n]]
    texts = chain.from_iterable(cuts.strings[start:end] for start, end in bounds)
    short = (text for text in texts if len(text) <= _MOST_NEAR)
    parts = (_without_edges("", part) for text in short for part in _parts(text))
    return tuple(" ".join(part.split()) for part in parts if any(map(str.isalnum, part)))


def _has_facts(document: Document) -> bool:
    """Return whether parts beside the title are a day and a time, or a pay or kind of employment.

    The latter count where a heading of a job stands below.
    """
    parts = document.once(_near_title)
    if any(map(_has_year, parts)) and any(map(times_in, parts)):
        return True
    return any(map(is_term, parts)) and _has_job_heading(document)


def is_term(part: str) -> bool:
    """Return whether a part of a line is a kind of employment or a pay."""
    return (len(part) <= _MOST_FACT and is_employment(part)) or is_pay(part)


def page_labels(document: Document) -> PageLabels | None:
    """Return the labels of a page; None if it has none that make an event or a job: most pages.

    Facts beside the title may stand for them. Of pages whose address says that they are of a job
    it is enough to have any.
    """
    if not (is_called_job(document) or _has_labels(document) or _has_facts(document)):
        return None
    by_field = _by_field(_labelled(document, list(_icons(document))))
    for named in (list(_drawn(document)), document.once(_called)):
        by_field = {**(_by_field(_labelled(document, named)) if named else {}), **by_field}
    page_sources = document.once(sources)
    texts = (text for text in document.cuts.texts if len(text) < _MOST_CHARS)
    is_day_first = day_first(document.tree, page_sources, document.page.url, texts)
    return PageLabels(document, by_field, language(document.tree, page_sources), is_day_first)


def is_called_job(document: Document) -> bool:
    """Return whether the page's address says that it is of a job, or its title for whom."""
    is_for_all = is_for_everyone(document.once(page_title)[:_MOST_CHARS])
    return bool(is_for_all or _names_jobs(document.page.url[:_MOST_URL]))


def is_called_event(document: Document) -> bool:
    """Return whether the page's address says that it is of an event."""
    return _names_events(path_of(document.page.url[:_MOST_URL])) is not None


def _by_field(labels: Iterable[Labelled]) -> Mapping[str, tuple[Labelled, ...]]:
    by_field: dict[str, list[Labelled]] = {}
    for each in labels:
        for field in sorted(_KNOWN[each.label]):
            by_field.setdefault(field, []).append(each)
    return {field: tuple(own) for field, own in by_field.items()}


def _heads(document: Document) -> tuple[str, ...]:
    return tuple(_headings(document))


def _headings(document: Document) -> Iterator[str]:
    """Yield the headings outside of menus and the page's head, but those of a job's parts.

    Nor what follows those, such as "Share" and "Similar jobs".
    """
    elements = document.elements
    outside = elements.inside(_in_head(elements.tag))
    for block in document.visible_blocks:
        if block.tag in HEADING_TAGS and block.text and not outside[block.element]:
            text = " ".join(block.text.split())
            if not (_heads_job(text) or ends_job(text.strip(_MARKS))):
                yield text


def _has_job_heading(document: Document) -> bool:
    short = (text for text in document.cuts.texts if len(text) <= _MOST_BUTTON)
    return any(map(_heads_job, short))


def _heads_job(text: str) -> bool:
    """Return whether a text is a heading of a job's description."""
    return any(heads.fullmatch(text.strip(_MARKS)) for heads in JOB_HEADINGS.values())


def _has_labels(document: Document) -> bool:
    """Return whether lines begin with labels of different things, or icons are called so.

    A heading of a job's description counts as one; of what the address calls an event one label,
    of anything, is enough.
    """
    cuts = document.cuts
    begun = [cuts.strings[at] for at in cuts.first.tolist()]
    begun += [line for text in cuts.texts if "\n" in text for line in text.split("\n")]
    names = {label for text in begun if (label := label_of(text)) in LABELS}
    names |= {name for _, name in (*_icons(document), *document.once(_called))}
    names |= {name for _, name in _drawn(document)} if names else set()
    fields = {field for name in names for field in LABELS[name]}
    if is_called_event(document):
        return bool(names)
    if fields.isdisjoint(_TELLING):
        return False
    return len(names) >= _FEWEST or _has_job_heading(document)


def _icons(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the elements that are called as labels are, with those names."""
    for attribute in _SPOKEN:
        for row, name in document.elements.values(attribute):
            if len(name) <= MOST_LABEL and (label := label_of(name)) in LABELS:
                yield row, label


def _drawn(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the elements without text whose classes name an icon, with the label it stands for."""
    elements = document.elements
    held = np.cumsum(np.bincount(document.texts.holder, minlength=len(elements) + 1))
    is_last = elements.end == np.arange(len(elements)) + 1
    for row in np.flatnonzero(_may_be_icon(elements.tag) & is_last).tolist():
        if held[row] == held[row - 1] and (icon := _find_icon(elements.classes[row].lower())):
            yield row, _ICONS[str(icon.lastgroup)]


def _called(document: Document) -> Sequence[tuple[int, str]]:
    """Return the elements whose names are such a label, each the only one, with that."""
    elements = document.elements
    tested = [pair for attribute in _TESTED for pair in elements.values(attribute)]
    names = chain(elements.by_class, (value for _, value in (*elements.values("id"), *tested)))
    called = hyphenated("\n".join({name for each in names for name in each.split()})).lower()
    labels = [label for label, is_such in _find_called.items() if is_such(called)]
    pairs: list[tuple[int, str]] = []
    outside = ~elements.inside(elements.tag == CODE["form"])
    for is_such, label in ((_find_called[label], label) for label in labels):
        named = [row for row, value in tested if is_such(plain(value))]
        rows = [*np.flatnonzero(elements.called(is_such) & outside).tolist(), *named]
        pairs += [(rows[0], label)] if 0 < len(rows) <= _MOST_CALLED else []
    return pairs


def _labelled(document: Document, named: Sequence[tuple[int, str]]) -> Iterator[Labelled]:
    """Yield the labels in texts outside of menus and footers, and those of elements, by row.

    What follows an element with text is no part of its value.
    """
    elements, cuts = document.elements, document.cuts
    outside = elements.inside(_in_furniture(elements.tag))
    rows = np.array([row for row, _ in named], np.int64)
    behind = np.searchsorted(document.texts.opened, rows, "right").tolist()
    before = dict(zip(behind, [name for _, name in named], strict=True))  # which texts
    starts, ends = (bounds[rows].tolist() for bounds in document.text_bounds)
    whole = {end for start, end in zip(starts, ends, strict=True) if start < end}
    texts: list[str] = []
    blocks: list[int] = []
    for at in np.flatnonzero(~cuts.unseen & ~outside[cuts.element]).tolist():
        for number in range(int(cuts.start[at]), int(cuts.end[at])):
            own = [_END] if number in whole else []
            own += [before[number]] if number in before else []
            texts += [*own, cuts.strings[number]]
            blocks += [at] * (len(own) + 1)
    yield from islice(labelled(texts, blocks, _KNOWN), _MOST_LABELS)
