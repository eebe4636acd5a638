"""Formulas as LaTeX: what KaTeX, MathJax, Wikipedia and others made of them is put back.

Each becomes one element, `tex-inline` or `tex-display`, with the LaTeX as its text.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from unicodedata import normalize
from urllib.parse import unquote_plus

from lxml.html import HtmlElement

_FORMULA_TAGS = frozenset({"math", "mjx-container", "d-math"})
_CLASSES = ("math", "arithmatex", "latex", "ql-formula")
# Addresses that draw the LaTeX in them.
PICTURED_AT = ("?math=", "?tex=", "?latex=", "codecogs.com/", "latex?", "tex.cgi?")
_in_address = re.compile(
    r"(?:\?(?:math|tex|latex)=|(?:codecogs\.com/[\w.]+|latex|tex\.cgi)\?)([^&#]{1,2000})"
).search
# Attributes that keep the LaTeX of what a script draws: MathJax 4's, those of editors.
STATED_IN = ("data-latex", "data-tex", "data-formula")
# From the outermost: what is in one of these is written once.
_FOUND = (
    "//*[contains(concat(' ', @class, ' '), ' katex-display ')]"
    "|//*[contains(concat(' ', @class, ' '), ' katex ')]"
    "|//*[contains(concat(' ', @class, ' '), ' mwe-math-element ')]"
    "|//*[contains(concat(' ', @class, ' '), ' math ')]"
    "|//*[contains(concat(' ', @class, ' '), ' arithmatex ')]"
    "|//*[contains(concat(' ', @class, ' '), ' mathjax-tex ')]"
    "|//img[starts-with(@class, 'mwe-math-fallback-image') or @class='latex' or @class='tex']"
    f"|//img[{' or '.join(f'contains(@src, {place!r})' for place in PICTURED_AT)}]"
    f"|//*[{' or '.join(f'@{name}' for name in STATED_IN)}]"
    "|//*[@data-value and contains(@class, 'ql-formula')]"
    "|//mjx-container|//d-math|//script[starts-with(@type, 'math/')]|//math"
)
_DRAWN = frozenset({"katex-display", "katex", "mwe-math-element"})
_WAYS = frozenset({"inline", "display"})  # beside "math": Pandoc's
_of_mathjax = re.compile(r"MathJax(?:_|\b)").match
_is_latex = re.compile(r".*[\\^_={}]", re.S).match
_delimited = re.compile(r"\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$)\s*", re.S).fullmatch
# In plain text, for scripts that look for them there: MathJax, KaTeX's auto-render.
_in_text = re.compile(
    r"\\\((?P<line>.{1,2000}?)\\\)|\\\[(?P<block>.{1,2000}?)\\\]|\$\$(?P<apart>[^$]{1,2000})\$\$"
    r"|(?<![A-Za-z0-9\\$])\$(?=\S)(?P<signs>[^$]{1,300})(?<=\S)\$(?![A-Za-z0-9$])",
    re.S,
)
_begins_formula = re.compile(r"[\\$]").search
_draws_text = re.compile(r"mathjax|katex", re.I).search
_NEAR = 8  # elements around a text that may be code
_VERBATIM = ("pre", "code", "script", "style", "textarea", "title")
_number = re.compile(r"\(?(\w[\w.]*)\)?").fullmatch
_of_one_style = re.compile(r"\{\\(?:displaystyle|textstyle)\s*(.*)\}", re.S).fullmatch
_MAX_DEPTH = 40  # of formulas; deeper parts are written as their text
_SIGNS = {
    "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∞": r"\infty", "≤": r"\le", "≥": r"\ge",
    "≠": r"\ne", "≈": r"\approx", "∼": r"\sim", "≡": r"\equiv", "±": r"\pm", "×": r"\times",
    "⋅": r"\cdot", "·": r"\cdot", "÷": r"\div", "→": r"\to", "⇒": r"\Rightarrow", "∈": r"\in",
    "∉": r"\notin", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap",
    "∀": r"\forall", "∃": r"\exists", "∂": r"\partial", "∇": r"\nabla", "…": r"\dots",
    "⋯": r"\cdots", "′": "'", "−": "-", "∗": "*", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#",
    "&": r"\&", "_": r"\_", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\xa0": " ",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
    "ϵ": r"\epsilon", "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "κ": r"\kappa",
    "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho",
    "σ": r"\sigma", "τ": r"\tau", "φ": r"\varphi", "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi",
    "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda",
    "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega",
}  # fmt: skip
_ACCENTS = {"^": r"\hat", "ˆ": r"\hat", "~": r"\tilde", "˜": r"\tilde", r"\to": r"\vec",
            "˙": r"\dot", "¯": r"\bar", "‾": r"\overline", "⏞": r"\overbrace"}  # fmt: skip
_UPRIGHT = frozenset({"mtext", "ms"})
_UNREAD = frozenset({"annotation", "annotation-xml", "mphantom", "mspace"})


def has_formulas(tags: Collection[str], scripts: Iterable[HtmlElement], classes: str) -> bool:
    """Return whether a page may have formulas: most have none, and are not searched for them.

    It is told by the tags, the scripts and the names of classes.
    """
    return (
        not _FORMULA_TAGS.isdisjoint(tags)
        or any(name in classes for name in _CLASSES)
        or any((each.get("type") or "").startswith("math/") or _draws(each) for each in scripts)
    )


def _draws(script: HtmlElement) -> bool:
    """Return whether a script looks for formulas in the text."""
    return _draws_text(script.get("src") or "") is not None


def put_back_formulas(tree: HtmlElement) -> bool:
    """Replace the formulas of a new tree by their LaTeX; return whether there are any."""
    done: set[HtmlElement] = set()
    for element in tree.xpath(_FOUND):
        if done.isdisjoint(element.iterancestors()):
            written = _latex(element)
            if written:
                done.add(element)
                _replace(element, written)
    return (any(map(_draws, tree.iter("script"))) and _mark_in_text(tree)) or bool(done)


def _mark_in_text(tree: HtmlElement) -> bool:
    """Make formulas of what stands between delimiters in the text; return whether any does."""
    marked = False
    for element in [each for each in tree.iter() if _begins_formula(f"{each.text}{each.tail}")]:
        around = element.getparent()
        if around is not None and not _is_verbatim(around) and element.tail:
            before, formulas = _parted(around, element.tail)
            element.tail = None
            for formula in reversed(formulas):
                element.addnext(formula)
            element.tail = before
            marked = marked or bool(formulas)
        if isinstance(element.tag, str) and not _is_verbatim(element) and element.text:
            element.text, formulas = _parted(element, element.text)
            element[0:0] = formulas
            marked = marked or bool(formulas)
    return marked


def _is_verbatim(element: HtmlElement) -> bool:
    near = (element, *islice(element.iterancestors(), _NEAR))
    return any(each.tag in _VERBATIM for each in near)


def _parted(around: HtmlElement, text: str) -> tuple[str, list[HtmlElement]]:
    """Return the text before the first formula, and each formula with the text behind it."""
    before, formulas, end = text, list[HtmlElement](), 0
    for match in _in_text.finditer(text):
        if match.lastgroup == "signs" and not _is_latex(match["signs"]):
            continue
        if formulas:
            formulas[-1].tail = text[end : match.start()]
        else:
            before = text[: match.start()]
        is_apart = match.lastgroup in ("apart", "block")
        formulas.append(around.makeelement("tex-display" if is_apart else "tex-inline"))
        formulas[-1].text = _plain(match[match.lastgroup or 0])
        end = match.end()
    if formulas:
        formulas[-1].tail = text[end:]
    return before, formulas


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
        or element.get("block") is not None
        or element.get("display") in ("true", "block")
        or "mode=display" in (element.get("type") or "")
        or not {"katex-display", "display", "mwe-math-element-block"}.isdisjoint(classes)
    )


def _latex(element: HtmlElement) -> str:
    """Return the LaTeX of an element; "" if it is no formula after all."""
    classes = frozenset((element.get("class") or "").split())
    if element.tag == "img":
        described, drawn = element.get("alt") or "", _in_address(element.get("src") or "")
        written = unquote_plus(drawn[1]) if drawn and not _is_latex(described) else described
        return _plain(written) if drawn or _is_latex(written) else ""
    if element.tag == "script":
        return _plain(element.text or "") if "tex" in (element.get("type") or "") else ""
    if kept := next(filter(None, map(element.get, (*STATED_IN, "data-value"))), None):
        return "" if kept.startswith("=") else _plain(kept)  # as a sheet's do
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
    if any("eqno" not in (child.get("class") or "") for child in element):
        return ""
    delimited = _delimited("".join([element.text or "", *(child.tail or "" for child in element)]))
    if delimited:
        label = _number((element[0].text or "").strip()) if len(element) else None
        written = _plain(next(filter(None, delimited.groups()), ""))
        return rf"{written} \tag{{{label[1]}}}" if label else written
    is_bare = element.tag == "d-math" or not classes.isdisjoint(_WAYS)
    return _plain(element.text or "") if is_bare else ""


def _plain(written: str) -> str:
    """Return LaTeX in one line, without comments and without what sets the style of all of it."""
    lines = (re.sub(r"(?<!\\)%.*", "", line) for line in written.splitlines())
    joined = " ".join(" ".join(lines).split())
    styled = _of_one_style(joined)
    return styled[1].strip() if styled else joined


def latex(formula: HtmlElement) -> str:
    """Return a `math` element as LaTeX."""
    return " ".join(_written(formula, 0).split())


def _written(element: HtmlElement, depth: int) -> str:
    if depth > _MAX_DEPTH:
        return _signs("".join(element.itertext()))
    if element.tag in _UNREAD:
        return ""
    if not len(element):
        return _leaf(element)
    parts = [_written(child, depth + 1) for child in element if isinstance(child.tag, str)]
    return _WRITERS.get(element.tag, "".join)(parts)


def _leaf(element: HtmlElement) -> str:
    text = normalize("NFKC", " ".join((element.text or "").split()))
    if element.tag in _UPRIGHT and text:
        return rf"\text{{{text}}}"
    if element.tag == "mi" and len(text) > 1 and text.isalpha():
        return rf"\operatorname{{{text}}}"
    return _signs(text)


def _signs(text: str) -> str:
    written = (_SIGNS.get(sign, sign) for sign in text)
    return "".join(f"{sign} " if sign[1:].isalpha() else sign for sign in written)


def _group(part: str) -> str:
    own = part.strip()
    return own if len(own) == 1 else f"{{{own}}}"


def _fraction(parts: Sequence[str]) -> str:
    above, below = (*parts, "", "")[:2]
    return rf"\frac{{{above.strip()}}}{{{below.strip()}}}"


def _raised(parts: Sequence[str]) -> str:
    base, raised = (*parts, "", "")[:2]
    return f"{_base(base)}^{_group(raised)}"


def _lowered(parts: Sequence[str]) -> str:
    base, lowered = (*parts, "", "")[:2]
    return f"{_base(base)}_{_group(lowered)}"


def _both(parts: Sequence[str]) -> str:
    base, lowered, raised = (*parts, "", "", "")[:3]
    return f"{_base(base)}_{_group(lowered)}^{_group(raised)}"


def _base(part: str) -> str:
    own = part.strip()
    return own if len(own) <= 1 or (own[0] == "\\" and own[1:].isalpha()) else f"{{{own}}}"


def _accented(parts: Sequence[str]) -> str:
    base, mark = (*parts, "", "")[:2]
    accent = _ACCENTS.get(mark.strip())
    return f"{accent}{{{base.strip()}}}" if accent else _raised(parts)


def _root(parts: Sequence[str]) -> str:
    base, degree = (*parts, "", "")[:2]
    return rf"\sqrt[{degree.strip()}]{{{base.strip()}}}"


_WRITERS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "mfrac": _fraction,
    "msup": _raised,
    "msub": _lowered,
    "msubsup": _both,
    "munderover": _both,
    "munder": _lowered,
    "mover": _accented,
    "msqrt": lambda parts: rf"\sqrt{{{''.join(parts).strip()}}}",
    "mroot": _root,
    "mfenced": lambda parts: f"({','.join(parts)})",
    "mtable": lambda parts: rf"\begin{{matrix}} {' '.join(parts)} \end{{matrix}}",
    "mtr": lambda parts: " & ".join(parts) + r" \\",
}
