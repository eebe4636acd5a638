"""Make one `pre` of code, however a page lays out its lines.

In a table with a gutter of numbers, as an element a line, in what keeps white space by its style.
"""

import re
from collections.abc import Sequence
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.rewrite.toolbars import LANGUAGES, drop_labels, drop_toolbars

_AS_PRE = frozenset({"xmp", "listing", "plaintext"})
_HOLDERS = frozenset({"div", "span", "section", "figure", "p", "code", "tt", "td"})
_INLINE_CODE = frozenset({"code", "tt"})
_BLOCKS = frozenset(
    {"p", "ul", "ol", "table", "blockquote", "img", "pre", "form", "dl", "figure", "iframe"}
    | HEADING_TAGS
)
states_space = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)").search  # kept, or lines are
_keeps_space = re.compile(r"white-space\s*:\s*(pre|break-spaces)(?:-wrap)?\s*(?:[;!]|$)").search
_keeps_lines = re.compile(r"white-space\s*:\s*pre-(?:line|wrap)").search
_is_monospaced = re.compile(r"font[^;]*(?:monospace|courier|consolas|menlo|monaco)").search
names_code = re.compile(
    r"(?<![^\s_-])(?:code-?(?:block|snippet|example|sample|listing|box|area|view|editor|content|wrapper)"
    r"|source-?code|syntax-?highlight(?:er)?|prettyprint|hljs|codehilite|cm-content|snippet)"
    r"(?![^\s_-])",
    re.I,
).search
names_gutter = re.compile(
    r"(?<![^\s_-])(?:gutter|line-?nos?|linenodiv|line-?num(?:ber)?s?|blob-num|ln-numbers|lnt|gl|crayon-nums?)"
    r"(?![^\s_-])",
    re.I,
).search
_names_line = re.compile(
    r"(?:^|[\s_-])(?:(?:view|code|cm|ace|editor|token|preview|hljs)?[-_]?line|ln|cl|row|LC\d+)"
    r"(?:$|[\s_]|-(?!num|no))",
    re.I,
).search
_is_row = re.compile(r"display:(?:block|flex|grid)").search
_names_highlight = re.compile(r"(?:^|[\s_-])(?:highlight(?:ed)?|code)-line(?:$|\s)").search
_is_of_numbers = re.compile(r"[\s\d]*").fullmatch
states_unselectable = re.compile(r"user-select\s*:\s*none").search
_LINE_BLOCKS = frozenset({"div", "p"})
_LINE_TAGS = _LINE_BLOCKS | {"li", "tr", "code"}
_brush = re.compile(r"brush:\s*([\w+#-]+)").match
_MOST_DIGITS = 6  # of a line's number
_MOST_LEVELS = 3  # from `pre` to what holds its lines


def rewrite_gutters(tree: HtmlElement) -> bool:
    """Make a `pre` of each table of code with the numbers of its lines in a new tree.

    What an embedded gist says of its host is dropped.
    """
    for credit in tree.xpath("//*[@class='gist-meta']"):
        credit.drop_tree()
    tables = (table for table in list(tree.iter("table")) if table.getparent() is not None)
    return sum(map(_rewrite_gutter, tables)) > 0


def mark_code(tree: HtmlElement) -> bool:
    """Make `pre` elements of the code of a new tree that is in others by its name or style.

    Prose that keeps its lines by its style gets a `br` for each.
    """
    changed = False
    prose: list[HtmlElement] = []
    for element in list(tree.iter(*_AS_PRE, *_HOLDERS)):
        style = element.get("style") or ""
        is_code = (
            element.tag in _AS_PRE or _is_code(element, style.lower()) or _is_fragment(element)
        )
        if not is_code and _stands_alone(element):
            _join_source_lines(element)
            is_code = True
        if is_code and (element.tag in _AS_PRE or next(element.iterancestors("pre"), None) is None):
            element.tag = "pre"
            changed = True
        elif "white-space" in style and _keeps_lines(style.lower()):
            prose.append(element)
    for element in prose:
        _keep_lines(element)
    return changed or bool(prose)


def rewrite_code(tree: HtmlElement) -> bool:
    """Put a line feed after each line of the `pre` elements of a new tree.

    What toolbars beside it say is dropped. Return whether anything changed.
    """
    changed = [_join_lines_of_editors(tree)]
    for pre in list(tree.iter("pre")):
        changed += (_take_language(pre), drop_labels(pre), _break_lines(pre))
    changed.append(drop_toolbars(tree))
    return any(changed)


def _take_language(pre: HtmlElement) -> bool:
    """Give a `pre` the language that an element close around it states, if it has another."""
    near = (pre, *islice(pre.iterancestors(), _MOST_LEVELS))
    stated = (each.get(name) for each in near for name in LANGUAGES)
    brush = _brush(pre.get("data-syntaxhighlighter-params") or "")  # of Confluence
    language = next(filter(None, stated), brush[1] if brush else "")
    if not language or pre.get(LANGUAGES[0]) == language:
        return False
    pre.set(LANGUAGES[0], language)
    return True


def _keep_lines(element: HtmlElement) -> None:
    """Put a `br` at each line feed within the text of prose that keeps its lines by its style."""
    for text in element.xpath(".//text()[normalize-space() and not(ancestor::pre)]"):
        holder, lines = text.getparent(), text.split("\n")
        if len(lines) == 1:
            continue
        breaks = [holder.makeelement("br") for _ in lines[1:]]
        for each, line in zip(breaks, lines[1:], strict=True):
            each.tail = line
        if text.is_tail:
            holder.tail, around = lines[0], holder.getparent()
            place = around.index(holder) + 1
        else:
            holder.text, around, place = lines[0], holder, 0
        around[place:place] = breaks


def _is_code(element: HtmlElement, style: str) -> bool:
    """Return whether an element that is no `pre` keeps its white space, and holds only code."""
    may_be_named = element.tag in ("div", "code")
    kept = _keeps_space(style) if "white-space" in style else None
    if kept is None and not may_be_named:
        return False  # as most elements: nothing says so
    stated = any(map(element.get, LANGUAGES))
    named = stated or bool(names_code(element.get("class") or ""))
    styled = kept is not None and (named or _is_monospaced(style) or "pre-" not in kept[0])
    if not styled and not (named and may_be_named):
        return False
    inside = element.iterdescendants(etree.Element)
    if any(inner.tag in _BLOCKS or _is_named_within(inner) for inner in inside):
        return False
    text = "".join(element.itertext()).strip()
    return stated or "\n" in text or len(_lines_of(element)) > 1


def _is_named_within(inner: HtmlElement) -> bool:
    """Return whether what an element holds is the code itself: around it are toolbars."""
    return inner.tag == "div" and names_code(inner.get("class") or "") is not None


def _is_fragment(element: HtmlElement) -> bool:
    """Return whether it is code as Doxygen writes it: `fragment` that holds `line` alone."""
    if element.tag != "div" or element.get("class") != "fragment" or not len(element):
        return False
    return all(child.get("class") == "line" for child in element.iterchildren(etree.Element))


def _stands_alone(element: HtmlElement) -> bool:
    """Return whether it is code of several lines, alone in what is around it or among blocks."""
    around = element.getparent()
    if element.tag not in _INLINE_CODE or around is None:
        return False
    before, after = element.getprevious(), element.getnext()
    texts = (around.text if before is None else before.tail, element.tail)
    beside = {each.tag for each in (before, after) if each is not None}
    if any(text and text.strip() for text in texts) or not beside <= _BLOCKS:
        return False
    if element.find("br") is not None:
        return True
    has_parts = sum(child.get("class") is not None for child in islice(element, 3)) > 1
    return bool(beside) and (has_parts or "\n" in "".join(element.itertext()).strip())


def _join_source_lines(element: HtmlElement) -> None:
    """Take the line feeds from behind each `br`: only in a `pre` they would be lines."""
    for each in element.iterchildren("br"):
        each.tail = (each.tail or "").lstrip("\r\n")


def _rewrite_gutter(table: HtmlElement) -> bool:
    """Make a `pre` of a table whose first column numbers the lines of the second, if it does."""
    rows = list(table.iter("tr"))
    pairs = [(row[0], row[-1]) for row in rows if len(row) >= 2]
    if not pairs or len(pairs) != len(rows) or not all(_is_gutter(cell) for cell, _ in pairs):
        return False
    codes = [cell for _, cell in pairs]
    holder = next(codes[0].iter("pre"), codes[0]) if len(codes) == 1 else None
    inside = next(table.iterancestors("pre"), None)
    text, kept = "\n".join(map(_line, codes)), list[HtmlElement]()
    if holder is not None:
        _break_lines(holder)
        text, kept = holder.text or "", list(holder)
    for child in list(table):
        table.remove(child)
    table.tag = "span" if inside is not None else "pre"
    table.text = text
    table.extend(kept)
    return True


def _is_gutter(cell: HtmlElement) -> bool:
    around = (cell, *cell.iterdescendants(etree.Element))
    names = " ".join(each.get("class") or "" for each in around)
    numbered = (
        cell.get("data-line-number") is not None
        or bool(names_gutter(names))
        or any(states_unselectable(each.get("style") or "") for each in around)
    )
    return numbered and _is_of_numbers("".join(cell.itertext())) is not None


def _line(cell: HtmlElement) -> str:
    stated = cell.get("data-line") or ""
    return "".join(cell.itertext()).strip("\r\n") or ("" if stated.isdecimal() else stated)


def _lines_of(element: HtmlElement) -> Sequence[HtmlElement]:
    """Return the elements that are a line each, where an element holds nothing else."""
    for _ in range(_MOST_LEVELS):
        children = [child for child in element if isinstance(child.tag, str)]
        are_alike = len({child.tag == "code" for child in children}) == 1  # else what is beside it
        are_lines = are_alike and all(map(_is_line, children))
        if len(children) > 1 and are_lines and not (element.text or "").strip():
            return children
        inner = [child for child in children if len(child)]
        if len(inner) != 1:
            return ()
        element = inner[0]
    return ()


def _is_line(element: HtmlElement) -> bool:
    style = (element.get("style") or "").replace(" ", "")
    return (
        element.tag in _LINE_TAGS
        or element.get("data-line") is not None
        or element.get("data-line-number") is not None
        or bool(_is_row(style))
        or bool(_names_line(element.get("class") or ""))
    )


def _break_lines(pre: HtmlElement) -> bool:
    """Put a line feed between elements that are a line each; return whether one was missing.

    Blocks among them run in lines then: between blocks an empty line would be none.
    """
    lines = _lines_of(pre)
    changed = _drop_numbers(lines) if lines else _break_highlighted(pre)
    for line in lines:
        if line.tag in _LINE_BLOCKS and "".join(line.itertext()) == "\n":
            _clear_text(line)  # of an empty line, which would have no height
        for block in list(line.iter(*_LINE_BLOCKS)):
            block.tag, changed = "span", True
    for line in lines[:-1]:
        ends = ["".join(line.itertext()), line.tail or ""]
        if len(line) and line[-1].tag == "br" and not line[-1].tail:
            continue
        following = line.getnext()
        begins = "".join(following.itertext())[:1] if following is not None else ""
        if "\n" not in ends[1] and not ends[0].endswith("\n") and begins != "\n":
            line.tail = f"{(line.tail or '').rstrip()}\n"
            changed = True
    return changed


def _break_highlighted(pre: HtmlElement) -> bool:
    """Put a line feed behind lines that are set off among others; return whether one was missing.

    A block ends the line by itself there, and Gatsby leaves the line feed out.
    """
    changed = False
    for line in [each for each in pre.iter("span") if _names_highlight(each.get("class") or "")]:
        following, tail = line.getnext(), line.tail or ""
        is_last = following is None and not tail.strip()
        if not (is_last or tail.startswith("\n") or "".join(line.itertext()).endswith("\n")):
            line.tail, changed = f"\n{tail}", True
    return changed


def _drop_numbers(lines: Sequence[HtmlElement]) -> bool:
    """Drop what begins each of several lines if it counts them; return whether it does."""
    children = (next((child for child in line if child.tag != "style"), None) for line in lines)
    begins = [child for child in children if child is not None]
    beginnings = [(child.text or "").strip() for child in begins]
    if len(beginnings) < 2 or not beginnings[0].isdecimal() or len(beginnings[0]) > _MOST_DIGITS:
        return False
    counts = beginnings == [str(int(beginnings[0]) + number) for number in range(len(lines))]
    for child in begins if counts else ():
        child.drop_tree()
    return counts


def _clear_text(element: HtmlElement) -> None:
    for each in element.iter():
        each.text = None
        each.tail = each.tail if each is element else None


def _join_lines_of_editors(tree: HtmlElement) -> bool:
    """Make one `pre` of an editor's, which are a line each; return whether there were any."""
    joined = False
    for pre in list(tree.iter("pre")):
        if "CodeMirror-line" in (pre.get("class") or "") and pre.getparent() is not None:
            lines: list[HtmlElement] = []
            while (line := _next_line(lines[-1] if lines else pre)) is not None:
                lines.append(line)
            _append_lines(pre, lines)
            joined = joined or bool(lines)
    return joined


def _append_lines(pre: HtmlElement, lines: Sequence[HtmlElement]) -> None:
    waiting: list[str] = []
    for line in lines:
        waiting += ["\n", line.text or ""]
        if len(line):
            _append_text(pre, "".join(waiting))
            pre.extend(list(line))
            waiting = []
        _drop_with_empty(line)
    _append_text(pre, "".join(waiting))


def _append_text(element: HtmlElement, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _drop_with_empty(line: HtmlElement) -> None:
    """Drop the `pre` of a line, and the element around it where it is alone in it."""
    around = line.getparent()
    around.remove(line)
    if not len(around):
        around.drop_tree()


def _next_line(pre: HtmlElement) -> HtmlElement | None:
    """Return the `pre` of the line after one in an editor, a sibling or a cousin."""
    around = pre if pre.getnext() is not None else pre.getparent()
    following = around.getnext()
    line = None if following is None else next(following.iter("pre"), None)
    return line if line is not None and "CodeMirror-line" in (line.get("class") or "") else None
