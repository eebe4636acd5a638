"""Read a recipe off the page as it is shown: its lists by their headings, the rest by labels."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Flags, tag_mask
from pagesight.extract.page.spans import TextSpans

_INGREDIENTS = (
    r"ingredients?|zutaten|ingr[eé]dients|ingredientes|ingredienti|ingredi[eë]nten|ingredienser"
    r"|ingredience|suroviny|składniki|hozzávalók|ингредиенты|інгредієнти|材料|食材|재료|malzemeler"
    r"|اجزاء|المقادير|things you(?:['’]ll| will)? need|what you(?:['’]ll| will)? need"
)
_STEPS = (
    r"instructions?|directions?|method|preparation|steps|zubereitung|pr[eé]paration|[eé]tapes"
    r"|preparaci[oó]n|elaboraci[oó]n|pasos|procedimento|preparazione|bereiding\w*|modo de preparo"
    r"|preparo|fremgangsm[aå]de|framgångsmåte|g[oö]r s[aå] h[aä]r|przygotowanie|приготовление"
    r"|slik gj[øo]r du|postup(?: přípravy)?|elkészítés\w*|приготування|作り方|做法"
    r"|만드는 (?:법|방법)"
    r"|yapılışı|ترکیب|طريقة التحضير|steps to make it|(?:how to make|so geht)\b.{0,60}"
)
heads_ingredients = re.compile(rf"(?:the )?(?:{_INGREDIENTS})\b.{{0,40}}", re.I).fullmatch
heads_steps = re.compile(rf"(?:the )?(?:{_STEPS})[\s:]*(?:\(.{{0,30}}\))?", re.I).fullmatch
# Of headings alone: "Preparation of the dough", and no "Preparation time".
heads_steps_of = re.compile(
    rf"(?:the )?(?:{_STEPS})\b(?!.*(?:time|zeit|temps|tiempo|tempo|tijd|\d)).{{0,40}}", re.I
).fullmatch
names_ingredients = re.compile(r"ingredient|zutat|ingrediens", re.I).search
names_steps = re.compile(
    r"instruction|direction|(?:recipe|method)[-_]?steps?|prepar(?:ation|o)|zubereit", re.I
).search
_YIELDS = (
    r"servings?|serves|yields?|makes|portion(?:en|s)?|por(?:ciones|[cç][oõ]es|zioni)"
    r"|person(?:en|nes|as|e)"
)
yield_in = re.compile(
    rf"(?:{_YIELDS}|f[uü]r|pour)\W{{0,4}}(\d{{1,3}}\b.{{0,20}})|(\d{{1,3}}) ?(?:{_YIELDS})", re.I
).match
_HOURS = r"(?:(\d{1,2}) ?(?:hours?|hrs?|stunden?|std|heures?|horas?|ore|uur|h)\b[^\d]{0,12})?"
_MINUTES = r"(?:(\d{1,3}) ?(?:min(?:ut\w*|s)?\b|'|m\b))?"
duration_in = re.compile(rf"\W{{0,4}}{_HOURS}{_MINUTES}", re.I).match
TIMES: dict[str, Callable[[str], "re.Match[str] | None"]] = {
    "prepTime": re.compile(
        r"(?:active |hands.on )?prep(?:aration|\.)?(?: time)?|vorbereitung\w*|arbeitszeit"
        r"|(?:temps de )?pr[eé]paration|(?:tiempo de )?preparaci[oó]n|voorbereiding\w*",
        re.I,
    ).match,
    "cookTime": re.compile(
        r"(?:cook(?:ing)?|bak(?:e|ing))(?: time)?|koch(?:zeit|-)\S*|backzeit"
        r"|(?:temps de )?cuisson|(?:tiempo de )?cocci[oó]n|cottura|kooktijd",
        re.I,
    ).match,
    "totalTime": re.compile(
        r"(?:total|ready in|gesamt|insgesamt)(?:zeit| ?time| ?tijd)?"
        r"|(?:temps|tiempo|tempo) total\w?",
        re.I,
    ).match,
}


_MOST_HEADING, _MOST_LABEL = 80, 60  # characters
_MOST_LINE = 2_000  # characters of an ingredient or a step
_MOST_LINES = 200  # of ingredients or steps; by hand
_MOST_SECTIONS = 20  # under such a heading that are looked through, each to the page's end at most
_FEWEST = 2  # ingredients
_LEAST_STEP = 12  # characters of a paragraph that is one
_LEVELS = 3  # above an item, where class names say what its list is
_bullet = re.compile(r"^[\W_]*(?<![\d¼½¾⅓⅔⅛])(?=[^\W_])(?<![(\[])").sub
_begins_with_number = re.compile(r"[\d¼½¾⅓⅔⅛]").match
_COUNTED, _NAMED = 0.5, 0.2  # shares of lines that begin with a quantity
_MOST_NAMES = 200  # characters of class names that are read
_is_item = tag_mask("li", "tr")


def shown_recipe(document: Document) -> Entity | None:
    """Return the recipe that the page shows; None without a list of ingredients, and steps.

    Lists are found by what their elements are called, else by the headings above them.
    """
    if not _may_be_recipe(document):
        return None
    page = _Lists(document)
    ingredients = page.lines(names_ingredients, heads_ingredients)
    steps = page.lines(names_steps, heads_steps)
    if len(ingredients) < _FEWEST or not steps:
        return None
    fields: dict[str, object] = {
        "name": document.once(page_title),
        "recipeIngredient": tuple(ingredients),
        "recipeInstructions": tuple(steps),
        **_labelled(document),
    }
    return Entity("Recipe", fields, dict.fromkeys(fields, "page"))


def _may_be_recipe(document: Document) -> bool:
    """Return whether the page names ingredients at all: most pages do not."""
    short = (text for text in document.cuts.texts if len(text) <= _MOST_HEADING)
    called = (classes[:_MOST_NAMES] for classes in {*document.elements.classes})
    return any(map(heads_ingredients, short)) or any(map(names_ingredients, called))


class _Lists:
    """The lists of a page, with the headings above them."""

    def __init__(self, document: Document) -> None:
        self._document, self._table = document, document.elements
        self._spans = TextSpans(document)

    def lines(
        self, names: Callable[[str], object], heads: Callable[[str], object]
    ) -> Sequence[str]:
        """Return the lines of the list that is called so, or stands under such a heading."""
        called = self._called(names)
        found = called if len(called) > 1 else self._headed(heads)
        found = found or self._blocks_called(names)
        said = ((row, self._text(row)) for row in found[:_MOST_LINES])
        lines = [(self._table.parents[row], _bullet("", text)) for row, text in said if text]
        return _of_recipe([pair for pair in lines if not _is_heading_line(pair[1], heads)])

    def _text(self, row: int) -> str:
        return self._spans.said(self._spans.start[row], self._spans.end[row], _MOST_LINE)

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

    def _headed(self, heads: Callable[[str], object]) -> list[int]:
        """Return the items below the first such heading that has some, or the paragraphs."""
        is_item, is_paragraph = _is_item(self._table.tag), self._table.tag == CODE["p"]
        for row, limit in islice(self._sections(heads), _MOST_SECTIONS):
            items = self._innermost(self._rows(is_item, row, limit))
            if len(items) > 1:
                return items
            lines = self._rows(is_paragraph, row, limit)
            lines = [each for each in lines if self._spans.of(each) >= _LEAST_STEP]
            if lines:
                return lines
        return []

    def _sections(self, heads: Callable[[str], object]) -> Iterator[tuple[int, int]]:
        """Yield where the text below each such heading begins and ends."""
        cuts = self._document.cuts
        rows = self._table.block[cuts.element].tolist()
        names = [self._table.names[code] for code in self._table.tag[rows].tolist()]
        for at, text in enumerate(cuts.texts):
            bare = text.strip(" :")
            is_longer = heads is heads_steps and names[at] in HEADING_TAGS
            if len(text) > _MOST_HEADING or not (
                heads(bare) or (is_longer and heads_steps_of(bare))
            ):
                continue
            level = names[at] if names[at] in HEADING_TAGS else "h9"
            following = (
                rows[later]
                for later in range(at + 1, len(names))
                if names[later] in HEADING_TAGS
                and (names[later] <= level)
                and rows[later] > rows[at]
            )
            start = int(self._table.end[rows[at]])
            yield start, next(following, len(self._table))

    def _innermost(self, rows: Sequence[int]) -> list[int]:
        """Return those that hold no other of them."""
        following = (*rows[1:], len(self._table))
        ends = self._table.end
        return [row for row, after in zip(rows, following, strict=False) if after >= ends[row]]


def _is_heading_line(line: str, heads: Callable[[str], object]) -> bool:
    """Return whether a line of a list heads others: "For the dough:"."""
    return line.endswith(":") or bool(heads(line))


def _of_recipe(lines: Sequence[tuple[int, str]]) -> list[str]:
    """Return the lines of lists, each with the element that holds it, that are the recipe's.

    Of a list that stands there twice, for wide screens and for narrow ones, one; and where others
    give quantities, none of a list that only says what the ingredients are.
    """
    lists: dict[int, list[str]] = {}
    for holder, line in lines:
        lists.setdefault(holder, []).append(line)
    different = {tuple(own): holder for holder, own in reversed(lists.items())}
    kept = {holder: own for holder, own in lists.items() if different[tuple(own)] == holder}
    counted = {holder for holder, own in kept.items() if _share_counted(own) >= _COUNTED}
    named = {holder for holder, own in kept.items() if _share_counted(own) <= _NAMED}
    if counted and sum(len(kept[holder]) for holder in counted) > _FEWEST:
        kept = {holder: own for holder, own in kept.items() if holder not in named or len(own) < 4}
    return [line for holder, line in lines if holder in kept]


def _share_counted(lines: Sequence[str]) -> float:
    """Return the share of lines that begin with a quantity."""
    return sum(map(bool, map(_begins_with_number, lines))) / len(lines)


def _labelled(document: Document) -> dict[str, str]:
    """Return yield and times, by their labels."""
    texts = [text for text in document.cuts.texts if 0 < len(text) <= _MOST_LABEL]
    found: dict[str, str] = {}
    for text, after in zip(texts, [*texts[1:], ""], strict=True):
        for said in (text, f"{text} {after}"):
            if "recipeYield" not in found and (serves := yield_in(said)):
                found["recipeYield"] = (serves[1] or serves[2]).strip()
            for name, is_label in TIMES.items():
                if name not in found and (label := is_label(said)):
                    found |= _time(name, said[label.end() :])
    return found | _total_of(found)


def _total_of(times: Mapping[str, str]) -> dict[str, str]:
    """Return the total time as the sum of the two others, where the page states only those."""
    parts = [times.get(name, "") for name in ("prepTime", "cookTime")]
    if "totalTime" in times or not all(parts):
        return {}
    return {"totalTime": f"PT{sum(int(part.strip('PTM')) for part in parts)}M"}


def _time(name: str, text: str) -> dict[str, str]:
    """Return the time that follows a label, as schema.org has it; nothing for what is none."""
    said = duration_in(text)
    hours, minutes = (int(each or 0) for each in said.groups()) if said else (0, 0)
    return {name: f"PT{60 * hours + minutes}M"} if hours or minutes else {}
