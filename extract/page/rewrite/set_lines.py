"""Make paragraphs and lines of what tables, lists of terms and style sheets set as such.

Laws are numbered by cells or terms, the Official Journals' and Germany's among them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

import numpy as np
from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.dom import CODE, TAGS, is_inline
from pagesight.extract.page.elements import Elements, tag_mask
from pagesight.extract.page.hiding.selectors import Selected
from pagesight.extract.page.hiding.sheets import embedded_sheets
from pagesight.extract.page.hiding.styles import declarations
from pagesight.extract.page.walk import SkippedElement

_is_mark = re.compile(
    r"\(?(?:\d{1,3}[a-z]?|[a-z]{1,2}|[ivxlc]{1,5}|[IVXLC]{1,5})[.)]|[—–•·-]|\d{1,2}\.\d{1,2}\.?"
).fullmatch
_level_in_word = re.compile(r"mso-list:\s*l\d+ level(\d)").search
# What holds the mark, or the blanks behind it: Word's filtered HTML leaves nothing else.
_ends_mark = re.compile(r"mso-list:\s*Ignore|font:\s*7(?:\.0)?pt", re.I).search
_hangs = re.compile(r"mso-list:|text-indent:\s*-", re.I).search
_margin = re.compile(r"margin-left:\s*(\d*\.?\d+)(in|pt|cm)", re.I).search
_POINTS = {"in": 72.0, "pt": 1.0, "cm": 28.35}
_DEFAULT_MARGIN = 36.0  # half an inch: that of Word's style for items
_MOST_OF_WORD_MARK = 8  # characters
_MOST_OF_MARK = 6  # texts of a cell
_MOST_READ = 400  # texts of a table
_LEAST_TEXT = 40  # characters of a row among others; by hand
_TEXT_HOLDERS = frozenset({"div", "p", "span"})
_says_block = re.compile(rb"display\s*:\s*(?:block|flex|grid)\b")
_says_inline = re.compile(r"(?:^|;)\s*display\s*:\s*inline\s*(?:[;!]|$)", re.I).search
_OTHER_BLOCKS = frozenset({"listing", "marquee", "math", "multicol", "plaintext", "xmp"})
_BLOCKS = frozenset({"block", "flex", "grid"})
_MOST_CHARS = 100_000  # of sheets that are read for this: frameworks have more; by hand
_MOST_SELECTORS = 100  # of one rule
# What they are parts of stays one text: a headline of two lines, a link, a line of code.
_is_one = tag_mask("h1", "h2", "h3", "h4", "h5", "h6", "a", "button", "label", "pre", "code", "td")


def rewrite_word_lists(tree: HtmlElement) -> bool:
    """Make lists of the paragraphs that Word sets as items: a mark, blanks, a hanging indent.

    Return whether there are any. Where no style says an item's level, its margin does.
    """
    lists: list[HtmlElement] = []  # those that the next item may be of, the outermost first
    levels: list[float] = []
    is_changed = False
    for item in list(tree.iter("p", "div")):
        style = item.get("style") or ""
        mark = _take_mark(item) if _hangs(style) else ""
        if not mark:
            continue
        level = _level(style)
        goes_on = lists and item.getprevious() is lists[0] and not (lists[0].tail or "").strip()
        levels = [each for each in levels if goes_on and each <= level]
        lists = lists[: len(levels)]
        if level not in levels:
            levels.append(level)
            lists.append(_new_list(item, mark, lists))
        item.tag, lists[0].tail, item.tail, is_changed = "li", item.tail, None, True
        lists[-1].append(item)
    return is_changed


def _take_mark(item: HtmlElement) -> str:
    """Return the mark in front of the blanks of an item, and drop both; "" if there is none."""
    spans = (each for each in item.iter("span") if _ends_mark(each.get("style") or ""))
    end = next(spans, None)
    if end is None:
        return ""
    around = [item, *takewhile(lambda each: each is not item, end.iterancestors())]
    mark = "".join([*(each.text or "" for each in around), *end.itertext()]).strip()
    if not mark or len(mark) > _MOST_OF_WORD_MARK:
        return ""
    for each in around:
        each.text = None
    end.drop_tree()
    return mark


def _level(style: str) -> float:
    """Return the level that the style of an item states, else its margin in points."""
    stated, margin = _level_in_word(style), _margin(style)
    if stated:
        return float(stated[1])
    return float(margin[1]) * _POINTS[margin[2].lower()] if margin else _DEFAULT_MARGIN


def _new_list(item: HtmlElement, mark: str, around: Sequence[HtmlElement]) -> HtmlElement:
    """Return a list that begins at an item with such a mark, in the last item of those around."""
    numbered = mark.endswith((".", ")"))
    start = mark[:-1] if numbered and mark[:-1].isdecimal() else "1"
    made = item.makeelement("ol", {"start": start}) if numbered else item.makeelement("ul")
    if around:
        around[-1][-1].append(made)
    else:
        item.addprevious(made)
    return made


def part_admonitions(tree: HtmlElement) -> bool:
    """Make parts of the tables in which Asciidoctor sets a label beside a note."""
    tables = tree.xpath("//*[contains(@class, 'admonitionblock')]/table")
    for table in tables:
        for part in table.iter("table", "tbody", "tr", "td"):
            part.tag = "div"
    return bool(tables)


def rewrite_enumerations(tree: HtmlElement) -> bool:
    """Make paragraphs of tables whose rows are a mark each, "(a)" or a dash, and what it numbers.

    And of lists of terms whose terms are marks. Return whether there are any.
    """
    tables = [_rewrite_table(table) for table in tree.iter("table")]
    lists = [_rewrite_list(terms) for terms in tree.iter("dl")]
    return any(tables) or any(lists)


def _rewrite_table(table: HtmlElement) -> bool:
    groups = [table, *table.iterchildren("tbody")]
    rows = [row for group in groups for row in group.iterchildren("tr")]
    if not rows or not all(map(_is_enumerated, rows)):
        return False
    text = "".join(islice(table.itertext(), _MOST_READ))
    if len(rows) > 1 and len(text) < _LEAST_TEXT * min(len(rows), _MOST_READ // 4):
        return False  # a list of names by rank, which is one thing
    for part in (*groups, *rows):
        part.tag = "div"
    for row in rows:
        mark, body = row.iterchildren("td")
        _number(mark, body)
    return True


def _rewrite_list(terms: HtmlElement) -> bool:
    parts = list(terms.iterchildren(etree.Element))
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    if len(parts) != 2 * len(pairs) or not pairs:
        return False
    if any(mark.tag != "dt" or body.tag != "dd" or not _marks(mark) for mark, body in pairs):
        return False
    terms.tag = "div"
    for mark, body in pairs:
        _number(mark, body)
    return True


def _is_enumerated(row: HtmlElement) -> bool:
    cells = list(islice(row.iterchildren(etree.Element), 3))
    if [cell.tag for cell in cells] != ["td", "td"]:
        return False
    return _marks(cells[0]) and next(cells[0].iterdescendants("table", "img"), None) is None


def _marks(element: HtmlElement) -> bool:
    """Return whether an element holds a mark of a list and nothing else."""
    return _is_mark("".join(islice(element.itertext(), _MOST_OF_MARK)).strip()) is not None


def _number(mark: HtmlElement, body: HtmlElement) -> None:
    """Write a mark before the first text of what it numbers, and drop its own element."""
    number = "".join(mark.itertext()).strip()
    mark.getparent().remove(mark)
    body.tag = "div"
    first = body
    while not (first.text or "").strip() and len(first) and first[0].tag in _TEXT_HOLDERS:
        first = first[0]
    first.text = f"{number} {(first.text or '').lstrip()}"


def rename_as_shown(elements: Elements, passed: Sequence[SkippedElement]) -> bool:
    """Make `div`s of spans that are shown as blocks, spans of `div`s in lines; say if any are.

    And spans of unknown elements amid text.
    """
    lines = [
        elements.nodes[row]
        for row, style in elements.styles.items()
        if elements.tag[row] == CODE["div"] and _says_inline(style)
    ]
    blocks = [elements.nodes[row] for row in _spans_as_blocks(elements, passed)]
    for nodes, tag in ((lines, "span"), (blocks, "div")):
        for node in nodes:
            node.tag = tag
    unknown = [elements.nodes[row] for row in np.flatnonzero(elements.tag >= len(TAGS)).tolist()]
    amid = [node for node in unknown if not is_inline(node.tag) and _rename_amid_text(node)]
    return bool(lines or blocks or amid)


def _rename_amid_text(element: HtmlElement) -> bool:
    """Make a span of an unknown element with text beside it in a known one; say if it is one.

    In what is no HTML, a feed for one, each element is a thing of its own.
    """
    around, before = element.getparent(), element.getprevious()
    if around is None or around.tag not in CODE or element.tag in _OTHER_BLOCKS:
        return False
    beside = (around.text if before is None else before.tail, element.tail)
    if not any(map(str.strip, filter(None, beside))):
        return False
    element.tag = "span"
    return True


def _spans_as_blocks(elements: Elements, passed: Sequence[SkippedElement]) -> Sequence[int]:
    """Return the spans that embedded style sheets show as blocks."""
    may_hold = (each for each, *_ in passed if each.tag == "style" or len(each))
    sizes = [len(sheet.text or "") for each in may_hold for sheet in each.iter("style")]
    if not 0 < sum(sizes) <= _MOST_CHARS:
        return ()
    in_one = elements.inside(_is_one(elements.tag))
    return [
        row
        for row in _shown_as_blocks(elements, passed)
        if elements.tag[row] == CODE["span"] and not in_one[row]
    ]


def _shown_as_blocks(elements: Elements, passed: Sequence[SkippedElement]) -> Iterator[int]:
    selected = Selected(elements)
    for rule in embedded_sheets(passed).blocks([_says_block]):
        if declarations(rule.declarations).get("display", (False, ""))[1] in _BLOCKS:
            for selector in rule.selectors.split(",")[:_MOST_SELECTORS]:
                if matched := selected.rows(selector.strip()):
                    yield from matched[1]
