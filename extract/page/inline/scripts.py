"""Raised and lowered text: as characters of their own where there are such, else in brackets."""

import re

from pagesight.extract.page.inline.emphasis import CLOSE, LITERAL, OPEN

SCRIPT_TAGS = frozenset({"sup", "sub"})
FIGURES = frozenset("0123456789+-−()")
_PLAIN = "0123456789+-−()"
RAISED = str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾")
_LETTERS = {
    "sup": str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"),
    "sub": str.maketrans("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"),
}
_FIGURES = {"sup": RAISED, "sub": str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎")}
_RAISED = frozenset(map(chr, RAISED.values()))  # the text of a block may have them already
_SIGN = {"sup": "^", "sub": f"{LITERAL}_"}
_BETWEEN = frozenset(", –")  # figures: "1,2" are two notes
_MOST = 12  # characters of an expression; longer ones are text
# What means the same on the line: a sign of trade, a word, which may end an ordinal ("1st").
_is_of_line = re.compile(r"º|ª|[^\W\d_]{2,}\W*|[^\w+\-−()]*", re.I).fullmatch
_marks = re.compile(f"[{OPEN}{CLOSE}](?:\\*{{1,3}}|~~)").sub


def script(text: str, tag: str) -> str:
    """Return what is in a `sup` or `sub`; what is no expression, as it stands.

    >>> script("−3", "sup"), script("n", "sub"), script("n/3", "sup"), script("st", "sup")
    ('⁻³', 'ₙ', '^(n/3)', 'st')
    """
    plain = _marks("", text)
    is_word = _is_of_line(plain) if tag == "sup" else not plain[:1].isalnum()
    if is_word or len(plain) > _MOST or LITERAL in plain or _RAISED.issuperset(plain):
        return text
    figures = set(plain) - _BETWEEN
    if figures and figures <= FIGURES:
        return plain.translate(_FIGURES[tag])
    raised = plain.translate(_FIGURES[tag]).translate(_LETTERS[tag])
    if all(one != other for one, other in zip(plain, raised, strict=True)):
        return raised
    sign = _SIGN[tag]
    return f"{sign}{plain}" if len(plain) == 1 else f"{sign}({plain})"
