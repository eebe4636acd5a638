"""Patterns of a site's items: learned from one or two examples, and read by on its other pages.

A pattern says where the items are, and where in an item its fields. It is learned by wrapper
induction (Kushmerick 1997) from what a person sees: what the examples say is looked for on the
page; the elements like the one around them are the items. Where it no longer fits, that is said.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from pagesight.extract.errors import PatternError
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.records.groups.members import stable_classes
from pagesight.extract.records.record import Record
from pagesight.extract.text.safe import is_safe_address

Step = tuple[str, frozenset[str]]  # a tag, and the classes that an element has at least
_MOST_STEPS = 50  # of a path; by hand
_USUAL = 0.5  # share of an element's like siblings that have a class of its path
_MOST_BESIDE = 200  # siblings that are looked at
_MOST_CHARS = 5_000  # of the text of a field or an item
_LEAST_FILLED = 0.5  # share of the items that have a field, where the pattern fits
_OWN_FIELDS = ("title", "price", "date", "author")  # of records; others are attributes
Fields = Mapping[str, tuple[int, str]]  # the element and the text of each
_MOST_PLACES = 100  # where an example is looked for
_MOST_AROUND_VALUE = 40  # characters beside a value in the element that says it
_FEWEST = 2  # items of a list
Example = Mapping[str, str]
Place = Mapping[str, int]  # the element that says each field


@dataclass(frozen=True, slots=True)
class Pattern:
    """Where the items of a site are, and by name where in an item each field is.

    Paths are as in CSS: `ul.products > li.product`. A field that is one of several alike says which
    (`span @2`); one that is the whole item is "".
    """

    item: str
    fields: Mapping[str, str]

    def to_json(self) -> str:
        """Return the pattern as JSON, to be kept in a file and changed by hand."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2)

    @classmethod
    def from_json(cls, text: str) -> "Pattern":
        """Return the pattern that `to_json` wrote. Raises PatternError for anything else."""
        try:
            stored = json.loads(text)
            item, given = str(stored["item"]), stored["fields"].items()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise PatternError(
                "this is no pattern: wanted JSON that `pagesight records --like` wrote"
            ) from error
        fields = {str(name): str(path) for name, path in given}
        if not item or not fields:
            raise PatternError("the pattern has no item, or no fields")
        for path in (item, *fields.values()):
            parsed(path)
        return cls(item, fields)


def parsed(path: str) -> tuple[tuple[Step, ...], int]:
    """Return the steps of a path, and which of those that it leads to is meant, from 1.

    Raises PatternError for what is no path.

    >>> parsed("li.card > span @2") == ((("li", {"card"}), ("span", set())), 2)
    True
    """
    written_steps, _, number = path.partition(" @")
    if number and not (number.isdecimal() and 0 < int(number) < 1000):
        raise PatternError(f"{path} is no path: after @ stands a number from 1 to 999")
    named = [step.strip().split(".") for step in written_steps.split(">")] if written_steps else []
    if len(named) > _MOST_STEPS or not all(map(all, named)):
        raise PatternError(f"{path} is no path: wanted tags with classes, as in ul.list > li")
    return tuple((tag, frozenset(classes)) for tag, *classes in named), int(number or 1)


def written(steps: Sequence[Step], number: int = 1) -> str:
    """Return the path that `parsed` reads."""
    path = " > ".join(".".join((tag, *sorted(classes))) for tag, classes in steps)
    return path if number == 1 else f"{path} @{number}"


class PagePaths:
    """The elements of a page and the paths that lead to them."""

    def __init__(self, document: Document) -> None:
        """Take a page."""
        self.document, self.table = document, document.elements
        self._spans = TextSpans(document)
        self._names = [self.table.names[code] for code in self.table.tag.tolist()]
        self._ends: list[int] = self.table.end.tolist()
        self._by_tag: dict[str, list[int]] = {}
        for row, name in enumerate(self._names):
            self._by_tag.setdefault(name, []).append(row)

    def text(self, row: int, most: int = _MOST_CHARS) -> str:
        """Return the text of an element that is seen; "" if it is longer."""
        return self._spans.said(self._spans.start[row], self._spans.end[row], most)

    def end(self, row: int) -> int:
        """Return one past the last element in another."""
        return self._ends[row]

    def steps(self, above: int, row: int) -> tuple[Step, ...]:
        """Return the path from an element to one in it, that above left out."""
        rows = [each for each in self.table.chain(row) if each > above]
        return tuple((self._names[each], self._usual(each)) for each in rows)

    def _usual(self, row: int) -> frozenset[str]:
        """Return the classes of an element that its siblings of that tag have too."""
        like = [
            self._classes(each)
            for beside in (self.table.before(row), self.table.after(row))
            for each, _ in zip(beside, range(_MOST_BESIDE), strict=False)
            if self._names[each] == self._names[row]
        ]
        return frozenset(
            name
            for name in self._classes(row)
            if sum(name in classes for classes in like) >= _USUAL * len(like)
        )

    def _classes(self, row: int) -> frozenset[str]:
        return frozenset(stable_classes(self.table.classes[row]))

    def found(self, within: int, steps: Sequence[Step]) -> Iterator[int]:
        """Yield the elements in another to which the last steps around them lead, in order."""
        rows = self._by_tag.get(steps[-1][0], []) if steps else []
        first, last = bisect_right(rows, within), bisect_left(rows, self._ends[within])
        return (row for row in rows[first:last] if self._fits(within, row, steps))

    def _fits(self, within: int, row: int, steps: Sequence[Step]) -> bool:
        for tag, classes in reversed(steps):
            if row <= within or self._names[row] != tag:
                return False
            if classes and not classes <= {*self.table.classes[row].split()}:
                return False
            row = self.table.parents[row]
        return True

    def at(self, item: int, steps: Sequence[Step], number: int) -> int:
        """Return the element of that number in an item; -1 if there are not so many."""
        if not steps:
            return item
        rows = self.found(item, steps)
        return next((row for at, row in enumerate(rows, 1) if at == number), -1)

    def shortest(self, row: int, same: Sequence[int]) -> str:
        """Return the least of an element's path that finds the same ones as all of it.

        Some class is in it, if the path has any: `li` alone is of menus on other pages.
        """
        steps = self.steps(0, row)
        named = [at for at, (_, classes) in enumerate(steps) if classes]
        tails = (steps[at:] for at in range(named[-1] if named else 0, -1, -1))
        return written(next(tail for tail in tails if list(self.found(0, tail)) == list(same)))

    def field(self, items: Sequence[int], item: int, row: int) -> str:
        """Return the least of a field's path that finds the same in all items as all of it."""
        steps = self.steps(item, row)
        if not steps:
            return ""
        number = list(self.found(item, steps)).index(row) + 1
        wanted = [self.at(each, steps, number) for each in items]
        for at in range(len(steps) - 1, -1, -1):
            for tried in {1: None, number: None}:
                if [self.at(each, steps[at:], tried) for each in items] == wanted:
                    return written(steps[at:], tried)
        return written(steps, number)


def read_by_pattern(document: Document, pattern: Pattern) -> tuple[Record, ...]:
    """Return the items of a page. Raises PatternError where the pattern no longer fits it.

    It does not if it finds no items, or if few of them have one of its fields.
    """
    page = PagePaths(document)
    rows = [(row, _fields(page, row, pattern)) for row in _outermost(page, pattern)]
    filled = [(row, fields) for row, fields in rows if fields]
    name = document.page.url or "the page"
    if not filled:
        raise PatternError(f"{name}: the pattern no longer fits: there is no {pattern.item}")
    for field in pattern.fields:
        has = sum(field in fields for _, fields in filled)
        if has < _LEAST_FILLED * len(filled):
            raise PatternError(
                f"{name}: the pattern no longer fits: of {len(filled)} items {has} have a {field}"
            )
    return tuple(_record(page, row, fields) for row, fields in filled)


def _outermost(page: PagePaths, pattern: Pattern) -> Iterator[int]:
    """Yield the items that are in no other."""
    end = 0
    for row in page.found(0, parsed(pattern.item)[0]):
        if row >= end:
            end = page.end(row)
            yield row


def _fields(page: PagePaths, item: int, pattern: Pattern) -> Fields:
    """Return what an item has of each field; what it lacks is left out."""
    rows = {name: page.at(item, *parsed(path)) for name, path in pattern.fields.items()}
    texts = {name: (row, page.text(row)) for name, row in rows.items() if row >= 0}
    return {name: (row, text) for name, (row, text) in texts.items() if text}


def _record(page: PagePaths, item: int, fields: Fields) -> Record:
    texts = {name: text for name, (_, text) in fields.items()}
    return Record(
        title=texts.get("title", ""),
        url=_link(page, item, next(iter(fields.values()))[0]),
        text=page.text(item),
        price=texts.get("price", ""),
        image=_image(page, item),
        date=texts.get("date", ""),
        author=texts.get("author", ""),
        attributes={name: text for name, text in texts.items() if name not in _OWN_FIELDS},
        type="product" if "price" in texts else "item",
    )


def _link(page: PagePaths, item: int, title: int) -> str:
    """Return where the item leads: where its title does, else its first link; or ""."""
    table = page.table
    inside = [row for row in range(item, page.end(item)) if table.tag[row] == ANCHOR]
    around = [row for row in table.chain(title)[::-1] if table.tag[row] == ANCHOR]
    in_title = [row for row in inside if title <= row < page.end(title)]
    addresses = (
        _absolute(page, table.own(row).get("href")) for row in (*around, *in_title, *inside)
    )
    return next(filter(None, addresses), "")


def _image(page: PagePaths, item: int) -> str:
    images = page.table.nodes[item].iter("img")
    sources = (_absolute(page, image.get("src") or image.get("data-src")) for image in images)
    return next(filter(None, sources), "")


def _absolute(page: PagePaths, reference: str | None) -> str:
    if not reference or reference.startswith(("#", "data:")):
        return ""
    address = page.document.origin.addresses.absolute(reference.strip())
    return address if is_safe_address(address) else ""


def learn_pattern(document: Document, examples: Sequence[Example]) -> Pattern:
    """Return the pattern of the items of which each example shows one: its fields as seen.

    The first field is the title. Raises PatternError where an example is not on the page, or
    nothing there is like it.
    """
    if not examples or not all(examples):
        raise PatternError("a pattern needs an example: the title and the price of an item")
    page = PagePaths(document)
    places = [_place(page, example) for example in examples]
    item, items = _items(page, places)
    for example, place in zip(examples, places, strict=True):
        if not any(each <= min(place.values()) < page.end(each) for each in items):
            raise PatternError(f"the examples are not alike: {dict(example)} is in another list")
    fields = {name: page.field(items, item, row) for name, row in places[0].items()}
    return Pattern(page.shortest(item, items), fields)


def _items(page: PagePaths, places: Sequence[Place]) -> tuple[int, Sequence[int]]:
    """Return the element around the first example of which there are most, and those like it."""
    holders = [_around(page, place) for place in places]
    limit = page.table.common(min(holders), max(holders)) if len(set(holders)) > 1 else 0
    best, most = 0, [0]
    for row in page.table.chain(holders[0]):  # of as many the outermost
        if row > limit:
            like = list(page.found(0, page.steps(0, row)))
            if len(like) > len(most):
                best, most = row, like
    if len(most) < _FEWEST:
        raise PatternError("nothing on the page is like the example")
    return best, most


def _around(page: PagePaths, place: Place) -> int:
    return page.table.common(min(place.values()), max(place.values()))


def _place(page: PagePaths, example: Example) -> Place:
    """Return the elements that say what an example says, those nearest to each other."""
    rows_of = {name: _saying(page, value) for name, value in example.items()}
    first, *others = rows_of
    near = [
        {first: row}
        | {name: min(rows_of[name], key=lambda at: _size(page, row, at)) for name in others}
        for row in rows_of[first]
    ]
    return min(near, key=lambda place: _size(page, *place.values()))


def _size(page: PagePaths, *rows: int) -> int:
    """Return how many elements there are in the least one around all of them."""
    around = page.table.common(min(rows), max(rows))
    return page.end(around) - around


def _saying(page: PagePaths, value: str) -> list[int]:
    """Return the deepest elements that say so, or that say least beside it."""
    wanted = " ".join(value.split())
    most = len(wanted) + _MOST_AROUND_VALUE
    texts = ((row, page.text(row, most)) for row in range(1, len(page.table)))
    inside = {row: text for row, text in texts if wanted and wanted in text}
    if not inside:
        raise PatternError(f"the page does not show {value!r}")
    least = min(map(len, inside.values()))
    rows = [row for row, text in inside.items() if len(text) == least]
    outer = {page.table.parents[row] for row in rows}
    return [row for row in rows if row not in outer][:_MOST_PLACES]
