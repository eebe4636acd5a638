"""Where text begins to be hidden in a tree, and where it is seen again."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lxml.html import HtmlElement


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

Marks = Mapping[HtmlElement, Mark]

NO_MARKS: Marks = MappingProxyType({})


def below(above: Mark | None, own: Mark | None) -> Mark | None:
    """Return the mark that hides the text in an element, by its own and the one around it."""
    if own is None:
        return above
    if own.way:
        return own if above is None or above.way in ENDED_INSIDE else above
    return None if above is None or above.way in own.shows else above
