"""Find a recipe's lists on a page: by their elements' names, their headings and their lines."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import compress, count, islice, pairwise
from statistics import median

import numpy as np

from pagesight.extract.metadata.entities.entity import numbered_steps
from pagesight.extract.metadata.entities.recipe.lines import (
    BEHIND_LABEL,
    COUNTED,
    FEWEST,
    INGREDIENTS,
    LEAST_BARE,
    LEAST_STEP,
    MOST_HEADING,
    MOST_NAMES,
    STEPS,
    WITH_QUANTITY,
    Lines,
    Part,
    are_measured,
    by_list,
    counted_steps,
    ends_part,
    headed_steps,
    heading_in,
    is_heading_line,
    is_likely_step,
    is_title,
    labelled_steps,
    like_ingredients,
    like_steps,
    of_recipe,
    share,
    uncounted,
    under_heading,
    with_amounts,
    without_button,
    without_copies,
    without_label,
)
from pagesight.extract.metadata.entities.recipe.words import (
    begins_with_number,
    bullet,
    ends_recipe,
    has_quantity,
    heads_steps,
    heads_steps_of,
    is_amount,
    is_measured,
    names_ingredients,
    names_steps,
    names_title,
    step_label,
)
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Flags, are_headings, tag_mask
from pagesight.extract.page.spans import TextSpans

# Set by hand.
_MOST_LINE = 2_000  # characters of an ingredient or a step
_MOST_LINES = 200  # of ingredients or steps
_MOST_SECTIONS = 20  # under such a heading that are looked through, each to the page's end at most
_MOST_FOLLOWING = 20  # paragraphs, or lists, after the ingredients that may be steps
_NEAR = 15  # blocks after the ingredients in which steps begin
_LEVELS = 3  # above an item that are read for what its list is
_is_item = tag_mask("li", "tr")
_is_list = tag_mask("ul", "ol", "tbody", "table")


class RecipeLists:
    """The lists of a page, with the headings above them."""

    def __init__(self, document: Document) -> None:
        """Take a page."""
        self._document, self._table = document, document.elements
        self._spans = TextSpans(document)
        first = document.cuts.first.searchsorted  # block that begins with a text or after it
        self._start, self._behind = (first(each).tolist() for each in document.text_bounds)
        self._start.append(len(document.cuts.texts))
        self._blocks = self._table.block[document.cuts.element].tolist()  # of each text
        self._tags = [self._table.names[code] for code in self._table.tag[self._blocks].tolist()]
        self.listed: list[tuple[int, str]] = []  # the lines, each with the element of its list
        self._known: dict[int, str] = {}  # texts of elements: lists share some
        self._is_item = _is_item(self._table.tag) | self._table.listed_descriptions
        self.row = 0  # of the list of the ingredients

    def ingredients(self) -> Sequence[str]:
        """Return the ingredients; none if there are fewer than two."""
        rows = self._first(INGREDIENTS, filter(are_measured, self._measured()))
        lines = [line for _, line in rows]
        self.listed += rows
        self.row = rows[-1][0] if rows and like_ingredients(lines) else 0
        return with_amounts(without_button(lines)) if len(lines) >= FEWEST else []

    def steps(self) -> Sequence[str]:
        """Return the steps, with the headings of several lists; call `ingredients` first."""
        rows = self._first(STEPS, self._following())
        lines = [line for _, line in rows]
        self.listed += rows
        parts = [*numbered_steps(lines[0])] if len(lines) == 1 else lines
        single = uncounted(without_copies(parts))
        return [part for line in single if (part := without_label(line))]

    def _first(self, part: Part, bare: Iterator[Lines]) -> Lines:
        """Return the first lines that are like such, or the first one alone that is.

        Else the first that are called or headed so.
        """
        other: Lines = ()
        alone: Lines = ()
        for lines in self._candidates(part):
            if lines and part.is_like([line for _, line in lines]):
                if len(lines) > 1 or _is_list(self._table.tag)[lines[0][0]]:
                    return lines
                alone = alone or lines
            other = other or lines
        likely = (lines for lines in bare if lines and part.is_like([line for _, line in lines]))
        return alone or next(likely, other)

    def _candidates(self, part: Part) -> Iterator[Lines]:
        texts, start = self._document.cuts.texts, self._start[self.row]
        yield labelled_steps(texts, self._blocks, start) if part is STEPS else ()
        yield self._lines_of(self._called(part.names), part)
        yield headed_steps(texts, self._tags, self._blocks, start) if part is STEPS else ()
        sections = [*islice(self._sections(part), _MOST_SECTIONS)]
        for start, end in sorted(sections, key=lambda section: (section[0] < self.row, section)):
            yield from self._below(start, end, part)
        yield self._lines_of(self._blocks_called(part.names), part)

    def _lines_of(self, rows: Sequence[int], part: Part) -> Lines:
        """Return the lines of elements, without lists of mere links, headings and copies."""
        parents, kept = self._table.parents, self._kept(rows, part)
        lines = [(parents[row], text) for row, text in kept]
        if part is INGREDIENTS:
            return of_recipe(self._near(lines))
        lists = by_list(of_list := of_recipe(lines))
        several = any(len(own) > 1 and like_steps(own) for own in lists.values())
        long = {holder for holder, own in lists.items() if like_steps(own * (1 + several))}
        return self._with_headings([pair for pair in of_list if pair[0] in long] or of_list, kept)

    def _kept(self, rows: Sequence[int], part: Part) -> Lines:
        """Return the elements in no list of mere links that are no headings, with their texts."""
        spans, holders = self._spans, dict[int, list[bool]]()
        texts = [(row, self._text(row)) for row in rows[:_MOST_LINES]]
        for row, text in texts:
            is_own = spans.unlinked_chars(spans.start[row], spans.end[row]) > 0
            is_own |= part is INGREDIENTS and bool(has_quantity(text))
            holders.setdefault(self._table.parents[row], []).append(is_own)
        menus = {each for each, own in holders.items() if sum(own) < WITH_QUANTITY * len(own)}
        lines = [(row, bullet("", text)) for row, text in texts if text]
        lines = [pair for pair in lines if self._table.parents[pair[0]] not in menus]
        heads = {row for row, _ in lines if names_title(self._table.classes[row][:MOST_NAMES])}
        is_sure = part is INGREDIENTS and not any(is_amount(text) for _, text in lines)
        heads = heads if is_sure and 2 * len(heads) < len(lines) else set()
        lines = [pair for pair in lines if pair[0] not in heads and not ends_recipe(pair[1])]
        return [pair for pair in lines if not is_heading_line(pair[1], part)]

    def _near(self, lines: Lines) -> Lines:
        """Return the lines without the lists that stand far below others with quantities."""
        lists = by_list(lines)
        counted = {each for each, own in lists.items() if share(begins_with_number, own) >= COUNTED}
        last = min(counted, default=len(self._table))
        for holder in sorted(each for each in lists if each > last):
            if self._start[holder] - self._behind[last] > BEHIND_LABEL:
                return [pair for pair in lines if pair[0] < holder]
            last = holder
        return lines

    def _with_headings(self, kept_lines: Lines, rows: Lines) -> Lines:
        """Return the lines with the heading of each list between the first and the last of them."""
        first = {self._table.parents[row]: row for row, _ in reversed(rows)}
        lines: list[tuple[int, str]] = []
        for holder, text in kept_lines:
            if holder in first:
                heading = self._heading(first.pop(holder), lines[-1][0] if lines else 0)
                lines += [(holder, heading)] if heading else []
            lines.append((holder, text))
        return lines

    def _heading(self, row: int, after: int) -> str:
        """Return the heading of a part that stands right before an element; "" if there is none."""
        at, texts = self._start[row] - 1, self._document.cuts.texts
        text = texts[at].strip() if at > 0 and self._blocks[at] >= after else ""
        is_called = is_title(self._tags[at], self._table.classes[self._blocks[at]])
        is_below = after or heads_steps(texts[at - 1].strip(" :"))
        if not (is_below and len(text) <= MOST_HEADING and (is_called or text.endswith(":"))):
            return ""
        is_main = heads_steps(text.strip(" :")) or heads_steps_of(text.strip(" :"))
        return "" if is_main or step_label(text) else text

    def _text(self, row: int) -> str:
        """Return the text of an element, without a caption and the ingredients listed in a step."""
        if row in self._known:
            return self._known[row]
        spans, asides = self._spans, self._asides
        bounds = bisect_left(asides, row + 1), bisect_left(asides, int(self._table.end[row]))
        aside = next(iter(asides[slice(*bounds)]), None)
        end = spans.end[row] if aside is None else spans.start[aside]
        rest = "" if aside is None else spans.said(spans.end[aside], spans.end[row], _MOST_LINE)
        text = f"{spans.said(spans.start[row], end, _MOST_LINE)} {rest}".strip()
        return self._known.setdefault(row, text)

    @cached_property
    def _asides(self) -> list[int]:
        """Return the captions, and the lists of ingredients in steps."""
        called, is_caption = self._table.called, self._table.tag == CODE["figcaption"]
        return self._rows(called(names_ingredients) & called(names_steps) | is_caption)

    def _called(self, names: Callable[[str], object]) -> list[int]:
        """Return the items of lists that are called so: the first of them on the page."""
        parents, are_called = self._table.parents, self._table.called(names).tolist()
        called: list[int] = []
        for row in self._rows(self._is_item):
            around = [row]
            for _ in range(_LEVELS):
                around.append(parents[around[-1]])
            if any(are_called[each] for each in around):
                called.append(row)
        return self._innermost(called)

    def _blocks_called(self, names: Callable[[str], object]) -> list[int]:
        """Return the blocks, none of them a heading, in the first element that is called so."""
        is_heading, end = are_headings(self._table.tag), self._table.end
        texts = [row for row in dict.fromkeys(self._blocks) if self._spans.of(row)]
        texts = [row for row in texts if not is_heading[row]]
        before = np.append(0, np.cumsum(np.bincount(texts, minlength=len(end))))
        several = before[end] - before[1:] > 1
        first = next(compress(count(), several & self._table.called(names)), len(end) - 1)
        return [row for row in texts if first < row < end[first]]

    def _rows(self, flags: Flags, start: int = 0, end: int | None = None) -> list[int]:
        """Return the elements that are flagged, of those from `start` up to `end`."""
        rows: list[int] = (start + np.flatnonzero(flags[start:end])).tolist()
        return rows

    def _below(self, start: int, end: int, part: Part) -> Iterator[Lines]:
        """Yield the items below a heading, or the lines of paragraphs, or of repeated elements."""
        if part is STEPS:
            bounds = self._start[start], self._start[end]
            yield counted_steps(self._document.cuts.texts, self._blocks, *bounds)
        yield self._lines_of(self._innermost(self._rows(self._is_item, start, end)), part)
        lined = self._lined
        paragraphs = lined[bisect_left(lined, start) : bisect_left(lined, end)]
        lines = self._paragraphs(paragraphs, part)
        yield lines
        if not (lines and part.is_like([line for _, line in lines])):
            yield from (self._lines_of(rows, part) for rows in self._repeated(start, end))

    @cached_property
    def _lined(self) -> list[int]:
        """Return the paragraphs, and what else holds breaks but no paragraph."""
        is_paragraph = self._table.tag == CODE["p"]
        breaks = self._rows((self._table.tag == CODE["br"]) & ~self._table.inside(is_paragraph))
        holders = {self._table.parents[row] for row in breaks}
        return self._innermost(sorted({*self._rows(is_paragraph), *holders}))

    def _paragraphs(self, rows: Sequence[int], part: Part) -> Lines:
        """Return the lines of paragraphs, which breaks may part."""
        spans, table = self._spans, self._table
        pieces: list[tuple[int, str]] = []
        for row in rows[:_MOST_LINES]:
            breaks = self._rows(table.tag == CODE["br"], row, int(table.end[row]))
            bounds = [spans.start[row], *(spans.start[each] for each in breaks), spans.end[row]]
            texts = [spans.said(first, last, _MOST_LINE) for first, last in pairwise(bounds)]
            own = under_heading([bullet("", text) for text in texts if text], part)
            pieces += [(table.parents[row], line) for line in own]
        least, least_alike = (LEAST_STEP, 1) if part is STEPS else (1, FEWEST)
        lines = [(row, line) for row, line in pieces if len(line) >= least]
        first = [pair for pair in lines if self._place(pair[0]) == self._place(lines[0][0])]
        lines = first if len(first) > least_alike else lines
        return [(row, line) for row, line in lines if not is_heading_line(line, part)]

    def _repeated(self, start: int, end: int) -> Iterator[list[int]]:
        """Yield the children with text of the element that has most, headings aside, with those of
        all in such a place, as parts of recipes are; then of this element alone.
        """
        children: dict[int, list[int]] = {}
        for row in self._rows(~are_headings(self._table.tag), start, end):
            if 0 < self._spans.of(row) <= _MOST_LINE:
                children.setdefault(self._table.parents[row], []).append(row)
        most = max(children, key=lambda row: len(children[row]), default=0)
        alike = (each for each in children if self._place(each) == self._place(most))
        yield [row for each in alike for row in children[each]]
        yield children.get(most, [])

    def _place(self, row: int) -> object:
        """Return the tags and classes of an element and of the one around it."""
        rows = (row, self._table.parents[row])
        return [(self._table.tag[each], self._table.classes[each]) for each in rows]

    def _sections(self, part: Part) -> Iterator[tuple[int, int]]:
        """Yield where the text below each such heading begins and ends."""
        bare = [heading_in(text, part) for text in self._document.cuts.texts]
        for at, text in enumerate(bare):
            is_heading = self._tags[at] in HEADING_TAGS
            if not text or not (part.heads(text) or (is_heading and part.heads_longer(text))):
                continue
            level = self._tags[at] if is_heading else "h9"
            row, behind = self._blocks[at], bare[at + 1 : at + 2]
            # Tabs: the headings of several parts stand before the first of these.
            is_tab = self._tags[at + 1 : at + 2] == [level] and any(map(ends_recipe, behind))
            following = (
                self._blocks[each]
                for each in range(at + 1 + is_tab, len(bare))
                if self._blocks[each] > row and ends_part(bare[each], self._tags[each], level, part)
            )
            is_first = "\n" in self._document.cuts.texts[at] and not is_heading
            yield row if is_first else int(self._table.end[row]), next(following, len(self._table))

    def _measured(self) -> Iterator[Lines]:
        """Yield the lists and the paragraphs that may be ingredients, though nothing names them."""
        for row in self._rows(_is_list(self._table.tag))[:_MOST_LINES]:
            items = self._items_of(row)[:_MOST_LINES]
            if any(is_measured(bullet("", self._text(item))) for item in items):
                yield self._lines_of(items, INGREDIENTS)
        for row in self._lined[:_MOST_LINES]:
            yield [(row, line) for _, line in self._paragraphs([row], INGREDIENTS)]

    def _following(self) -> Iterator[Lines]:
        """Yield the lists and the paragraphs after the ingredients: first what these stand in."""
        if not self.row:
            return
        end = int(self._table.end[self.row])
        limit = max(self._blocks[self._behind[self.row] :][:_NEAR], default=end)
        rows = self._lined[bisect_left(self._lined, end) :]
        rows = rows if rows and rows[0] < limit else []
        lines = [each for each in self._paragraphs(rows, STEPS) if is_likely_step(each[1])]
        paragraphs = [pair for pair in lines if pair[0] == lines[0][0]][:_MOST_FOLLOWING]
        if self.row in self._lined:
            yield paragraphs
        for row in self._rows(_is_list(self._table.tag), end, limit)[:_MOST_FOLLOWING]:
            items = self._lines_of(self._items_of(row), STEPS)
            if items and median(len(line) for _, line in items) >= LEAST_BARE:
                yield items
        yield paragraphs

    def _items_of(self, row: int) -> list[int]:
        """Return the items in a list that hold no other."""
        return self._innermost(self._rows(self._is_item, row, int(self._table.end[row])))

    def _innermost(self, rows: Sequence[int]) -> list[int]:
        """Return those that hold no other of them."""
        pairs = zip(rows, (*rows[1:], len(self._table)), strict=False)
        return [row for row, after in pairs if after >= self._table.end[row]]
