"""Numbers of a page's text: how much, in what pieces, in which places."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from pagesight.extract.parse.blocks import Block
from pagesight.vision.letters import letters, with_narrow_marks
from pagesight.vision.patterns import find_dates, find_prices

_LONG, _SHORT = 200, 40  # characters of a block of running text, and of a label
_MARKS = ".,:;?!|»©/()"
_QUANTILES = (25, 50, 75, 90, 97, 100)
_BLOCK_TAGS = ("p", "li", "td", "pre", "dd", "blockquote", "div", "h1", "h2", "h3")
_PLACES = frozenset(
    {"nav", "header", "footer", "aside", "main", "article", "table", "form", "ul"}
)  # fmt: skip


def text_counts(blocks: Sequence[Block]) -> Mapping[str, float]:
    """Return the numbers of a page's blocks by name; the names are the same for every page."""
    text = with_narrow_marks("\n".join(block.text for block in blocks))
    sizes = sorted(letters(block.text) for block in blocks) or [0]
    chars = max(1, sum(sizes))
    return {
        "text:chars": math.log1p(chars),
        "text:blocks": math.log1p(len(blocks)),
        "text:long": math.log1p(sum(size > _LONG for size in sizes)),
        "text:in_long": sum(size for size in sizes if size > _LONG) / chars,
        "text:in_short": sum(size for size in sizes if size < _SHORT) / chars,
        "text:digits": sum(map(str.isdigit, text)) / chars,
        "text:prices": math.log1p(len(find_prices(text))),
        "text:dates": math.log1p(len(find_dates(text))),
        **{f"text:size{q}": math.log1p(sizes[(len(sizes) - 1) * q // 100]) for q in _QUANTILES},
        **{f"mark:{mark}": math.log1p(text.count(mark)) for mark in _MARKS},
        **_link_shares(blocks),
        **_places(blocks),
        **_runs(blocks),
    }


def _link_shares(blocks: Sequence[Block]) -> dict[str, float]:
    shares = [block.link_chars / len(block.text) for block in blocks if block.text]
    return {
        "text:linked": sum(block.link_chars for block in blocks) / _chars(blocks),
        "text:link_blocks": sum(share > 0.8 for share in shares) / max(1, len(shares)),
    }


def _chars(blocks: Sequence[Block]) -> int:
    return max(1, sum(len(block.text) for block in blocks))


def _places(blocks: Sequence[Block]) -> dict[str, float]:
    """Return the share of the text in each kind of block, and below each kind of element."""
    chars = _chars(blocks)
    by_tag: Counter[str] = Counter()
    by_place: Counter[str] = Counter()
    for block in blocks:
        by_tag[block.tag] += len(block.text)
        for place in _PLACES.intersection(ancestor.tag for ancestor in block.ancestors):
            by_place[place] += len(block.text)
    return {f"share:{tag}": by_tag[tag] / chars for tag in _BLOCK_TAGS} | {
        f"in:{place}": by_place[place] / chars for place in sorted(_PLACES)
    }


def _runs(blocks: Sequence[Block]) -> dict[str, float]:
    """Return the most text in neighbouring blocks without links, and where the longest block is."""
    best = current = 0
    for block in blocks:
        size = letters(block.text)
        prose = size > 80 and block.link_chars < 0.5 * len(block.text)
        current = current + size if prose else 0
        best = max(best, current)
    longest = max(range(len(blocks)), key=lambda i: len(blocks[i].text), default=0)
    return {"text:run": math.log1p(best), "text:longest_at": longest / max(1, len(blocks))}
