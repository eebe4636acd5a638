"""Style sheets: which rules are read, and what selectors select."""

import re

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.page.hiding.selectors import Selected, selector_of
from pagesight.extract.page.hiding.sheets import Sheets
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
