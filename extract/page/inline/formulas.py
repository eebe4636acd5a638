"""Formulas as LaTeX: what KaTeX, MathJax, Wikipedia and others made of them is put back.

Each becomes one element, `tex-inline` or `tex-display`, with the LaTeX as its text.
"""

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from pagesight.extract.page.elements import Elements
from pagesight.extract.page.inline.mathml import latex
from pagesight.extract.page.walk import Texts

_FORMULA_TAGS = frozenset({"math", "mjx-container"})
_CLASSES = ("math", "arithmatex", "latex")
# From the outermost: what is in one of these is written once.
_FOUND = (
    "//*[contains(concat(' ', @class, ' '), ' katex-display ')]"
    "|//*[contains(concat(' ', @class, ' '), ' katex ')]"
    "|//*[contains(concat(' ', @class, ' '), ' mwe-math-element ')]"
    "|//*[contains(concat(' ', @class, ' '), ' math ')]"
    "|//*[contains(concat(' ', @class, ' '), ' arithmatex ')]"
    "|//img[starts-with(@class, 'mwe-math-fallback-image') or @class='latex' or @class='tex']"
    "|//mjx-container|//script[starts-with(@type, 'math/')]|//math"
)
_DRAWN = frozenset({"katex-display", "katex", "mwe-math-element"})
_WAYS = frozenset({"inline", "display"})  # beside "math": Pandoc's
_of_mathjax = re.compile(r"MathJax(?:_|\b)").match
_is_latex = re.compile(r".*[\\^_={}]", re.S).match
_delimited = re.compile(r"\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$)\s*", re.S).fullmatch
_of_one_style = re.compile(r"\{\\(?:displaystyle|textstyle)\s*(.*)\}", re.S).fullmatch


def has_formulas(elements: Elements, texts: Texts) -> bool:
    """Return whether a page may have formulas: most have none, and are not searched for them."""
    if not _FORMULA_TAGS.isdisjoint(elements.names):
        return True
    classes = " ".join(elements.classes)
    return any(name in classes for name in _CLASSES) or any(
        element.tag == "script" and (element.get("type") or "").startswith("math/")
        for element, *_ in texts.passed
    )


def put_back_formulas(tree: HtmlElement) -> bool:
    """Replace the formulas of a new tree by their LaTeX; return whether there are any."""
    done: set[HtmlElement] = set()
    for element in tree.xpath(_FOUND):
        if done.isdisjoint(element.iterancestors()):
            written = _latex(element)
            if written:
                done.add(element)
                _replace(element, written)
    return bool(done)


def _replace(element: HtmlElement, written: str) -> None:
    """Make an element the formula that it shows, without what a script has drawn before it."""
    apart = _is_apart(element)
    if element.tag == "script":
        for before in list(_drawn(element)):
            before.drop_tree()
    for child in list(element):
        element.remove(child)
    element.text = written
    element.tag = "tex-display" if apart else "tex-inline"


def _drawn(script: HtmlElement) -> Iterator[HtmlElement]:
    """Yield what MathJax 2 has drawn of a formula, before the element that keeps it."""
    before = script.getprevious()
    while before is not None and _of_mathjax(before.get("class") or ""):
        if (before.tail or "").strip():
            return
        yield before
        before = before.getprevious()


def _is_apart(element: HtmlElement) -> bool:
    """Return whether the formula has a line of its own."""
    classes = (element.get("class") or "").split()
    return (
        element.tag == "div"
        or element.get("display") in ("true", "block")
        or "mode=display" in (element.get("type") or "")
        or not {"katex-display", "display", "mwe-math-element-block"}.isdisjoint(classes)
    )


def _latex(element: HtmlElement) -> str:
    """Return the LaTeX of an element; "" if it is no formula after all."""
    classes = frozenset((element.get("class") or "").split())
    if element.tag == "img":
        return _plain(element.get("alt") or "") if _is_latex(element.get("alt") or "") else ""
    if element.tag == "script":
        return _plain(element.text or "") if "tex" in (element.get("type") or "") else ""
    if element.tag not in ("math", "mjx-container") and classes.isdisjoint(_DRAWN):
        return _stated(element, classes)
    for annotation in element.iter("annotation"):
        if "tex" in (annotation.get("encoding") or "").lower() and annotation.text:
            return _plain(annotation.text)
    formula = next(element.iter("math"), None)
    if formula is None:
        return ""
    stated = formula.get("alttext") or ""
    return _plain(stated) if "\\" in stated else latex(formula)


def _stated(element: HtmlElement, classes: frozenset[str]) -> str:
    """Return the LaTeX that stands in an element as it was written, before any script ran."""
    if len(element):
        return ""
    delimited = _delimited(element.text or "")
    if delimited:
        return _plain(next(filter(None, delimited.groups()), ""))
    return "" if classes.isdisjoint(_WAYS) else _plain(element.text or "")


def _plain(written: str) -> str:
    """Return LaTeX in one line, without comments and without what sets the style of all of it."""
    lines = (re.sub(r"(?<!\\)%.*", "", line) for line in written.splitlines())
    joined = " ".join(" ".join(lines).split())
    styled = _of_one_style(joined)
    return styled[1].strip() if styled else joined
