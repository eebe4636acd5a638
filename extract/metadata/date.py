"""The day a page was published: as it states it, else as it shows it at its title."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain, islice, takewhile

import numpy as np

from pagesight.extract.metadata.sources import Asides, Sources, day_first, language
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, HEADING_TAGS
from pagesight.extract.text.bylines import name_after_by, says_posted
from pagesight.extract.text.dates import FoundDate, day_in_address, find_date, month_in

_BEFORE, _AFTER = 4, 12  # blocks around the title that may show the date
_BEHIND_TEXT, _PARAGRAPH = 2.5, 60  # as far as so many blocks above it; characters
_MOST_CHARS = 300  # of a byline with its links
_MOST_WORDS = 12  # beside a date that no label says to be of publication
_MOST_OF_MONTH = 3  # the same beside a month without a day
_SENTENCE_WORDS = 4  # beside a date: from there on, and with a full stop, it is a sentence
_MOST_OF_BYLINE = 120  # characters of a line before a text in the same block
_MOST_OF_LABEL = 40  # characters
_MOST_DATES = 3  # of a line: published, changed, and one more
_LEAD = 40  # characters before a date that say what it is of
_FIRST_YEAR, _LAST_YEAR = "1990", "2100"  # there was no web before

_names_publication = re.compile(
    r"\b(?:publi[ckqsé]\w*|post(?:ed|é)|written|created|dated?|datum|fecha|data|veröffentlicht|erstellt"
    r"|verfasst|geplaatst|gepubliceerd|opublikowan\w+|dodan[oey]|publicerad\w*|skapad|udgivet"
    r"|oprettet|julkaistu|közzétéve|megjelent|zveřejněn\w*|vydán\w*|vložen\w*|objavljen\w*"
    r"|pubblicat\w*|inserito|postat\w*|yayın\w*|giriş|tarih\w*|дата|опубликован\w*|размещен\w*"
    r"|опубліковано|објављен\w*|публикуван\w*|δημοσι\w+|ημερομηνία|ngày|đăng|diterbitkan|dipublikasikan|ditulis)\b"
    r"|发[布表]|發[布表佈]|公開|掲載|投稿|配信|作成日|(?<!更新|修改)时间|(?<!成文|更新|修改|生效)日期|日付|작성|게시|등록|입력|נשר|فورסם"
    r"|تاريخ|نشر|प्रकाशित|เผยแพร่",
    re.I,
).search
_names_change = re.compile(
    r"\b(?:updated?|modified|revised|edited|last|aktuali\w+|stand|geändert|bearbeitet|mise? à jour"
    r"|modifiée?|actuali[sz]ad\w+|modificad\w+|atualizad\w+|aggiorna\w+|bijgewerkt|uppdatera\w+"
    r"|opdateret|oppdatert|päivitetty|frissítve|zaktualizowan\w+|обновлен\w*|изменен\w*|оновлено"
    r"|ажуриран\w*|güncellen\w*|diperbarui)\b|更新|修正|수정",
    re.I,
).search
_names_other = re.compile(
    r"\b(?:since|founded|established|born|died|opened|started|began|joined|deadline|expire[sd]?"
    r"|until|valid|ends?|closes?|opening|copyright|built|member|due|effective|seit|gegründet"
    r"|geboren|gestorben|bis|eröffnet|gültig|depuis|fondée?|née?|jusqu\w*|desde|fundad[ao]"
    r"|when|wann|quand|cuándo|quando|wanneer|kiedy|kdy|när|når|hvornår|milloin|mikor|когда|коли"
    r"|nacid[ao]|hasta|fondat[ao]|nat[ao]|fino|sinds|opgericht|tot|założon\w+|urodzon\w+"
    r"|registered|registriert|inscrite?|registrad[ao]|iscritt[ao]|зарегистрирован\w*"
    r"|основан\w*|родил\w*)\b|©|注册|生まれ|設立|創立|成立|截止|日時|開催",
    re.I,
).search
_without_times = re.compile(
    r"\b\d{1,2}[:.h]\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?|uhr|[a-z]{3}\b)?", re.I
).sub
_words = re.compile(r"[^\W\d_]+").findall
_ends_sentence = re.compile(r"[^\W\d_]{2,}(?<!\d [Mm]in)['\"”»)]?[.!?。！？]$").search
_ends_in_year = re.compile(r"\b\d{4}['\"”»)]?[.!?。！？]$").search
# A place before the day, and what parts it from the text: "(AP) -", "/PRNewswire/ --".
_ends_place = re.compile(r"[^\W\d_][^.!?:;\d]{1,60}[,(/–—-]\s*").fullmatch
_long_words = re.compile(r"[^\W\d_]{4,}").findall
_begins_text = re.compile(r"\)?\s*(?:[(/][^()/]{2,40}[)/]\s*)?(?:--|[—–-])\s").match
_names_label = re.compile(r"(?:^|[\s_-])label(?:$|\s)").search
_CELLS = frozenset({"td", "th"})
_TERMS = frozenset({"dt", "th", "td"})
_META_NAMES = (
    "article:published_time", "article:published:time", "og:article:published_time",
    "datepublished", "og:published_time", "citation_publication_date", "citation_online_date",
    "citation_date", "dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created",
    "parsely-pub-date", "sailthru.date", "publishdate", "publish_date", "publish-date",
    "published_time", "pubdate", "publication_date", "article.published",
    "cxenseparse:recs:publishtime", "date", "dc.date", "dcterms.date", "datecreated",
)  # fmt: skip
_EARLIEST = "1900"  # of a page that gives the date of what it reprints
_LATEST = "2100"
_EPOCH = "1970-01-01"  # the date that programs give for none
_COMPACT = 8  # digits of 20240131
_SECONDS = 10  # digits of the seconds since 1970, from 2001 on
_MAX_COMMENTS = 100  # begun in attributes
_PUBLISHED = (
    "//time[@pubdate or @itemprop='datePublished' or contains(@class, 'publish')]"
    " | //abbr[@title and contains(@class, 'published')]"
)


class ShownDates:
    """The dates that a page shows near its title, and those that are of other things."""

    def __init__(self, document: Document, title: str, day_first: bool, language: str) -> None:
        """Take a page, its title, and how its dates are to be read."""
        self._document = document
        self._title = " ".join(title.split())
        self._day_first, self._language = day_first, language

    @property
    def best(self) -> str:
        """The date of publication, else of the last change; "" if none is shown."""
        dates = chain(self._near_title(), self._posted())
        return min(dates, key=lambda each: each[0], default=((0, 0.0), ""))[1]

    def of_other_things(self) -> frozenset[str]:
        """Return the days that stand in sentences, cells and asides, and nowhere else."""
        days: dict[str, bool] = {}
        for number, text in enumerate(self._document.cuts.texts):
            for line in text.split("\n"):
                for rest, dated in islice(self._dates_in(line), 1):
                    rank = self._rank(number, rest, slice(dated.start, dated.end))
                    fits = rank is not None and not self._is_aside(number)
                    days[dated.iso[:10]] = days.get(dated.iso[:10], False) or fits
        return frozenset(day for day, fits in days.items() if not fits)

    def _near_title(self) -> Iterator[tuple[tuple[int, float], str]]:
        """Yield ranks and distances, the least are best, with dates of blocks around the title."""
        texts, at = self._document.cuts.texts, self._heading
        for number in range(max(0, at - _BEFORE), min(len(texts), at + _AFTER)):
            if self._document.cuts.unseen[number] or self._is_aside(number):
                continue
            lines, distance = texts[number].split("\n"), self._distance(number)
            if day := self._dateline(lines[0]):
                yield (1, distance), day
            if len(texts[number]) > _MOST_CHARS:  # the text itself: what stands before it
                lines = list(takewhile(lambda line: len(line) <= _MOST_OF_BYLINE, lines))
            stated = self._stated_in(number)
            for line in lines:
                for rank, day in self._ranked(number, line, stated):
                    if rank is not None and _FIRST_YEAR <= day < _LAST_YEAR:
                        yield (rank, distance), day

    def _distance(self, number: int) -> float:
        """Return how many blocks above the title a block is; none behind it, before the text.

        Of two dates of one rank that right behind the title is best: above it runs other news.
        """
        texts, at = self._document.cuts.texts, self._heading
        between = (len(text) > _PARAGRAPH and _ends_sentence(text) for text in texts[at:number])
        is_behind_text = sum(map(bool, between)) > 1  # one is the summary
        return at - number if number < at else _BEHIND_TEXT * is_behind_text

    def _posted(self) -> Iterator[tuple[tuple[int, float], str]]:
        """Yield the first date behind words that say that the entry was posted, wherever."""
        matches = filter(None, map(says_posted, self._document.cuts.texts))
        behind = (match.string[match.end() :][:_MOST_OF_BYLINE] for match in matches)
        dates = (match.iso for line in behind for _, match in self._dates_in(line))
        yield from (((1, _BEHIND_TEXT), day) for day in islice(dates, 1))

    def _dateline(self, line: str) -> str:
        """Return the day in the line that an agency's text begins with: "HOLM, May 2, 2026 -"."""
        dated = next(self._dates_in(line[:_MOST_CHARS]), None)
        if not dated:
            return ""
        lead, after = line[: dated[1].start], line[dated[1].end :]
        is_place = _ends_place(lead) and all(word[0].isupper() for word in _long_words(lead))
        return dated[1].iso if is_place and _begins_text(after) else ""

    def _ranked(
        self, number: int, line: str, stated: Sequence[str]
    ) -> Iterator[tuple[int | None, str]]:
        """Yield the rank of each date in a line of a block, None if it fails, and the date.

        `stated` are those that the block states for machines.
        """
        dates = list(islice(self._dates_in(line), _MOST_DATES))
        shown = {each_date.iso[:10] for _, each_date in dates}
        is_shown = not shown.isdisjoint(each[:10] for each in stated)  # it is of no other, then
        first = "" if is_shown else next(iter(stated), "")
        for rest, each_date in dates:
            same = (each for each in stated if each[:10] == each_date.iso[:10])
            day = next(same, first or each_date.iso)
            yield self._rank(number, rest, slice(each_date.start, each_date.end), is_shown), day
        if not dates:
            month = first or self._month_in(number, line)
            rank = self._rank(number, line, slice(len(line), len(line))) if month else None
            is_short = first or rank == 0 or len(_words(line)) <= _MOST_OF_MONTH
            yield (rank, month) if is_short else (None, "")

    def _month_in(self, number: int, line: str) -> str:
        """Return the month that a line names; a link that says no more leads to an archive."""
        is_link = self._document.cuts.link_chars[number] >= len(line)
        return "" if is_link else month_in(line, self._language)

    def _dates_in(self, line: str) -> Iterator[tuple[str, FoundDate]]:
        """Yield each date of a line, with the line from the date before it on."""
        while day := find_date(line, day_first=self._day_first or None, language=self._language):
            yield line, day
            line = line[day.end :]

    @cached_property
    def _asides(self) -> Asides:
        """Return what tells whether a block is about another page; none is without a title."""
        block = self._document.blocks[self._heading] if self._document.blocks else None
        titled = block is not None and block.tag in HEADING_TAGS
        cuts, elements = self._document.cuts, self._document.elements
        heading = elements.nodes[cuts.element[self._heading]] if titled else None
        return Asides(heading, dates=True)

    def _is_aside(self, number: int) -> bool:
        nodes, cuts = self._document.elements.nodes, self._document.cuts
        return self._asides.hold(nodes[cuts.element[number]]) or self._is_in_card(number)

    def _is_in_card(self, number: int) -> bool:
        """Return whether a block is in a link with others, and the title is not: another page's."""
        elements, element = self._document.elements, self._document.cuts.element
        chain = elements.chain(int(element[number]))
        link = next((row for row in chain if elements.tag[row] == ANCHOR), None)
        if link is None:
            return False
        near = element[max(0, number - 1) : number + 2]
        inside = (near >= link) & (near < elements.end[link])
        is_of_title = link <= element[self._heading] < elements.end[link]
        return bool(inside.sum() > 1 and not is_of_title)

    @cached_property
    def _heading(self) -> int:
        """Return the number of the block that has the title, or the first top heading; else 0."""
        headings = [block for block in self._document.blocks if block.tag in HEADING_TAGS]
        of_title = (each for each in headings if self._title == " ".join(each.text.split()))
        tops = (each for each in headings if each.tag == "h1")
        heading = next(of_title, None) or next(tops, None)
        return heading.order if heading else 0

    def _stated_in(self, number: int) -> tuple[str, ...]:
        """Return the dates that the block states for machines, and in titles of "3 days ago"."""
        cuts, elements = self._document.cuts, self._document.elements
        holders = self._document.texts.holder[cuts.start[number] : cuts.end[number]]
        rows = dict.fromkeys(
            each for row in holders.tolist() for each in (row, elements.parents[row])
        )
        own = map(elements.own, rows)
        values = (each.get("datetime") or each.get("title") or "" for each in own)
        stated = (find_date(value) for value in values if len(value) <= _MOST_OF_LABEL)
        return tuple(day.iso for day in stated if day)

    def _rank(self, number: int, line: str, at: slice, is_stated: bool = False) -> int | None:
        """Return how well the date in a line shows when the page was published; None if it fails.

        0 is a date that is called so, 1 one of which nothing is said, or that of the last change.
        """
        begins = self._document.cuts.texts[number].startswith(line) and not _words(line[: at.start])
        label = self._label(number) if begins else ""
        lead = f"{label} {line[: at.start][-_LEAD:]}"
        words = _words(_without_times("", line[: at.start] + " " + line[at.stop :]))
        is_long = len(words) >= _SENTENCE_WORDS
        is_sentence = is_long and _ends_sentence(line.strip()) and not name_after_by(line)
        if _names_other(lead) or is_sentence:
            return None
        if _names_publication(lead):
            return 0
        if _names_change(lead):
            return 1
        if is_long and _ends_in_year(line.strip()):
            return None
        is_amid = len(words) > _MOST_WORDS and not is_stated
        return None if label or self._in_cell(number) or is_amid else 1

    def _label(self, number: int) -> str:
        """Return the text before a block that says what it is: a term, a label, with a colon."""
        before = self._document.blocks[number - 1]
        if not number or len(before.text) > _MOST_OF_LABEL:
            return ""
        ends = before.text.endswith((":", "：")) and len(_words(before.text)) <= _MOST_OF_MONTH
        own = int(self._document.cuts.element[number - 1])
        if _names_label(self._document.elements.classes[own]):
            return before.text
        of_pair = before.tag in _TERMS and self._document.blocks[number].tag in ("dd", *_CELLS)
        return before.text if ends or of_pair else ""

    def _in_cell(self, number: int) -> bool:
        """Return whether a block is in a cell beside others, the title and much else not in it."""
        elements, cuts = self._document.elements, self._document.cuts
        chain = elements.chain(int(cuts.element[number]))
        cell = next((row for row in reversed(chain) if elements.nodes[row].tag in _CELLS), 0)
        if not cell or next(elements.before(cell), next(elements.after(cell), 0)) == 0:
            return False
        inside = (cuts.element >= cell) & (cuts.element < elements.end[cell])
        chars = sum(len(cuts.texts[at]) for at in np.flatnonzero(inside))
        return chars < _MOST_CHARS and not inside[self._heading]


def date(document: Document, sources: Sources, title: str) -> str:
    """Return the day of publication in ISO 8601, with the time where the page gives it.

    A page that gives no day may give the month: "2021-05". What the page states for machines comes
    first, then what it shows at its title; htmldate reads the rest (Barbaresi 2020,
    https://doi.org/10.21105/joss.02439), with its looser searches left out.
    """
    texts = (text for text in document.cuts.texts if len(text) < _COMPACT * 4)
    is_day_first = day_first(document.tree, sources, document.page.url, texts)
    spoken = language(document.tree, sources)
    stated = (_stated_date(value, is_day_first, spoken) for value in _stated(document, sources))
    shown = ShownDates(document, title, is_day_first, spoken)
    iso = next(filter(None, stated), "") or shown.best
    return iso or _read(document, shown) or day_in_address(document.page.url)


def _stated_date(value: str, is_day_first: bool, spoken: str) -> str:
    """Return the date that a value for machines begins with, "" if it is none.

    It may be the seconds since 1970, or their thousandths.

    >>> _stated_date("2024-02-01 10:30:00+01:00", False, ""), _stated_date("soon", False, "")
    ('2024-02-01T10:30:00+01:00', '')
    >>> _stated_date("1559744520", False, "")
    '2019-06-05T14:22:00+00:00'
    """
    text = value.strip()[:60]
    if text.isdecimal() and len(text) in (_SECONDS, _SECONDS + 3):
        text = datetime.fromtimestamp(int(text[:_SECONDS]), UTC).isoformat()
    if len(text) >= _COMPACT and text[:_COMPACT].isdecimal():
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    match = find_date(text, day_first=is_day_first or None, language=spoken)
    iso = match.iso if match else month_in(text, spoken)
    return iso if _EARLIEST <= iso < _LATEST and iso[:10] != _EPOCH else ""


def _stated(document: Document, sources: Sources) -> Iterator[str]:
    yield from sources.of_items("datePublished")[:1]
    for name in _META_NAMES:
        yield from sources.meta.get(name, ())[:1]
    yield sources.of_microdata("datepublished")
    for element in document.tree.xpath(_PUBLISHED):
        yield element.get("datetime") or element.get("title") or ""
    for key in ("dateCreated", "uploadDate", "datePosted"):
        yield from sources.of_items(key)[:1]


def _read(document: Document, shown: ShownDates) -> str:
    """Return what htmldate finds, unless the page shows it only where it speaks of other things."""
    from htmldate import find_date as find_in_html

    if _begins_comments(document):
        return ""
    url = document.page.url or None
    iso = find_in_html(document.tree, extensive_search=False, original_date=True, url=url) or ""
    return "" if iso in shown.of_other_things() else iso


def _begins_comments(document: Document) -> bool:
    """Return whether many attributes begin comments.

    htmldate serialises the page, and libxml2 looks for the end of each to the page's end.
    """
    html = document.page.html
    if html.count("!--") + html.count("&#") <= _MAX_COMMENTS:  # of signs, and of their numbers
        return False
    values = document.tree.xpath("//@*[contains(., '<!--')]")
    return bool(sum(value.count("<!--") for value in values) > _MAX_COMMENTS)
