"""Which elements of a page hide their text."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from lxml.html import HtmlElement

from pagesight.extract.click_shown import ClickShown
from pagesight.extract.css_values import WHITE, are_alike, colour
from pagesight.extract.hiding_styles import Said, said_of
from pagesight.extract.marks import ENDED_INSIDE, Mark, Marks
from pagesight.extract.parse.dom import is_inline
from pagesight.extract.rule_index import RulesByKey
from pagesight.extract.style_sheets import embedded_rules

_grounds = re.compile(r"background(?:-color|-image)?\s*:([^;}]*)").findall
_names_animation = re.compile(
    r"anim|fade|reveal|appear|aos|wow|motion|stagger|lazy|scroll|transition|w-id|framer|opacity",
    re.I,
).search
_said_inline = lru_cache(maxsize=4096)(said_of)  # pages repeat their styles
# What the text of a child ends, whatever holds it.
_ENDED_BY_CHILDREN = frozenset({"visibility", "font", "colour", "white"})
# importance, inline, specificity, order: what is said with the greatest weight counts
_Weight = tuple[bool, bool, tuple[int, int, int], int]


def hidden_in_browser(tree: HtmlElement, ways: Mapping[HtmlElement, str]) -> Marks:
    """Return the marks of what a browser hid."""
    marks = {
        element: Mark(shows=ENDED_INSIDE) if way == "shown" else Mark(way, source=way)
        for element, way in ways.items()
    }
    return _without_click_shown(tree, marks)


def hidden_by_style(tree: HtmlElement) -> Marks:
    """Return the marks that attributes, inline styles and embedded style sheets make."""
    rules = RulesByKey(embedded_rules(tree), tree)
    marks: dict[HtmlElement, Mark] = {}
    for element in tree.iter():
        mark = _mark(element, rules)
        if mark is not None and not (mark.way and _awaits_scripts(element, mark)):
            marks[element] = mark
    if any(mark.way == "white" for mark in marks.values()) and not _has_white_ground(tree):
        marks = {element: mark for element, mark in marks.items() if mark.way != "white"}
    return _without_click_shown(tree, marks)


def _has_white_ground(tree: HtmlElement) -> bool:
    """Tell whether all of the page is white, so far as its own HTML says; sheets may say more."""
    if tree.xpath("boolean(//link[contains(@rel, 'stylesheet')] | //@background)"):
        return False
    pictures = tree.xpath("boolean(//img | //video | //canvas | //*[local-name() = 'svg'])")
    styles = "\n".join((*tree.xpath("//@style"), *tree.xpath("//style/text()"))).lower()
    grounds = [found.strip() for found in (*_grounds(styles), *tree.xpath("//@bgcolor"))]
    overlaid = pictures and "position" in styles
    return (
        not overlaid
        and "@import" not in styles
        and all(are_alike(colour(g), WHITE) for g in grounds)
    )


def _without_click_shown(tree: HtmlElement, marks: Marks) -> Marks:
    click_shown = ClickShown(tree)
    return {
        element: mark
        for element, mark in marks.items()
        if not (mark.way and click_shown(element, mark, marks))
    }


def _awaits_scripts(element: HtmlElement, mark: Mark) -> bool:
    """Tell whether scripts show what the page hides until they run, or what it hides is unsure."""
    if element.tag in ("html", "body", "main") or element.get("role") == "main":
        return True
    if mark.way == "opacity":
        names = " ".join((element.get("class") or "", *element.keys()))
        return bool(_names_animation(names))
    if mark.way == "colour":  # of what inside has colours of its own in sheets that are not read
        return not (element.text or "").strip()
    return mark.way == "aria" and is_inline(element.tag)


def _mark(element: HtmlElement, rules: "RulesByKey") -> Mark | None:
    """Return the element's mark, None if nothing is said of it."""
    found: dict[str, tuple[_Weight, bool, str]] = {}
    for weight, says, source in _sayings(element, rules):
        for way, said in says.items():
            weighed = ((said.important, *weight), said.hides, f"{way} {source}")
            found[way] = max(found.get(way, weighed), weighed)
    if not found:
        return None
    for way, (_, hides, source) in found.items():
        if hides:
            return Mark(way, source=source)
    shows = _ENDED_BY_CHILDREN.intersection(found)
    return Mark(shows=shows) if shows else None


def _sayings(
    element: HtmlElement, rules: "RulesByKey"
) -> Iterator[tuple[tuple[bool, tuple[int, int, int], int], Mapping[str, Said], str]]:
    """Yield what is said of the element, with its weight and its source."""
    if element.get("hidden") is not None:
        yield (False, (0, 0, 0), -1), {"display": Said(True)}, "hidden"
    if element.get("aria-hidden") == "true":
        yield (False, (0, 0, 0), -1), {"aria": Said(True)}, "aria-hidden"
    for rule in rules.of(element):
        yield (False, rule.specificity, rule.order), rule.says, str(rule.order)
    style = element.get("style")
    if style:
        yield (True, (0, 0, 0), 0), _said_inline(style), "inline"
