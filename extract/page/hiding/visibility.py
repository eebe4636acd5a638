"""Find the elements of a page that hide their text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.dom import CODE, is_inline
from pagesight.extract.page.elements import Elements, tag_mask
from pagesight.extract.page.hiding.marks import ENDED_INSIDE, POPUP, ClickShown, HidingMark, Marks
from pagesight.extract.page.hiding.selectors import Selected
from pagesight.extract.page.hiding.sheets import StyleRule, embedded_sheets
from pagesight.extract.page.hiding.styles import (
    HIDING_METHODS,
    WHITE,
    StyleEffect,
    are_alike,
    colour,
    hiding_patterns,
    speaking_patterns,
    style_effects,
)
from pagesight.extract.page.walk import SkippedElement, Texts
from pagesight.render.page import ANIMATED

_MOST_SELECTORS = 1_000  # of one rule
_grounds = re.compile(r"background(?:-color|-image)?\s*:([^;}]*)").findall
_names_animation = re.compile(ANIMATED, re.I).search
_names_loading = re.compile(r"(?<!up)(?<!down)load(?:ing|er)|spinner|skeleton", re.I).search
_names_popup = re.compile(
    r"(?<![a-z])(?:modal|pop-?up|dialog|overlay|layer|lightbox|off-?canvas|cookie|consent"
    r"|agreement)(?![a-z])",
    re.I,
).search
_MOST_OF_SPINNER = 8  # elements
# Of Bootstrap, WordPress, HTML5 Boilerplate and others, whose sheets are seldom embedded.
names_unseen = re.compile(
    r"(?:visually-?hidden|(?<![\w-])sr-only|screen-reader-(?:text|only)|assistive-text)(?![\w-])",
    re.I,
).search
_MOST_BESIDE = 8  # elements and texts beside one for screen readers that are looked at
_is_of_items = tag_mask("table", "ul", "ol", "dl", "article")
# What the text of a child ends, whatever holds it.
_ENDED_BY_CHILDREN = frozenset({"visibility", "font", "colour", "white"})
# inline, specificity, order: of two of like importance, what is said with more weight counts
_Weight = tuple[bool, tuple[int, int, int], int]
_BY_ATTRIBUTE: _Weight = (False, (0, 0, 0), -1)
_INLINE: _Weight = (True, (0, 0, 0), 0)
_Saying = tuple[_Weight, Mapping[str, StyleEffect], str]  # of an element, and its source


def hidden_marks(
    tree: HtmlElement, elements: Elements, texts: Texts, methods: Mapping[int, str] | None
) -> Marks:
    """Return the marks of what the browser hid or, where that is not known, of what styles hide.

    `methods` are those in which the browser hid elements, by row.
    """
    if methods is None:
        return _hidden_by_style(tree, elements, texts)
    return _hidden_in_browser(elements, texts, methods)


def _hidden_in_browser(elements: Elements, texts: Texts, methods: Mapping[int, str]) -> Marks:
    marks = {
        row: HidingMark(shows=ENDED_INSIDE)
        if method == "shown"
        else HidingMark(method, source=method)
        for row, method in methods.items()
    }
    return _without_click_shown(elements, texts, marks)


def _hidden_by_style(tree: HtmlElement, elements: Elements, texts: Texts) -> Marks:
    """Return the marks that attributes, inline styles and embedded style sheets make."""
    styles = _Styles(tree, elements, texts.passed)
    hidden = styles.may_be_hidden()
    styles.add_overrides(hidden, styles.methods(hidden))
    marked = ((row, styles.mark(row)) for row in sorted(hidden))
    certain = {
        row: _of_popup(elements, row, mark)
        for row, mark in marked
        if mark is not None and not _awaits_scripts(elements, texts, row, mark)
    }
    marks = _without_click_shown(elements, texts, certain)
    inside = _inside(elements, marks).difference(hidden)
    styles.add_overrides(inside, _ENDED_BY_CHILDREN)
    shown = {row: styles.mark(row) for row in sorted(inside)}
    return {**marks, **{row: mark for row, mark in shown.items() if mark is not None}}


def _of_popup(elements: Elements, row: int, mark: HidingMark) -> HidingMark:
    """Return the mark, as a popup's if the element is called one."""
    called = f"{elements.classes[row]} {elements.ids[row]}"
    return replace(mark, source=POPUP) if mark.method and _names_popup(called) else mark


class _Styles:
    """What a page says of its elements: asked only of those that may be hidden."""

    def __init__(
        self, tree: HtmlElement, elements: Elements, passed: Sequence[SkippedElement]
    ) -> None:
        self._elements = elements
        self._sheets = embedded_sheets(passed)
        is_white = _has_white_ground(tree, passed)
        self._methods = [name for name in HIDING_METHODS if name != "white" or is_white]
        self._selected = Selected(elements)
        self._sayings: dict[int, list[_Saying]] = {}
        self._by_rule: set[int] = set()  # orders of the rules that hide
        self._known: dict[str, Mapping[str, StyleEffect]] = {}  # pages repeat their declarations

    def may_be_hidden(self) -> set[int]:
        """Return the elements that something hides, if nothing else shows them."""
        elements = self._elements
        for row, method, source in _hidden_by_markup(elements):
            self._say(row, (_BY_ATTRIBUTE, {method: StyleEffect(True)}, source))
        for row, style in elements.styles.items():
            if says := self._said(style):
                self._say(row, (_INLINE, says, "inline"))
        for block in self._sheets.blocks(hiding_patterns(self._methods)):
            says = self._said(block.declarations)
            if _hides(says):
                self._by_rule.add(block.order)
                for row, weight in self._selected_by(block):
                    self._say(row, (weight, says, str(block.order)))
        sayings = self._sayings.items()
        return {row for row, own in sayings if any(_hides(says) for _, says, _ in own)}

    def add_overrides(self, rows: set[int], methods: Iterable[str]) -> None:
        """Take in what rules that do not hide say of these methods."""
        if not rows:
            return
        self._selected.look_only_at(rows)
        for block in self._sheets.blocks(speaking_patterns(methods)):
            if block.order not in self._by_rule:
                selected = list(self._selected_by(block))
                says = self._said(block.declarations) if selected else {}
                for row, weight in selected:
                    self._say(row, (weight, says, str(block.order)))

    def methods(self, rows: Iterable[int]) -> set[str]:
        """Return the methods in which something hides one of these elements."""
        effects = (says for row in rows for _, says, _ in self._sayings.get(row, ()))
        return {method for says in effects for method, own in says.items() if own.hides}

    def mark(self, row: int) -> HidingMark | None:
        """Return the element's mark, None if nothing is said of it."""
        strongest: dict[str, tuple[bool, _Weight, bool, str]] = {}
        for weight, says, source in self._sayings.get(row, ()):
            for method, effect in says.items():
                strength = (effect.important, weight, effect.hides, f"{method} {source}")
                strongest[method] = max(strongest.get(method, strength), strength)
        for method in (*HIDING_METHODS, "aria"):
            if method in strongest and strongest[method][2]:
                return HidingMark(method, source=strongest[method][3])
        shows = _ENDED_BY_CHILDREN.intersection(strongest)
        return HidingMark(shows=shows) if shows else None

    def _say(self, row: int, saying: _Saying) -> None:
        self._sayings.setdefault(row, []).append(saying)

    def _said(self, body: str) -> Mapping[str, StyleEffect]:
        if body not in self._known:
            self._known[body] = style_effects(body, self._methods)
        return self._known[body]

    def _selected_by(self, block: StyleRule) -> Iterator[tuple[int, _Weight]]:
        """Yield the elements that a rule is of, with its weight."""
        for text in block.selectors.split(",")[:_MOST_SELECTORS]:
            if selected := self._selected.rows(text.strip()):
                selector, rows = selected
                weight = (False, selector.specificity, block.order)
                yield from ((row, weight) for row in rows)


def _hidden_by_markup(elements: Elements) -> Iterator[tuple[int, str, str]]:
    """Yield what tags, attributes and the usual classes hide: its row, the method, the source."""
    yield from ((row, "display", "hidden") for row, _ in elements.values("hidden"))
    for row, value in elements.values("aria-hidden"):
        if value == "true" and not _labels_box(elements.nodes[row]):
            yield row, "aria", "aria-hidden"
    yield from ((row, "display", "closed") for row in _closed(elements))
    inert = np.flatnonzero(elements.tag == CODE["template"]).tolist()
    yield from ((row, "display", "template") for row in inert)
    yield from ((row, "clip", "class") for row in _for_screen_readers(elements))


def _labels_box(element: HtmlElement) -> bool:
    """Return whether an element shows what the one around it is called: the title of a callout."""
    around = element.getparent()
    label = around.get("aria-label") if around is not None else None
    if not label:
        return False
    title = "".join(text or "" for text in islice(element.itertext(), _MOST_BESIDE))
    return " ".join(title.split()) == " ".join(label.split())


def _for_screen_readers(elements: Elements) -> Iterator[int]:
    """Yield the inline elements that the usual classes hide from all but screen readers.

    What stands alone is the name of a sign beside it, and stays, unless it is all of a caption.
    """
    for row in elements.with_class(names_unseen, "visually", "sr-only", "reader-", "assistive-"):
        if is_inline(elements.names[elements.tag[row]]) and _stands_among_text(elements.nodes[row]):
            yield row


def _stands_among_text(element: HtmlElement) -> bool:
    around, own = element.getparent(), islice(element.itertext(), _MOST_BESIDE)
    if around is not None and around.tag == "figcaption":  # the picture itself is what is seen
        return True
    if around is None or not any(map(str.isalnum, "".join(own))):  # a colon parts what it is in
        return False
    beside = [around.text, element.tail]
    for each in islice((each for each in around if each is not element), _MOST_BESIDE):
        beside += [each.tail, *islice(each.itertext(), _MOST_BESIDE)]
    return any(text and text.strip() for text in beside)


def _closed(elements: Elements) -> Iterator[int]:
    """Yield the dialogs and popovers, which browsers hide until they are opened."""
    yield from (row for row, _ in elements.values("popover"))
    for row in np.flatnonzero(elements.tag == CODE["dialog"]).tolist():
        if elements.nodes[row].get("open") is None:
            yield row


def _hides(says: Mapping[str, StyleEffect]) -> bool:
    return any(effect.hides for effect in says.values())


def _inside(elements: Elements, marks: Marks) -> set[int]:
    """Return the elements in those whose method of hiding they may end."""
    ended = [row for row, mark in marks.items() if mark.method in _ENDED_BY_CHILDREN]
    return {inner for row in ended for inner in range(row + 1, elements.end[row])}


def _without_click_shown(elements: Elements, texts: Texts, marks: Marks) -> Marks:
    if not marks:
        return marks
    click_shown = ClickShown(elements, texts.passed)
    return {
        row: mark
        for row, mark in marks.items()
        if not (mark.method and click_shown(row, mark, marks))
    }


def _awaits_scripts(elements: Elements, texts: Texts, row: int, mark: HidingMark) -> bool:
    """Return whether scripts show what the page hides until they run, or it is unsure what."""
    if not mark.method:
        return False
    own, tag = elements.own(row), elements.names[elements.tag[row]]
    if tag in ("html", "body", "main") or own.get("role") == "main":
        return True
    if mark.method == "display" and _follows_spinner(elements, row):
        return bool(_is_of_items(elements.tag[row : elements.end[row]]).any())
    if mark.method == "opacity":
        return bool(_names_animation(" ".join((elements.classes[row], *own))))
    if mark.method == "colour":  # of what inside has colours of its own in sheets that are not read
        return not _begins_with_text(texts, row)
    # Pandoc sets the captions of all figures so: their texts are those of the pictures, too.
    return mark.method == "aria" and (is_inline(tag) or tag == "figcaption")


def _follows_spinner(elements: Elements, row: int) -> bool:
    """Return whether the element before says that this one is still being loaded."""
    first = next(elements.before(row), row)
    if row - first > _MOST_OF_SPINNER:
        return False
    names = (f"{elements.classes[each]} {elements.ids[each]}" for each in range(first, row))
    return any(map(_names_loading, names))


def _begins_with_text(texts: Texts, row: int) -> bool:
    """Return whether an element holds text before the first element in it."""
    first, last = np.searchsorted(texts.opened, (row + 1, row + 2))
    own = (at for at in range(first, last) if texts.holder[at] == row)
    return any(texts.strings[at].strip() for at in own)


def _has_white_ground(tree: HtmlElement, passed: Sequence[SkippedElement]) -> bool:
    """Return whether all of the page is white, so far as its own HTML says; sheets may say more."""
    links = (link for element, *_ in passed for link in element.iter("link"))
    if any("stylesheet" in (link.get("rel") or "") for link in links):
        return False
    pictures = tree.xpath("boolean(//img | //video | //canvas | //*[local-name() = 'svg'])")
    styles = "\n".join((*tree.xpath("//@style"), *tree.xpath("//style/text()"))).lower()
    grounds = [ground.strip() for ground in (*_grounds(styles), *tree.xpath("//@bgcolor"))]
    overlaid = pictures and "position" in styles
    return (
        not overlaid
        and not tree.xpath("boolean(//@background)")
        and "@import" not in styles
        and all(are_alike(colour(g), WHITE) for g in grounds)
    )
