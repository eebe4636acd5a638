"""Read who wrote a page: the name in its byline, what stands before it, and where it ends."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.metadata.sources import Asides, Sources, clean, inner_text
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Elements, tag_mask
from pagesight.extract.text.dates import WEEKDAYS

_WRITTEN = (
    r"(?:written|posted|submitted|published|created|authored|(?:medically )?reviewed|edited|story"
    r"|words"
    r"|geschrieben|verfasst|veröffentlicht|écrit|rédigé|publié|proposé|escrito|publicado|postado"
    r"|propos recueillis|entretien (?:réalisé|mené)"
    r"|redactado|scritto|pubblicato|geschreven|gepubliceerd|skriven|skrevet|napisan[ey])"
)
_BY = r"(?:by|von|par|por|di|door|av|af|przez|oleh|bởi)"
# Of a label, which a colon may follow; of the last ones nearly all are followed by one.
_LABEL = (
    r"(?:authors?|autore?n?|autorin|autora|autores|auteure?s?|autori|autorzy|författare|forfatter"
    r"|kirjoittaja|szerző|yaza[rn]|haber|muhabir|penulis|tác giả|thread starter|topic author"
    r"|redaktion|redacteur|text|teksti?|texte|texto|testo|words|автор|текст|συντάκτης|المؤلف|الكاتب|بقلم|نویسنده|בקלם|מאת|लेखक)"
)
_EASTERN = r"(?:作者|作家|记者|記者|撰文|文|取材・文|執筆|著者|ライター|글쓴이|작성자|저자|글)"
_PREFIX = re.compile(
    r"^(?:this\s+(?:post|article)\s+was\s+)?"
    r"(?:(?:guest\s+)?(?:article|story|post|blog|photos?|recipe|artikel|beitrag|article|artículo|articolo)\s+)?"
    rf"(?:{_WRITTEN}\s+)?(?:{WEEKDAYS})?\s*(?:(?:{_BY}|{_LABEL}|via|från)\b|{_EASTERN}\s*[:：/／・])\s*[:：/／-]?\s*",
    re.I,
)
# A line that says whose the page is, from its beginning or after a sign.
_BYLINE = re.compile(
    r"(?:(?<=\s)(?=[记記]者|作者[:：])|(?:^|[|•·⋅\n\d–—-]\s*))"
    rf"(?:(?:{_WRITTEN}\s+(?:(?:on|at|am|le|el)\s[^.!?:\n]{{3,40}}?\s)?)?{_BY}\b[:\s]+(?=\w)"
    r"|(?:本[报報]|新[华華]社)?[记記]者\s*(?=[\u3400-\u9fff]{2,4}(?:[\s／/）)]|$))"
    rf"|(?:{_LABEL}(?:/in)?|{_EASTERN})\s*[:：／/・]\s*(?=\w))",
    re.I,
)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_WEEKDAY = rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day|s|rs|nes|ur)?|{WEEKDAYS})"
_EMPLOYER = (
    r"(?:univ(?:ersi\w+|\.)|institut\w*|departe?ment|faculty|fakultät|faculté|college|laborator\w+"
    r"|school of|academy of|ministry of|head of)"
)
_OFFICE = (
    r"(?:(?:staff|senior|chief|contributing|political|deputy|executive|managing|associate|guest)\s+)*"
    r"(?:writer|editor|reporter|correspondent|journalist|columnist|redakteur\w*|redactora?|rédact\w+"
    r"|journaliste|envoyée?\sspéciale?|redattore|redattrice|inviat[oa]|corresponsal|korrespondent\w*"
    r"|founder|ceo|engineer|developer|director|professor)s?"
)
_END = re.compile(
    # Runs are looked at from their first character only: they may be long.
    r"\s*(?:[|•⋅»\n(\[/／@]|(?<![\u3400-\u9fff])·)|\s+(?:[\u3400-\u9fff]{2,4}[:：]|[^\W\d_]{3,14}:\s+\d).*$|\s*(?<![-–—])[-–—]++(?:\s|$)|(?<![\s,-])[\s,-]++\d"
    rf"|,?\s+(?:(?:on|in|at|for|updated|published|posted|wrote|last|view|follow|reviewed|edited|fact|is"
    rf"|am|le|el|il|em|às|um|op|den(?!\s+[^\W\d])|dnia|schrieb|veröffentlicht|publié|publicado)\b|{_MONTH}\.?\s+\d"
    rf"|{_WEEKDAY}\.?,?\s+(?:\d|{_MONTH}\b)).*$"
    r"|,?\s*(?:and\s+)?(?:photo(?:graph)?s?|pictures|illustrations?|fotos?|bilder)(?:\s(?:by|von|par|por|di)\b|\s?:).*$"
    r"|\s(?:k?ein|no|leave\sa)\s(?:comment|kommentar).*$|,?\s+with\s(?:additional\s)?(?:reporting|files|contributions)\b.*$|\s?기자.*$|\s+(?:报道|報道|報導|摄|文|en|(?:發表|发表)\S.*)$"
    rf"|,\s*{_EMPLOYER}\b.*$|,\s*(?:[\w&'’-]+\s+){{0,3}}{_OFFICE}\b.*$",
    re.I | re.S,
)
# A town or an agency; behind a list of names it is one more name.
_without_place = re.compile(r"^([^\s,]+(?: [^\s,]+){1,3}), [^\s,]+$").sub
_before_comma = re.compile(r"\s+(?=,)").sub
_korean = re.compile(r"[\uac00-\ud7a3]{2,4}(?=\s?기자(?:\s|$))").match
# Of names of nobility and descent, which begin with small letters.
_is_particle = re.compile(
    r"v[ao]n|d(?:e[rnl]?|ella|a|[oa]s|i|u)|l[ae]|te[rn]|zu|af|bin|ibn|[ae]l"
).fullmatch
_without_note = re.compile(r"(?<=[^\W\d])\d[\d,]*$").sub  # the raised number of an employer
_without_mail = re.compile(r"^[^\s@]+@[^\s@]+ \(([^()]+)\)$").sub  # as feeds have authors
_is_no_name = re.compile(
    rf"https?\b|www\.|^(?:{_MONTH}|{_WEEKDAY})$|"
    r"^(?:admin|administrator|(?:editorial )?staff(?: (?:writer|reporter)s?)?|editor|unknown|"
    r"(?:de[nr]?|la|the) (?:redaktion|redactie|rédaction|redacción|redazione|editors)|redaktion|"
    r"anonymous|guest|members?|"
    r"none|null|about|more|all|less than|gender|company|team|the author|about the author|"
    r"authors?|share|home|follow|updated|last|read|view|post(?:s|ed)?|menu|by|contributors?|"
    r"written|reviewed|published|veröffentlicht|publicado|autorenseite|фото|"
    r"event type|use case|von|par|por|autore?|e-?mail|today|"
    r"yesterday|originally)\b"
    r"(?:\s+(?:the|by|von|из|posts?|us|authors?|on|more).*)?$",
    re.I,
).search
MAX_CHARS = 80  # of a byline; by hand
has_digit = re.compile(r"\d").search
_has_speech = re.compile(r"[:?!\"„“”«»$€£¥]").search  # or a price
words = re.compile(r"\w+").findall
_CHARS_OF_WORD = 8  # a name of as many words as its longest may have characters is none
_MOST_WORDS = 8  # of a name with titles, by hand


def name_in(text: str, limit: int = MAX_CHARS) -> str:
    """Return the name in a byline; "" if there is none.

    >>> name_in("Written by: Ann Lee | May 3, 2020"), name_in("Von Ann Lee, Universität Bern")
    ('Ann Lee', 'Ann Lee')
    >>> name_in("by Ann Lee Tue 14th Oct"), name_in("Posted"), name_in("Autor: Ann Lee")
    ('Ann Lee', '', 'Ann Lee')
    """
    bare = _PREFIX.sub("", _PREFIX.sub("", _without_mail(r"\1", clean(text))))
    if bare.startswith(("http:", "https:")):
        return ""
    name = _once(_END.split(bare, maxsplit=1)[0].strip(" ,;:.-–—|*\"'"))
    name = _before_comma("", name)
    if bare != text:
        name = _without_place(r"\1", name)
    name = _without_note("", name) if " " in name else name
    if (
        not 1 < len(name) <= limit
        or has_digit(name[0])
        or _is_no_name(name)
        or _has_speech(name)
        or len(name.split()) > limit // _CHARS_OF_WORD
    ):
        return ""
    return name


def _once(name: str) -> str:
    """Return a name that is written twice, in a link and its label say, once."""
    parts = name.split()
    half = len(parts) // 2
    return " ".join(parts[:half]) if half and parts[:half] * 2 == parts else name


def name_after_by(line: str) -> str:
    """Return the name in a line that says "by", in one of many languages; "" if none does.

    A single word may be a user, if a date or a label goes with it; else it is what a list is sorted
    by.

    >>> name_after_by("5 min · Par Ann Lee"), name_after_by("作者：王小明")
    ('Ann Lee', '王小明')
    >>> name_after_by("By price")
    ''
    """
    byline = _BYLINE.search(line) if len(line) < 2 * MAX_CHARS else None
    if not byline:
        reporter = _korean(line)
        return reporter[0] if reporter else ""
    name = _without_place(r"\1", name_in(line[byline.end() :]))
    is_labelled = byline[0].rstrip().endswith((":", "：", "/", "／", "者"))
    is_whole = len(words(name)) > 1 or is_labelled or has_digit(line)
    is_user = len(words(name)) == 1 and has_digit(line) and " " in byline[0].strip()
    return name if is_user or (is_cased(name) and is_whole) else ""


def is_cased(name: str) -> bool:
    """Return whether the words begin as names do: few in lower case."""
    found = words(name)
    lower = sum(word[0].islower() and not _is_particle(word) for word in found)
    return 0 < len(found) <= _MOST_WORDS and lower <= min(1, len(found) // 3)


_META_NAMES = (
    "author", "authors", "article:author", "og:article:author", "dc.creator", "dcterms.creator",
    "dc.contributor", "parsely-author", "sailthru.author", "citation_author", "byl",
    "twitter:data1",
)  # fmt: skip
# In class, id and test id of a byline.
_names_author = re.compile(
    r"uthor|yline|ltx_personname|ontributor-?[Nn]ame|(?<![a-z])(?:auteure?|autor(?:a|in|es?)?|verfasser)(?![a-z])"
).search
_STATING = frozenset({"href", "data-testid", "data-component", "data-qa", "rel"})
_NAMES_PERSON = frozenset({"ltx_personname"})  # classes of LaTeXML, for one
_SETTING_OFF = frozenset({"b", "strong", "a"})
_MAX_MARKED = 500  # characters read of what is marked as a byline
_BEFORE, _AFTER = 8, 30  # blocks around the title whose "by ..." is the page's own
_LONG = 200  # characters of a text: a top heading behind it is of something else
_is_whole = tag_mask("html", "body", "main")
_NEAR = 20  # elements of a byline, or around one in it, that are looked at
_MOST_AUTHORS = 10  # of one byline
_wrote = re.compile(r"(?P<name>\S{2,40})\s+(?:wrote|writes)\b(?:\s+in\b|:)").match
# "Ann Lee on Y: ..." / Y, as sites of short posts call them
_on_site = re.compile(r"(?P<name>[^:/|]{2,50}) (?:on|auf|sur|en|su|op) (?P<site>\w+)(?::|$)").match


def author(document: Document, sources: Sources, site_name: str) -> str:
    """Return the authors' names, joined by commas."""
    stated = [name for name in _stated(document, sources) if name]
    people = [name for name in stated if _is_person(name, site_name)]
    if people:
        return people[0]
    shown = next(filter(None, _shown(document)), "")
    return shown or next(iter(stated), "")


def _stated(document: Document, sources: Sources) -> Iterator[str]:
    """Yield what the page states for machines."""
    yield _joined(sources.of_items("author", "name"))
    yield _joined(sources.of_items("creator", "name"))
    for name in _META_NAMES:
        names = sources.meta.get(name, ())
        yield _joined(map(_in_order, names) if name == "citation_author" else names)
    yield name_in(sources.of_microdata("author"))
    yield _of_short_post(document, sources)


def _in_order(name: str) -> str:
    """Return a name of which the last part stands first, as catalogues have it, in its order.

    >>> _in_order("Lee, Ann"), _in_order("Ann Lee, Jo Hale")
    ('Ann Lee', 'Ann Lee, Jo Hale')
    """
    last, _, first = name.partition(",")
    parts = len(last.split()), len(first.split())
    return f"{first.strip()} {last}" if min(parts) == 1 and "," not in first else name


def _joined(names: Iterable[str]) -> str:
    found = [name_in(name, limit=300) for name in dict.fromkeys(map(clean, names))]
    return ", ".join(dict.fromkeys(filter(None, found)))


def _of_short_post(document: Document, sources: Sources) -> str:
    """Return the name in a title such as "Ann Lee on Y: ...", if the site is called so."""
    found = _on_site(document.head.title.strip())
    if not found:
        return ""
    closed = document.head.title.rstrip().endswith(f" {found['site']}")
    named = found["site"] == sources.of_meta("og:site_name")
    return name_in(found["name"]) if closed or named else ""


def _shown(document: Document) -> Iterator[str]:
    """Yield the names in what is marked as a byline, then in lines that have "by"."""
    heading = next(document.tree.iter("h1"), None)
    asides = Asides(heading)
    marked = [each for each in _marked(document.elements) if not asides.hold(each)]
    for number, element in enumerate(marked):
        yield _names_of(element, marked[number + 1 : number + 1 + _MOST_AUTHORS])
    near = _near_title(document.blocks)
    for block in near:
        for line in block.text.split("\n"):
            yield name_after_by(line)
    for block in near:
        if len(block.text) < MAX_CHARS and (found := _wrote(block.text)):
            yield name_in(found["name"])


def _near_title(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks around the top heading, up to the one of a further article."""
    tops = [block.order for block in blocks if block.tag == "h1"]
    title = tops[0] if tops else 0
    near = blocks[max(0, title - _BEFORE) : title + _AFTER]
    texts = [block.order for block in near if block.order > title and len(block.text) > _LONG]
    end = next((top for top in tops if texts and top > texts[0]), len(blocks))
    return [block for block in near if block.order < end]


def _names_of(element: HtmlElement, following: list[HtmlElement]) -> str:
    """Return the names that an element is marked to hold: of what is marked in it, else its own.

    Several are of several authors where each is a link to one.
    """
    inside = [each for each in following if element in islice(each.iterancestors(), _NEAR)]
    around = {above for each in inside for above in islice(each.iterancestors(), _NEAR)}
    innermost = [each for each in inside if each not in around]
    persons = dict.fromkeys(_own_name(each) for each in innermost if _is_of_person(each))
    if names := ", ".join(filter(None, persons)):
        return names
    parts = [*filter(None, map(_own_name, innermost)), _own_name(element)]
    return next((name for name in parts if len(words(name)) > 1), parts[0])  # not initials


def _is_of_person(element: HtmlElement) -> bool:
    leads_to = element.tag == "a" and ("/author" in (element.get("href") or ""))
    named = not _NAMES_PERSON.isdisjoint((element.get("class") or "").split())
    return leads_to or named or element.get("rel") == "author"


def _own_name(element: HtmlElement) -> str:
    for line in _lines(element):
        name = name_in(line)
        if name and (is_cased(name) or len(words(name)) == 1):
            return name
    return ""


def _lines(element: HtmlElement) -> Iterator[str]:
    """Yield the lines of an element: where a `br` is in it, the first has the name.

    Before them comes what is set off from the text that it runs into: a name before a rank.
    """
    yield _set_off(element)
    near = islice(element.iterdescendants(), _NEAR)
    first = next((each for each in near if each.tag == "br"), None)
    if first is not None:
        before = [text for text in (element.text, *_until(element, first)) if text]
        yield " ".join(before)
    yield inner_text(element, _MAX_MARKED)


def _set_off(element: HtmlElement) -> str:
    """Return the bold or linked text that an element begins with, if words run on behind it."""
    if (element.text or "").strip():
        return ""
    for child in islice(element, _NEAR):
        said, tail = inner_text(child, _MAX_MARKED), child.tail or ""
        if said or tail.strip():
            return said if child.tag in _SETTING_OFF and tail[:1].isalpha() else ""
    return ""


def _until(element: HtmlElement, end: HtmlElement) -> Iterator[str | None]:
    """Yield the texts in an element that stand before one in it."""
    for each in element.iterdescendants():
        if each is end:
            return
        yield each.text
        yield each.tail


def _marked(elements: Elements) -> Iterator[HtmlElement]:
    """Yield the elements whose names or attributes say that they hold an author."""
    named = (rows for own, rows in elements.by_class.items() if _names_author(own))
    rows = {row for own in named for row in own}
    rows.update(row for row, own in elements.values("id") if _names_author(own))
    rows.update(
        row
        for name in _STATING
        for row, value in elements.values(name)
        if _says_author(name, value)
    )
    whole = _is_whole(elements.tag)  # WordPress names the body "single-author"
    yield from (elements.nodes[row] for row in sorted(rows) if not whole[row])


def _says_author(name: str, value: str) -> bool:
    if name == "href":
        return "/author" in value
    if name.startswith("data-"):
        return _names_author(value) is not None
    return name == "rel" and value == "author"


def _is_person(name: str, site_name: str) -> bool:
    return len(words(name)) > 1 and is_cased(name) and clean(name) != site_name
