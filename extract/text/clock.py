"""Read times of the day in the ways in which pages write them."""

import re
from itertools import pairwise

_SUFFIX = r"(?P<suffix>[ap]\.?\s?m\b\.?|uhr\b|h(?:rs?|eures?)?\b|klo\b|[時时点點시](?:半)?)"
_find_times = re.compile(
    r"(?:(?<![\w:.,/])|(?<=[a-z])(?=\d\d?[:：]\d\d))(?P<before>午前|午後|上午|下午|오전|오후)?\s?"
    r"(?P<hour>[01]?\d|2[0-4])(?:\s?(?P<mark>[:.hH]|[時时点點시])\s?(?P<minute>[0-5]\d)分?)?"
    rf"\s?{_SUFFIX}?(?![\w/%€$£]|[.,:]\d)|(?P<word>\bnoon\b|\bmidnight\b)",
    re.I,
).finditer
_is_range = re.compile(
    r"\W*(?:-|–|—|~|～|〜|to|until|till|bis|à|a|al|alle|e|tot|do|til|till|до|から)\W*", re.I
).fullmatch
# What stands before the time at which it begins, where that of the doors is said first.
_begins = re.compile(
    r"\b(?:start(?:s|ing)?|begins?|beginn|show|concert)\W{0,3}(?=\d)|(?:開演|开演|시작)\W{0,3}(?=\d)",
    re.I,
).search
_WORDS = {"noon": "12:00", "midnight": "00:00"}
_MOST_TIMES = 4  # times of a text that are read
_LATE = frozenset({"午後", "下午", "오후"})


def times_in(text: str) -> tuple[str, ...]:
    """Return the times of the day in a text, as 24 hours have them.

    A number alone is none, unless a range ends in a time; nor is the time at which doors open.

    >>> times_in("2:00 pm – 5:00 pm"), times_in("7-9 p.m."), times_in("18.30 bis 20 Uhr")
    (('14:00', '17:00'), ('19:00', '21:00'), ('18:30', '20:00'))
    >>> times_in("Room 12, 3 floors"), times_in("11 – 2pm"), times_in("19h30"), times_in("午後7時")
    ((), ('11:00', '14:00'), ('19:30',), ('19:00',))
    >>> times_in("OPEN17:30 / START19:00"), times_in("開場 16:30 / 開演 17:30")
    (('19:00',), ('17:30',))
    """
    begins = _begins(text)
    matches = list(_find_times(text, begins.end() if begins else 0))[: 2 * _MOST_TIMES]
    sure = [_is_sure(each) for each in matches]
    later = [""] * len(matches)  # whether the end of its range is in the afternoon
    for at, (one, other) in reversed([*enumerate(pairwise(matches))]):
        if _is_range(text[one.end() : other.start()]) and sure[at + 1]:
            sure[at] = True
            later[at] = _half(other) or later[at + 1]
            if not _half(one) and later[at] and int(one["hour"] or 0) > int(other["hour"] or 0):
                later[at] = "a" if later[at] == "p" and other["hour"] != "12" else ""
    pairs = zip(matches, sure, later, strict=True)
    return tuple(_written(each, half) for each, is_sure, half in pairs if is_sure)[:_MOST_TIMES]


def _is_sure(clock: "re.Match[str]") -> bool:
    if clock["word"] or clock["suffix"] or clock["before"]:
        return True
    return bool(clock["minute"])


def _half(clock: "re.Match[str]") -> str:
    """Return "a" or "p" where a time says in which half of the day it is."""
    if clock["before"]:
        return "p" if clock["before"] in _LATE else "a"
    suffix = (clock["suffix"] or "").lower()
    return suffix[0] if suffix.startswith(("a", "p")) else ""


def _written(clock: "re.Match[str]", half: str) -> str:
    if clock["word"]:
        return _WORDS[clock["word"].lower()]
    hour, minute = int(clock["hour"]), clock["minute"] or ("30" if "半" in clock[0] else "00")
    half = _half(clock) or half
    if half and hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    return f"{hour % 24:02}:{minute}"
