"""What there is of a page beside its text: its head, its scripts, its form fields."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.features.head import find_types
from pagesight.extract.parse.walk import Passed

_MOST_CHARS = 200_000  # of a script's JSON-LD
_OPTION_CHARS = 60


@dataclass(frozen=True, slots=True)
class Skipped:
    """Elements that hold no text of the page, in document order."""

    tags: Mapping[str, int]  # how many of each, those in the head and in their like among them
    title: str
    metas: tuple[tuple[str, str], ...]  # name or property in small letters, content
    types: tuple[str, ...]  # of its JSON-LD, in small letters
    inputs: tuple[tuple[str, str], ...]  # type, placeholder
    options: tuple[str, ...]  # the text of each


def skipped(passed: Sequence[Passed]) -> Skipped:
    """Return what there is of the elements that the walk skipped."""
    tags: Counter[str] = Counter()
    titles, types, options = [], [], []
    metas, inputs = [], []
    for element in _with_inner(passed):
        tag = element.tag
        tags[tag] += 1
        if tag == "meta":
            name = element.get("property") or element.get("name") or ""
            metas.append((name.lower(), element.get("content") or ""))
        elif tag == "script":
            if "json" in (element.get("type") or ""):
                types.extend(find_types((element.text or "")[:_MOST_CHARS].lower()))
        elif tag == "input":
            kind = (element.get("type") or "text").lower()
            inputs.append((kind, element.get("placeholder") or ""))
        elif tag == "option":
            options.append((element.text or "")[:_OPTION_CHARS])
        elif tag == "title":
            titles.append(element.text or "")
    return Skipped(
        tags=tags,
        title=titles[0] if titles else "",
        metas=tuple(metas),
        types=tuple(types),
        inputs=tuple(inputs),
        options=tuple(options),
    )


def _with_inner(passed: Sequence[Passed]) -> Iterator[HtmlElement]:
    """Yield the elements, and those inside the head and groups of options."""
    for element, *_ in passed:
        yield element
        if element.tag in ("head", "optgroup", "datalist"):
            yield from element.iterdescendants(etree.Element)
