"""The name in a byline: what stands before it, and where it ends."""

import re

from pagesight.extract.metadata.sources import clean

_WRITTEN = (
    r"(?:written|posted|published|created|authored|medically reviewed|reviewed|edited|story|words"
    r"|geschrieben|verfasst|veröffentlicht|écrit|rédigé|publié|proposé|escrito|publicado|postado"
    r"|redactado|scritto|pubblicato|geschreven|gepubliceerd|skriven|skrevet|napisan[ey])"
)
_BY = r"(?:by|von|par|por|di|door|av|af|przez|oleh|bởi)"
# Of a label, which a colon may follow; of the last ones nearly all are followed by one.
_LABEL = (
    r"(?:authors?|autore?n?|autorin|autora|autores|auteure?s?|autori|autorzy|författare|forfatter"
    r"|kirjoittaja|szerző|yazar|penulis|tác giả|thread starter|topic author|redaktion|redacteur"
    r"|text|texte|texto|testo|words|автор|текст|συντάκτης|المؤلف|الكاتب|בקלם|מאת|लेखक)"
)
_EASTERN = r"(?:作者|作家|记者|記者|撰文|文|取材・文|執筆|著者|ライター|글쓴이|작성자|저자|글)"
_PREFIX = re.compile(
    r"^(?:this\s+(?:post|article)\s+was\s+)?"
    r"(?:(?:article|story|post|blog|photos?|recipe|artikel|beitrag|article|artículo|articolo)\s+)?"
    rf"(?:{_WRITTEN}\s+)?(?:(?:{_BY}|{_LABEL}|via|från)\b|{_EASTERN}\s*[:：/／])\s*[:：/／-]?\s*",
    re.I,
)
# A line that says whose the page is, from its beginning or after a sign.
_BYLINE = re.compile(
    rf"(?:^|[|•·⋅\n\d–—-]\s*)(?:(?:{_WRITTEN}\s+)?{_BY}\b[:\s]+(?=\w)"
    rf"|(?:{_LABEL}(?:/in)?|{_EASTERN})\s*[:：／/]\s*(?=\w))",
    re.I,
)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_WEEKDAY = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day|s|rs|nes|ur)?|(?:mon|diens|donners|frei|sams|sonn)tag"
    r"|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves"
    r"|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)"
)
_EMPLOYER = (
    r"(?:univ(?:ersi\w+|\.)|institut\w*|departe?ment|faculty|fakultät|faculté|college|laborator\w+"
    r"|school of|academy of|ministry of)"
)
_OFFICE = (
    r"(?:(?:staff|senior|chief|contributing|political|deputy|executive|managing|associate|guest)\s+)*"
    r"(?:writer|editor|reporter|correspondent|journalist|columnist|redakteur\w*|redactora?|rédact\w+"
    r"|journaliste|redattore|redattrice|founder|ceo)"
)
_END = re.compile(
    # Runs are looked at from their first character only: they may be long.
    r"\s*[|•·⋅»\n(\[/@]|\s*(?<![-–—])[-–—]++(?:\s|$)|(?<![\s,-])[\s,-]++\d"
    rf"|,?\s+(?:(?:on|in|at|for|updated|published|posted|wrote|last|view|follow|reviewed|edited|fact|is"
    rf"|am|le|el|il|em|um|op|den|dnia|schrieb|veröffentlicht|publié|publicado)\b|{_MONTH}\.?\s+\d"
    rf"|{_WEEKDAY}\.?,?\s+(?:\d|{_MONTH}\b)).*$"
    rf"|,\s*{_EMPLOYER}\b.*$|,\s*{_OFFICE}\b.*$",
    re.I | re.S,
)
_is_no_name = re.compile(
    rf"https?\b|www\.|^(?:{_MONTH}|{_WEEKDAY})$|"
    r"^(?:admin|administrator|staff|editor|unknown|anonymous|guest|members?|"
    r"none|null|about|more|all|less than|gender|company|team|the author|about the author|"
    r"authors?|share|home|follow|updated|last|read|view|post(?:s|ed)?|menu|by|contributors?|"
    r"written|reviewed|published|event type|use case|redaktion|von|par|por|autore?|e-?mail|today|"
    r"yesterday|originally)\b"
    r"(?:\s+(?:the|by|posts?|us|authors?|on|more).*)?$",
    re.I,
).search
MAX_CHARS = 80  # of a byline; by hand
has_digit = re.compile(r"\d").search
_has_speech = re.compile(r"[:?!\"„“”«»]").search
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
    bare = _PREFIX.sub("", _PREFIX.sub("", clean(text)))
    if bare.startswith(("http:", "https:")):
        return ""
    name = _once(_END.split(bare, maxsplit=1)[0].strip(" ,;:.-–—|*\"'"))
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
        return ""
    name = name_in(line[byline.end() :])
    is_labelled = byline[0].rstrip().endswith((":", "：", "/", "／"))
    is_whole = len(words(name)) > 1 or is_labelled or has_digit(line)
    return name if is_cased(name) and is_whole else ""


def is_cased(name: str) -> bool:
    """Return whether the words begin as names do: few in lower case."""
    found = words(name)
    lower = sum(word[0].islower() for word in found)
    return 0 < len(found) <= _MOST_WORDS and lower <= len(found) // 3
