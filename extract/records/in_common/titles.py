"""Choose the title of each item by what the items of a page have in common."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import Elements
from pagesight.extract.records.fields.attributes import without_ranks
from pagesight.extract.records.fields.item_title import (
    heads_title,
    is_called_title,
    is_only_a_day,
    named_link,
    names_something,
    title_of,
)
from pagesight.extract.records.fields.links import (
    LINK,
    Span,
    is_mostly_link,
    link_named,
    link_text,
    link_texts,
)
from pagesight.extract.records.fields.parts import ItemPart
from pagesight.extract.records.fields.prices import price_in
from pagesight.extract.records.groups.telling import after_bold_day, cites, is_date
from pagesight.extract.records.record import Record

Attributes = Mapping[str, str]
_FEWEST_HEADINGS = 2  # above the items: one names the whole list
_MOST_BETWEEN = 2_000  # blocks between a heading and an item below it
_USUAL, _FEWEST_ALIKE = 0.6, 3  # share and number of items that have their title in one place
_LEAST_INNER = 0.6  # characters of what is called a title within another such; by hand
_FEWEST_SHARED, _LEAST_OF_LONGEST = 2, 0.7  # places; characters of one by those of the longest
_CLASSES = 2, 1, 1  # that say the place of a title: of its element and of those around it
_MOST_NAMES = 200  # characters of class names that are read
_LINKED = 0.6  # share of the characters of a link
_PRICED = 0.9  # share of the titles that go on with a price; by hand
_without_from = re.compile(
    r"\s(?:from|starting at|ab|à partir de|dès|desde|a partir de|vanaf|fra|från|od|от|alkaen)\s*$",
    re.I,
).sub
_alts = re.compile(r"!\[([^\[\]]{1,200})\]\(").findall
_MOST_BESIDE = 4  # words beside the link that is a title: a number, a duration, a price; by hand
# Labels of which the value alone is the title: an offer, a number.
_heads_name = re.compile(
    r"(?:on )?sale|clearance|specials?|offers?|(?:hot )?deals?|new|pre-?order|sold out|featured"
    r"|angebot|neu|ofertas?|promo\w*|soldes|nouveau|nuevo|novità|акция|новинка"
    r"|.*(?:#|№|\b(?:no|nr|num(?:ber)?|docket|case|file|ref(?:erence)?|id|code)\b)\.?.{0,8}",
    re.I,
).fullmatch
_IMAGE = r"!\[(?:[^\[\]]|\[[^\[\]]{0,50}\]){0,200}\]\([^()\s]{0,1000}\)"
_opens_with_link = re.compile(
    rf"(?:(?:{_IMAGE}|\[{_IMAGE}\]\([^()\s]{{0,1000}}\))\s{{0,3}}){{0,2}}{LINK}"
).match
_first_link = re.compile(LINK).search
_BY = r"(?i:by|von|par|por|di|door|автор)"
_NAME = r"[A-ZÀ-ÞА-Я][\w.'-]*"
_before_byline = re.compile(
    rf"(.{{2,}}\S)\s[/|·•—–-]\s{_BY}(?:: [^/|]{{2,40}}| {_NAME}(?: {_NAME}){{0,3}})"
).fullmatch
_BULLETS = " ·•●○■□▪▫◆◇►▶▸▹»›→‣⁃◦∙・"  # that stand before titles
_MOST_SHORT = 12  # characters of a link to a file of an item; by hand
_OF_TITLE = HEADING_TAGS | {"a", "br"}  # elements of a title, in lines or in one
_before_count = re.compile(r"(.*\S)\s?\(([\d.,]{1,9})\)").fullmatch
_is_year = re.compile(r"(?:1[4-9]|20)\d\d").fullmatch
_MOST_ALIKE = 0.2  # titles, by records: more tell items apart


def titles_of(
    items: Sequence[Sequence[Block]],
    common: frozenset[str],
    of_items: Sequence[Attributes],
    elements: Elements,
) -> Sequence[Block]:
    """Return the block that names each item: where most have it, if there is one there.

    The first item may begin with the heading of the list, another with "Ended".
    """
    titles = [
        title_of(blocks, common, attributes, elements)
        for blocks, attributes in zip(items, without_ranks(of_items), strict=True)
    ]
    places = [_place_of(block, elements) for block in titles]
    usual, times = Counter(places).most_common(1)[0] if places else ((), 0)
    if times < _FEWEST_ALIKE or times < _USUAL * len(titles):
        usual = _first_place(places, items, elements)
    if not usual:
        return titles
    return [
        title if place == usual else _at_place(usual, blocks, elements) or title
        for title, place, blocks in zip(titles, places, items, strict=True)
    ]


def _first_place(
    places: Sequence[tuple[str, ...]], items: Sequence[Sequence[Block]], elements: Elements
) -> tuple[str, ...]:
    """Return the place of titles that stand now in one, now in another, as the longest do: the one
    that comes first in the items, or the longest if that is of short texts: a category, a number.
    () if not all items have both.
    """
    of_items = [{_place_of(block, elements): block for block in reversed(item)} for item in items]
    shared = [place for place in {*places} if all(place in own for own in of_items)]
    if len(shared) < _FEWEST_SHARED or len(items) < _FEWEST_ALIKE:
        return ()
    words = {place: sum(len(own[place].text) for own in of_items) for place in shared}
    first = min(shared, key=lambda place: of_items[0][place].order)
    longest = max(shared, key=words.__getitem__)
    return first if words[first] >= _LEAST_OF_LONGEST * words[longest] else longest


def _at_place(place: tuple[str, ...], blocks: Sequence[Block], elements: Elements) -> Block | None:
    own = [block for block in blocks if any(map(str.isalnum, block.text))]
    there = [block for block in own if _place_of(block, elements) == place]
    return next(
        (block for block in there if names_something(block.text) or _stands_out(block)), None
    )


def _stands_out(block: Block) -> bool:
    """Return whether a block is a heading or a link, as titles are."""
    return block.tag in HEADING_TAGS or block.link_chars >= _LINKED * len(block.text)


def _place_of(block: Block, elements: Elements) -> tuple[str, ...]:
    """Return the tags of the block and the elements close around it, with their first classes."""
    row, place = block.element, [block.tag]
    for most in _CLASSES:
        classes = elements.classes[row][:_MOST_NAMES].split(None, most)[:most]
        place.append(f"{elements.names[elements.tag[row]]}.{' '.join(classes)}")
        row = elements.parents[row]
    return tuple(place)


def title_text(block: Block, attributes: Attributes) -> str:
    """Return the title in the block: the link that it begins with, if that names something, or
    that which stands after a date.

    Of several lines, what a label says is the title, else a first one in bold, else the one that is
    a link. A heading that goes on after a dash or a stroke names first who wrote the item, or what
    it is in.
    """
    before_byline = _before_byline(block.text.split("\n")[0])
    if before_byline and block.tag in HEADING_TAGS:
        return " ".join(before_byline[1].split())
    for head, text in attributes.items():
        if heads_title(head) and block.text == f"{head}: {text}":
            return text
        is_link = is_mostly_link(block) and _heads_name(head)
        if is_link and block.text.startswith(f"{head}: {text}"):  # "On Sale: Clay pot"
            return text
    opening = " ".join(_text_of_link(_opens_with_link(block.markdown)).split())
    goes_on = block.tag in HEADING_TAGS and block.text.startswith(
        (f"{opening} — ", f"{opening} / ")
    )
    if opening and not goes_on and opening in block.text and names_something(opening):
        return opening
    match = _first_link(block.markdown)
    first = _text_of_link(match)
    is_named = bool(first) and first in block.text and names_something(first)
    if linked := named_link(block):
        return linked
    if "\n" not in block.text:
        text = after_bold_day(block.text, block.markdown)
        return " ".join((first if is_named and _is_told_of(first, block) else text).split())
    for head, text in attributes.items():
        if heads_title(head) and text in block.text:
            return " ".join(text.split())
    lines = [line for line in block.text.split("\n") if line]
    lines = [line for line in lines if names_something(line)] or lines
    is_bold = block.markdown.startswith(f"**{lines[0]}")
    chosen = (line for line in lines if is_bold or f"[{line}" in block.markdown)
    return _without_short_links(" ".join(next(chosen, lines[0]).split()), block)


def _without_short_links(line: str, block: Block) -> str:
    """Return the last link of a line that is links alone, the others short: "pdf bib A title"."""
    *others, last = [text for text in link_texts(block) if text in line] or [""]
    is_all = " ".join((*others, last)) == line
    are_short = all(len(text) <= _MOST_SHORT for text in others)
    return last if others and is_all and are_short and names_something(last) else line


def _text_of_link(match: re.Match[str] | None) -> str:
    """Return the text of a link in Markdown; "" without a link."""
    return link_text(match[1]) if match else ""


def _is_told_of(link: str, block: Block) -> bool:
    """Return whether a block is its one link, beside that no more than figures or a price."""
    rest = block.text.replace(link, "", 1)
    few = len(rest.split()) <= _MOST_BESIDE
    is_figures = not any(map(str.isalpha, rest))
    return few and block.markdown.count("](") == 1 and (is_figures or bool(price_in(rest)))


def name_within(block: Block, title: str, parts: Sequence[ItemPart], elements: Elements) -> str:
    """Return the title in a block without what stands beside what a class calls the title.

    A card that is one link says how many it holds, what it costs, or when, in the same line, the
    day after the element that names it. A heading that is a link with nothing else in it but line
    breaks is a title that is broken.
    """
    rows = range(block.element, elements.end[block.element])
    inside = [part for part in parts if part.row in rows]
    before_day = (part.text for part in inside if is_date(title.partition(part.text + " ")[2]))
    if named := next((text for text in before_day if title.startswith(text)), ""):
        return named if names_something(named) else title
    called = [part.text for part in inside if is_called_title(part.called)]
    own = next((text for text in called if text in title and names_something(text)), "")
    inner = (text for text in called if text in own and len(text) >= _LEAST_INNER * len(own))
    own = min(inner, key=len, default="")
    if own or "\n" not in block.text or block.tag not in HEADING_TAGS:
        return own or title
    is_link = block.link_chars >= len(block.text.replace("\n", ""))
    is_plain = all(elements.names[elements.tag[row]] in _OF_TITLE for row in rows)
    return " ".join(block.text.split()) if is_link and is_plain else title


def without_bullet(title: str) -> str:
    """Return a title without a sign that stands before it, as one of a list does.

    >>> without_bullet("· Salt"), without_bullet("» Salt"), without_bullet("»Salt« on stage")
    ('Salt', 'Salt', '»Salt« on stage')
    """
    is_quoted = title[:1] in "»›" and not {"«", "‹"}.isdisjoint(title)
    return title if is_quoted else title.lstrip(_BULLETS) or title


def headings_before(document: Document, spans: Sequence[Span]) -> Sequence[str]:
    """Return the text of each item's own first heading, else of the last one before it; "" if there
    is none so near.
    """
    blocks = document.blocks if spans else ()
    headings = [at for at, block in enumerate(blocks) if block.tag in HEADING_TAGS]
    following = [bisect_left(headings, begin) for begin, _ in spans]
    last = [
        at if at < len(headings) and headings[at] < end else at - 1
        for at, (_, end) in zip(following, spans, strict=True)
    ]
    return [
        blocks[headings[at]].text if at >= 0 and begin - headings[at] <= _MOST_BETWEEN else ""
        for at, (begin, _) in zip(last, spans, strict=True)
    ]


def titled_by_headings(records: tuple[Record, ...], headings: Sequence[str]) -> tuple[Record, ...]:
    """Return the records, named by the headings above them where all else names them alike.

    As where each committee has its table: each row says when, and all of them the same place. Goods
    may be alike, and days name nothing that has a heading of its own.
    """
    days = sum(is_only_a_day(record.title) for record in records)
    titles = {record.title for record in records if not is_only_a_day(record.title)}
    above = {heading for heading in headings if len(heading) > 1}  # one letter parts an index
    if days or _are_headed(records):
        above = {*filter(names_something, above)}
    if days:  # a year parts them, and is no name
        above = {heading for heading in above if not any(map(str.isdigit, heading))}
    if (
        any(record.type == "product" for record in records)
        or len(above) < _FEWEST_HEADINGS
        or len(titles) > _MOST_ALIKE * len(records)
    ):
        return records
    pairs = zip(records, headings, strict=True)
    return tuple(
        replace(record, title=heading) if heading in above else record for record, heading in pairs
    )


def _are_headed(records: tuple[Record, ...]) -> bool:
    """Return whether the title of the first record is a heading within it."""
    blocks = (block for record in records[:1] for block in record.blocks)
    return any(block.tag in HEADING_TAGS and block.text == records[0].title for block in blocks)


def titled_before_counts(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, of titles that mostly go on with a number in brackets what stands before
    that: how many a category holds, where not all are years.
    """
    matches = [_before_count(record.title) for record in records]
    counts = [each[2] for each in matches if each]
    if len(counts) < max(_FEWEST_ALIKE, _PRICED * len(records)) or all(map(_is_year, counts)):
        return records
    pairs = zip(records, matches, strict=True)
    return tuple(replace(each, title=own[1]) if own else each for each, own in pairs)


def titled_by_own_links(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, those titled by a shared link or a citation by their own link in it."""
    links = [[text for block in each.blocks for text in link_texts(block)] for each in records]
    counts = Counter(text for texts in links for text in {*texts})
    are_citations = sum(bool(cites(each.title)) for each in records) > _LINKED * len(records)
    return tuple(
        _titled_by_own(record, counts)
        if are_citations or counts[record.title] >= _FEWEST_ALIKE
        else record
        for record in records
    )


def _titled_by_own(record: Record, counts: Mapping[str, int]) -> Record:
    holding = (each for each in record.blocks if record.title in (each.text, *link_texts(each)))
    block = next(holding, record.blocks[0])
    own = [text for text in link_texts(block) if counts[text] == 1 and names_something(text)]
    title = max(own, key=len, default="")
    return replace(record, title=title, url=link_named(block, title)) if title else record


def titled_by_pictures(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, named by what their pictures say where all else names them alike."""
    if len({record.title for record in records}) > max(1, _MOST_ALIKE * len(records)):
        return records
    names = [next(filter(names_something, _pictured(record)), "") for record in records]
    if len({*names} - {""}) < max(_FEWEST_ALIKE, _PRICED * len(records)):
        return records
    return tuple(
        replace(record, title=name or record.title)
        for record, name in zip(records, names, strict=True)
    )


def _pictured(record: Record) -> list[str]:
    """Return what the pictures of an item say they show."""
    return [" ".join(alt.split()) for block in record.blocks for alt in _alts(block.markdown)]


def titled_before_prices(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, of titles that mostly go on with a price what stands before that.

    As where a card is one link: name, price and description.
    """
    before = (
        each.title.partition(f" {each.price}")[0] if each.price else each.title for each in records
    )
    names = [_without_from("", each).strip() for each in before]
    pairs = list(zip(records, names, strict=True))
    cut = sum(bool(name) and name != record.title for record, name in pairs)
    if cut < _PRICED * len(records) or len({*names}) == 1:
        return records
    return tuple(replace(record, title=name or record.title) for record, name in pairs)
