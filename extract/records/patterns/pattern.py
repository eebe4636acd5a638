"""Define patterns: where the items of a site's pages are, and where in an item its fields."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from pagesight.extract.errors import PatternError

Step = tuple[str, frozenset[str]]  # a tag, and the classes that an element has at least
_MOST_STEPS = 50  # of a path; by hand


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
            found = json.loads(text)
            item, given = str(found["item"]), found["fields"].items()
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
