"""Style sheets: which rules are read, and what selectors select."""

import re
from itertools import product

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.page.hiding.selectors import Selected, selector_of
from pagesight.extract.page.hiding.sheets import Sheets
from pagesight.extract.page.hiding.styles import HIDING_METHODS, hiding_patterns, style_effects
from pagesight.render.page import Page

_ANY = (re.compile(rb"a\s*:"),)


@pytest.mark.parametrize(
    ("sheet", "selectors"),
    [
        ("p {a: 1} b {c: 2}", ["p"]),
        ("p {A: 1}", ["p"]),
        ("@media screen {p {a: 1} b {a: 2}} i {a: 3}", ["p", "b", "i"]),
        ("@media print {p {a: 1}} i {a: 3}", ["i"]),
        ("@supports (x: y) {@media (min-width: 1px) {p {a: 1}}}", ["p"]),
        ("@media screen {@media print {p {a: 1}}}", []),
        ("@keyframes k {from {a: 1}} @font-face {a: 2}", []),
        (".x {b: 1; &.y {a: 2}}", []),
        ("@import 'x'; p {a: 1}", []),
        ("} p {a: 1}", ["p"]),
        ("p::after {content: '} b {a: 1'} i {a: 1}", ["i"]),
        ("/* p {a: 1} */ i {a: 1", []),
        ("p {a: 1", []),
    ],
)
def test_rules_that_apply_on_a_screen_are_read(sheet: str, selectors: list[str]) -> None:
    assert [block.selectors.strip() for block in Sheets(sheet).blocks(_ANY)] == selectors


_SIZES = ("0", "0.", "00", ".05", "0.14", "00.24", ".52", "0.9", "1", "01.9", "15.5", "+0", "-1")
_SHIFTS = ("-400", "-0450.5", "-25", "-31.5", "-299", "-1000")
_UNITS = ("", "px", "pt", "em", "rem", "ex", "ch", "mm", "cm", "vw", "vh", "%")
_INKS = (
    *("transparent", "#1230", "#12345600", "#1234560c"),
    *("#fff", "#F8f9fa", "white", "snow", "whitesmoke"),
    *("rgb(1,2,3,0)", "rgba( 1, 2, 3, .05 )", "rgb(1 2 3 / 0%)", "rgb(1 2 3/5.0%)"),
    *("rgb(250, 0250, 255)", "rgb(244.5 260 255)"),
)


@pytest.mark.parametrize(
    "declarations",
    [
        [f"font-size: {size}{unit}" for size, unit in product(_SIZES, _UNITS)],
        [f"text-indent:{shift}{unit}" for shift, unit in product(_SHIFTS, _UNITS)],
        [f"color : {ink}" for ink in _INKS],
    ],
)
def test_rules_that_hide_are_among_those_that_are_read(declarations: list[str]) -> None:
    patterns = hiding_patterns(HIDING_METHODS)
    hiding = [
        each
        for each in declarations
        if any(effect.hides for effect in style_effects(each, HIDING_METHODS).values())
    ]
    assert len(hiding) > 10
    assert [each for each in hiding if not [*Sheets(f"p {{{each}}}").blocks(patterns)]] == []


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("p", "a b d"),
        (".x", "a b"),
        ("p.x.y", "b"),
        ("#a", "a"),
        ("div p", "b d"),
        ("div > p", "b"),
        ("div > section p", "d"),
        (".z p", "b d"),
        ("[data-k]", "b c"),
        ("[data-k=v]", "b"),
        ("p[data-k^='v']", "b"),
        ("section[data-k$=w]", "c"),
        (".none, p", None),
        ("p:hover", None),
        ("p + p", None),
        ("*", None),
    ],
)
def test_selectors_select_what_they_do_in_browsers(selector: str, ids: str | None) -> None:
    html = """<p id=a class=x></p><div class="w z"><p id=b class="x y" data-k=v></p>
      <section id=c data-k=vw><p id=d></p></section></div>"""
    elements = read(Page("", html)).elements
    found = Selected(elements).rows(selector)
    assert (" ".join(sorted(elements.ids[row] for row in found[1])) if found else None) == ids


def test_more_names_weigh_more() -> None:
    weights = {text: selector_of(text) for text in ("p", "div p", ".x", "#a", "#a .x[b]")}
    found = {text: selector.specificity for text, selector in weights.items() if selector}
    assert sorted(found, key=found.__getitem__) == ["p", "div p", ".x", "#a", "#a .x[b]"]
