"""Which elements of a page hide their text."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from lxml.html import HtmlElement

from pagesight.extract.click_shown import ClickShown
from pagesight.extract.dom import is_inline
from pagesight.extract.hiding_styles import WHITE, Said, are_alike, colour, said_of
from pagesight.extract.marks import ENDED_INSIDE, Mark, Marks
from pagesight.extract.style_sheets import Compound, Rule, embedded_rules

_MOST_STEPS = 500_000  # up the tree for all selectors of a page; WCXB dev needs 10,000 at most
_grounds = re.compile(r"background(?:-color|-image)?\s*:([^;}]*)").findall
_names_animation = re.compile(
    r"anim|fade|reveal|appear|aos|wow|motion|stagger|lazy|scroll|transition|w-id|framer|opacity",
    re.I,
).search
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
    rules = _RulesByKey(embedded_rules(tree))
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


def _mark(element: HtmlElement, rules: "_RulesByKey") -> Mark | None:
    """Return the element's mark, None if nothing is said of it."""
    found: dict[str, tuple[_Weight, bool, str]] = {}
    for weight, says, source in _sayings(element, rules):
        for way, said in says.items():
            weighed = ((said.important, *weight), said.hides, f"{way} {source}")
            found[way] = max(found.get(way, weighed), weighed)
    for way, (_, hides, source) in found.items():
        if hides:
            return Mark(way, source=source)
    shows = _ENDED_BY_CHILDREN.intersection(found)
    return Mark(shows=shows) if shows else None


def _sayings(
    element: HtmlElement, rules: "_RulesByKey"
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
        yield (True, (0, 0, 0), 0), said_of(style), "inline"


class _RulesByKey:
    """Finds the rules that an element meets; only those that share a name with it are tried."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._by_key: defaultdict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            self._by_key[rule.steps[0].key].append(rule)
        self._attributes = tuple(key[1:] for key in self._by_key if key[0] == "[")
        self._left = _MOST_STEPS

    def of(self, element: HtmlElement) -> Iterator[Rule]:
        """Yield the rules that the element meets; none once too much was tried on the page."""
        if not self._by_key:
            return
        for key in self._keys(element):
            for rule in self._by_key.get(key, ()):
                if self._left > 0 and self._meets(element, rule, 0):
                    yield rule

    def _keys(self, element: HtmlElement) -> Iterator[str]:
        yield element.tag
        for name in (element.get("class") or "").split():
            yield "." + name
        if identity := element.get("id"):
            yield "#" + identity
        for name in self._attributes:
            if element.get(name) is not None:
                yield "[" + name

    def _meets(self, element: HtmlElement, rule: Rule, step: int) -> bool:
        """Tell whether the element meets the rule from that step outwards."""
        self._left -= 1
        if not _is(element, rule.steps[step]):
            return False
        if step + 1 == len(rule.steps):
            return True
        above = element.getparent()
        while above is not None and self._left > 0:
            if self._meets(above, rule, step + 1):
                return True
            if rule.child[step]:
                return False
            above = above.getparent()
        return False


def _is(element: HtmlElement, compound: Compound) -> bool:
    if compound.tag and element.tag != compound.tag:
        return False
    if compound.ids and any(element.get("id") != identity for identity in compound.ids):
        return False
    if compound.classes:
        own = (element.get("class") or "").split()
        if not all(name in own for name in compound.classes):
            return False
    return all(_has(element.get(name), *test) for name, *test in compound.attributes)


def _has(value: str | None, operator: str, wanted: str) -> bool:
    if value is None:
        return False
    return {
        "": True,
        "=": value == wanted,
        "~=": wanted in value.split(),
        "^=": bool(wanted) and value.startswith(wanted),
        "$=": bool(wanted) and value.endswith(wanted),
        "*=": bool(wanted) and wanted in value,
        "|=": value == wanted or value.startswith(wanted + "-"),
    }[operator]
