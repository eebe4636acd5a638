"""Rules of style sheets, read from their selectors."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.extract.hiding_styles import Said

_is_understood = re.compile(r"[\w\-.#\s>\[\]=^$*~|\"']+").fullmatch
_steps = re.compile(r"\s*>\s*|\s+").split
_combinators = re.compile(r"\s*>\s*|\s+").findall
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

    @property
    def names(self) -> tuple[str, ...]:
        """Its ids and classes, each with its mark."""
        return (*("#" + name for name in self.ids), *("." + name for name in self.classes))

    @property
    def key(self) -> str:
        """What it is looked up by if it has no names; "" for any element."""
        return self.tag or ("[" + self.attributes[0][0] if self.attributes else "")


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector, and what its declarations say of each way of hiding.

    `steps` run from the element outwards; `child` tells of each but the first whether it must be
    the parent of the one before, not just any ancestor.
    """

    steps: tuple[Compound, ...]
    child: tuple[bool, ...]
    says: Mapping[str, Said]
    specificity: tuple[int, int, int]
    order: int


_ANY = Compound("", (), (), ())


def rule_of(selector: str, says: Mapping[str, Said], order: int) -> Rule | None:
    """Return the rule of one selector, None if it is one that is not understood."""
    if not _is_understood(selector):
        return None
    compounds = [read for part in _steps(selector) if (read := _read_compound(part))]
    combinators = _combinators(selector)
    if len(compounds) != len(combinators) + 1 or compounds[-1] == _ANY:
        return None
    specificity = (
        sum(len(compound.ids) for compound in compounds),
        sum(len(compound.classes) + len(compound.attributes) for compound in compounds),
        sum(bool(compound.tag) for compound in compounds),
    )
    child = tuple(">" in combinator for combinator in reversed(combinators))
    return Rule(tuple(reversed(compounds)), child, says, specificity, order)


def _read_compound(text: str) -> Compound | None:
    found = _compound(text)
    if not text or found is None:
        return None
    parts = _parts(found[2])
    attributes = [_attribute(part) for part in parts if part[0] == "["]
    if not all(attributes):
        return None
    tag = (found[1] or "").lower()
    return Compound(
        "" if tag == "*" else tag,
        tuple(part[1:] for part in parts if part[0] == "#"),
        tuple(part[1:] for part in parts if part[0] == "."),
        tuple((a[1].lower(), a[2] or "", a[3] or "") for a in attributes if a),
    )
