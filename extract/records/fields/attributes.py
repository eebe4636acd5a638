"""Read what items say of themselves by name: under the heads of columns, or after a label."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import itemgetter

import numpy as np

from pagesight.extract.metadata.entities.item_words import LABELS
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements, Rows, tag_mask
from pagesight.extract.records.fields.item_title import heads_title
from pagesight.extract.text.labels import MOST_LABEL, label_of, split_label

Attributes = Mapping[str, str]

_is_cell = tag_mask("td", "th")
_heads_date = re.compile(
    r".*\b(?:dates?|filed|published|posted|decided|released|issued|updated|datum|fecha|data|дата)\b"
    r"|日期|日付|날짜",
    re.I,
).match
_heads_deadline = re.compile(r".*\b(?:deadline|due|clos(?:es|ing)|expir\w+)\b", re.I).match
_parted = re.compile(r"\s+[|·•]\s+(?=[^\W\d_]{2,20}\s?[:：]\s)").split  # before a label
_after_link = re.compile(r"\]\([^()\s]{1,999}\)\s+([^\W\d_]{2,20}\s?[:：])\s").findall
_says_no_comments = re.compile(
    r"(?:no|sin|keine|nessun|aucun|nenhum|geen|inga?|brak|нет) (?:comments?|comentarios?"
    r"|kommentare?r?|comment[oi]|commentaires?|comentários?|reacties|komentarzy|комментариев)",
    re.I,
).fullmatch
_PLACES, _COMPANY = frozenset({"where", "place", "workplace"}), frozenset({"company"})
_OF_JOBS = frozenset({"deadline", "salary"})
_MOST_PLACE = 120  # characters
_LEAST_KINDS = 0.5  # texts in a column of titles, by items; by hand
_USUAL = 0.5  # share of the items that have a label
_MOST_SPAN = 100  # columns that one cell may take
_FEW_COUNTED = 0.5  # share of the heads of columns that hold digits
_MOST_ABOVE = 300  # blocks of a table among which its heads are


def attributes_of(document: Document, items: Sequence[Sequence[Block]]) -> list[Attributes]:
    """Return the attributes of each item: of rows of tables by column, and by label of the rest."""
    cells = _Cells(document, {block.order for item in items for block in item})
    labels = _labels(items)
    of_items: list[Attributes] = []
    for item in items:
        by_column = cells.by_head(item)
        of_items.append(by_column if by_column else _by_label(item, labels))
    return of_items


def without_ranks(of_items: Sequence[Attributes]) -> Sequence[Attributes]:
    """Return what items say without the columns that are called titles and hold few, where another
    holds many: what people are in their companies.
    """
    heads = {head for own in of_items for head in own if heads_title(head)}
    variety = {head: len({own.get(head) for own in of_items}) / len(of_items) for head in heads}
    if max(variety.values(), default=0) < _LEAST_KINDS:
        return of_items
    return [
        {head: text for head, text in own.items() if variety.get(head, 1) >= _LEAST_KINDS}
        for own in of_items
    ]


def date_texts(attributes: Attributes) -> list[str]:
    """Return what the attributes say that are dates by name, until when one may apply last."""
    dates = [(head, text) for head, text in attributes.items() if _heads_date(head)]
    return [text for _, text in sorted(dates, key=lambda pair: bool(_heads_deadline(pair[0])))]


def labelled_properties(attributes: Attributes) -> dict[str, str]:
    """Return where an item is, as its labels say, and for whom one works, of a job.

    >>> labelled_properties({"Lieu": "Atelier du Canal", "Durée": "2 h"})
    {'location': 'Atelier du Canal'}
    >>> labelled_properties({"Arbetsgivare": "Skolan", "Sista ansökningsdag": "3 maj"})
    {'hiringOrganization': 'Skolan'}
    """
    meant = [(LABELS.get(label_of(head), frozenset()), text) for head, text in attributes.items()]
    properties: dict[str, str] = {}
    for fields, text in meant:
        if fields & _PLACES and _may_be_place(text):
            properties.setdefault("location", ", ".join(text.split("\n")))
        elif fields == _COMPANY and any(own & _OF_JOBS for own, _ in meant):
            properties.setdefault("hiringOrganization", text)
    return properties


def _may_be_place(text: str) -> bool:
    return len(text) <= _MOST_PLACE and any(map(str.isalpha, text)) and "://" not in text


def unlabelled(blocks: Sequence[Block], attributes: Attributes) -> Sequence[Block]:
    """Return the blocks other than those that in most lines say a label and its value alone."""
    labelled = {"".join(f"{head}:{text}".split()) for head, text in attributes.items()}
    return [block for block in blocks if not _says_labels(block, labelled)]


def _says_labels(block: Block, labelled: Set[str]) -> bool:
    lines = ["".join(line.split()) for line in block.text.split("\n")]
    return 2 * sum(line in labelled for line in lines) > len(lines) or "".join(lines) in labelled


@dataclass(frozen=True, slots=True)
class _HeadRow:
    """A row that may head the columns below it: its texts by column, and those of cells that take
    several over the further columns.
    """

    heads: Attributes = field(default_factory=dict)
    spread: Attributes = field(default_factory=dict)
    of_th: bool = False


class _Cells:
    """The cells of a page's tables: which column each is in, and what stands above that."""

    def __init__(self, document: Document, of_items: Set[int]) -> None:
        self._document, elements = document, document.elements
        self._of_items = of_items  # numbers of blocks
        self._cell = elements.nearest(_is_cell(elements.tag))
        self._table = elements.nearest(elements.tag == CODE["table"])
        self._row = elements.nearest(elements.tag == CODE["tr"])
        self._column = _columns(elements)
        self._heads: dict[int, Attributes] = {}

    def by_head(self, item: Sequence[Block]) -> Attributes:
        """Return what the item's cells say by the head of their column; "" has no column."""
        texts: dict[str, str] = {}
        for block in item:
            head = self._head_of(int(self._cell[block.element])) if block.text else ""
            if head and head != " ".join(block.text.split()):
                texts[head] = f"{texts[head]}\n{block.text}" if head in texts else block.text
        return texts

    def _head_of(self, cell: int) -> str:
        """Return what stands above a cell, or the one around its table: layouts nest tables."""
        while cell >= 0 and (table := int(self._table[cell])) >= 0:  # some cells have none
            if head := self._head(table).get(str(self._column[cell]), ""):
                return head
            cell = int(self._cell[table])
        return ""

    def _head(self, table: int) -> Attributes:
        """Return the heads of a table's columns, by column: its first row of several `th`, else of
        several cells. Rows whose cells hold digits or long texts head nothing; of several `th` some
        may: "CO2 saved", "Round 1".
        """
        if table not in self._heads:
            rows = [row for row in self._rows_above_items(table) if len(row.heads) > 1]
            row = next((row for row in rows if row.of_th), next(iter(rows), _HeadRow()))
            texts = row.heads.values()
            counted = sum(bool(re.search(r"\d", text)) for text in texts)
            fit = all(len(text) <= MOST_LABEL for text in texts)
            fit &= counted <= (row.of_th and _FEW_COUNTED * len(texts))
            is_head = sum(map(bool, texts)) > 1 and fit and len(set(texts)) == len(row.heads)
            self._heads[table] = {**row.spread, **row.heads} if is_head else {}
        return self._heads[table]

    def _rows_above_items(self, table: int) -> list[_HeadRow]:
        """Return the rows of a table before its first item, without one that holds items."""
        cuts, elements = self._document.cuts, self._document.elements
        start, end = np.searchsorted(cuts.element, [table, elements.end[table]]).tolist()
        cells_above: list[tuple[int, int, str]] = []  # row, cell, text
        for at in range(start, min(end, start + _MOST_ABOVE)):
            row, cell = int(self._row[cuts.element[at]]), int(self._cell[cuts.element[at]])
            if at in self._of_items:
                cells_above = [each for each in cells_above if each[0] != row]
                break
            if row >= 0 and cell >= 0:
                cells_above.append(
                    (row, cell, " ".join(cuts.texts[at].strip().split("\n")[0].split()))
                )
        return [self._head_row(list(own)) for _, own in groupby(cells_above, key=itemgetter(0))]

    def _head_row(self, cells: Sequence[tuple[int, int, str]]) -> _HeadRow:
        elements = self._document.elements
        heads: dict[str, str] = {}
        spread: dict[str, str] = {}
        for _, cell, text in cells:
            column = int(self._column[cell])
            heads.setdefault(str(column), text)
            taken = range(column + 1, column + _span(elements.own(cell)))
            spread |= {str(each): text for each in taken}
        of_th = all(elements.tag[cell] == CODE["th"] for _, cell, _ in cells)
        return _HeadRow(heads, spread, of_th)


def _columns(elements: Elements) -> Rows:
    """Return the column of each cell, from 0, as far as cells beside it say; -1 of what is none."""
    cells = np.flatnonzero(_is_cell(elements.tag))
    order = cells[np.argsort(elements.parent[cells], kind="stable")]
    spans = np.array([_span(elements.own(at)) for at in order.tolist()], np.int64)
    before = np.cumsum(spans) - spans
    parents = elements.parent[order]
    first = np.flatnonzero(np.diff(parents, prepend=-1))
    starts = np.repeat(before[first], np.diff(np.append(first, len(order))))
    columns = np.full(len(elements), -1)
    columns[order] = before - starts
    return columns


def _span(attributes: Mapping[str, str]) -> int:
    given = attributes.get("colspan") or ""
    return min(max(int(given), 1), _MOST_SPAN) if given.isdecimal() and len(given) < 4 else 1


def _labels(items: Sequence[Sequence[Block]]) -> frozenset[str]:
    """Return the labels that most items have: before a colon, as terms, or as a cell of a pair."""
    counts = Counter(label for item in items for label in {*_terms(item), *_before_colon(item)})
    in_cells = Counter(label for item in items for label in _in_cells(item))
    least = max(_USUAL * len(items), 2)
    usual = {label for label, count in counts.items() if count >= least}
    of_cells = {label for label, count in in_cells.items() if count >= least}
    return frozenset(usual | of_cells if len(of_cells) > 1 else usual)


def _terms(item: Sequence[Block]) -> set[str]:
    """Return the texts of terms, and those that end in a colon."""
    return {
        _label(block.text)
        for block in item
        if block.tag in ("dt", "th") or (block.text.endswith((":", "：")) and _is_label(block))
    }


def _in_cells(item: Sequence[Block]) -> set[str]:
    return {_label(block.text) for block in item if block.tag == "td" and _is_label(block)}


def _is_label(block: Block) -> bool:
    has_digit = any(map(str.isdigit, block.text))
    return not block.link_chars and not has_digit and 1 < len(block.text) <= MOST_LABEL


def _before_colon(item: Sequence[Block]) -> set[str]:
    pairs = (split_label(part) for line in _lines(item) for part in _parts(line))
    return {_label(pair[0]) for pair in pairs if pair and _may_be_label(pair[0])}


def _may_be_label(text: str) -> bool:
    """Return whether a text before a colon has no digit, closes its brackets and says something.

    >>> _may_be_label("Place"), _may_be_label("No comments"), _may_be_label("Room 5")
    (True, False, False)
    """
    is_plain = not any(map(str.isdigit, text)) and text.count("(") == text.count(")")
    return is_plain and not _says_no_comments(text.strip())


def _lines(item: Sequence[Block]) -> list[str]:
    return [line for block in item for line in _labels_apart(block).split("\n")]


def _labels_apart(block: Block) -> str:
    """Return the text of a block, each label after a link at the beginning of a line."""
    text = block.text
    for label in _after_link(block.markdown) if ":" in text or "：" in text else ():
        text = text.replace(f" {label}", f"\n{label}")
    return text


def _parts(line: str) -> list[str]:
    """Return the parts of a line that begins with a label, each from a further label on.

    >>> _parts("Posted in: News | Author: Ann"), _parts("News | Author: Ann")
    (['Posted in: News', 'Author: Ann'], ['News | Author: Ann'])
    """
    split = split_label(line)
    if not split:
        return [line]
    first, *others = _parted(split[1])
    return [f"{line.removesuffix(split[1])}{first}", *others]


def _labelled(line: str, labels: frozenset[str]) -> list[str]:
    """Return the parts of a line from each of these labels on."""
    labelled: list[str] = []
    for part in _parts(line):
        split = split_label(part)
        if not labelled or (split and _label(split[0]) in labels):
            labelled.append(part)
        else:
            labelled[-1] = f"{labelled[-1]} {part}"
    return labelled


def _label(text: str) -> str:
    return " ".join(text.split()).rstrip(" :：")


def _by_label(item: Sequence[Block], labels: frozenset[str]) -> Attributes:
    """Return what follows each label: the rest of its line, or the next block."""
    by_label: dict[str, str] = {}
    waiting = ""
    for line in chain.from_iterable(_labelled(line, labels) for line in _lines(item)):
        split = split_label(line)
        if split and _label(split[0]) in labels:
            by_label.setdefault(_label(split[0]), split[1].partition(f" {split[0]}:")[0].rstrip())
            waiting = ""
        elif _label(line) in labels:
            waiting = _label(line)
        elif waiting and line:
            by_label.setdefault(waiting, line)
            waiting = ""
    return by_label
