"""Read the summary of an item: the first sentence or more that it says of its own."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.records.fields.authors import MOST_DATED, is_byline
from pagesight.extract.records.fields.links import link_in
from pagesight.extract.records.fields.parts import ItemPart
from pagesight.extract.records.fields.prices import Prices, sums_in
from pagesight.extract.records.groups.telling import day_in
from pagesight.extract.records.in_common.alike import said_alike
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.places import is_address, names_venue
from pagesight.extract.text.time_words import has_clock
from pagesight.extract.text.tokens import tokens

_LEAST_SUMMARY, _LEAST_SENTENCE = 8, 4  # words; of what ends as a sentence does
_LEAST_USUAL = 3  # words, where other items have their summary; by hand
_LEAST_ALIKE = 0.35  # share of the items of a list that have theirs there; by hand
_LEAST_CHARS = 80  # or so many characters
_OF_WORD = 2  # characters of a script that puts no spaces between words
_SUMS_OF_PRICES = 3  # or more; by hand
_counts_comments = re.compile(r"\b\d+ (?:comments?|replies)\b", re.I).search
_says_ago = re.compile(r"\d (?:minute|hour|day|week|month|year)s? ago\b", re.I).search
_rates = re.compile(
    r"\d (?:out of|von|sur|de|su|из) \d+ (?:stars?|sternen|étoiles|estrellas|stelle)\b", re.I
).search
_ends_sentence = re.compile(r"[.!?…。！？»”\"][\])]?\s*$").search
_is_whole = re.compile(r".*(?<!\.\.)[.!?。！？][»”\"]?\s*", re.S).fullmatch
_last_link = re.compile(r"\[([^\[\]\\]{3,300})\]\([^()\s]{0,1000}\)\s*$").search
_names_summary = re.compile(
    r"(?<![a-z])(?:desc(?:r|ription)?|teaser|excerpt|summary|beschreibung|descripci[oó]n|descri[cç][aã]o"
    r"|descrizione|omschrijving|opis|popis)(?![a-z])"
).search
_BEFORE_SUMMARY = " \u00a0-–—:|·•.,;"  # what parts it from a title
_FEWEST_SAID = 5  # words of a title without its first; by hand
_MOST_DAY = 30  # characters of a line that is a date; by hand
_without_noon = re.compile(r"\b[ap]\.m\.\s*$").sub
_INVISIBLE, _MOST_INVISIBLE = "\u200b\u2060\u2061\u2062\u2063\u2064", 0.1  # share of the text
_MOST_ADDED = 40  # characters beside a title that is said again; by hand


def summary_of(
    blocks: Sequence[Block],
    title: Block,
    name: str,
    common: frozenset[str] = frozenset(),
    url: str = "",
) -> str:
    """Return the first text of its own beside the title that is long, else a short sentence.

    It is no link but to the item, as at `url`, and lacks a link at its end that leads on; what goes
    on after the `name` in the block of the title comes last. A line that says who, when and where
    is none, nor one of stars or prices: what each was, for who cannot see.
    """
    own = (block for block in blocks if block.order != title.order and block.text not in common)
    prose = (block for block in (*own, *_lines_after(name, title)) if _is_prose(block, title, url))
    candidates = (
        block
        for block in prose
        if not (
            _is_dated(block)
            or is_byline(block.text)
            or _repeats(block.text, name)
            or _rates(block.text[:MOST_DATED])
            or _is_scrambled(block.text)
        )
    )
    fit = [block for block in candidates if sums_in(block.text[:MOST_DATED]) < _SUMS_OF_PRICES]
    return next(map(_without_more, (*filter(_is_long, fit), *fit)), "")


def summary_called(parts: Sequence[ItemPart], name: str, values: Set[str]) -> str:
    """Return the text, however short, that a class calls a description, if it is no other value."""
    texts = (part.text for part in parts if _names_summary(part.called) and not part.href)
    own = (text for text in texts if text.strip(' "') not in name and name not in text)
    content = (text for text in own if not any(each in text for each in values))
    worded = filter(_says_something, content)
    return next((text for text in worded if not (names_venue(text) or is_address(text))), "")


def _says_something(text: str) -> bool:
    return any(map(str.isalpha, text)) and not (date_in(text) or sums_in(text))


def without_values(blocks: Sequence[Block], values: Set[str], prices: Prices) -> Sequence[Block]:
    """Return the blocks without those that say a value alone, or begin with a price."""
    bare = {"".join(value.split()) for value in values}
    sums = tuple(filter(None, (prices.price, prices.list_price)))
    others = (block for block in blocks if not block.text.startswith(sums))
    return [block for block in others if "".join(block.text.split()) not in bare]


def _without_more(block: Block) -> str:
    """Return the text of a block without a day before it, and without a link at its end, if a
    sentence ends before that.
    """
    text = _without_day(block.text)
    match = _last_link(block.markdown)
    before = text.removesuffix(match[1]).rstrip() if match else text
    return before if _ends_sentence(before) else text


def _without_day(text: str) -> str:
    """Return a text without a first line that is a date, or a time of day.

    >>> _without_day("03-05-2026\\nA stew of beans"), _without_day("9:00 p.m.\\nA stew of beans")
    ('A stew of beans', 'A stew of beans')
    """
    first, _, rest = text.partition("\n")
    is_short = rest and len(first) <= _MOST_DAY
    return rest if is_short and (date_in(first) or has_clock(first)) else text


def _repeats(text: str, name: str) -> bool:
    """Return whether a text is the name, perhaps but for its first word, and little beside it.

    >>> _repeats("Save this event: A Song", "A Song")
    True
    >>> _repeats("Add Dress of Pink Wool Lace to your Loves.", "Lulus Dress of Pink Wool Lace")
    True
    """
    if not name or len(text) > len(name) + _MOST_ADDED:
        return False
    _, _, without_first = name.partition(" ")
    is_long = len(without_first.split()) >= _FEWEST_SAID
    return name in text or (is_long and without_first in text)


def _is_scrambled(text: str) -> bool:
    """Return whether invisible signs stand between the letters, so that no program reads them."""
    return sum(map(text.count, _INVISIBLE)) > _MOST_INVISIBLE * len(text)


def _is_dated(block: Block) -> bool:
    """Return whether a text is a date with what goes with it, and no sentence."""
    is_line = len(block.text) <= MOST_DATED and not _ends_sentence(_without_noon("", block.text))
    is_time = bool(day_in(block.text)) and has_clock(block.text)
    says_when = bool(is_time or date_in(block.text) or _says_ago(block.text))
    return is_line and (says_when or _counts_comments(block.text) is not None)


def _is_long(block: Block) -> bool:
    return _words(block.text) >= _LEAST_SUMMARY or len(block.text) > _LEAST_CHARS


def _words(text: str) -> int:
    """Return the number of words, at most as many as matter; of a script without spaces a few
    characters are one.

    >>> _words("Rye or wheat in winter?"), _words("冬はライ麦か小麦か")
    (5, 4)
    """
    spaced = len(text.split())
    return spaced if text.isascii() else max(spaced, len(tokens(text[:_LEAST_CHARS])) // _OF_WORD)


def _is_prose(block: Block, title: Block, url: str) -> bool:
    """Return whether a text is long and no link, or a sentence, if in a link then in the item's."""
    text = _without_more(block)
    is_sentence = _words(text) >= _LEAST_SENTENCE and bool(_is_whole(text))
    if block.link_chars < len(block.text) / 2:
        return is_sentence or _is_long(block)
    is_own = block.text != title.text and link_in(block) in ("", link_in(title), url)
    if block.tag in HEADING_TAGS:  # a subtitle is of a lesser level than the title
        return is_own and title.tag < block.tag and _is_long(block)
    return is_own and (is_sentence or _is_long_sentence(block))


def _is_long_sentence(block: Block) -> bool:
    return _is_long(block) and _ends_sentence(block.text) is not None


def _lines_after(name: str, title: Block) -> list[Block]:
    """Return the lines of the title's block after its name, if few of their words are links."""
    rest = title.text.partition(name)[2] if name else ""
    if not rest or title.link_chars - len(name) > len(rest) / 2:
        return []
    lines = [line.lstrip(_BEFORE_SUMMARY) for line in rest.split("\n")]
    kept = [line for line in lines if len(line) > _LEAST_CHARS or _ends_sentence(line)]
    return [replace(title, text=line, link_chars=0) for line in kept]


def with_usual_summaries(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, those without a summary with what stands where most have theirs, however
    short, if it says no date and no sum.
    """
    summaries = said_alike(records, [each.summary for each in records], _may_be_short, _LEAST_ALIKE)
    pairs = zip(records, summaries, strict=True)
    return tuple(replace(record, summary=summary) for record, summary in pairs)


def _may_be_short(text: str) -> bool:
    return _words(text) >= _LEAST_USUAL and _says_something(text)
