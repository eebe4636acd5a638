"""Read the style sheets embedded in a page, as far as hiding text needs it.

What is not understood (pseudo-classes, sibling combinators, nested rules, unknown media) is left
out. A general parser, tinycss2, takes 20 ms a page of WCXB for what takes 2 ms here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from lxml.html import HtmlElement

from pagesight.extract.dom import UNRENDERED_TAGS
from pagesight.extract.hiding_styles import Said, pixels, properties_of, said_of

_MOST_CHARS = 2_000_000  # of style sheets that are read; the largest of WCXB dev have 0.9 million
_MOST_RULES = 20_000
_WIDTH = 1280  # CSS px: the viewport that pages are rendered in

_without_comments = re.compile(r"/\*.*?(?:\*/|\Z)", re.S).sub
# Strings with a character in them that would be taken for the sheet's own.
_without_strings = re.compile(r'"[^"\n{};,]*[{};,][^"\n]*"' r"|'[^'\n{};,]*[{};,][^'\n]*'").sub
_chunks = re.compile(r"([^{}]*)([{}])").finditer
_may_hide = re.compile(
    r"none|hidden|collapse|opacity|size\s*:\s*[01.]|-\d{3}|-\d+(?:em|rem|v[wh])|clip|scale"
    r"|(?<![-\w])color", re.I
).search  # fmt: skip
_is_understood = re.compile(r"[\w\-.#\s>\[\]=^$*~|\"']+").fullmatch
_steps = re.compile(r"\s*>\s*|\s+").split
_combinators = re.compile(r"\s*>\s*|\s+").findall
_compound = re.compile(r"(\*|[\w-]+)?((?:[.#][\w-]+|\[[^\]]*\])*)").fullmatch
_parts = re.compile(r"[.#][\w-]+|\[[^\]]*\]").findall
_attribute = re.compile(
    r"""\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*["']?([^"'\]]*?)["']?)?\s*\]"""
).fullmatch
_media_features = re.compile(r"\(\s*([\w-]+)\s*(?::\s*([^)]*))?\)").findall


@dataclass(frozen=True, slots=True)
class Compound:
    """What one element must be: its tag ("" for any), ids, classes and attributes."""

    tag: str
    ids: tuple[str, ...]
    classes: tuple[str, ...]
    attributes: tuple[tuple[str, str, str], ...]  # name, operator, value

    @property
    def key(self) -> str:
        """The part by which it is looked up, the rarest kind there is; "" for any element."""
        if self.ids:
            return "#" + self.ids[0]
        if self.classes:
            return "." + self.classes[0]
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


def embedded_rules(tree: HtmlElement) -> tuple[Rule, ...]:
    """Return the rules of the page's `style` elements that hide text, or show it again."""
    blocks = list(_blocks("\n".join(_sheets(tree))))
    hiding = (said_of(body) for _, body in blocks if _may_hide(body))
    ways = {way for says in hiding for way, each in says.items() if each.hides}
    speaks = re.compile("|".join(sorted(set(chain(*map(properties_of, ways)))))).search
    rules: list[Rule] = []
    for prelude, body in blocks if ways else ():
        says = said_of(body, ways) if speaks(body) else {}
        selectors = prelude.split(",") if says else ()
        read = (_rule(selector.strip(), says, len(rules)) for selector in selectors)
        rules += [rule for rule in read if rule is not None]
        if len(rules) > _MOST_RULES:
            break
    return tuple(rules)


def _sheets(tree: HtmlElement) -> Iterator[str]:
    """Yield the texts of the sheets that apply; not those for browsers without scripts."""
    left = _MOST_CHARS
    for style in tree.iter("style"):
        inert = any(above.tag in UNRENDERED_TAGS for above in style.iterancestors())
        if left > 0 and not inert and _applies(style.get("media") or ""):
            text = style.text_content()[:left]
            left -= len(text)
            yield text


def _blocks(sheets: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and declarations of the rules that apply on a screen."""
    text = _without_strings('""', _without_comments(" ", sheets))
    applies = [True]
    prelude = None
    for chunk in _chunks(text):
        before, brace = chunk[1], chunk[2]
        if brace == "{":
            applies.append(applies[-1] and prelude is None and _at_rule_applies(before))
            prelude = None if "@" in before else before.rpartition(";")[2]
            continue
        if prelude is not None and applies[-1]:
            yield prelude, before
        prelude = None
        if len(applies) > 1:
            applies.pop()


def _at_rule_applies(before: str) -> bool:
    """Tell whether what a brace opens applies: an at-rule of conditions, or a rule."""
    at_rule = before.rpartition(";")[2].strip().lower()
    if at_rule.startswith("@media"):
        return _applies(at_rule[6:])
    return not at_rule.startswith("@") or at_rule.startswith(("@supports", "@layer"))


def _applies(media: str) -> bool:
    """Tell whether a list of media queries has one that the screen of a desktop meets.

    >>> _applies(""), _applies("print"), _applies("screen and (max-width: 600px)")
    (True, False, False)
    """
    return any(_meets(query.strip()) for query in media.lower().split(","))


def _meets(query: str) -> bool:
    features = [_has(name, value) for name, value in _media_features(query)]
    kind = query.partition("(")[0].replace("only ", "").removesuffix("and ").strip()
    if kind.startswith("not "):
        return kind[4:] in ("print", "speech") and not features
    return kind in ("", "all", "screen") and all(features)


def _has(name: str, value: str) -> bool:
    if name in ("min-width", "max-width"):
        size = pixels(value)
        return size is not None and (size <= _WIDTH if name == "min-width" else size >= _WIDTH)
    return (name, value.strip()) in (("orientation", "landscape"), ("hover", "hover"))


def _rule(selector: str, says: Mapping[str, Said], order: int) -> Rule | None:
    """Return the rule of one selector, None if it is one that is not understood."""
    if not _is_understood(selector):
        return None
    compounds = [read for part in _steps(selector) if (read := _read_compound(part))]
    combinators = _combinators(selector)
    if len(compounds) != len(combinators) + 1 or not compounds[-1].key:
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
