"""Read who wrote an item, by a column or by a word before the name."""

import re
from collections.abc import Mapping, Sequence

from pagesight.extract.page.blocks import Block
from pagesight.extract.records.fields.links import link_texts
from pagesight.extract.records.groups.telling import MONTH, says_meeting
from pagesight.extract.text.bylines import BYLINE_VERBS, name_in
from pagesight.extract.text.dates import WEEKDAYS, date_in
from pagesight.extract.text.time_words import has_clock

MOST_DATED = 160  # characters of a line that says who and when
_MOST_AUTHOR = 60  # characters
heads_author = re.compile(
    r"authors?|by|(?:posted|written|published|started|created) by|writer"
    r"|(?:(?:thread|topic) )?starter|authoring judge|autor(?:en|a|es)?"
    r"|artists?|künstler(?:in)?|artistes?|artistas?|художник|verfasser|auteur|autore|yazar|автор|作者|著者|投稿者|作成者",
    re.I,
).fullmatch
_BY = rf"(?:(?:{BYLINE_VERBS} )?(?:by|von|par|por|di|door|oleh|av|af|автор)[: ]|[👤✍🖋🖊]\ufe0f?)"
_parted = re.compile(r"\s[|·•/]\s").split
_joins = re.compile(r",\s*(?:(?:and|und|et|y|e)\s|&\s?)?|\s(?:and|und|et|y|e|&)\s").split
_before_byline = re.compile(rf"\d\)?,?\s(?={_BY})", re.I).search
_by = re.compile(
    rf"{_BY}\s*"
    r"([^\W\d_]\w{0,30}\d\w{0,10}(?=[ ,]|$)|[^\W\d_][^\d|·•,:/«»]{1,40})\s?([\d|·•,/«»].*)?",
    re.I,
).fullmatch
_acted = re.compile(
    r"(\S{2,39}) (?:released|published|tagged|opened|posted|asked|replied|commented|wrote)\b.*\d",
    re.I,
).match  # "ann released this May 3", as code is published
_before_date = re.compile(rf"{_BY}\s*(\S.{{1,39}}?) » ", re.I).match  # as forums write it
_without_comments = re.compile(
    r"\s+(?:(?:leave|post|add|view|read) (?:a |all )?(?:comments?|reply)|no comments"
    r"|\d+ (?:comments?|replies)|(?:on|am|le|el)(?: (?:mon|tue|wed|thu|fri|sat|sun)\w*)?$"
    r"|(?:in|under) \S).*",
    re.I,
).sub
_without_day = re.compile(
    r"\s+(?:(?:on|am|le|el|em|op|il|às?|den|dne|kl\.?|at)(?:\s.*)?"
    rf"|(?:{WEEKDAYS}),?|(?:(?:{WEEKDAYS}),?\s)?(?:{MONTH})\.?)\s*$",
    re.I,
).sub
_opens_date = re.compile(rf"\d|\b(?:{WEEKDAYS}|{MONTH})\b", re.I).search
_without_edges = re.compile(r"^\W+|[^\w.]+$").sub
_in_names = str.maketrans("", "", ".-'’")
_particles = frozenset({
    "van", "von", "de", "der", "den", "da", "di", "del", "dos", "la", "le", "el", "al", "bin",
})  # fmt: skip
_BEFORE_DATES = frozenset({"on", "at", "in", "from", "since", "until", "le", "am", "el"})
_FEWEST_NAMES, _MOST_NAMES = 2, 4  # of a full name, as particles have it
counts_comments = re.compile(r"\d+ (?:comments?|replies)", re.I).match


def author_of(blocks: Sequence[Block], attributes: Mapping[str, str]) -> str:
    """Return who wrote the item, by a column or by a word before the name."""
    for head, text in attributes.items():
        *_, last = head.split(" / ")  # "Thread / Thread Starter", a line each
        text = text.split("\n")[-1 if last != head else 0]
        if heads_author(last) and len(text) <= _MOST_AUTHOR and ":" not in text:
            if len(several := _all_names(text)) > 1:
                return ", ".join(several)
            byline = _by(f"by {text}")
            name = byline[1].strip() if byline and _ends_byline(byline[2] or "") else text
            links = [link for block in blocks for link in filter(None, link_texts(block))]
            name = next((link for link in links if name.startswith(f"{link} ")), name)
            own = (link for link in links if name.endswith(f" {link}"))  # "Started by admin"
            return name_in(name) or next(own, name)
    lines = [" ".join(block.text.split()) for block in blocks]
    if dated := next(filter(None, map(_before_date, lines)), None):
        return dated[1]
    if actor := next(filter(None, map(_who_acted, blocks)), ""):
        return actor
    broken = (block.text for block in blocks if "\n" in block.text)
    lines += [" ".join(line.split()) for text in broken for line in text.split("\n")]
    parts = (part for line in lines if len(line) <= MOST_DATED for part in _parted(line))
    name = next(filter(None, map(_author_in, parts)), "")
    return _family_first(name, blocks) or name


def _who_acted(block: Block) -> str:
    """Return the link that a line begins with, if it goes on with what that one did and when."""
    acted = _acted(block.text) if len(block.text) <= MOST_DATED else None
    return acted[1] if acted and block.markdown.startswith(f"[{acted[1]}](") else ""


def _family_first(name: str, blocks: Sequence[Block]) -> str:
    """Return the link that says one name, a comma and no more than a few others: "Lee, Ann"."""
    if not name or " " in name:
        return ""
    links = (link for block in blocks for link in link_texts(block))
    return next((link for link in links if _is_family_first(link, name)), "")


def _is_family_first(link: str, name: str) -> bool:
    given = link.removeprefix(f"{name}, ").split()
    is_short = len(link) <= _MOST_AUTHOR and 0 < len(given) < _MOST_NAMES
    return link.startswith(f"{name}, ") and is_short and all(each[0].isupper() for each in given)


def with_bare_author(attributes: Mapping[str, str], author: str) -> Mapping[str, str]:
    """Return the attributes, what says who wrote the item without what follows the name.

    >>> with_bare_author({"By": "Ann Lee Read on", "In": "Ann Lee's"}, "Ann Lee")
    {'By': 'Ann Lee', 'In': "Ann Lee's"}
    """
    return {
        head: author
        if author and text.startswith(author) and (heads_author(head) or _by(f"{head}: Ann"))
        else text
        for head, text in attributes.items()
    }


def author_beside_date(blocks: Sequence[Block]) -> str:
    """Return the full name before a date, in its line or alone in the one above, or parted from it
    by strokes; "" if none is.

    What goes on is no name: nobody is called by a date and two words more.

    >>> from pagesight.extract.page.blocks import block_of
    >>> author_beside_date([block_of("Ann Lee - 25 Jan 2020")])
    'Ann Lee'
    >>> author_beside_date([block_of("Jan van Eyck"), block_of("Monday, 3 May 2021")])
    'Jan van Eyck'
    >>> author_beside_date([block_of("Published On 6 Mar 2026")])
    ''
    >>> author_beside_date([block_of("March 6, 2026 · 3 min · Ann Lee")])
    'Ann Lee'
    """
    lines = [line for block in blocks for line in block.text.split("\n")]
    for above, line in zip(["", *lines], lines, strict=False):
        if len(line) > _MOST_AUTHOR or not date_in(line):
            continue
        if parted := next(filter(_is_full_name, _parted(line)), ""):
            return parted
        first = _opens_date(line)
        before = _without_edges("", line[: first.start()]) if first else ""
        # Of a day of the week, or nothing, before it.
        names = (before, above) if " " not in before else (before,)
        return next(filter(_is_full_name, names), "")
    return ""


def _is_full_name(text: str) -> bool:
    """Return whether a text is two names or more, each with a capital, and no meeting's."""
    names = text.split()
    if not _FEWEST_NAMES <= len(names) <= _MOST_NAMES or says_meeting(text):
        return False
    if names[-1].lower() in _BEFORE_DATES:
        return False
    own = [name for name in names if name not in _particles]
    letters = "".join(own)
    is_worded = all(map(str.isalpha, letters.translate(_in_names))) and not letters.isupper()
    return is_worded and len(own) >= _FEWEST_NAMES and all(name[0].isupper() for name in own)


def _author_in(text: str) -> str:
    """Return the name in a byline; "" if the text is none."""
    byline = _by(_without_date(text))
    if not byline:
        return ""
    name, rest = byline[1], byline[2] or ""
    if rest.startswith(",") and len(several := _all_names(f"{name}{rest}")) > 1:
        return ", ".join(several)
    is_dated = bool(date_in(byline[0])) or has_clock(byline[0])
    if not is_dated and (len(text) > _MOST_AUTHOR or not _ends_byline(rest)):
        return ""
    bare = _without_day("", name) if is_dated else name
    bare = _without_comments("", bare.strip())
    return name_in(bare) or bare


def _all_names(text: str) -> list[str]:
    """Return the full names in a text that is nothing else; none of another.

    >>> _all_names("Ann Lee, Bo Mann and Jan van Eyck"), _all_names("Ann Lee, Editor in chief")
    (['Ann Lee', 'Bo Mann', 'Jan van Eyck'], [])
    """
    names = [name.strip() for name in _joins(text)]
    return names if all(map(_is_full_name, names)) else []


def _without_date(text: str) -> str:
    """Return a text without a date that stands before a byline: "2 May 2020 by Ann Lee"."""
    match = _before_byline(text)
    return text[match.end() :] if match and date_in(text[: match.end()]) else text


def _ends_byline(text: str) -> bool:
    """Return whether what follows a name is no sentence: nothing, another part, a date."""
    return not text or text[0] in "|·•,/«»" or bool(counts_comments(text) or date_in(text))


def is_byline(text: str) -> bool:
    """Return whether a text is a name with what goes with it, parted by bars or the like."""
    match = _by(" ".join(text[: MOST_DATED + 1].split()))
    return len(text) <= MOST_DATED and match is not None and (match[2] or ",")[0] != ","
