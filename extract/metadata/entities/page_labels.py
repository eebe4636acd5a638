"""Find the labels of a page that events and jobs have, and what stands after each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import numpy as np

from pagesight.extract.metadata.entities.item_words import JOB_HEADINGS, LABELS
from pagesight.extract.metadata.language import day_first, language
from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.sources import sources
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import tag_mask
from pagesight.extract.page.walk import LINE_BREAK
from pagesight.extract.text.labels import MOST_LABEL, Labelled, label_of, labelled

_FEWEST = 2  # labels of different things: fewer are on nearly every page
_TELLING = frozenset({"when", "date", "where", "employment", "salary", "deadline", "company"})
_MOST_CHARS = 300  # of a text with a label
_MOST_LABELS = 400  # of a page
_MOST_BUTTON = 45  # characters
_MARKS = " !›»→>:\n\t\xa0"  # beside the words of a button or a heading
_SPOKEN = ("aria-label", "title", "alt")  # what an icon is called
_is_of_template = re.compile(
    r"(?:(?:the|opening|about the) )?(?:event|job|career|vacancy|position)s? details?"
    r"(?: page)?(?: / details)?\W*(?:[|:–—-]\W*.{0,60})?|details?|blog details",
    re.I,
).fullmatch
_may_be_icon = tag_mask("i", "span", "em")
# What the classes of an icon call it, as Font Awesome, Bootstrap and Material name theirs.
_ICONS: Mapping[str, Callable[[str], object]] = {
    "location": re.compile(
        r"(?<![a-z])(?:map-?(?:marker|pin)|marker|geo(?:-alt)?|location(?:-\w+)?|pin)(?![a-z])"
    ).search,
    "date": re.compile(r"(?<![a-z])calendar").search,
    "time": re.compile(r"(?<![a-z])clock").search,
    "salary": re.compile(r"(?<![a-z])(?:money|cash|dollar|euro|wallet|coins?)(?![a-z])").search,
    "employment type": re.compile(r"(?<![a-z])briefcase").search,
    "company": re.compile(r"(?<![a-z])building").search,
}
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
        """The page's title; where that only says what kind of page it is, the heading below it."""
        title = self.document.once(page_title)
        if not _is_of_template(title):
            return title
        heads = (text for text in _headings(self.document) if not _is_of_template(text))
        return next(heads, title)


def page_labels(document: Document) -> PageLabels | None:
    """Return the labels of a page; None if it has none that make an event or a job: most pages."""
    if not _has_labels(document):
        return None
    found = _by_field(_labelled(document, list(_icons(document))))
    drawn = _by_field(_labelled(document, list(_drawn(document))))
    return replace(no_labels(document), found=drawn | found)


def _by_field(labels: Iterable[Labelled]) -> Mapping[str, tuple[Labelled, ...]]:
    found: dict[str, list[Labelled]] = {}
    for each in labels:
        for field in sorted(LABELS[each.label]):
            found.setdefault(field, []).append(each)
    return {field: tuple(own) for field, own in found.items()}


def no_labels(document: Document) -> PageLabels:
    """Return what is known of a page without labels."""
    said = document.once(sources)
    texts = (text for text in document.cuts.texts if len(text) < _MOST_CHARS)
    is_day_first = day_first(document.tree, said, document.page.url, texts)
    return PageLabels(document, {}, language(document.tree, said), is_day_first)


def _headings(document: Document) -> Iterator[str]:
    """Yield the headings outside of menus and the page's head, but those of a job's parts."""
    elements = document.elements
    outside = elements.around(_in_head(elements.tag)) > 0
    for block in document.visible_blocks:
        if block.tag in HEADING_TAGS and block.text and not outside[block.element]:
            text = " ".join(block.text.split())
            if not any(heads.fullmatch(text.strip(_MARKS)) for heads in JOB_HEADINGS.values()):
                yield text


def _has_labels(document: Document) -> bool:
    """Return whether lines begin with labels of different things, or icons are called so."""
    strings = document.cuts.strings
    begun = [strings[at] for at in document.cuts.first.tolist()]
    begun += [text for before, text in pairwise(strings) if before == LINE_BREAK]
    heads = {
        label_of(text) for text in begun if len(text) <= MOST_LABEL or ":" in text[:MOST_LABEL]
    }
    names = (heads & LABELS.keys()) | {name for _, name in _icons(document)}
    names |= {name for _, name in _drawn(document)} if names else set()
    fields = {field for name in names for field in LABELS[name]}
    return len(names) >= _FEWEST and not fields.isdisjoint(_TELLING)


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
        classes = elements.classes[row].lower()
        if classes and held[row] == held[row - 1]:
            names = (label for label, is_such in _ICONS.items() if is_such(classes))
            yield from ((row, label) for label in islice(names, 1))


def _labelled(document: Document, icons: Sequence[tuple[int, str]]) -> Iterator[Labelled]:
    """Yield the labels in texts outside of menus and footers, and those of icons, by row."""
    elements, cuts = document.elements, document.cuts
    outside = elements.around(_in_furniture(elements.tag)) > 0
    rows = np.array([row for row, _ in icons], np.int64)
    behind = np.searchsorted(document.texts.opened, rows, "right").tolist()
    named = dict(zip(behind, [name for _, name in icons], strict=True))  # before which texts
    texts: list[str] = []
    blocks: list[int] = []
    for at in np.flatnonzero(~cuts.unseen & ~outside[cuts.element]).tolist():
        for number in range(int(cuts.start[at]), int(cuts.end[at])):
            own = [named[number]] if number in named else []
            texts += [*own, cuts.strings[number]]
            blocks += [at] * (len(own) + 1)
    yield from islice(labelled(texts, blocks, LABELS), _MOST_LABELS)
