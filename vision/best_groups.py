"""Numbers of the groups that repeat a picture, a heading, a date or long text most often."""

import math
from collections.abc import Callable, Mapping, Sequence

from pagesight.vision.patterns import has_date, has_price
from pagesight.vision.repetition import SEEN, Group
from pagesight.vision.subtrees import Subtrees

_GROUPS = 400  # looked at; a page with more repeats them
_COUNTED = 60  # members in which something is looked for
_SAMPLE = 40  # members described
_LONG = 200  # characters of a post, not of a card


def _with(*tags: str) -> Callable[[Group, Subtrees], int]:
    """Return what counts the members that hold one of the tags."""

    def count(group: Group, page: Subtrees) -> int:
        return sum(page.count(member, *tags) > 0 for member in group.members[:_COUNTED])

    return count


def _dated(group: Group, page: Subtrees) -> int:
    return sum(bool(has_date(page.line(m, SEEN))) for m in group.members[:_COUNTED])


def _long(group: Group, _page: Subtrees) -> int:
    if group.members[0].tag == "p":
        return 0
    return sum(size > _LONG for size in group.sizes[:_COUNTED])


_KINDS: Mapping[str, Callable[[Group, Subtrees], int]] = {
    "pictures": _with("img"),
    "headings": _with("h1", "h2", "h3", "h4", "h5"),
    "dates": _dated,
    "long": _long,
}


def best_group_numbers(groups: Sequence[Group], page: Subtrees) -> Mapping[str, float]:
    """Return how much repeats, and what the group is like that has most of each kind."""
    numbers = {
        "groups:count": math.log1p(len(groups)),
        "groups:members": math.log1p(sum(len(group.members) for group in groups)),
    }
    for kind, count in _KINDS.items():
        scored = [(count(group, page), group) for group in groups[:_GROUPS]]
        most, best = max(scored, key=lambda pair: pair[0], default=(0, None))
        numbers[f"best:{kind}"] = math.log1p(most)
        if best is not None and most:
            described = _described(best, page)
            numbers |= {f"best:{kind}:{name}": value for name, value in described.items()}
    return numbers


def _described(group: Group, page: Subtrees) -> dict[str, float]:
    members, sizes = group.members[:_SAMPLE], group.sizes[:_SAMPLE]
    texts = [page.line(member, SEEN) for member in members]
    return {
        "text": math.log1p(sum(sizes) / len(sizes)),
        "depth": sum(1 for _ in members[0].iterancestors()),
        "prices": sum(bool(has_price(text)) for text in texts) / len(texts),
        "dates": sum(bool(has_date(text)) for text in texts) / len(texts),
        "links": math.log1p(sum(page.count(m, "a") for m in members) / len(members)),
    }
