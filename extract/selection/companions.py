"""Keep what goes with kept text: its question, what a colon announces, the price of a product."""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.extraction import Extraction
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.fields.prices import price_in
from pagesight.extract.text.class_names import names_former_price
from pagesight.extract.text.furniture import heads_resources

_asks = re.compile(r"[?？؟]\s*$").search
_MAX_CHARS = 200  # of a question
_LEAST_ANSWER = 12  # characters; by hand
# Of doubtful answers gold has few.
_SURE_ANSWER = 0.5
_MOST_LINKED = 0.5  # of a question: more is the title of another page
_QUOTED_TAGS = (CODE["blockquote"], CODE["q"])
_names_quote = re.compile(r"quot|zitat|citat|related|promo", re.I).search
_OPENING_TAGS = (CODE["button"], CODE["summary"])
_LISTS = frozenset({"ul", "ol"})
# A heading of what a text names has so many characters, and its list the mean probability. On 784
# pages 8 of 82 such lists have it; 6 of them are in the gold, and 6 of the others.
_MAX_HEADING, _LIKELY_RESOURCE = 40, 0.2
_MOST_ANNOUNCED = 12  # blocks behind a colon; by hand
_MOST_WORDS = 12  # of a block that is a price: "Regular price $169.99 Sale price $159.99"
_MOST_BESIDE = 3  # prices that stand together: the former one, the one to pay
_MOST_NAMES = 200  # characters of class names


def with_questions(document: Document, kept: Flags, probabilities: NDArray[np.floating]) -> Flags:
    """Return the kept blocks with the questions that stand right before kept answers.

    An answer without its question says less. Labelers take what opens an accordion for a button,
    and a short question for a heading of something else. Doubtful answers stay without, and short
    ones behind what opens nothing; so does what asks nothing here: what is quoted, the link to
    another page, the page's own title. Images and what is unseen stand between nothing.
    """
    texts, has_text = document.cuts.texts, np.array(list(map(bool, document.cuts.texts)))
    shown = np.flatnonzero(has_text & ~document.cuts.unseen)
    before, after = shown[:-1], shown[1:]
    likely = kept[after] & (probabilities[after] >= _SURE_ANSWER) & ~kept[before]
    asked = kept.copy()
    for question, answer in zip(before[likely].tolist(), after[likely].tolist(), strict=True):
        if (
            _is_question(document, question)
            and (len(texts[answer]) >= _LEAST_ANSWER or _opens(document, question))
            and not _asks(texts[answer])
        ):
            asked[question] = True
    return np.asarray(asked)


def _opens(document: Document, block: int) -> bool:
    """Return whether a block is in what opens an answer."""
    chain = document.elements.chain(int(document.cuts.element[block]))
    return any(document.elements.tag[row] in _OPENING_TAGS for row in chain)


def _is_question(document: Document, block: int) -> bool:
    cuts, elements = document.cuts, document.elements
    text = cuts.texts[block]
    if len(text) > _MAX_CHARS or not _asks(text):
        return False
    if elements.tag[elements.block[cuts.element[block]]] == CODE["h1"] or text == document.once(
        page_title
    ):
        return False
    if cuts.link_chars[block] > _MOST_LINKED * len(text):
        return False
    return not any(
        elements.tag[row] in _QUOTED_TAGS or _names_quote(elements.classes[row])
        for row in elements.chain(int(cuts.element[block]))
    )


def with_resources(document: Document, kept: Flags, probabilities: NDArray[np.floating]) -> Flags:
    """Return the kept blocks with the lists of what the text names, under their headings.

    What is named so in menus and footers is far less likely.
    """
    texts, elements, listed = document.cuts.texts, document.elements, kept.copy()
    for number in np.flatnonzero(np.cumsum(kept) > 0).tolist():
        if len(texts[number]) > _MAX_HEADING or not heads_resources(texts[number].lower()):
            continue
        behind = next(elements.after(int(elements.block[document.cuts.element[number]])), 0)
        inside = document.cuts.element >= behind
        inside &= document.cuts.element < elements.end[behind]
        is_list = behind > 0 and elements.names[elements.tag[behind]] in _LISTS
        if is_list and inside.any() and probabilities[inside].mean() >= _LIKELY_RESOURCE:
            listed[inside] = listed[number] = True
    return listed


def with_announced(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks with the element behind a kept colon, if the text goes on behind it.

    An address or a formula reads like nothing that labelers know: one on a line of its own needs no
    colon between kept blocks. Links are other stories.
    """
    texts, element, elements = document.cuts.texts, document.cuts.element, document.elements
    announced = kept.copy()
    for number in np.flatnonzero(kept[:-1] & ~kept[1:]).tolist():
        if _is_formula(document, number + 1):
            announced[number + 1] = kept[number + 2 : number + 3].any()
        if not texts[number].endswith((":", "：")):
            continue
        row = int(elements.block[element[number]])
        behind = next(elements.after(row), len(elements))
        end, last = number + 1, min(len(kept), number + 2 + _MOST_ANNOUNCED)
        while end < last and behind <= element[end] < elements.end[behind]:
            end += 1
        if 0 < end - number - 1 <= _MOST_ANNOUNCED and _goes_on(document, row, end, kept):
            announced[number + 1 : end] |= _are_texts(document, number + 1, end)
    return announced


def _is_formula(document: Document, block: int) -> bool:
    """Return whether a block is a formula on a line of its own."""
    holder = document.texts.holder[document.cuts.start[block]]
    return bool(document.elements.names[document.elements.tag[holder]] == "tex-display")


def _goes_on(document: Document, row: int, end: int, kept: Flags) -> bool:
    """Return whether the next block is kept, and in the element around that one."""
    elements, element = document.elements, document.cuts.element
    return (
        end < len(kept) and bool(kept[end]) and element[end] < elements.end[elements.parents[row]]
    )


def _are_texts(document: Document, begin: int, end: int) -> Flags:
    """Return which of some blocks are seen and no links, none if most of them are not."""
    cuts = document.cuts
    sizes = np.array(list(map(len, cuts.texts[begin:end])))
    are_texts = (sizes > 0) & (cuts.link_chars[begin:end] < _MOST_LINKED * sizes)
    are_texts &= ~cuts.unseen[begin:end]
    return np.asarray(are_texts & (2 * are_texts.sum() > len(are_texts)))


def with_main_price(document: Document, extraction: Extraction) -> Extraction:
    """Return the extraction of a product's page with the first price to pay under the title.

    Nothing is added if a text that is kept has that price.
    """
    blocks = document.visible_blocks
    begin = next((at for at, block in enumerate(blocks) if block.tag == "h1"), 0)
    priced = _first_to_pay(document, blocks[begin:])
    if priced is None or any(_price(priced) in block.text for block in extraction.blocks):
        return extraction
    at = bisect([block.order for block in extraction.blocks], priced.order)
    share = (extraction.page_probabilities or (0.0,) * len(document.blocks))[priced.order]
    return replace(
        extraction,
        blocks=(*extraction.blocks[:at], priced, *extraction.blocks[at:]),
        probabilities=(*extraction.probabilities[:at], share, *extraction.probabilities[at:]),
    )


def _first_to_pay(document: Document, blocks: Sequence[Block]) -> Block | None:
    """Return the first price of the blocks, or one right after it if it is called a former one."""
    first = next((at for at, block in enumerate(blocks) if _price(block)), None)
    if first is None:
        return None
    run = list(takewhile(_price, blocks[first : first + _MOST_BESIDE]))
    return next((block for block in run if not _is_former(document, block)), run[0])


def _is_former(document: Document, block: Block) -> bool:
    """Return whether all of a block is struck out, or called a former price."""
    markdown, elements = block.markdown, document.elements
    if markdown.startswith("~~") and markdown.endswith("~~") and markdown.count("~~") == 2:
        return True
    rows = (block.element, elements.parents[block.element])
    called = " ".join(elements.classes[row][:_MOST_NAMES] for row in rows)
    return names_former_price(called.lower().replace("_", "-"))


def _price(block: Block) -> str:
    """Return the price in a short text."""
    is_short = len(block.text.split()) <= _MOST_WORDS
    return price_in(block.text) if is_short else ""
