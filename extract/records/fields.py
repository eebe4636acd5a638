"""What names a record, and which texts are none: links to more of a list."""

import re
from collections.abc import Sequence

from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.dom import HEADING_TAGS
from pagesight.extract.records.dates import date_in
from pagesight.extract.records.prices import price_in

_is_badge = re.compile(r"(?:save|up to)?\s*[-–+]?\s?\d{1,2}\s?%.{0,12}", re.I).fullmatch
_is_rating = re.compile(r"(?:rated? )?\d([.,]\d+)? (?:out of|von|sur|de|из) \d\b.*", re.I).match
_turns_pages = re.compile(
    r"[\d\s.…«»‹›<>|→←-]+"
    r"|(?:(?:load|show|view|see) (?:more|all)|more|next|prev(?:ious)?|older|newer|first|last"
    r"|loading|weiter|zurück|mehr (?:laden|anzeigen)|suivant|précédent|siguiente|anterior"
    r"|successivo)"
    r"(?: \w+)?[\s»›→←.…]*",
    re.I,
).fullmatch
_MOST_OF_PAGER = 30  # characters
_is_address = re.compile(r"https?://|www\.").match


def title_block(blocks: Sequence[Block], common: frozenset[str] = frozenset()) -> Block:
    """Return the block that names the record: a heading, else the longest link, else the first.

    What other records say too (`common`: "Read more"), and dates, prices and numbers, name nothing.
    """
    texts = [block for block in blocks if block.text] or list(blocks)
    naming = [
        block for block in texts if block.text not in common and names_something(block.text)
    ] or texts
    headings = [block for block in naming if block.tag in HEADING_TAGS]
    if headings:
        return headings[0]
    linked = [block for block in naming if block.link_chars >= 0.6 * len(block.text)]
    return max(linked, key=lambda block: block.link_chars) if linked else naming[0]


def names_something(text: str) -> bool:
    """Return whether a text may name something."""
    if len(text) < 3 or _is_address(text) or sum(map(str.isalpha, text)) < len(text) / 3:
        return False
    if len(text) > 30 and not _is_rating(text):
        return True
    return not (date_in(text) or price_in(text) or _is_badge(text) or _is_rating(text))


def turns_pages(text: str) -> bool:
    """Return whether a text is of links to more of a list, and no item of it.

    >>> turns_pages("1 2 3 … 9 »"), turns_pages("Load more"), turns_pages("More than words")
    (True, True, False)
    >>> turns_pages("Loading...")
    True
    """
    return len(text) <= _MOST_OF_PAGER and _turns_pages(" ".join(text.split())) is not None
