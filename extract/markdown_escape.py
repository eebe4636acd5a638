"""Escape text that Markdown would take for marks, and nothing else.

While a block is being read, control characters tell the page's text from the marks around it: only
the finished line shows which characters could be taken for marks.
"""

import re

from pagesight.extract.markdown_code import code_span
from pagesight.extract.markdown_emphasis import CLOSE, CODE, CODE_END, LITERAL, OPEN, with_emphasis

LINK = "\x06"  # stands before a link
IMAGE = "\x07"  # stands before an image
_ESCAPED = "\x08"  # becomes a backslash
_CONTROLS = "".join(map(chr, range(1, 9)))
_MARKS = "\\`*_~[]!<&"
_may_mark = re.compile(f"[{_CONTROLS}{re.escape(_MARKS)}]").search
_AS_LITERALS = str.maketrans(
    {**dict.fromkeys(_CONTROLS), **{mark: LITERAL + mark for mark in _MARKS}}
)
_WITHOUT_CONTROLS = str.maketrans({**dict.fromkeys(_CONTROLS), _ESCAPED: "\\"})
_has_controls = re.compile(f"[{_CONTROLS}]").search

_code_in = re.compile(f"({CODE}[^{CODE_END}]*{CODE_END})").split
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
    return text.translate(_AS_LITERALS) if _may_mark(text) else text


def bracketed(core: str) -> str:
    """Return the text of a link with the brackets escaped that would end it."""
    return _BRACKETS.sub(lambda found: _ESCAPED + found[1] if found[1] else found[0], core)


def settled(markdown: str) -> str:
    r"""Return `markdown` without the signs: each is a backslash now, or was not needed.

    >>> print(settled(literal("__init__, 2 * 3, snake_case, 5* [1] [a](b) <b> & &lt; C:\\*")))
    \_\_init__, 2 * 3, snake_case, 5* [1] [a\](b) \<b> & \&lt; C:\\*
    """
    if not _has_controls(markdown):
        return markdown
    parts = _code_in(with_emphasis(markdown).replace(CODE_END + CODE, ""))
    for place, part in enumerate(parts):
        if place % 2:
            parts[place] = code_span(part.translate(_WITHOUT_CONTROLS))
        else:
            parts[place] = _MISTAKEN.sub(r"\\", part).translate(_WITHOUT_CONTROLS)
    return "".join(parts)


def escaped(markdown: str) -> str:
    r"""Return the Markdown of a paragraph with what would begin another block escaped.

    >>> print(escaped("1. of *a*\n# b"))
    1\. of *a*
    \# b
    """
    return "\n".join(map(_line_escaped, markdown.split("\n")))


def _line_escaped(line: str) -> str:
    if _starts_block(line):
        return "\\" + line
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line
