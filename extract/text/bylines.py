"""Recognise in a byline whose name a text is, and what it says of when a post was written."""

import re

from pagesight.extract.text.month_names import month_number
from pagesight.extract.text.tokens import is_unspaced

_MAX_NAME_CHARS = 40  # by hand
_MAX_UNSPACED = 16  # of a script without spaces; by hand
_names_person = re.compile(
    r"user|author|poster|nick|member|by-?line|screen-?name|display-?name|creator|profile|person"
    r"|commenter|vcard|\bfn\b|owner"
).search
_names_no_person = re.compile(
    r"title|rank|count|stat|avatar|badge|group|join|role|info|detail|extra|location|reputation"
    r"|signature|number|level|online|status|date|time|blurb|banner|content|body|field"
).search
_names_rank = re.compile(r"title|rank|badge|banner|role").search
_PERSONAL = (
    r"(?:members?|users?|profil[es]*|viewprofile|author|people|account|u|memberlist"
    r"|user_?info|member\d+|membre\d*|mitglied\w*|person|auteur|usuario\w*|uid)"
)
# Between hyphens it is a word of a title: /what-users-say, /java-user-group.
_leads_to_person = re.compile(
    rf"[/?&=._]{_PERSONAL}(?:$|[/?&=._\d-])|-{_PERSONAL}(?:$|[/?&=._]|-?\d+(?:$|\W))"
).search
_leads_to_form = re.compile(
    r"[/?&=](?:log_?-?in|log_?-?out|sign_?-?(?:in|up)|register|password|sharer?|share-?article|intent)\b"
).search
_is_no_name = re.compile(
    r"[\W\d_]*$|\(.*\)$|\[.*\]$|[\d.,+]+k?\s+[a-z .]+$|\w{2,20} #\d+(?: \w+)?$"
    r"|(?:re|by|von|par|por|quote|reply|replied|report|share"
    r"|likes?|edit|top|post(?:s|ed)?|permalink|messages|find|printer.*|advertisement|joined"
    r"|link|member|guest|author|message|date|joined|location|online|offline|antworten|zitieren"
    r"|wrote|says|said|schrieb|profile|profil|pm|www|email|website|moderator|administrator"
    r"|senior member|junior member|new member|admin|op|topic author|thread starter|user|e-mail"
    r"|private (?:message|nachricht)|(?:view|send|visit|find) .*|beiträge anzeigen"
    r"|homepage besuchen|quick reply|answers?|comments?|reply to|unread post|member since"
    r"|original poster|(?:choose|select|add|buy|shop|compare) (?:\w+ )?(?:options?|cart|now|all)"
    r"|log ?in|sign (?:in|up)|register|read more|lire la suite|weiterlesen|leer más|leia mais"
    r"|continua a leggere|lees (?:meer|verder)|beitrag|re\b.*)\s*:?$"
).match
BYLINE_VERBS = (
    r"(?:posted|written|published|asked|answered|started|created|message|submitted|geschrieben"
    r"|veröffentlicht|gepostet|postado|publicado|escrito|publié|écrit|pubblicato|scritto|inviato"
    r"|geplaatst|geschreven|skrevet|skriven|publicerat|opublikowan[ey]|napisan[ey])"
)
_label = re.compile(r"^[^\W\d_]{2,20}:\s+(?=\w)").sub  # "Author: "
_without_more = re.compile(
    r"\s+(?:read more|lees (?:meer|verder)|weiterlesen|lire la suite|leer más|leia mais"
    r"|continua a leggere|(?:czytaj|läs|les) (?:dalej|mer|mere)|читать далее)\W*$",
    re.I,
).sub
_prefix = re.compile(
    rf"^(?:{BYLINE_VERBS}\s+)?"
    r"(?:by|von|par|por|di|door|av|da|from)\b\s*:?\s*|^@(?=\w)",
    re.I,
).sub


def name_in(text: str) -> str:
    """Return the name in a text that may be one; "" if it is none.

    >>> name_in("by Ann Lee:"), name_in("Reply"), name_in("12 posts")
    ('Ann Lee', '', '')
    >>> name_in("Добавил: xbitnik"), name_in("Door: Jan Pol Lees verder")
    ('xbitnik', 'Jan Pol')
    """
    bare = _without_more("", _label("", text, count=1))
    name = _prefix("", bare).strip(" ,:;|»·•-–—")
    most = _MAX_UNSPACED if name and is_unspaced(name[0]) else _MAX_NAME_CHARS
    return name if 1 < len(name) <= most and not _is_no_name(name.lower()) else ""


def names_rank(called: str) -> bool:
    """Return whether an element called so holds the rank of a person."""
    return _names_rank(called.lower()) is not None


def names_person(called: str) -> bool:
    """Return whether an element called so holds a person's name, and not what goes with it."""
    small = called.lower()
    return _names_person(small) is not None and _names_no_person(small) is None


def leads_to_person(href: str) -> bool:
    """Return whether an address looks like that of somebody's page."""
    address = f"/{href.lower()}"
    is_form = len(href) < 500 and _leads_to_form(address) is not None
    return len(href) < 500 and not is_form and _leads_to_person(address) is not None


# Most patterns are of small letters, for texts made small: that is a third faster than to ignore
# case, and up to four times.
_MAX_AROUND = 36  # letters of a text that is a date
_MAX_WORDS = 12  # of a text that is a date; by hand
_UNITS = (
    r"(?:secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|yrs?"
    r"|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?"
    r"|secondes?|heures?|jours?|semaines?|mois|ans?|années?"
    r"|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?"
    r"|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar"
    r"|minut[ay]?|godzin[ay]?|dni|dzień|tydzień|tygodni[e]?|miesi[ąę]c\w*|lata?|rok"
    r"|минут\w?|час(?:а|ов)?|дн(?:я|ей)|день|недел\w+|месяц\w*|год(?:а)?|лет)\b"
)
_is_relative = re.compile(
    rf"(?<![\w.,])(?:\d+|an?|one|ein(?:e[rnm]?)?|une?)\s+{_UNITS}"
    r"|\b(?:to-?day|yesterday|heute|gestern|hier|aujourd|ayer|hoy|oggi|ieri|wczoraj|dzisiaj"
    r"|сегодня|вчера)\b|[\d一二三]+\s*(?:分钟|小时|天|周|个?月|年|秒|時間|日|か月)前"
    r"|^\d+\s?(?:m|h|d|w|mo|y|min|hrs?|yrs?)$"
).search
_is_ago = re.compile(
    r"\b(?:ago|her|vor|seit|hace|il y a|fa|temu|geleden|sedan|siden|назад|today|yesterday|heute"
    r"|gestern|hier|ayer|hoy|oggi|ieri)\b|前$",
    re.I,
).search
_is_day = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?[^\W\d_]{3,12}|[^\W\d_]{3,12}\.?\s+\d{1,2})\b"
).search
_words = re.compile(r"[^\W\d_]+").findall
_has_clock = re.compile(r"\b\d{1,2}[:.h]\d\d\b").search
_is_of_something_else = re.compile(
    r"join|regist|member since|mitglied seit|dabei seit|beigetreten|inscri|desde|membre|since"
    r"|edit|bearbeitet|geändert|modif|updated|changed|last (?:visit|seen|post|active|reply)"
    r"|letzte|dernière|birth|expires|views"
).search


def is_of_something_else(text: str) -> bool:
    """Return whether a text speaks of another date than a post's: when somebody joined, edited."""
    return _is_of_something_else(text.lower()) is not None


def has_clock(text: str) -> bool:
    """Return whether a text has the time of day."""
    return _has_clock(text) is not None


def is_vague(text: str) -> bool:
    """Return whether a text is of a span of time that may not end now: "18 months", not "ago"."""
    return _is_relative(text.lower()) is not None and _is_ago(text) is None


def is_bare(text: str) -> bool:
    """Return whether there is little in the text beside a date that is in it."""
    return sum(map(str.isalpha, text)) <= _MAX_AROUND and text.count(" ") <= _MAX_WORDS


def is_timestamp(text: str) -> bool:
    """Return whether a text says when, as posts do: "3 weeks ago", "March 27", "Today, 10:12"."""
    if len(text) > _MAX_AROUND:
        return False
    if _is_relative(text.lower()):
        return True
    day = _is_day(text)
    return any(map(month_number, _words(day[0]))) if day else False
