"""Make paragraphs of what is numbered by the cells of a table, or by the terms of a list.

Laws are set so, the Official Journals and Germany's among them.
"""

import re
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

_is_mark = re.compile(
    r"\(?(?:\d{1,3}[a-z]?|[a-z]{1,2}|[ivxlc]{1,5}|[IVXLC]{1,5})[.)]|[—–•·-]|\d{1,2}\.\d{1,2}\.?"
).fullmatch
_MOST_OF_MARK = 6  # texts of a cell
_MOST_READ = 400  # texts of a table
_LEAST_TEXT = 40  # characters of a row among others; by hand
_TEXT_HOLDERS = frozenset({"div", "p", "span"})


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
    said = "".join(islice(table.itertext(), _MOST_READ))
    if len(rows) > 1 and len(said) < _LEAST_TEXT * min(len(rows), _MOST_READ // 4):
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
    said = "".join(mark.itertext()).strip()
    mark.getparent().remove(mark)
    body.tag = "div"
    first = body
    while not (first.text or "").strip() and len(first) and first[0].tag in _TEXT_HOLDERS:
        first = first[0]
    first.text = f"{said} {(first.text or '').lstrip()}"
