"""Write a run of inline content as Markdown."""

import re
from collections.abc import Sequence
from itertools import islice
from urllib.parse import quote

from lxml.html import HtmlElement

from pagesight.extract.page.inline.marks import (
    CLOSE,
    CODE,
    CODE_END,
    ESCAPED,
    IMAGE,
    LINK,
    LITERAL,
    OPEN,
    SCRIPT_TAGS,
    bracketed,
    formula,
    literal,
    resolve_escapes,
    script,
)

_CODE_TAGS = frozenset({"code", "kbd", "samp", "tt"})
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "dfn": "*", "var": "*",
          "del": "~~", "s": "~~", "strike": "~~"}  # fmt: skip
_FORMULAS = {"tex-inline": "$", "tex-display": "$$"}
NOTE = "note"  # for the tag of a link to a footnote or back from one: its address is the label
_MOST_OF_NOTE = 8  # characters of such a link: longer ones are text
INLINE_MARKED = frozenset({*_MARKS, *_CODE_TAGS, *SCRIPT_TAGS, *_FORMULAS, "a"})
_MAX_OPEN = 20  # marks in marks that are written; no page of WCXB dev has more than 5
LINE_BREAK = "\x00"  # stands for `br`: no parsed text holds it
_NOT_IN_ADDRESS = re.compile(r"[\s\x00-\x20\x7f()<>\\]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
# Not what office programs keep for other scripts ("mso-bidi-font-style").
_states_weight = re.compile(
    r"(?<![-\w])font-weight\s*:\s*(?:(?P<on>bold|[6-9]00)|normal|[1-5]00)", re.I
).search
_states_slant = re.compile(
    r"(?<![-\w])font-style\s*:\s*(?:(?P<on>italic|oblique)|normal)", re.I
).search
_BY_STYLE = (
    ("b", frozenset({"b", "strong"}), _states_weight),
    ("i", frozenset({"i", "em"}), _states_slant),
)
_names_note = re.compile(
    r"(?:user-content-|sd)?_?(?:fn|ftn|edn|footnote|endnote|cite_note|note)[-:_]?"
    r"(?!ref)([\w-]*\d|(?<=:)[\w-]+)(?:sym)?"
).fullmatch
leads_back = re.compile(
    r"(?:user-content-)?_?(?:fn|ftn|edn|footnote|endnote|cite|note)[-_]?ref[\w:.-]*|sdfootnote\d+anc"
).fullmatch


def marking_tag(element: HtmlElement) -> str:
    """Return the tag by whose mark an element is written: its style may state another.

    Editors write bold spans, and put what is pasted in a `b` that is not bold.
    """
    tag, style = str(element.tag), element.get("style") or ""
    for mark, marked, states in _BY_STYLE if "font-" in style else ():
        stated = states(style)
        if stated and tag == "span" and stated["on"]:
            begins = "".join(islice(element.itertext(), 2)).strip()
            return mark if len(begins) > 1 else tag  # an initial is set large
        if stated and tag in marked and not stated["on"]:
            return "span"
    return tag


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
        self._parts[-1].append(literal(text))

    def image(self, alt: str, address: str) -> None:
        """Add an image; its address is "" if its data are embedded in the page."""
        described = bracketed(literal(collapse(alt)))
        self._parts[-1].append(f"{IMAGE}![{described}]({_destination(address)})")

    def link(self, text: str, address: str) -> None:
        """Add a link to what the page embeds."""
        described = bracketed(literal(collapse(text)))
        self._parts[-1].append(f"{LINK}[{described}]({_destination(address)})")

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
        inner = "".join(self._parts.pop())
        tag, address = self._open.pop()
        is_within = any(_MARKS.get(around) == _MARKS.get(tag, "") for around, _ in self._open)
        in_code = any(around in _CODE_TAGS for around, _ in self._open)
        if tag == "a" or not (is_within or in_code):
            inner = _marked(inner, tag, address)  # in code, other marks would be text
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
        return resolve_escapes(collapse(markdown)).replace("\n", "  \n")


def _marked(inner: str, tag: str, address: str) -> str:
    """Return `inner` in the marks of `tag`, with the white space at its ends outside them."""
    core = collapse(inner)
    if not core or (tag == "a" and (not address or LINK in core)):
        return inner
    before = _white(inner[0], inner.lstrip()[0])
    after = _white(inner[-1], inner.rstrip()[-1])
    if tag in SCRIPT_TAGS:
        return f"{before}{script(core, tag)}{after}"
    if tag in _MARKS:
        lines = [_emphasised(line, _MARKS[tag]) for line in core.split("\n")]
        return f"{before}{LINE_BREAK.join(lines)}{after}"
    core = core.replace("\n", " ")
    if tag == "a":
        return f"{before}{LINK}[{bracketed(core)}]({_destination(address)}){after}"
    if tag == NOTE:
        return _note(inner, core, address)
    if tag in _FORMULAS:
        return f"{before}{formula(core, _FORMULAS[tag])}{after}"
    linked, address = _whole_link(core)
    if LINK in linked or IMAGE in linked:  # they would be text in code
        return inner
    code = f"{CODE}{linked}{CODE_END}"
    return f"{before}{f'{LINK}[{code}]({address})' if address else code}{after}"


def _whole_link(core: str) -> tuple[str, str]:
    """Return the text and the address of a link that is all there is; else the whole and ""."""
    text, _, behind = core.removeprefix(f"{LINK}[").rpartition("](")
    address, _, rest = behind.partition(")")  # it holds none of its own
    is_link = core.startswith(LINK) and core.endswith(")") and not rest and LINK not in text
    return (text.replace(ESCAPED, ""), address) if is_link else (core, "")


def _emphasised(line: str, mark: str) -> str:
    """Return a line in marks: those around it and those of all of it become one, `***`."""
    other = "*" if mark == "**" else "**"
    inside = line.removeprefix(OPEN + other).removesuffix(CLOSE + other)
    if mark != "~~" and len(inside) == len(line) - 2 * len(OPEN + other) and OPEN not in inside:
        return f"{OPEN}***{inside}{CLOSE}***"
    if OPEN + mark in line or line.startswith(OPEN + mark[0]):  # nested alike says nothing more
        return line
    return f"{OPEN}{mark}{line}{CLOSE}{mark}"


def _note(inner: str, core: str, label: str) -> str:
    """Return a reference to a footnote, nothing for the arrow back from one."""
    if not label and not any(map(str.isalnum, core)):
        return ""
    is_number = len(core.replace(LITERAL, "")) <= _MOST_OF_NOTE
    return f"[^{label}{LITERAL}]" if label and is_number else inner


def _white(outer: str, inner: str) -> str:
    """Return the break or space at an end, by its last character and its last but white space."""
    return LINE_BREAK if inner == LINE_BREAK else " " if outer.isspace() else ""


def _destination(address: str) -> str:
    """Return the address with what would end it, or change it, encoded."""
    return _ENTITY.sub("&amp;", _NOT_IN_ADDRESS.sub(lambda match: quote(match[0]), address))


def note_label(name: str) -> str:
    """Return the label of the footnote that has that id; "" if it is none.

    >>> note_label("fn:1"), note_label("cite_note-Smith-3"), note_label("fnref1"), note_label("top")
    ('1', 'Smith-3', '', '')
    """
    match = _names_note(name)
    return match[1].strip("-") if match else ""
