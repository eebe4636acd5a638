"""Find the labels of a page that events and jobs have, and what stands after each."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import dropwhile, islice

import numpy as np

from pagesight.extract.metadata.entities.item_words import LABELS
from pagesight.extract.metadata.language import day_first, language
from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.sources import sources
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import tag_mask
from pagesight.extract.text.labels import MOST_LABEL, Labelled, label_of, labelled

_FEWEST = 2  # labels of different things: fewer are on nearly every page
_TELLING = frozenset({"when", "date", "employment", "salary", "deadline", "company"})
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
        blocks = self.document.visible_blocks
        heads = [each.text for each in blocks if each.tag in HEADING_TAGS and each.text]
        below = [*dropwhile(lambda text: not _is_of_template(text), heads)] or heads
        return next((text for text in below if not _is_of_template(text)), title)


def page_labels(document: Document) -> PageLabels | None:
    """Return the labels of a page; None if it has none that make an event or a job: most pages."""
    if not _has_labels(document):
        return None
    found: dict[str, list[Labelled]] = {}
    for each in _labelled(document):
        for field in sorted(LABELS[each.label]):
            found.setdefault(field, []).append(each)
    said = document.once(sources)
    texts = (text for text in document.cuts.texts if len(text) < _MOST_CHARS)
    return PageLabels(
        document,
        {field: tuple(own) for field, own in found.items()},
        language(document.tree, said),
        day_first(document.tree, said, document.page.url, texts),
    )


def _has_labels(document: Document) -> bool:
    """Return whether blocks begin with labels of different things, or icons are called so."""
    strings = document.cuts.strings
    begun = [strings[at] for at in document.cuts.first.tolist()]
    heads = {
        label_of(text) for text in begun if len(text) <= MOST_LABEL or ":" in text[:MOST_LABEL]
    }
    names = (heads & LABELS.keys()) | {name for _, name in _icons(document)}
    fields = {field for name in names for field in LABELS[name]}
    return len(names) >= _FEWEST and not fields.isdisjoint(_TELLING)


def _icons(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the elements that are called as labels are, with those names."""
    for attribute in _SPOKEN:
        for row, name in document.elements.values(attribute):
            if len(name) <= MOST_LABEL and (label := label_of(name)) in LABELS:
                yield row, label


def _labelled(document: Document) -> Iterator[Labelled]:
    """Yield the labels in texts outside of menus and footers, and those of icons."""
    elements, cuts = document.elements, document.cuts
    outside = elements.around(_in_furniture(elements.tag)) > 0
    icons = {int(at): name for at, name in _before_texts(document)}
    texts: list[str] = []
    blocks: list[int] = []
    for at in np.flatnonzero(~cuts.unseen & ~outside[cuts.element]).tolist():
        for number in range(int(cuts.start[at]), int(cuts.end[at])):
            own = [icons[number]] if number in icons else []
            texts += [*own, cuts.strings[number]]
            blocks += [at] * (len(own) + 1)
    yield from islice(labelled(texts, blocks, LABELS), _MOST_LABELS)


def _before_texts(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the names of icons, each with the number of the first text behind where it begins."""
    icons = list(_icons(document))
    rows = np.array([row for row, _ in icons], np.int64)
    behind = np.searchsorted(document.texts.opened, rows, "right")
    yield from zip(behind.tolist(), [name for _, name in icons], strict=True)
