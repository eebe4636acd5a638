"""Write a run of inline content as Markdown."""

from collections.abc import Sequence

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "dfn": "*", "var": "*",
          "del": "~~", "s": "~~", "strike": "~~",
          "code": "`", "kbd": "`", "samp": "`", "tt": "`"}  # fmt: skip
INLINE_MARKED = frozenset({*_MARKS, "a"})
_MAX_OPEN = 20  # marks in marks that are written; no page of WCXB dev has more than 5
LINE_BREAK = "\x00"  # stands for `br`: no parsed text holds it


def collapse(text: str) -> str:
    r"""Return `text` with each run of white space as one space, line breaks as line feeds.

    >>> collapse(" a \n b\x00c ")
    'a b\nc'
    """
    if LINE_BREAK not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split(LINE_BREAK))
    return "\n".join(line for line in lines if line)


class InlineMarkdown:
    """Builds the Markdown of one block; what is open when the block ends is open in the next."""

    def __init__(self) -> None:
        self._parts: list[list[str]] = [[]]
        self._open: list[tuple[str, str]] = []
        self._deeper = 0  # open elements inside those, which leave no marks

    def text(self, text: str) -> None:
        """Add text."""
        self._parts[-1].append(text)

    def open(self, tag: str, address: str = "") -> None:
        """Begin an emphasis, code or link."""
        if len(self._open) == _MAX_OPEN:
            self._deeper += 1
            return
        self._open.append((tag, address))
        self._parts.append([])

    def close(self, tag: str) -> None:
        """End the innermost open element, which is `tag`."""
        if self._deeper:
            self._deeper -= 1
        elif self._open and self._open[-1][0] == tag:
            self._mark()

    def _mark(self) -> None:
        """Write what the innermost open element holds, in its marks, into the one around it."""
        inner = _marked("".join(self._parts.pop()), *self._open.pop())
        self._parts[-1].append(inner)

    def take(self) -> str:
        """Return the Markdown so far and begin anew inside the same open elements."""
        still_open: Sequence[tuple[str, str]] = tuple(self._open)
        while self._open:
            self._mark()
        markdown = "".join(self._parts[0])
        self._parts = [[]]
        for tag, address in still_open:
            self.open(tag, address)
        return collapse(markdown).replace("\n", "  \n")


def _marked(inner: str, tag: str, address: str) -> str:
    """Return `inner` in the marks of `tag`, with the white space at its ends outside them."""
    core = collapse(inner)
    if not core or (tag == "a" and not address):
        return inner
    before = " " if inner[0].isspace() else ""
    after = " " if inner[-1].isspace() else ""
    core = core.replace("\n", " ")
    if tag == "a":
        return f"{before}[{core}]({address.replace(')', '%29')}){after}"
    mark = _MARKS[tag]
    if mark in core or core.startswith(mark[0]):  # nested alike: marks inside marks say nothing
        return inner
    return f"{before}{mark}{core}{mark}{after}"
