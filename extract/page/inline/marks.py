"""Write marks where a CommonMark parser will see them; escape text that it would take for marks.

Marks work only beside certain characters: CommonMark 0.31, section 6.2, "delimiter runs". While a
block is being read, control characters separate the page's text from the marks around it: only the
finished line shows which characters could be taken for marks.
"""

import re
from collections.abc import Iterator, Sequence
from string import punctuation
from unicodedata import category

from pagesight.extract.page.blocks import Ancestor, Block

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
_MOST_OF_EXPRESSION = 12  # characters of an expression; longer ones are text
# What means the same on the line: a sign of trade, a word, which may end an ordinal ("1st").
_is_of_line = re.compile(r"º|ª|[^\W\d_]{2,}\W*|[^\w+\-−()]*", re.I).fullmatch
_marks = re.compile(f"[{OPEN}{CLOSE}](?:\\*{{1,3}}|~~)").sub
_NEAR = 3  # elements above `pre` that may name the language
_named_language = re.compile(
    r"(?:language|lang|highlight-source|highlight|hl|src|brush|(code))[-:]([\w+#.-]+)",
    re.I,
).fullmatch
_before_language = re.compile(r"hl|hljs|sourceCode|brush:|prettyprint", re.I).fullmatch
_is_of_highlighter = re.compile(r"hljs|.*(?:number|line|wrap|copy|code)", re.I).match
_is_language = re.compile(r"[\w+#.-]+").fullmatch
_NO_LANGUAGE = frozenset(
    {"", "none", "default", "text", "plain", "plaintext", "nohighlight", "wrapper", "block",
     "box", "snippet", "example", "sample", "listing", "editor", "view", "area", "content",
     "container", "linenums", "numberlines", "notranslate", "copyable", "toolbar",
     "prettyprint", "prettyprinted"}
)  # fmt: skip
# As the one name or one of several of a `pre`: of DokuWiki, GeSHi, rustdoc.
_LANGUAGES = frozenset(
    {"bash", "c", "cpp", "csharp", "css", "diff", "go", "haskell", "html", "ini", "java",
     "javascript", "js", "json", "kotlin", "lua", "perl", "php", "powershell", "python", "r",
     "ruby", "rust", "scala", "sh", "shell", "sql", "swift", "toml", "ts", "typescript", "xml",
     "yaml"}
)  # fmt: skip
_IN_FORMULA = {"<": r"\lt ", "`": r"\lq ", "](": "] (", "$": ""}
_NOT_IN_FORMULA = re.compile(r"<|`|\]\(|(?<!\\)\$")
LINK = "\x06"  # stands before a link
IMAGE = "\x07"  # stands before an image
ESCAPED = "\x08"  # becomes a backslash
_FORMULA = "\x0e"  # stands around a formula, inside the signs of code
_CONTROLS = "".join(map(chr, (*range(1, 9), 14)))
_MARKS = "\\`*_~[]!<&"
# Few characters are either: so these take a fifth of the time of `str.translate`.
_may_be_mistaken = re.compile(f"[{re.escape(_MARKS)}{_CONTROLS}]").search
_with_signs = re.compile(f"[{re.escape(_MARKS)}]").sub
_without_controls = re.compile(f"[{_CONTROLS}]").sub
_has_controls = re.compile(f"[{_CONTROLS}]").search
_code_in = re.compile(f"({CODE}[^{CODE_END}]*{CODE_END})").split
_BETWEEN_CODE = re.compile(f"(?<!{_FORMULA}){CODE_END}{CODE}(?!{_FORMULA})")
_MISTAKEN = re.compile(
    f"{LITERAL}(?=`"
    rf"|\\(?:[{_CONTROLS}!-/:-@\[-`{{-~]|\n|$)"  # backslash before punctuation or a line's end
    r"|\]\("  # the middle of a link
    f"|!{LINK}"  # of an image
    f"|<(?:[a-zA-Z/?]|{LITERAL}!)"
    r"|&#?\w+;)"
)
_BRACKETS = re.compile(
    f"{CODE}[^{CODE_END}]*{CODE_END}"
    rf"|{LITERAL}\[[^\[\]{LITERAL}{CODE}]*{LITERAL}\](?![({OPEN}{CLOSE}])"  # a pair may stay
    rf"|{LITERAL}([\[\]])"
)
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_starts_block = re.compile(
    r"#{1,6}(?=\s|$)"  # heading
    r"|>"  # quotation
    r"|[-+*](?=\s|$)"  # list item
    r"|=+\s*$"  # underline of the line above
    r"|([-*_])(?:\s*\1){2,}\s*$"  # rule
    r"|~{3}"  # fence
    r"|(?=[|:\s]*-)[|:\s-]+$"  # rule of a table, or underline of the line above
    r"|\[(?:[^\[\]\\]|\\.)+\]:"  # link definition
).match
# Nothing is given back: a run of five marks could be cut in two ways, each of many again.
_is_bold = re.compile(r"(?:\[?\*{2,3}+[^*]++\*{2,3}+(?:\]\([^()*]*+\))?\s*+)++").fullmatch


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
    marks = ""
    while begin > 1 and not pieces[begin - 1]:
        begin -= 2
        marks += pieces[begin][-1:]
    return marks


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
    if is_word or len(plain) > _MOST_OF_EXPRESSION or LITERAL in plain or _RAISED.issuperset(plain):
        return text
    figures = set(plain) - _BETWEEN
    if figures and figures <= FIGURES:
        return plain.translate(_FIGURES[tag])
    raised = plain.translate(_FIGURES[tag]).translate(_LETTERS[tag])
    if all(one != other for one, other in zip(plain, raised, strict=True)):
        return raised
    sign = _SIGN[tag]
    return f"{sign}{plain}" if len(plain) == 1 else f"{sign}({plain})"


def fenced(blocks: Sequence[Block]) -> list[str]:
    """Return the lines of one `pre`, which may have been cut into several blocks, in a fence."""
    code = "\n".join(block.text for block in blocks)
    fence = "`" * max(3, 1 + _longest_run(code))
    return [fence + _language(blocks[0].ancestors), *code.split("\n"), fence]


def code_span(text: str) -> str:
    """Return `text`, a line, as inline code."""
    run = _longest_run(text)
    ticks = "`" * (run + 1)
    return f"{ticks} {text} {ticks}" if run else f"`{text}`"


def _longest_run(code: str) -> int:
    """Return the length of the longest run of backticks."""
    return max(map(len, re.findall("`+", code)), default=0)


def _language(ancestors: Sequence[Ancestor]) -> str:
    """Return the language that the class names state, the innermost first; "" if none does."""
    tags = [ancestor.tag for ancestor in ancestors]
    pre = tags.index("pre") if "pre" in tags else len(tags)
    figure = [ancestor for ancestor in ancestors[:pre] if ancestor.tag == "figure"][-1:]
    near = (*figure, *ancestors[max(0, pre - _NEAR) :])
    names = (name.lower() for ancestor in reversed(near) for name in _languages(ancestor))
    return next((name for name in names if name not in _NO_LANGUAGE), "")


def _languages(ancestor: Ancestor) -> Iterator[str]:
    """Yield what class names such as `language-python` or `hljs python` name."""
    of_figure = ancestor.tag == "figure"
    comes = False
    for name in ancestor.classes:
        if match := _named_language(name):
            if not match[1] or match[2] in _LANGUAGES:  # "code-panel" names none
                yield match[2]
        elif comes and _is_language(name.rstrip(";")) and not _is_of_highlighter(name):
            yield name.rstrip(";")
        comes = comes or bool(_before_language(name)) or (of_figure and name == "highlight")
    by_hand = ancestor.classes[1:] == ("hljs",) and not _named_language(ancestor.classes[0])
    if by_hand:  # and marked by the script behind it
        yield ancestor.classes[0]
    if ancestor.tag in ("pre", "code") or "syntaxhighlighter" in ancestor.classes:
        yield from (name for name in ancestor.classes if name in _LANGUAGES)


def literal(text: str) -> str:
    """Return text of a page with a sign before each character that may be a mark."""
    if not _may_be_mistaken(text):
        return text
    return _with_signs(_signed, _without_controls("", text))


def _signed(match: re.Match[str]) -> str:
    """Return a mark with its sign; a template would be read anew for each text."""
    return LITERAL + match[0]


def formula(latex: str, mark: str) -> str:
    """Return LaTeX between marks, with nothing in it that any Markdown parser takes for HTML.

    What would begin a tag, code or the address of a link has another name in LaTeX, or a space.
    """
    plain = _NOT_IN_FORMULA.sub(lambda match: _IN_FORMULA[match[0]], latex.replace(LITERAL, ""))
    return f"{CODE}{_FORMULA}{mark}{plain}{mark}{_FORMULA}{CODE_END}"


def bracketed(core: str) -> str:
    """Return the text of a link with the brackets escaped that would end it."""
    return _BRACKETS.sub(lambda match: ESCAPED + match[1] if match[1] else match[0], core)


def resolve_escapes(markdown: str) -> str:
    r"""Return `markdown` without the signs: each is a backslash now, or was not needed.

    >>> text = "__init__, 2 * 3, snake_case, 5* [1] [a](b) <b> & &lt; C:\\*"
    >>> print(resolve_escapes(literal(text)))
    \_\_init\_\_, 2 * 3, snake_case, 5* [1] [a\](b) \<b> & \&lt; C:\\*
    """
    if not _has_controls(markdown):
        return markdown
    parts = _code_in(_BETWEEN_CODE.sub("", with_emphasis(markdown)))
    for place, part in enumerate(parts):
        if place % 2:
            inner = _resolved(part)
            parts[place] = inner if part[1] == _FORMULA else code_span(inner)
        else:
            parts[place] = _resolved(_MISTAKEN.sub(lambda _: "\\", part))
    return "".join(parts)


def _resolved(part: str) -> str:
    """Return a part of a line without the characters that controlled how it was written."""
    return _without_controls("", part.replace(ESCAPED, "\\"))


def is_bold(markdown: str) -> bool:
    """Return whether all of a line is bold, links included.

    >>> is_bold("**Size**"), is_bold("[**Size**](a) **of *it***"), is_bold("**Size** of")
    (True, False, False)
    """
    return markdown.startswith(("**", "[**")) and _is_bold(markdown) is not None


def without_bold(markdown: str) -> str:
    """Return a line that is bold as a whole without those marks: what it stands in is a mark.

    >>> without_bold("**Size**"), without_bold("[***Lyra***](a)"), without_bold("**Size** of")
    ('Size', '[*Lyra*](a)', '**Size** of')
    """
    return markdown.replace("**", "") if is_bold(markdown) else markdown


def escaped(markdown: str) -> str:
    r"""Return the Markdown of a paragraph with what would begin another block escaped.

    >>> print(escaped("1. of *a*\n# b"))
    1\. of *a*
    \# b
    """
    return "\n".join(map(_line_escaped, markdown.split("\n")))


def _line_escaped(line: str) -> str:
    if line[:1].isalpha():  # as most do
        return line
    if _starts_block(line):
        return "\\" + line
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line
