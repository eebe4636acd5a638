"""Make blocks of spans that the page's own style sheets show as blocks: lines by themselves."""

import re
from collections.abc import Iterator, Sequence

from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements, tag_mask
from pagesight.extract.page.hiding.selectors import Selected
from pagesight.extract.page.hiding.sheets import embedded_sheets
from pagesight.extract.page.hiding.styles import declarations
from pagesight.extract.page.walk import SkippedElement

_says_block = re.compile(rb"display\s*:\s*(?:block|flex|grid)\b")
_BLOCKS = frozenset({"block", "flex", "grid"})
_MOST_CHARS = 100_000  # of sheets that are read for this: frameworks have more; by hand
_MOST_SELECTORS = 100  # of one rule
# What they are parts of stays one text: a headline of two lines, a link, a line of code.
_is_one = tag_mask("h1", "h2", "h3", "h4", "h5", "h6", "a", "button", "label", "pre", "code", "td")


def part_spans(elements: Elements, passed: Sequence[SkippedElement]) -> bool:
    """Make `div`s of the spans that embedded style sheets show as blocks; say if there are any."""
    may_hold = (each for each, *_ in passed if each.tag == "style" or len(each))
    sizes = [len(sheet.text or "") for each in may_hold for sheet in each.iter("style")]
    if not 0 < sum(sizes) <= _MOST_CHARS:
        return False
    in_one = elements.inside(_is_one(elements.tag))
    found = [
        row
        for row in _shown_as_blocks(elements, passed)
        if elements.tag[row] == CODE["span"] and not in_one[row]
    ]
    for row in found:
        elements.nodes[row].tag = "div"
    return bool(found)


def _shown_as_blocks(elements: Elements, passed: Sequence[SkippedElement]) -> Iterator[int]:
    selected = Selected(elements)
    for rule in embedded_sheets(passed).blocks([_says_block]):
        if declarations(rule.declarations).get("display", (False, ""))[1] in _BLOCKS:
            for selector in rule.selectors.split(",")[:_MOST_SELECTORS]:
                if matched := selected.rows(selector.strip()):
                    yield from matched[1]
