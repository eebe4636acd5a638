"""Numbers of the groups that repeat a picture, a heading, a date or long text most often."""

import math
from collections.abc import Callable, Mapping, Sequence

from pagesight.vision.patterns import has_date, has_price
from pagesight.vision.repetition import SEEN, Group

_GROUPS = 400  # looked at; a page with more repeats them
_COUNTED = 60  # members in which something is looked for
_SAMPLE = 40  # members described
_LONG = 200  # characters of a post, not of a card


def _with(*tags: str) -> Callable[[Group], int]:
    """Return what counts the members that hold one of the tags."""

    def count(group: Group) -> int:
        return sum(next(m.iter(*tags), None) is not None for m in group.members[:_COUNTED])

    return count


def _dated(group: Group) -> int:
    return sum(bool(has_date(text, 0, SEEN)) for text in group.texts[:_COUNTED])


def _long(group: Group) -> int:
    if group.members[0].tag == "p":
        return 0
    return sum(len(text) > _LONG for text in group.texts[:_COUNTED])


_KINDS: Mapping[str, Callable[[Group], int]] = {
    "pictures": _with("img"),
    "headings": _with("h1", "h2", "h3", "h4", "h5"),
    "dates": _dated,
    "long": _long,
}


def best_group_numbers(groups: Sequence[Group]) -> Mapping[str, float]:
    """Return how much repeats, and what the group is like that has most of each kind."""
    numbers = {
        "groups:count": math.log1p(len(groups)),
        "groups:members": math.log1p(sum(len(group.members) for group in groups)),
    }
    for kind, count in _KINDS.items():
        scored = [(count(group), group) for group in groups[:_GROUPS]]
        most, best = max(scored, key=lambda pair: pair[0], default=(0, None))
        numbers[f"best:{kind}"] = math.log1p(most)
        if best is not None and most:
            numbers |= {f"best:{kind}:{name}": value for name, value in _described(best).items()}
    return numbers


def _described(group: Group) -> dict[str, float]:
    members, texts = group.members[:_SAMPLE], group.texts[:_SAMPLE]
    return {
        "text": math.log1p(sum(map(len, texts)) / len(texts)),
        "depth": sum(1 for _ in members[0].iterancestors()),
        "prices": sum(bool(has_price(text, 0, SEEN)) for text in texts) / len(texts),
        "dates": sum(bool(has_date(text, 0, SEEN)) for text in texts) / len(texts),
        "links": math.log1p(sum(1 for m in members for _ in m.iter("a")) / len(members)),
    }
