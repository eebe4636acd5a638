"""Escape text that Markdown would take for marks."""

import re

_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.S)
_HTML_LIKE = re.compile(r"<(?=[a-zA-Z/!?])|&(?=#?\w+;)")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_starts_block = re.compile(
    r"#{1,6}(?=\s|$)"  # heading
    r"|>"  # quotation
    r"|[-+*](?=\s|$)"  # list item
    r"|=+\s*$"  # underline of the line above
    r"|(?:[-*_]\s*){3,}$"  # rule
    r"|`{3}|~{3}"  # fence
    r"|(?=[|:\s]*-)[|:\s-]+$"  # rule of a table, or underline of the line above
    r"|\[[^\]]+\]:"  # link definition
).match


def escaped(markdown: str) -> str:
    r"""Return the Markdown of a paragraph with what is not meant as Markdown escaped.

    >>> print(escaped("1. of <b>\n# `<b>`"))
    1\. of \<b>
    \# `<b>`
    """
    return "\n".join(map(_line_escaped, escaped_inside(markdown).split("\n")))


def escaped_inside(markdown: str) -> str:
    r"""Return `markdown` with tags and entities escaped that stand outside of code.

    >>> print(escaped_inside("a <b> `<b>`"))
    a \<b> `<b>`
    """
    if "<" not in markdown and "&" not in markdown:
        return markdown
    parts, end = [], 0
    for span in _CODE_SPAN.finditer(markdown):
        parts += [_HTML_LIKE.sub(r"\\\g<0>", markdown[end : span.start()]), span[0]]
        end = span.end()
    parts.append(_HTML_LIKE.sub(r"\\\g<0>", markdown[end:]))
    return "".join(parts)


def _line_escaped(line: str) -> str:
    if _starts_block(line):
        return "\\" + line
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line
