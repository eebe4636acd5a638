"""Learn from one or two examples how a site writes its items.

Wrapper induction (Kushmerick 1997) from what a person sees: what the examples say is looked for on
the page; the elements like the one around them are the items.
"""

from collections.abc import Mapping, Sequence

from pagesight.extract.errors import PatternError
from pagesight.extract.page.document import Document
from pagesight.extract.records.patterns.pattern import PagePaths, Pattern

_MOST_PLACES = 100  # where an example is looked for
_MOST_BESIDE = 40  # characters beside a value in the element that says it
_FEWEST = 2  # items of a list

Example = Mapping[str, str]
Place = Mapping[str, int]  # the element that says each field


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
    found = {name: _saying(page, value) for name, value in example.items()}
    first, *others = found
    near = [
        {first: row}
        | {name: min(found[name], key=lambda at: _size(page, row, at)) for name in others}
        for row in found[first]
    ]
    return min(near, key=lambda place: _size(page, *place.values()))


def _size(page: PagePaths, *rows: int) -> int:
    """Return how many elements there are in the least one around all of them."""
    around = page.table.common(min(rows), max(rows))
    return page.end(around) - around


def _saying(page: PagePaths, value: str) -> list[int]:
    """Return the deepest elements that say so, or that say least beside it."""
    wanted = " ".join(value.split())
    most = len(wanted) + _MOST_BESIDE
    texts = ((row, page.text(row, most)) for row in range(1, len(page.table)))
    inside = {row: text for row, text in texts if wanted and wanted in text}
    if not inside:
        raise PatternError(f"the page does not show {value!r}")
    least = min(map(len, inside.values()))
    rows = [row for row, text in inside.items() if len(text) == least]
    outer = {page.table.parents[row] for row in rows}
    return [row for row in rows if row not in outer][:_MOST_PLACES]
