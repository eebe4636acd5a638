"""Write MathML as LaTeX."""

from collections.abc import Callable, Mapping, Sequence
from unicodedata import normalize

from lxml.html import HtmlElement

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
    return _WRITERS.get(element.tag, _row)(parts)


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


def _row(parts: Sequence[str]) -> str:
    return "".join(parts)


def _group(part: str) -> str:
    """Return a part as one argument."""
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
