"""Where text begins to be hidden among the elements of a page, and where it is seen again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pagesight.extract.parse.elements import Rows


@dataclass(frozen=True, slots=True)
class Mark:
    """What an element says of the text in it, down to the next mark.

    `way` is how it is hidden: "display", "visibility", "opacity", "font", "offscreen", "clip",
    "size", "colour", "white" (without a ground of its own), "aria"; "" where it is not. `shows`
    are the ways that end here. `source` sets apart what one cause hides: a rule, an attribute.
    """

    way: str = ""
    shows: frozenset[str] = frozenset()
    source: str = ""


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A text node that is hidden, white space collapsed, and the mark that hides it."""

    text: str
    mark: Mark


# Ways that an element inside ends by a value of its own; it cannot show itself otherwise.
ENDED_INSIDE = frozenset({"visibility", "font", "colour", "white", "offscreen"})

Marks = Mapping[int, Mark]  # by row


def hiders(marks: Marks, end: Rows) -> Rows:
    """Return for each element the row of the one whose mark hides its text; -1 if it is seen."""
    found = np.full(len(end), -1, np.int32)
    for row in sorted(marks):
        own, above = marks[row], marks.get(int(found[row]))
        if own.way:
            if above is None or above.way in ENDED_INSIDE:
                found[row : end[row]] = row
        elif above is not None and above.way in own.shows:
            found[row : end[row]] = -1
    return found


def excessive(hidden: Sequence[HiddenText], seen: int, most: float) -> frozenset[str]:
    """Return the sources of marks that hide more than the share `most` of a page's characters.

    They await scripts that never ran. `seen` is how many characters are not hidden.
    """
    chars: Counter[str] = Counter()
    for each in hidden:
        chars[each.mark.source] += len(each.text)
    limit = most * (seen + chars.total())
    return frozenset(source for source, own in chars.items() if own > limit)
