"""Read selectors, and find the elements that they select by the columns of the table."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pagesight.extract.page.elements import Elements

_MOST_STEPS = 500_000  # up the tree for all selectors of a page; WCXB dev needs 10,000 at most

_is_understood = re.compile(r"[\w\-.#\s>\[\]=^$*~|\"']+").fullmatch
_names = re.compile(r"[.#][\w-]+").findall
_is_name = re.compile(r"[.#][\w-]+").fullmatch
_last_compound = re.compile(r"(?:.*[\s>])?(.*)", re.S).fullmatch
_in_brackets = re.compile(r"\[[^\]]*\]").sub
_combinators = re.compile(r"(\s*>\s*|\s+)").split
_compound = re.compile(r"(\*|[\w-]+)?((?:[.#][\w-]+|\[[^\]]*\])*)").fullmatch
_parts = re.compile(r"[.#][\w-]+|\[[^\]]*\]").findall
_attribute = re.compile(
    r"""\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*["']?([^"'\]]*?)["']?)?\s*\]"""
).fullmatch


@dataclass(frozen=True, slots=True)
class Compound:
    """What one element must be: its tag ("" for any), ids, classes and attributes."""

    tag: str
    ids: tuple[str, ...]
    classes: tuple[str, ...]
    attributes: tuple[tuple[str, str, str], ...]  # name, operator, value


@dataclass(frozen=True, slots=True, eq=False)
class Selector:
    """`steps` run from the element outwards.

    `child` says of each but the first whether it must be the parent of the one before, not just
    any ancestor.
    """

    steps: tuple[Compound, ...]
    child: tuple[bool, ...]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Return the numbers of ids, of classes and attributes, and of tags."""
        return (
            sum(len(step.ids) for step in self.steps),
            sum(len(step.classes) + len(step.attributes) for step in self.steps),
            sum(bool(step.tag) for step in self.steps),
        )


_ANY = Compound("", (), (), ())


def selector_of(text: str) -> Selector | None:
    """Return the selector; None if it is one that is not understood, or selects everything."""
    if not _is_understood(text):
        return None
    parts = _combinators(text)
    steps = tuple(_compound_of(part) for part in reversed(parts[::2]))
    if not all(steps) or steps[0] == _ANY:
        return None
    child = tuple(">" in combinator for combinator in reversed(parts[1::2]))
    return Selector(tuple(filter(None, steps)), child)


def _compound_of(text: str) -> Compound | None:
    match = _compound(text)
    if not text or match is None:
        return None
    parts = _parts(match[2])
    attributes = [_attribute(part) for part in parts if part[0] == "["]
    if not all(attributes):
        return None
    tag = (match[1] or "").lower()
    return Compound(
        "" if tag == "*" else tag,
        tuple(part[1:] for part in parts if part[0] == "#"),
        tuple(part[1:] for part in parts if part[0] == "."),
        tuple((a[1].lower(), a[2] or "", a[3] or "") for a in attributes if a),
    )


class Selected:
    """Finds the elements of one page that selectors select."""

    def __init__(self, elements: Elements) -> None:
        self._elements = elements
        self._only: Collection[int] | None = None
        self._known: dict[tuple[Selector, int], dict[int, bool]] = {}  # by it or by one above it
        self._left = _MOST_STEPS

    def look_only_at(self, rows: Collection[int]) -> None:
        """Find from now on only these elements."""
        self._only = frozenset(rows)
        alike: dict[str, list[int]] = defaultdict(list)
        classes, ids = self._elements.classes, self._elements.ids
        among = sorted(rows)
        for row in among:
            alike[classes[row]].append(row)
        self._among = _by_key(alike, [(row, ids[row]) for row in among])

    def rows(self, text: str) -> tuple[Selector, Sequence[int]] | None:
        """Return a selector and the elements selected; None if there are none.

        There are none either once too much was tried on the page.
        """
        bare = _in_brackets("", text) if "[" in text else text
        if not all(name in self._all for name in _names(bare)):
            return None
        among = self._all if self._only is None else self._among
        last = _last_compound(bare) if among is not self._all else None
        if last and not all(name in among for name in _names(last[1])):
            return None
        selector = selector_of(text)
        if selector is None:
            return None
        candidates = self._candidates(selector.steps[0], among)
        if _is_name(text):  # which all of them have
            left, self._left = max(self._left, 0), self._left - len(candidates)
            return selector, candidates[:left]
        return selector, [row for row in candidates if self._meets(row, selector, 0)]

    @cached_property
    def _all(self) -> Mapping[str, Sequence[int]]:
        return _by_key(self._elements.by_class, self._elements.values("id"))

    def _candidates(self, own: Compound, among: Mapping[str, Sequence[int]]) -> Sequence[int]:
        keys = [*("#" + each for each in own.ids), *("." + each for each in own.classes)]
        if keys:
            return min((among[key] for key in keys), key=len)
        elements = self._elements
        if own.tag:
            code = elements.names.index(own.tag) if own.tag in elements.names else -1
            rows: Sequence[int] = np.flatnonzero(elements.tag == code).tolist()
        else:
            rows = [row for row, _ in elements.values(own.attributes[0][0])]
        return rows if self._only is None else [row for row in rows if row in self._only]

    def _meets(self, row: int, selector: Selector, step: int) -> bool:
        """Return whether the element meets the selector from that step outwards."""
        self._left -= 1
        if self._left < 0 or not self._is(row, selector.steps[step]):
            return False
        if step + 1 == len(selector.steps):
            return True
        if row == 0:
            return False
        above = self._elements.parents[row]
        if selector.child[step]:
            return self._meets(above, selector, step + 1)
        return self._met_upwards(above, selector, step + 1)

    def _met_upwards(self, row: int, selector: Selector, step: int) -> bool:
        """Return whether the element or one above it meets the selector from that step outwards."""
        known = self._known.setdefault((selector, step), {})
        passed: list[int] = []
        is_met = False
        while self._left > 0:
            if row in known:
                is_met = known[row]
                break
            passed.append(row)
            if (is_met := self._meets(row, selector, step)) or row == 0:
                break
            row = self._elements.parents[row]
        known.update(dict.fromkeys(passed, is_met))
        return is_met

    def _is(self, row: int, compound: Compound) -> bool:
        elements = self._elements
        if compound.tag and elements.names[elements.tag[row]] != compound.tag:
            return False
        if compound.ids and any(elements.ids[row] != each for each in compound.ids):
            return False
        if compound.classes:
            own = elements.classes[row].split()
            if not all(name in own for name in compound.classes):
                return False
        own = elements.nodes[row].get
        return all(_has(own(name), *test) for name, *test in compound.attributes)


def _by_key(
    by_class: Mapping[str, Sequence[int]], ids: Iterable[tuple[int, str]]
) -> Mapping[str, Sequence[int]]:
    """Return the elements of each class and id, marked as in CSS; of attributes, and by row."""
    rows: dict[str, list[int]] = {}
    for row, own in ids:
        if own:
            rows.setdefault("#" + own, []).append(row)
    for classes, own_rows in by_class.items():
        for name in set(classes.split()):
            rows.setdefault("." + name, []).extend(own_rows)
    return rows


def _has(value: str | None, operator: str, wanted: str) -> bool:
    if value is None:
        return False
    return {
        "": True,
        "=": value == wanted,
        "~=": wanted in value.split(),
        "^=": bool(wanted) and value.startswith(wanted),
        "$=": bool(wanted) and value.endswith(wanted),
        "*=": bool(wanted) and wanted in value,
        "|=": value == wanted or value.startswith(wanted + "-"),
    }[operator]
