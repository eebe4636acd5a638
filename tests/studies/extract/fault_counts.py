"""What `count_faults.py` counts: what a page has in its main part, and what an output has of it.

A page's main part are the blocks that its gold text holds.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import read

_SHORT = 4  # words: a shorter text is of the main part if it is a line of gold
_LONG = 8  # words of a paragraph that should not occur twice
_MOST_QUESTION = 25  # words
_images = re.compile(r"!\[(?:[^\]\\]|\\.)*\]\(([^()\s]+)\)").findall
_heading = re.compile(r"(#{1,6}) (.*)").match
_prices = re.compile(
    r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|Rs\.?))\s?\d[\d.,]*\d|\d[\d.,]*\s?(?:€|£|EUR\b)"
).findall
_sign = re.compile(
    r"[#¶§🔗]\s*$|\[\s*edit[^\]]*\]|\bEdit this section\b|Direct link to", re.I
).search
_broken_by_wbr = re.compile(r"\b(\w+)<wbr\s*/?>(\w+)", re.I).findall
_raised = re.compile(r"(\d)<sup>(\d+)</sup>", re.I).findall
_words = re.compile(r"\w+").findall
Counts = Counter[str]


@dataclass(frozen=True, slots=True)
class Output:
    """What one checkout made of a page."""

    markdown: str
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines of the text, by their words."""
        return [_flat(line) for line in self.text.splitlines()]


class Wanted:
    """What the page has in its main part."""

    def __init__(self, page: LabelledPage) -> None:
        self.page, self.gold = page, page.text or ""
        self.blocks = read(page.page).visible_blocks
        self.main = [self._is_gold(block.text) for block in self.blocks]

    def _is_gold(self, text: str) -> bool:
        """Return whether gold has the text, a short one as a line."""
        own = _flat(text)
        return own in (self._whole_gold if own.count(" ") >= _SHORT else self._gold_lines)

    @cached_property
    def _whole_gold(self) -> str:
        return _flat(self.gold)

    @cached_property
    def _gold_lines(self) -> frozenset[str]:
        return frozenset(map(_flat, self.gold.splitlines())) - {""}

    @cached_property
    def images(self) -> list[str]:
        """Return the addresses of images in texts of the main part, or between two of them."""
        texts = [
            at for at, block in enumerate(self.blocks) if block.text and not _of_caption(block)
        ]
        found: list[str] = []
        for at, block in enumerate(self.blocks):
            place = bisect_left(texts, at)
            beside = (
                texts[place : place + 1] if block.text else texts[max(0, place - 1) : place + 1]
            )
            if len(beside) == (1 if block.text else 2) and all(self.main[n] for n in beside):
                found += _images(block.markdown)
        return list(dict.fromkeys(found))

    @cached_property
    def captions(self) -> list[str]:
        """Return the captions beside those images."""
        shown = set(self.images)
        found = []
        for at, block in enumerate(self.blocks):
            near = self.blocks[max(0, at - 2) : at + 3]
            if not block.text or not _of_caption(block):
                continue
            if any(shown & set(_images(other.markdown)) for other in near):
                found.append(_flat(block.text))
        return found

    @cached_property
    def lists(self) -> list[list[str]]:
        """Return the items, by their texts, of the lists that are in the main part whole."""
        items: dict[str, list[tuple[str, bool]]] = {}
        for block, is_main in zip(self.blocks, self.main, strict=True):
            found = re.match(r"(.*/(?:ul|ol|dl)\[\d+\])/(?:li|dt|dd)\[\d+\]", block.path)
            if found and block.text:
                items.setdefault(found[1], []).append((_flat(block.text), is_main))
        whole = (
            own for own in items.values() if len(own) > 2 and all(is_main for _, is_main in own)
        )
        return [[text for text, _ in own] for own in whole]

    @cached_property
    def questions(self) -> list[tuple[str, str]]:
        """Return the questions of the gold text, each with the line after it."""
        lines = [line for line in self.gold.splitlines() if line.strip()]
        pairs = pairwise(lines)
        return [
            (_flat(line), _flat(after))
            for line, after in pairs
            if line.rstrip().endswith("?") and len(_words(line)) <= _MOST_QUESTION
        ]


def of_images(wanted: Wanted, output: Output, counts: Counts) -> None:
    kept = set(_images(output.markdown)) & set(wanted.images)
    counts["pages with images in their main part"] += bool(wanted.images)
    counts["  of those, pages with one kept"] += bool(kept)
    counts["images in main parts"] += len(wanted.images)
    counts["  of those, kept"] += len(kept)
    counts["images kept outside of main parts"] += len(set(_images(output.markdown)) - kept)
    lines = _flat(output.markdown)
    counts["captions beside them"] += len(wanted.captions)
    counts["  of captions, kept"] += sum(caption in lines for caption in wanted.captions)


def of_prices(wanted: Wanted, output: Output, counts: Counts) -> None:
    if wanted.page.genre == "product" and (prices := _prices(wanted.gold)):
        counts["product pages with a price in gold"] += 1
        counts["  of those, first price kept"] += prices[0] in output.text
        counts["prices of those pages"] += len(prices)
        counts["  of prices, kept"] += sum(price in output.text for price in prices)


def of_headings(_wanted: Wanted, output: Output, counts: Counts) -> None:
    own = list(_headings(output.markdown))
    counts["headings"] += len(own)
    counts["  of those, with nothing under them"] += sum(is_empty for _, is_empty in own)
    counts["  of those, with a permalink sign or [edit]"] += sum(bool(_sign(t)) for t, _ in own)


def of_copies(wanted: Wanted, output: Output, counts: Counts) -> None:
    found = Counter(line for line in output.lines if len(line.split()) >= _LONG)
    gold = Counter(map(_flat, wanted.gold.splitlines()))
    twice = [line for line, times in found.items() if times > max(1, gold[line])]
    counts["long paragraphs"] += found.total()
    counts["  of those, more often than in gold"] += len(twice)
    counts["  pages with such"] += bool(twice)


def of_words(wanted: Wanted, output: Output, counts: Counts) -> None:
    html = wanted.page.page.html
    text = output.text
    pairs = _broken_by_wbr(html) if "<wbr" in html else []
    broken = {pair for pair in pairs if "".join(pair) in wanted.gold}
    counts["words with wbr in gold"] += len(broken)
    counts["  of those, broken"] += sum(f"{a} {b}" in text for a, b in broken)
    raised = set(_raised(html))
    counts["raised figures after figures"] += len(raised)
    counts["  of those, glued in the text"] += sum(_glued(a, b, text) for a, b in raised)


def of_lists(wanted: Wanted, output: Output, counts: Counts) -> None:
    lines, whole = set(output.lines), _flat(output.text)
    for items in wanted.lists:
        kept = sum(item in lines or item in whole for item in items)
        if kept:
            counts["lists of main parts, some items kept"] += 1
            counts["  of those, with items dropped"] += kept < len(items)
            counts["  items dropped"] += len(items) - kept


def of_questions(wanted: Wanted, output: Output, counts: Counts) -> None:
    whole = _flat(output.text)
    for question, answer in wanted.questions:
        if answer in whole:
            counts["questions whose answer is kept"] += 1
            counts["  of those, without the question"] += question not in whole


def of_titles(_wanted: Wanted, output: Output, counts: Counts) -> None:
    first = output.markdown.partition("\n")[0]
    if first.startswith("# "):
        counts["pages whose Markdown begins with a title"] += 1
        begins = " ".join(output.lines[:3])
        counts["  of those, whose text does not"] += _flat(first) not in begins


COUNTERS: Sequence[Callable[[Wanted, Output, Counts], None]] = (
    of_images, of_prices, of_headings, of_copies, of_words, of_lists, of_questions, of_titles,
)  # fmt: skip


def _headings(markdown: str) -> Iterator[tuple[str, bool]]:
    """Yield the headings outside code, and whether the next line of text ends their section."""
    lines = [
        line for line in re.sub(r"(?ms)^(`{3,}).*?^\1$", "code", markdown).splitlines() if line
    ]
    for line, after in pairwise([*lines, "# end"]):
        if own := _heading(line):
            following = _heading(after)
            yield own[2], following is not None and len(following[1]) <= len(own[1])


def _of_caption(block: Block) -> bool:
    tags = [(ancestor.tag, *ancestor.classes) for ancestor in block.ancestors[-3:]]
    return any("caption" in name.lower() for names in tags for name in names)


def _glued(left: str, right: str, text: str) -> bool:
    return re.search(rf"{left}{right}(?!\d)", text) is not None


def _flat(text: str) -> str:
    return " ".join(_words(text.lower()))
