"""Write emphasis where a CommonMark parser will see it, and raised and lowered text.

Marks work only beside certain characters: CommonMark 0.31, section 6.2, "delimiter runs".
"""

import re
from string import punctuation
from unicodedata import category

LITERAL = "\x01"  # stands before a character of the page's text that may be a mark
OPEN, CLOSE = "\x02", "\x03"  # stand before marks
CODE, CODE_END = "\x04", "\x05"  # stand around inline code

_marks_in = re.compile(rf"([{OPEN}{CLOSE}](?:\*{{1,3}}|~~))").split
_CLOSED_AND_OPENED = re.compile(rf"{CLOSE}(\*{{1,3}}|~~){OPEN}\1(?!\*)")
_RUN = re.compile(
    rf"{CODE}[^{CODE_END}]*{CODE_END}|(?:{LITERAL}\*)+|(?:{LITERAL}_)+|(?:{LITERAL}~)+"
)
_PUNCTUATION = frozenset(punctuation + LITERAL + CODE + CODE_END)
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


def with_emphasis(markdown: str) -> str:
    """Return `markdown` with its marks, less those that would not work, and others escaped."""
    pieces = _marks_in(_CLOSED_AND_OPENED.sub("", markdown))  # text, mark, text, ..., text
    opened: list[int] = []
    last = len(pieces) - 1
    for place in range(0, last + 1, 2):
        before, after = "" if place else " ", "" if place < last else " "
        pieces[place] = _escaped(pieces[place], before, after, bool(opened))
        if place < last and pieces[place + 1][0] == OPEN:
            opened.append(place + 1)
        elif place < last:
            begin, end = opened.pop(), place + 1
            mark = pieces[end][1:] if _works(pieces, begin, end) else ""
            pieces[begin] = pieces[end] = mark
    return "".join(pieces)


def _works(pieces: list[str], begin: int, end: int) -> bool:
    """Return whether the marks at these places begin and end emphasis."""
    if pieces[begin][-1] in _marks_before(pieces, begin):  # two marks would be one
        return False
    before = pieces[begin - 1][-1:] or (" " if begin == 1 else "")
    after = pieces[end + 1][:1] or (" " if end + 2 == len(pieces) else "")
    return _flanks(before, pieces[begin + 1][:1]) and _flanks(after, pieces[end - 1][-1:])


def _marks_before(pieces: list[str], begin: int) -> str:
    """Return the last characters of the marks that no text sets apart from this one."""
    found = ""
    while begin > 1 and not pieces[begin - 1]:
        begin -= 2
        found += pieces[begin][-1:]
    return found


def _flanks(outside: str, inside: str) -> bool:
    """Return whether a mark between these works, "" being a character not known yet."""
    return inside.isalnum() or outside.isspace() or _is_punctuation(outside)


def _is_punctuation(character: str) -> bool:
    """Return whether every version of CommonMark counts it as such: not all count symbols."""
    return character in _PUNCTUATION or (character != "" and category(character)[0] == "P")


def _escaped(text: str, before: str, after: str, inside: bool) -> str:
    """Return `text` with the runs escaped that may be marks; "" before or after is a mark."""
    if LITERAL not in text:
        return text

    def written(run: re.Match[str]) -> str:
        left = text[run.start() - 1] if run.start() else before
        right = text[run.end()] if run.end() < len(text) else after
        if run[0][0] == CODE or not _may_mark(run[0].replace(LITERAL, ""), left, right, inside):
            return run[0]
        return run[0].replace(LITERAL, "\\")

    return _RUN.sub(written, text)


def _may_mark(run: str, before: str, after: str, inside: bool) -> bool:
    """Return whether a run may begin emphasis, or end one that it is inside of."""
    if not before or not after:
        return True
    if run == "~":
        return False
    if run[0] == "_":  # inside a word it marks nothing
        return not (before.isspace() and after.isspace()) and not (
            before.isalnum() and after.isalnum()
        )
    opens = not (after.isspace() or (before.isalnum() and _is_punctuation(after)))
    return opens or (inside and not before.isspace())


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
