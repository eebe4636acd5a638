"""Recognise what a text says of when a post was written."""

import re

from pagesight.extract.text.month_names import month_number

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
