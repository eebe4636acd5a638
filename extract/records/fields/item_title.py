"""Read the title of an item."""

import re
from collections.abc import Callable, Mapping, Sequence

from pagesight.extract.metadata.entities.job_words import leads_to_employer
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import Elements
from pagesight.extract.records.fields.authors import heads_author, is_byline
from pagesight.extract.records.fields.links import is_mostly_link, link_in, link_texts
from pagesight.extract.records.fields.prices import price_in
from pagesight.extract.records.groups.telling import (
    MONTH,
    day_in,
    is_date,
    is_day_alone,
    is_month,
    opens_with_date,
    says_meeting,
)
from pagesight.extract.text.class_names import hyphenated
from pagesight.extract.text.dates import WEEKDAYS, date_in, find_date
from pagesight.extract.text.places import is_mail
from pagesight.extract.text.tokens import is_unspaced

_is_badge = re.compile(
    r"(?:save|up to)?\s*[-–+]?\s?\d{1,2}\s?%.{0,12}|new!?|sale!?|hot|sold ?out|out of stock"
    r"|best ?sellers?|quick view|\d{1,2}(?:st|nd|rd|th)|[^\W\d_]{2,20} ?[-–:] ?\d[\d.,]*k?",
    re.I,
).fullmatch
_is_version = re.compile(
    r"(?:version|release)?\s?v?\.?\s?\d+(?:\.\d+){1,3}[\w.+-]{0,20}", re.I
).fullmatch
_without_leader = re.compile(r"\s?(?:\.{4}|(?:\. ){4}|…{2}).*").sub  # dots up to a price or a page
_without_count = re.compile(r"\s?\(\d[\d.,]{0,8}\)$").sub  # how many a group or a category has
_AROUND_VERSION = " \n()[]-–—|·:,"
_is_rating = re.compile(r"(?:rated? )?\d([.,]\d+)? (?:out of|von|sur|de|из) \d\b.*", re.I).match
_LEAST_TITLE = 2  # characters; three of a script with spaces between words
_LEAST_LONG, _LEAST_UNSPACED = 30, 15  # characters: more name something, dated or not; by hand
_LEAST_SENTENCE = 12  # words; by hand
_HEADINGS_OF_CARD = 2  # more are those of items in a box; by hand
_FEWEST_TAGS = 3  # links in one block: each names something else; by hand
_MOST_OF_MONTH = 10  # characters: "September."
_opens_with_weekday = re.compile(
    rf"(?:{WEEKDAYS}|\w+-feira),? (?:the |den |le )?\d",
    re.I,
).match
_says_posted = re.compile(
    r".{6,30}?[^\w,]\s*(?:re-?)?(?:posted|published|updated|amended)(?: on)?:? .{0,6}\d.{4,28}",
    re.I,
).fullmatch
_begins_as_date = re.compile(rf"\d|\w+-feira|{WEEKDAYS}|{MONTH}\.? \d", re.I).match
_MOST_OF_PAPER = 4  # characters of a link to a paper: "PDF"; by hand
_MOST_BEFORE = 40  # characters before a link that is the title
_parted = re.compile(r"[|·•:;,/–—-]").split
_is_note = re.compile(r"(?:\[[^\[\]]*\]\s*)+").fullmatch  # "[ Text, 15 KB ]"
_is_address = re.compile(r"https?://|www\.").match
# A paper of a meeting, its day, what leads to more: many items have it, and none is called so.
_leads_on = re.compile(
    r"(?:(?:view|see|read|meeting|event|more|full|board) )*(?:details?|more|view|info(?:rmation)?)"
    r"|(?:view )?(?:the )?(?:agendas?(?: packets?)?|minutes|packets?|notices?|transcripts?|video"
    r"|audio|pdf|journal|handouts?|materials|slides|presentations?|tagesordnung|protokoll"
    r"|ordre du jour|orden del día)(?: (?:packets?|more\W*|pdf))?"
    r"|(?:meeting )?(?:postponed|cancell?ed|rescheduled|adjourned|no meeting|t\.?b\.?[ad]\.?)"
    rf"|{WEEKDAYS}"
    r"|(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|gio)\.?"
    r"|(?:mo|di|mi|do|fr|sa|so|dom)\.",
    re.I,
).fullmatch
_parts_facts = re.compile(r"\S\s?[·•]\s?\S").search  # "Finance • Leeds", in a card
_MOST_NAMES = 200  # characters of class names: each block around which they are reads them again
_FEWEST_OF_TITLE = 4  # words after a label that is a part of the title; by hand
_MOST_OF_TAG = 8  # characters before a title in its cell
_MOST_PRICED = 50  # characters of what is a price rather than a title with a sum in it
heads_title = re.compile(
    r"(?!.*(?:number|\bno\b|\bn[rº°]|#|\btype|\bdate|\bids?\b|\bcount|\bstatus|\bcode|\bbrand|\bcompan))"
    r".*\b(?:titles?|names?|captions?|subjects?|part(?:y|ies)|parties|partes|headlines?|topics?"
    r"|threads?|forums?|boards?|discussions?|products?|items?|articles?|opponents?|gegner|titel|name|bezeichnung|betreff|nom|navn|namn|nimi|naam|név|jméno|název|imię|nazwa|titre|nombre|título"
    r"|titolo|nome|название|наименование|заголовок|тема)\b|标题|名称|件名|題名|タイトル|제목",
    re.I,
).match
# Beside such a column one of names says whose it is.
_heads_title_surely = re.compile(
    r".*\b(?:titles?|headlines?|subjects?|titel|titre|título|titolo|betreff|заголовок|тема)\b"
    r"|标题|件名|題名|タイトル|제목",
    re.I,
).match
_OTHER_PART = r"(?<![a-z])review|author|user|format|price|brand|company|sub-?title|category"
_names_other_part = re.compile(_OTHER_PART).search
is_called_title = re.compile(
    rf"(?!.*(?:{_OTHER_PART}))"
    r".*(?<![a-z])(?:topic|thread|post|entry|product|item)?(?:title|headline|name|subject|tit|ttl|titulo|titel|titre)(?![a-z])",
    re.I | re.S,
).match
Attributes = Mapping[str, str]


def title_block(blocks: Sequence[Block], common: frozenset[str] = frozenset()) -> Block:
    """Return the block that names the record: a heading, else the longest link, else the first.

    What other records say too (`common`: "Read more"), and dates, prices and numbers, name nothing;
    where nothing else does, a date will.
    """
    texts = [block for block in blocks if block.text] or list(blocks)
    names = [block for block in texts if names_something(block.text) or _is_release(block)]
    if not any(block.link_chars for block in names):
        after_days = (b for b in texts if named_link(b) and not price_in(b.text))
        dated = {block.order for block in (*names, *after_days)}
        names = [block for block in texts if block.order in dated]
    if not any(block.tag in HEADING_TAGS for block in names):
        names = [block for block in texts if _is_dated_title(block)] or names
    naming = [block for block in names if block.text not in common]
    if not naming and (addresses := [b for b in texts if b.link_chars and _is_address(b.text)]):
        return addresses[0]
    is_card = all(block.link_chars for block in texts)  # one link: no part of it stands out so
    if not any(block.tag in HEADING_TAGS or (block.link_chars and not is_card) for block in naming):
        alike = _common_names(names)
        is_named = any(block.tag in HEADING_TAGS for block in alike)
        naming = alike if is_named or not naming else naming
    naming = naming or [block for block in texts if not _is_note(block.text)] or texts
    headings = [block for block in naming if block.tag in HEADING_TAGS]
    if headings:
        # A heading of a lesser level above the title names a category.
        heading = min(headings, key=lambda block: block.tag)
        if len(headings) == _HEADINGS_OF_CARD:  # that of a category, and the title
            heading = next((block for block in headings if _leads(block, heading)), heading)
        leading = naming[: next(at for at, block in enumerate(naming) if block is heading)]
        return next((block for block in leading if _leads(block, heading)), heading)
    if not names and (days := [block for block in texts if opens_with_date(block.text)]):
        return days[0]
    linked = [block for block in naming if block.link_chars >= 0.6 * len(block.text)]
    linked = [block for block in linked if block.markdown.count("](") < _FEWEST_TAGS] or linked
    is_told = (lambda text: _is_sentence(text) or _parts_facts(text)) if is_card else _is_sentence
    linked = [block for block in linked if not is_told(block.text)] or linked
    if linked and all(block.markdown.count("](") > 1 for block in linked):  # tags
        before = naming[: naming.index(linked[0])]
        are_papers = max(map(len, link_texts(linked[0])), default=0) <= _MOST_OF_PAPER
        named = [block for block in before if are_papers and not block.link_chars]
        linked = ([*filter(_opens_with_one_link, before)] or named)[:1] or linked
    return max(linked, key=lambda block: block.link_chars) if linked else naming[0]


def named_link(block: Block) -> str:
    """Return the longest link of a block that names something, if before it stand no more than a
    date, a price and figures, or the first one after a date; "" without such.
    """
    links = [*filter(names_something, link_texts(block))]
    before = _before(longest := max(links, key=len, default=""), block)
    rest = before.replace(day_in(before), "")
    is_bare = not any(map(str.isalpha, rest.replace(price_in(rest), "")))
    if before and (is_bare or is_date(before)):
        return longest
    return next((link for link in links[:1] if is_date(_before(link, block))), "")


def _before(link: str, block: Block) -> str:
    """Return what a block says before a link; "" if that is much."""
    at = block.text.find(link) if link else 0
    return block.text[:at] if 0 < at <= _MOST_BEFORE else ""


def _opens_with_one_link(block: Block) -> bool:
    """Return whether a block begins with its only link, that no image is."""
    return block.markdown.startswith("[") and block.markdown.count("](") == 1


def _is_sentence(text: str) -> bool:
    """Return whether a text is so long that a full stop at its end ends a sentence, not a title."""
    return text.endswith((".", "…")) and len(text.split()) >= _LEAST_SENTENCE


def _is_release(block: Block) -> bool:
    """Return whether a block is a heading or a link that names a version, and perhaps its day."""
    stands_out = block.tag in HEADING_TAGS or block.link_chars == len(block.text)
    day = find_date(block.text)
    text = (block.text[: day.start] if day else block.text).strip(_AROUND_VERSION)
    return stands_out and "." in text and bool(_is_version(text))


def _is_dated_title(block: Block) -> bool:
    """Return whether a block is a heading and a link that goes on with a date."""
    is_title = block.tag in HEADING_TAGS and block.link_chars > 0
    return is_title and bool(date_in(block.text)) and not _begins_as_date(block.text)


def _common_names(names: Sequence[Block]) -> list[Block]:
    """Return what names goods that are all named alike: headings or links, else the longest."""
    headings = [block for block in names if block.tag in HEADING_TAGS]
    headings = headings or [block for block in names if block.link_chars]
    return headings or sorted(names, key=lambda block: -len(block.text))[:1]


def _leads(block: Block, heading: Block) -> bool:
    """Return whether a link before a heading that is none names the item: it says more."""
    is_link = block.link_chars >= 0.6 * len(block.text)
    return is_link and not heading.link_chars and len(block.text) > len(heading.text)


def _is_day(text: str) -> bool:
    """Return whether a text is a day of the week and its date, and nothing else but when it was
    posted.

    >>> _is_day("terça-feira, 23 de junho de 2009"), _is_day("Monday in court: a trial of 2009")
    (True, False)
    >>> _is_day("Mar 10, 2026 — Posted Mar 1, 2026 9:00 AM")
    True
    """
    if _says_posted(text):
        return opens_with_date(text)
    return bool(_opens_with_weekday(text) and date_in(text)) and text[-1:].isdigit()


def is_only_a_day(text: str) -> bool:
    """Return whether a text is a day, perhaps with the papers of its meeting, and nothing else.

    >>> is_only_a_day("May 4, 2024: Minutes | Agenda"), is_only_a_day("4 May 2024: Budget")
    (True, False)
    """
    day = find_date(text)
    if not day or day.start:
        return False
    return all(map(_leads_on, filter(None, map(str.strip, _parted(text[day.end :])))))


def names_something(text: str) -> bool:
    """Return whether a text may name something."""
    text = _without_count("", _without_leader("", text.replace("\n", " ")))
    if (
        len(text) < _LEAST_TITLE
        or _is_address(text)
        or is_mail(text)
        or _is_note(text)
        or (len(text) < 3 and not is_unspaced(text[0]))
        or sum(map(str.isalpha, text)) < len(text) / 3
        or _leads_on(text.strip())
    ):
        return False
    is_long = len(text) > (_LEAST_UNSPACED if is_unspaced(text[0]) else _LEAST_LONG)
    is_dated_byline = is_byline(text) and any(map(str.isdigit, text))
    if is_long and not (_is_rating(text) or _is_day(text) or is_dated_byline):
        return True
    if len(text) <= _MOST_OF_MONTH and is_month(text):
        return False
    is_day = (bool(date_in(text)) or is_day_alone(text)) and not says_meeting(text)
    return not (is_day or price_in(text) or _is_badge(text) or _is_rating(text))


def title_of(
    blocks: Sequence[Block], common: frozenset[str], attributes: Attributes, elements: Elements
) -> Block:
    """Return the block that names the item.

    It is a heading, else what stands under such a column, else what a class calls so.
    """
    blocks = _without_numbers(blocks, attributes)
    headings = [block for block in blocks if block.tag in HEADING_TAGS]
    if headings:
        others = [block for block in headings if _is_other_part(block, elements)]
        if len(others) < len(headings):
            numbers = {block.order for block in others}
            blocks = [block for block in blocks if block.order not in numbers]
        return title_block(blocks, common)
    named = {head: text for head, text in attributes.items() if heads_title(head)}
    is_person = any(map(is_mail, attributes.values()))  # whose title is what one is
    by_head = sorted(named, key=lambda head: (not _heads_title_surely(head)) != is_person)
    own = [head for head in by_head if named[head] not in common]
    texts = [named[head] for head in own or filter(_heads_title_surely, by_head)]
    for block in blocks:
        if any(block.text == f"{head}: {text}" for head, text in named.items()):
            return block
    authors = [text for head, text in attributes.items() if heads_author(head)]
    blocks = [block for block in blocks if block.text not in authors] or blocks
    blocks = _without_labelled(blocks, attributes)
    in_column = [block for block in blocks if texts and block.text in texts[0].split("\n")]
    for block in filter(lambda each: names_something(each.text), in_column):
        is_tag = len(block.text) <= _MOST_OF_TAG  # "home", before the link to whom
        return next((each for each in in_column if is_tag and each.link_chars), block)
    for block in sorted(blocks, key=lambda block: block.text in common):
        is_priced = len(block.text) <= _MOST_PRICED and bool(price_in(block.text))
        may_name = names_something(block.text) and not is_priced
        if may_name and _is_called(is_called_title, block, elements):
            return block
    return title_block(blocks, common)


def _without_numbers(blocks: Sequence[Block], attributes: Attributes) -> Sequence[Block]:
    """Return the blocks without headings that are a label and a number: "Item: HX-20"; all, where
    nothing else names something.
    """
    numbers = {f"{head}: {text}" for head, text in attributes.items() if _is_number(text)}
    others = [b for b in blocks if b.tag not in HEADING_TAGS or b.text not in numbers]
    return others if any(names_something(block.text) for block in others) else blocks


def _is_number(text: str) -> bool:
    """Return whether a text may number a thing: one word with digits in it."""
    return len(text.split()) == 1 and any(map(str.isdigit, text))


def _without_labelled(blocks: Sequence[Block], attributes: Attributes) -> Sequence[Block]:
    """Return the blocks without those that begin with a label; all, where these alone name
    something: "On Sale: Clay pot", as a link.
    """
    labels = tuple(f"{head}:" for head in attributes)
    others = [
        block
        for block in blocks
        if not block.text.startswith(labels) or _goes_on_as_title(block, attributes)
    ]
    named = any(names_something(block.text) for block in others)
    return others if others and (named or not any(map(is_mostly_link, blocks))) else blocks


def _goes_on_as_title(block: Block, attributes: Attributes) -> bool:
    """Return whether a link says after its label more than a value: "GNW: The ten best games"."""
    if not is_mostly_link(block):
        return False
    values = (text for head, text in attributes.items() if block.text == f"{head}: {text}")
    return any(
        len(text.split()) >= _FEWEST_OF_TITLE and text[0].isalpha() and names_something(text)
        for text in values
    )


def _is_other_part(heading: Block, elements: Elements) -> bool:
    """Return whether a heading, or what holds it alone, is called a category or the like, or leads
    to an employer.
    """
    if leads_to_employer(link_in(heading)):
        return True
    row = heading.element
    if elements.names[elements.tag[row]] not in HEADING_TAGS:  # a link within it
        row = elements.parents[row]
    around = elements.parents[row]
    rows = (row, around) if elements.end[around] == elements.end[row] else (row,)
    return any(_names_other_part(elements.classes[each][:_MOST_NAMES]) for each in rows)


def _is_called(names: Callable[[str], object | None], block: Block, elements: Elements) -> bool:
    """Return whether the class of the element that holds the block, or of its parent, is so.

    One that is called a category in what is called a title is none.
    """
    own, around = (
        hyphenated(elements.classes[row][:_MOST_NAMES])
        for row in (block.element, elements.parents[block.element])
    )
    return bool(names(own)) or (not _names_other_part(own) and bool(names(around)))
