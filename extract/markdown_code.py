"""Write preformatted text as fenced code."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pagesight.extract.blocks import Ancestor, Block

_NEAR = 3  # elements above `pre` that may name the language
_named_language = re.compile(
    r"(?:language|lang|highlight-source|highlight|brush|code)[-:]([\w+#.-]+)", re.I
).fullmatch
_before_language = re.compile(r"hljs|sourceCode|brush:|prettyprint", re.I).fullmatch
_is_language = re.compile(r"[\w+#.-]+").fullmatch
_NO_LANGUAGE = frozenset(
    {"", "none", "default", "text", "plain", "plaintext", "nohighlight", "wrapper", "block",
     "container", "linenums", "numberlines", "notranslate", "copyable", "toolbar"}
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
    """Return the language that the class names tell, the innermost first; "" if none does."""
    tags = [ancestor.tag for ancestor in ancestors]
    pre = tags.index("pre") if "pre" in tags else len(tags)
    near = ancestors[max(0, pre - _NEAR) :]
    names = (name for ancestor in reversed(near) for name in _languages(ancestor.classes))
    return next((name for name in names if name.lower() not in _NO_LANGUAGE), "")


def _languages(classes: Sequence[str]) -> Iterator[str]:
    """Yield what class names such as `language-python` or `hljs python` name."""
    for name, following in pairwise((*classes, "")):
        found = _named_language(name)
        if found:
            yield found[1]
        elif _before_language(name) and _is_language(following.rstrip(";")):
            yield following.rstrip(";")
