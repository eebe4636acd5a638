"""Escape text that Markdown would take for marks, and nothing else.

While a block is being read, control characters separate the page's text from the marks around
it: only the finished line shows which characters could be taken for marks.
"""

import re
from collections.abc import Iterator, Sequence

from pagesight.extract.page.blocks import Ancestor, Block
from pagesight.extract.page.inline.emphasis import (
    CLOSE,
    CODE,
    CODE_END,
    LITERAL,
    OPEN,
    with_emphasis,
)

_NEAR = 3  # elements above `pre` that may name the language
_named_language = re.compile(
    r"(?:language|lang|highlight-source|highlight|hl|brush|code)[-:]([\w+#.-]+)", re.I
).fullmatch
_before_language = re.compile(r"hljs|sourceCode|brush:|prettyprint", re.I).fullmatch
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
    names = (name for ancestor in reversed(near) for name in _languages(ancestor))
    return next((name for name in names if name.lower() not in _NO_LANGUAGE), "")


def _languages(ancestor: Ancestor) -> Iterator[str]:
    """Yield what class names such as `language-python` or `hljs python` name."""
    of_figure = ancestor.tag == "figure"
    comes = False
    for name in ancestor.classes:
        if found := _named_language(name):
            yield found[1]
        elif comes and _is_language(name.rstrip(";")) and not _is_of_highlighter(name):
            yield name.rstrip(";")
        comes = comes or bool(_before_language(name)) or (of_figure and name == "highlight")
    if ancestor.classes[1:] == ("hljs",):  # named by hand, and marked by the script behind it
        yield ancestor.classes[0]
    if ancestor.tag in ("pre", "code"):
        yield from (name for name in ancestor.classes if name in _LANGUAGES)


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


def literal(text: str) -> str:
    """Return text of a page with a sign before each character that may be a mark."""
    if not _may_be_mistaken(text):
        return text
    return _with_signs(_signed, _without_controls("", text))


def _signed(found: re.Match[str]) -> str:
    """Return a mark with its sign; a template would be read anew for each text."""
    return LITERAL + found[0]


def formula(latex: str, mark: str) -> str:
    """Return LaTeX between marks, with nothing in it that any Markdown parser takes for HTML.

    What would begin a tag, code or the address of a link has another name in LaTeX, or a space.
    """
    plain = _NOT_IN_FORMULA.sub(lambda found: _IN_FORMULA[found[0]], latex.replace(LITERAL, ""))
    return f"{CODE}{_FORMULA}{mark}{plain}{mark}{_FORMULA}{CODE_END}"


def bracketed(core: str) -> str:
    """Return the text of a link with the brackets escaped that would end it."""
    return _BRACKETS.sub(lambda found: ESCAPED + found[1] if found[1] else found[0], core)


def resolve_pointers(markdown: str) -> str:
    r"""Return `markdown` without the signs: each is a backslash now, or was not needed.

    >>> text = "__init__, 2 * 3, snake_case, 5* [1] [a](b) <b> & &lt; C:\\*"
    >>> print(resolve_pointers(literal(text)))
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
