"""Make one `pre` of code, however a page lays out its lines, and drop its toolbars.

In a table with a gutter of numbers, as an element a line, in what keeps white space by its style.
"""

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.page.dom import HEADING_TAGS

_AS_PRE = frozenset({"xmp", "listing", "plaintext"})
_HOLDERS = frozenset({"div", "span", "section", "figure", "p", "code", "td"})
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
_is_of_numbers = re.compile(r"[\s\d]*").fullmatch
_LINE_TAGS = frozenset({"div", "p", "li", "tr", "code"})
_LANGUAGES = ("data-lang", "data-language")
_MOST_LEVELS = 3  # from `pre` to what holds its lines


def rewrite_gutters(tree: HtmlElement) -> bool:
    """Make a `pre` of each table of code with the numbers of its lines in a new tree."""
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
        is_code = element.tag in _AS_PRE or _is_code(element, style.lower())
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
    for pre in tree.iter("pre"):
        changed += (_break_lines(pre), _take_language(pre))
    changed.append(_drop_toolbars(tree))
    return any(changed)


def _take_language(pre: HtmlElement) -> bool:
    """Give a `pre` the language that an element close around it states, if it has another."""
    near = (pre, *islice(pre.iterancestors(), _MOST_LEVELS))
    stated = (each.get(name) for each in near for name in _LANGUAGES)
    language = next(filter(None, stated), "")
    if not language or pre.get(_LANGUAGES[0]) == language:
        return False
    pre.set(_LANGUAGES[0], language)
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
    stated = any(map(element.get, _LANGUAGES))
    named = stated or bool(names_code(element.get("class") or ""))
    styled = kept is not None and (named or _is_monospaced(style) or "pre-" not in kept[0])
    if not styled and not (named and may_be_named):
        return False
    if any(inner.tag in _BLOCKS for inner in element.iterdescendants()):
        return False
    text = "".join(element.itertext()).strip()
    return stated or "\n" in text or len(_lines_of(element)) > 1


def _rewrite_gutter(table: HtmlElement) -> bool:
    """Make a `pre` of a table whose first column numbers the lines of the second, if it does."""
    rows = list(table.iter("tr"))
    pairs = [(row[0], row[-1]) for row in rows if len(row) >= 2]
    if not pairs or len(pairs) != len(rows) or not all(_is_gutter(cell) for cell, _ in pairs):
        return False
    codes = [cell for _, cell in pairs]
    holder = next(codes[0].iter("pre"), codes[0]) if len(codes) == 1 else None
    inside = next(table.iterancestors("pre"), None)
    kept: list[HtmlElement] = []
    text = ""
    if holder is not None:
        _break_lines(holder)
        text, kept = holder.text or "", list(holder)
    else:
        text = "\n".join(_line(cell) for cell in codes)
    for child in list(table):
        table.remove(child)
    table.tag = "span" if inside is not None else "pre"
    table.text = text
    table.extend(kept)
    return True


def _is_gutter(cell: HtmlElement) -> bool:
    names = " ".join(each.get("class") or "" for each in (cell, *cell.iterdescendants()))
    numbered = cell.get("data-line-number") is not None or bool(names_gutter(names))
    return numbered and _is_of_numbers("".join(cell.itertext())) is not None


def _line(cell: HtmlElement) -> str:
    stated = cell.get("data-line") or ""
    return "".join(cell.itertext()).strip("\r\n") or ("" if stated.isdecimal() else stated)


def _lines_of(element: HtmlElement) -> Sequence[HtmlElement]:
    """Return the elements that are a line each, where an element holds nothing else."""
    for _ in range(_MOST_LEVELS):
        children = [child for child in element if isinstance(child.tag, str)]
        if len(children) > 1 and all(map(_is_line, children)) and not (element.text or "").strip():
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
        or "display:block" in style
        or bool(_names_line(element.get("class") or ""))
    )


def _break_lines(pre: HtmlElement) -> bool:
    """Put a line feed between elements that are a line each; return whether one was missing."""
    lines, changed = _lines_of(pre), False
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


_MOST_CHARS = 60  # of a toolbar
_MOST_TEXTS = 8  # of a part inside a `pre`, which is a word or two
_LEVELS_ABOVE = 3  # from `pre` to the element that its toolbar stands in
_NO_TOOLBAR = (*HEADING_TAGS, "p", "ul", "ol", "table", "pre", "img", "figcaption")
_says_action = re.compile(
    r"(?:copy|copied!?|copy code|copy to clipboard|try(?: it)?(?: yourself| online)?|run(?: code)?"
    r"|edit"
    r"|select all|expand|collapse|wrap|raw|view raw|download|open in [\w ]+|play|explain|show more"
    r"|kopieren|alles auswählen|copier(?: le code)?|tout sélectionner|copiar(?: código)?"
    r"|seleccionar todo|selecionar tudo|copia|kopiëren|kopiuj|zaznacz wszystko|копировать"
    r"|выделить всё|скопировать|复制(?:代码)?|複製|コピー|全选|복사)[\s!.…]*",
    re.I,
).fullmatch
_names_language = re.compile(
    r"(?:^|[\s_-])(?:lang(?:uage)?(?:-?(?:id|name|label|tag|badge))?|code-?(?:lang|label|type))"
    r"(?:$|[\s_])",
    re.I,
).search
_says_code = re.compile(r"(?:code|quelltext|código|codice|kod|код|代码)?\s*[:：]?", re.I).fullmatch
_is_language = re.compile(r"[\w+#.-]{1,20}").fullmatch


def _drop_toolbars(tree: HtmlElement) -> bool:
    """Drop what toolbars beside code say; a language that only they name is kept as attribute.

    Return whether there are any.
    """
    changed = []
    for pre in list(tree.iter("pre")):
        changed.append(_drop_inside(pre))
        element = pre
        for _ in range(_LEVELS_ABOVE):
            if element.getparent() is None or element.tag in ("article", "main", "body"):
                break
            for beside in (element.getprevious(), element.getnext()):
                if beside is not None and _may_be_toolbar(beside):
                    changed.append(_clear(beside, pre))
            if len(list(islice(element.getparent().iter("pre"), 2))) > 1:
                break
            element = element.getparent()
    return any(changed)


def _drop_inside(pre: HtmlElement) -> bool:
    """Drop what stands in a `pre` beside its `code`: the language's name, buttons."""
    level, parts, dropped = list(pre), list[HtmlElement](), False
    for _ in range(_LEVELS_ABOVE):
        parts += level
        level = [child for each in level if each.tag != "code" for child in each]
    if not any(part.tag == "code" for part in parts):
        return False
    for part in parts:
        said = " ".join("".join(islice(part.itertext(), _MOST_TEXTS)).split())
        names = _names_language(part.get("class") or "") and _is_language(said)
        is_action = part.tag in ("a", "button") and _says_action(said)
        if not (names or is_action) or next(part.iter("code"), None) is not None:
            continue
        if names and not pre.get(_LANGUAGES[1]) and not pre.get(_LANGUAGES[0]):
            pre.set(_LANGUAGES[1], said)
        part.drop_tree()
        dropped = True
    return dropped


def _may_be_toolbar(element: HtmlElement) -> bool:
    text = " ".join("".join(element.itertext()).split())
    if not isinstance(element.tag, str) or len(text) > _MOST_CHARS:
        return False
    return element.tag == "p" or next(element.iter(*_NO_TOOLBAR), None) is None


def _clear(toolbar: HtmlElement, pre: HtmlElement) -> bool:
    """Drop the parts of a toolbar, and all of it if nothing else is left.

    Return whether there is any, of which the `pre` may have got its language too.
    """
    dropped = False
    for part in [toolbar, *toolbar.iterdescendants()]:
        said = " ".join("".join(part.itertext()).split())
        is_control = (
            part.tag in ("button", "a") or part.get("role") == "button" or _names_copying(part)
        )
        names = _names_language(part.get("class") or "") and _is_language(said)
        if names and not pre.get(_LANGUAGES[1]) and not pre.get(_LANGUAGES[0]):
            pre.set(_LANGUAGES[1], said)
        if names or (said and is_control and _says_action(said)):
            dropped = True
            if part is toolbar:
                break
            if part.getparent() is not None:
                part.drop_tree()
    left = "".join(toolbar.itertext()).strip()
    if dropped and (_says_code(left) or _says_action(left) or _is_language(left)):
        toolbar.drop_tree()
    return dropped


def _names_copying(part: HtmlElement) -> bool:
    names = (part.get("class") or "").lower()
    return "copy" in names or "clipboard" in names or "btn" in names
