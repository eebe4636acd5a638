"""Find a recipe's lists on a page: by their elements' names, their headings and their lines."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from statistics import median

import numpy as np

from pagesight.extract.metadata.entities.normalise import numbered_steps
from pagesight.extract.metadata.entities.recipe_words import (
    begins_with_number,
    bullet,
    count,
    ends_recipe,
    has_quantity,
    heads_ingredients,
    heads_part,
    heads_steps,
    heads_steps_of,
    is_measured,
    names_ingredients,
    names_steps,
    names_title,
    step_label,
)
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Flags, tag_mask
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.tokens import tokens

_MOST_HEADING = 80  # characters
_MOST_LINE = 2_000  # characters of an ingredient or a step
_MOST_LINES = 200  # of ingredients or steps; by hand
_MOST_SECTIONS = 20  # under such a heading that are looked through, each to the page's end at most
_FEWEST, _FEWEST_BARE = 2, 3  # ingredients; of a list under no heading
_LEAST_STEP, _LEAST_BARE = 12, 40  # characters of a paragraph that is one; under no heading
_MIDDLE_STEP = 25  # bytes, so that a Chinese character counts three, of half of the steps at least
_MOST_NAME, _ABOVE = 120, 40  # characters of a name; texts above the ingredients that may be it
_NEAR = 15  # blocks after the ingredients in which bare steps begin
_LEVELS = 3  # above an item, where class names say what its list is
_LEAST_ALONE = 100  # bytes of a step that is the only one
_MOST_INGREDIENT = 120  # characters of half of the ingredients at least
_COUNTED, _NAMED = 0.5, 0.2  # shares of lines that begin with a quantity
_WITH_QUANTITY = 0.3  # share of a recipe's ingredients that have a number
_MOST_NAMES = 200  # characters of class names that are read
_is_item = tag_mask("li", "tr")
_is_list = tag_mask("ul", "ol", "tbody", "table")
_Lines = Sequence[tuple[int, str]]  # each with the element that holds its list


@dataclass(frozen=True, slots=True)
class Part:
    """What one of a recipe's lists is called, and headed by."""

    names: Callable[[str], object]
    heads: Callable[[str], object]
    heads_longer: Callable[[str], object]  # of headings alone
    is_like: Callable[[Sequence[str]], bool]


def _like_ingredients(lines: Sequence[str]) -> bool:
    short = len(lines) >= _FEWEST and median(map(len, lines)) <= _MOST_INGREDIENT
    return short and _share(has_quantity, lines) >= _WITH_QUANTITY


def _like_steps(lines: Sequence[str]) -> bool:
    sizes = [len(line.encode()) for line in lines]
    long = median(sizes) >= (_MIDDLE_STEP if len(lines) > 1 else _LEAST_ALONE)
    return long and _share(is_measured, lines) < _COUNTED


INGREDIENTS = Part(names_ingredients, heads_ingredients, heads_ingredients, _like_ingredients)
STEPS = Part(names_steps, heads_steps, heads_steps_of, _like_steps)


def may_be_recipe(document: Document) -> bool:
    """Return whether the page names ingredients or measures some: most pages do neither."""
    short = [text for text in document.cuts.texts if len(text) <= _MOST_HEADING]
    called = (classes[:_MOST_NAMES] for classes in {*document.elements.classes})
    return (
        any(map(heads_ingredients, short))
        or any(map(names_ingredients, called))
        or sum(map(bool, map(is_measured, short))) >= _FEWEST_BARE
    )


class RecipeLists:
    """The lists of a page, with the headings above them."""

    def __init__(self, document: Document) -> None:
        """Take a page."""
        self._document, self._table = document, document.elements
        self._spans = TextSpans(document)
        self._blocks = self._table.block[document.cuts.element].tolist()  # of each text
        self._tags = [self._table.names[code] for code in self._table.tag[self._blocks].tolist()]

    def ingredients(self) -> Sequence[str]:
        """Return the ingredients; none if there are fewer than two."""
        found = self._first(INGREDIENTS, self._measured())
        lines = [line for _, line in found]
        self._list = found[-1][0] if found and _like_ingredients(lines) else 0
        return lines if len(lines) >= _FEWEST else []

    def steps(self) -> Sequence[str]:
        """Return the steps, with the headings of several lists; call `ingredients` first."""
        found = self._first(STEPS, self._following())
        lines = [line for _, line in found]
        parts = [*numbered_steps(lines[0])] if len(lines) == 1 else lines
        return [part for line in _uncounted(parts) if (part := _without_label(line))]

    def name(self, title: str) -> str:
        """Return the heading above the ingredients that has words of the title, else the title."""
        texts, words = self._document.cuts.texts, {*tokens(title)}
        above = bisect_left(self._blocks, self._list or 0)
        for at in range(above - 1, max(above - _ABOVE, -1), -1):
            own = (
                {*tokens(texts[at])} if self._is_title(at) and len(texts[at]) <= _MOST_NAME else ()
            )
            if own and 2 * len(words & {*own}) > len(own) and not heads_ingredients(texts[at]):
                return texts[at]
        return title

    def _first(self, part: Part, bare: Iterator[_Lines]) -> _Lines:
        """Return the first lines that are like such; else the first called or headed so."""
        other: _Lines = ()
        for lines in self._candidates(part):
            if lines and part.is_like([line for _, line in lines]):
                return lines
            other = other or lines
        return next(filter(None, bare), other)

    def _candidates(self, part: Part) -> Iterator[_Lines]:
        called = self._called(part.names)
        yield self._said(called, part)
        for start, end in islice(self._sections(part), _MOST_SECTIONS):
            yield from self._below(start, end, part)
        yield self._said(self._blocks_called(part.names), part)

    def _said(self, rows: Sequence[int], part: Part) -> _Lines:
        """Return the lines of elements, without lists of mere links, headings and copies."""
        parents, spans = self._table.parents, self._spans
        said = [(row, self._text(row)) for row in rows[:_MOST_LINES]]
        holders: dict[int, list[int]] = {}
        for row, text in said:
            plain = spans.unlinked_chars(spans.start[row], spans.end[row]) or has_quantity(text)
            holders.setdefault(parents[row], []).append(bool(plain))
        plain = {each for each, own in holders.items() if sum(own) >= _WITH_QUANTITY * len(own)}
        lines = [(row, bullet("", text)) for row, text in said if text and parents[row] in plain]
        kept = [(row, text) for row, text in lines if not _is_heading_line(text, part)]
        found = _of_recipe([(parents[row], text) for row, text in kept])
        if part is INGREDIENTS:
            return found
        long = {holder for holder, own in _by_list(found).items() if _like_steps(own)}
        return self._with_headings([pair for pair in found if pair[0] in long] or found, kept)

    def _with_headings(self, found: _Lines, rows: _Lines) -> _Lines:
        """Return the lines with the heading of each list between the first and the last of them."""
        first = {self._table.parents[row]: row for row, _ in reversed(rows)}
        lines: list[tuple[int, str]] = []
        for holder, text in found:
            if holder in first:
                heading = self._heading(first.pop(holder), lines[-1][0] if lines else 0)
                lines += [(holder, heading)] if heading else []
            lines.append((holder, text))
        return lines

    def _heading(self, row: int, after: int) -> str:
        """Return the heading of a part that stands right before an element; "" if there is none."""
        at = bisect_left(self._blocks, row) - 1
        if at < 1 or self._blocks[at] < after or not self._is_title(at):
            return ""
        text = self._document.cuts.texts[at].strip()
        is_main = heads_steps(text.strip(" :")) or heads_steps_of(text.strip(" :"))
        heads = after or heads_steps(self._document.cuts.texts[at - 1].strip(" :"))
        return text if heads and not is_main and not step_label(text) else ""

    def _is_title(self, at: int) -> bool:
        """Return whether a text is a heading by its tag or by what its element is called."""
        row = self._blocks[at]
        is_called = bool(names_title(self._table.classes[row][:_MOST_NAMES]))
        return self._tags[at] in HEADING_TAGS or is_called

    def _text(self, row: int) -> str:
        """Return the text of an element, without a caption and the ingredients listed in a step."""
        spans = self._spans
        inside = range(row + 1, int(self._table.end[row]))
        aside = next(filter(self._is_aside, inside), None)
        end = spans.end[row] if aside is None else spans.start[aside]
        rest = "" if aside is None else spans.said(spans.end[aside], spans.end[row], _MOST_LINE)
        return f"{spans.said(spans.start[row], end, _MOST_LINE)} {rest}".strip()

    def _is_aside(self, row: int) -> bool:
        names = self._table.classes[row][:_MOST_NAMES]
        is_list = bool(names) and bool(names_ingredients(names)) and bool(names_steps(names))
        return is_list or self._table.names[self._table.tag[row]] == "figcaption"

    def _called(self, names: Callable[[str], object]) -> list[int]:
        """Return the items of lists that are called so: the first of them on the page."""
        classes, parents = self._table.classes, self._table.parents
        found: list[int] = []
        for row in self._rows(_is_item(self._table.tag)):
            around = [row]
            for _ in range(_LEVELS):
                around.append(parents[around[-1]])
            if any(classes[each] and names(classes[each][:_MOST_NAMES]) for each in around):
                found.append(row)
        return self._innermost(found)

    def _blocks_called(self, names: Callable[[str], object]) -> list[int]:
        """Return the blocks, none of them a heading, in the first element that is called so."""
        classes, cuts = self._table.classes, self._document.cuts
        rows = self._table.block[cuts.element]
        for row in range(len(classes)):
            if not classes[row] or not names(classes[row][:_MOST_NAMES]):
                continue
            inside = (rows > row) & (rows < self._table.end[row])
            found = [each for each in rows[inside].tolist() if not self._is_heading(each)]
            found = [each for each in dict.fromkeys(found) if self._spans.of(each)]
            if len(found) > 1:
                return found
        return []

    def _is_heading(self, row: int) -> bool:
        return self._table.names[self._table.tag[row]] in HEADING_TAGS

    def _rows(self, flags: Flags, start: int = 0, end: int | None = None) -> list[int]:
        """Return the elements that are flagged, of those from `start` up to `end`."""
        found: list[int] = (start + np.flatnonzero(flags[start:end])).tolist()
        return found

    def _below(self, start: int, end: int, part: Part) -> Iterator[_Lines]:
        """Yield the items below a heading, or the lines of paragraphs, or of repeated elements."""
        tags = self._table.tag
        yield self._said(self._innermost(self._rows(_is_item(tags), start, end)), part)
        yield self._paragraphs(self._rows(tags == CODE["p"], start, end), part)
        yield self._said(self._repeated(start, end), part)

    def _paragraphs(self, rows: Sequence[int], part: Part) -> _Lines:
        """Return the lines of paragraphs, which breaks may part."""
        spans, table = self._spans, self._table
        pieces: list[tuple[int, str]] = []
        for row in rows[:_MOST_LINES]:
            breaks = self._rows(table.tag == CODE["br"], row, int(table.end[row]))
            bounds = [spans.start[row], *(spans.start[each] for each in breaks), spans.end[row]]
            said = (spans.said(first, last, _MOST_LINE) for first, last in pairwise(bounds))
            pieces += [(table.parents[row], bullet("", text)) for text in said if text]
        least = _LEAST_STEP if part is STEPS else 1
        return [
            pair for pair in pieces if len(pair[1]) >= least and not _is_heading_line(pair[1], part)
        ]

    def _repeated(self, start: int, end: int) -> list[int]:
        """Return the children with text of the element that has most of them."""
        spans, children = self._spans, dict[int, list[int]]()
        for row in range(start, end):
            if self._table.parents[row] >= start and 0 < spans.of(row) <= _MOST_LINE:
                children.setdefault(self._table.parents[row], []).append(row)
        return max(children.values(), key=len, default=[])

    def _sections(self, part: Part) -> Iterator[tuple[int, int]]:
        """Yield where the text below each such heading begins and ends."""
        other = STEPS if part is INGREDIENTS else INGREDIENTS
        bare = [
            text.strip(" :") if len(text) <= _MOST_HEADING else ""
            for text in self._document.cuts.texts
        ]
        for at, text in enumerate(bare):
            is_heading = self._tags[at] in HEADING_TAGS
            if not text or not (part.heads(text) or (is_heading and part.heads_longer(text))):
                continue
            level = self._tags[at] if is_heading else "h9"
            row = self._blocks[at]
            following = (
                self._blocks[later]
                for later in range(at + 1, len(bare))
                if self._blocks[later] > row
                and bare[later]
                and (
                    (self._tags[later] in HEADING_TAGS and self._tags[later] <= level)
                    or other.heads(bare[later])
                    or ends_recipe(bare[later])
                )
            )
            yield int(self._table.end[row]), next(following, len(self._table))

    def _measured(self) -> Iterator[_Lines]:
        """Yield the first list most of whose items are measured, though nothing names it."""
        for row in self._rows(_is_list(self._table.tag)):
            items = self._innermost(
                self._rows(_is_item(self._table.tag), row, int(self._table.end[row]))
            )
            lines = self._said(items, INGREDIENTS)
            if (
                len(lines) >= _FEWEST_BARE
                and _share(is_measured, [line for _, line in lines]) >= _COUNTED
            ):
                yield lines

    def _following(self) -> Iterator[_Lines]:
        """Yield the steps under "Step 1", the lists and the paragraphs after the ingredients."""
        if not self._list:
            return
        yield self._numbered()
        end = int(self._table.end[self._list])
        near = self._blocks[bisect_left(self._blocks, end) :][:_NEAR]
        limit = near[-1] if near else end
        for row in self._rows(_is_list(self._table.tag), end, limit):
            items = self._innermost(
                self._rows(_is_item(self._table.tag), row, int(self._table.end[row]))
            )
            lines = self._said(items, STEPS)
            if lines and median(len(line) for _, line in lines) >= _LEAST_BARE:
                yield lines
        rows = self._rows(self._table.tag == CODE["p"], end)[:_MOST_LINES]
        rows = rows if rows and rows[0] < limit else []
        lines = [pair for pair in self._paragraphs(rows, STEPS) if len(pair[1]) >= _LEAST_BARE]
        yield [pair for pair in lines if pair[0] == lines[0][0]][:_MOST_SECTIONS]

    def _numbered(self) -> _Lines:
        """Return the texts after "Step 1", "Step 2" ..., each up to the next heading."""
        texts = self._document.cuts.texts
        labels = [
            at
            for at, text in enumerate(texts)
            if (found := step_label(text)) and found.end() == len(text)
        ]
        found = []
        for at in labels[:_MOST_LINES]:
            after = range(at + 1, min(at + 4, len(texts)))
            text = next((texts[each] for each in after if len(texts[each]) >= _LEAST_BARE), "")
            found += [(self._blocks[at], text)] if text else []
        return found if len(found) > 1 else []

    def _innermost(self, rows: Sequence[int]) -> list[int]:
        """Return those that hold no other of them."""
        following = (*rows[1:], len(self._table))
        ends = self._table.end
        return [row for row, after in zip(rows, following, strict=False) if after >= ends[row]]


def _uncounted(lines: Sequence[str]) -> Sequence[str]:
    """Return lines that count themselves, 1, 2, 3, without the numbers."""
    counts = [count(line) for line in lines]
    numbers = [int(found[1]) for found in counts if found]
    if numbers != [*range(1, len(numbers) + 1)] or len(numbers) * 2 < len(lines):
        return lines
    pairs = zip(lines, counts, strict=True)
    return [line[found.end() :] if found else line for line, found in pairs]


def _without_label(line: str) -> str:
    """Return a step without "Step 1:"."""
    label = step_label(line)
    return line[label.end() :] if label else line


def _is_heading_line(line: str, part: Part) -> bool:
    """Return whether a line of a list heads others: "For the dough:"."""
    return (
        line.endswith(":")
        or bool(part.heads(line))
        or (part is INGREDIENTS and bool(heads_part(line)))
    )


def _by_list(lines: _Lines) -> dict[int, list[str]]:
    lists: dict[int, list[str]] = {}
    for holder, line in lines:
        lists.setdefault(holder, []).append(line)
    return lists


def _of_recipe(lines: _Lines) -> _Lines:
    """Return the lines of lists, each with the element that holds it, that are the recipe's.

    Of a list that stands there twice, for wide screens and for narrow ones, one; and where others
    give quantities, none of a list that only says what the ingredients are.
    """
    lists = _by_list(lines)
    different = {tuple(own): holder for holder, own in reversed(lists.items())}
    kept = {holder: own for holder, own in lists.items() if different[tuple(own)] == holder}
    counted = {
        holder for holder, own in kept.items() if _share(begins_with_number, own) >= _COUNTED
    }
    named = {holder for holder, own in kept.items() if _share(begins_with_number, own) <= _NAMED}
    if counted and sum(len(kept[holder]) for holder in counted) > _FEWEST:
        kept = {holder: own for holder, own in kept.items() if holder not in named or len(own) < 4}
    return [pair for pair in lines if pair[0] in kept]


def _share(is_such: Callable[[str], object], lines: Sequence[str]) -> float:
    """Return the share of lines that are such."""
    return sum(map(bool, map(is_such, lines))) / max(len(lines), 1)
