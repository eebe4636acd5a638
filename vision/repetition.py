"""Groups of like siblings: the cards, rows and posts that a page repeats."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from pagesight.vision.patterns import has_date, has_price
from pagesight.vision.subtrees import Subtrees

_MIN_SIZE = 3
_SAMPLE = 40  # members looked at closely; more tell nothing new
SEEN = 600  # characters of a member in which a price or a date is looked for
_SKIPPED = frozenset({"script", "style", "link", "meta", "br", "option", "noscript", "template"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5")


@dataclass(frozen=True, slots=True)
class Group:
    """Siblings of one tag and class, and the characters of text in each."""

    members: tuple[HtmlElement, ...]
    sizes: tuple[int, ...]

    @property
    def chars(self) -> int:
        """Characters of text in all members."""
        return sum(self.sizes)


def largest_groups(groups: Sequence[Group], count: int) -> list[Group]:
    """Return the groups with most text, largest first.

    A group that lies inside a larger one's members is left out: it is a part of the card.
    """
    kept: list[Group] = []
    inside: set[HtmlElement] = set()
    for group in sorted(groups, key=lambda group: -group.chars):
        if group.members[0] not in inside:
            kept.append(group)
            inside.update(each for member in group.members for each in member.iterdescendants())
        if len(kept) == count:
            break
    return kept


def group_numbers(group: Group, page: Subtrees) -> Mapping[str, float]:
    """Return what the members of a group are like."""
    members, sizes = group.members[:_SAMPLE], sorted(group.sizes[:_SAMPLE])
    texts = [page.line(member, SEEN) for member in members]
    return {
        "size": math.log1p(len(group.members)),
        "chars": math.log1p(group.chars),
        "median": math.log1p(sizes[len(sizes) // 2]),
        "spread": math.log1p(sizes[-1]) - math.log1p(sizes[0]),
        "links": math.log1p(sum(page.count(m, "a") for m in members) / len(members)),
        "pictures": _share(page, members, "img"),
        "headings": _share(page, members, *_HEADINGS),
        "paragraphs": _share(page, members, "p"),
        "inputs": _share(page, members, "input", "button", "select"),
        "code": _share(page, members, "pre", "code"),
        "prices": sum(bool(has_price(text)) for text in texts) / len(texts),
        "dates": sum(bool(has_date(text)) for text in texts) / len(texts),
        "depth": sum(1 for _ in members[0].iterancestors()),
        "row": members[0].tag in ("tr", "li", "td", "dd"),
        "paragraph": members[0].tag == "p",
    }


def groups_of(page: Subtrees) -> Iterator[Group]:
    """Yield every group of three or more like siblings that has text, in document order."""
    for parent in page.elements:
        if len(parent) < _MIN_SIZE:
            continue
        alike: dict[tuple[str, str], list[HtmlElement]] = defaultdict(list)
        for child in parent:
            if isinstance(child.tag, str) and child.tag not in _SKIPPED:
                alike[child.tag, (child.get("class") or "").split(" ")[0]].append(child)
        for members in alike.values():
            if len(members) >= _MIN_SIZE:
                sizes = tuple(map(page.line_chars, members))
                if any(sizes):
                    yield Group(tuple(members), sizes)


def _share(page: Subtrees, members: tuple[HtmlElement, ...], *tags: str) -> float:
    """Return the share of members that hold one of the tags."""
    return sum(page.count(member, *tags) > 0 for member in members) / len(members)
