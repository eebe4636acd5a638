"""Find the rules of style sheets that an element meets."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from lxml.html import HtmlElement

from pagesight.extract.style_rules import Compound, Rule

_MOST_STEPS = 500_000  # up the tree for all selectors of a page; WCXB dev needs 10,000 at most


class RulesByKey:
    """Finds the rules that an element meets; only those that share a name with it are tried."""

    def __init__(self, rules: tuple[Rule, ...], tree: HtmlElement) -> None:
        self._by_key: defaultdict[str, list[Rule]] = defaultdict(list)
        counts = _counts(tree) if rules else Counter()
        for rule in rules:
            if all(counts[name] for step in rule.steps for name in step.names):
                own = rule.steps[0]
                self._by_key[min(own.names, key=counts.__getitem__, default=own.key)].append(rule)
        self._attributes = tuple(key[1:] for key in self._by_key if key[0] == "[")
        self._met: dict[tuple[HtmlElement, int, int], bool] = {}  # by it or by one above it
        self._left = _MOST_STEPS

    def of(self, element: HtmlElement) -> Iterator[Rule]:
        """Yield the rules that the element meets; none once too much was tried on the page."""
        if not self._by_key:
            return
        for key in self._keys(element):
            for rule in self._by_key.get(key, ()):
                if self._left > 0 and self._meets(element, rule, 0):
                    yield rule

    def _keys(self, element: HtmlElement) -> Iterator[str]:
        yield element.tag
        for name in (element.get("class") or "").split():
            yield "." + name
        if identity := element.get("id"):
            yield "#" + identity
        for name in self._attributes:
            if element.get(name) is not None:
                yield "[" + name

    def _meets(self, element: HtmlElement, rule: Rule, step: int) -> bool:
        """Tell whether the element meets the rule from that step outwards."""
        self._left -= 1
        if not _is(element, rule.steps[step]):
            return False
        if step + 1 == len(rule.steps):
            return True
        above = element.getparent()
        if rule.child[step]:
            return above is not None and self._meets(above, rule, step + 1)
        return above is not None and self._met_upwards(above, rule, step + 1)

    def _met_upwards(self, element: HtmlElement, rule: Rule, step: int) -> bool:
        """Tell whether the element or one above it meets the rule from that step outwards."""
        passed: list[HtmlElement] = []
        found = False
        while element is not None and not found and self._left > 0:
            known = self._met.get((element, id(rule), step))
            if known is not None:
                found = known
                break
            passed.append(element)
            found = self._meets(element, rule, step)
            element = element.getparent()
        self._met.update(((each, id(rule), step), found) for each in passed)
        return found


def _counts(tree: HtmlElement) -> Counter[str]:
    """Return how often each class and id occurs on the page."""
    counts = Counter("." + name for value in tree.xpath("//@class") for name in value.split())
    counts.update("#" + str(value) for value in tree.xpath("//@id"))
    return counts


def _is(element: HtmlElement, compound: Compound) -> bool:
    if compound.tag and element.tag != compound.tag:
        return False
    if compound.ids and any(element.get("id") != identity for identity in compound.ids):
        return False
    if compound.classes:
        own = (element.get("class") or "").split()
        if not all(name in own for name in compound.classes):
            return False
    return all(_has(element.get(name), *test) for name, *test in compound.attributes)


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
