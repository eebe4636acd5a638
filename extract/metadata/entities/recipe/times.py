"""Read how much a recipe makes and how long it takes, by labels and by names of elements."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from pagesight.extract.metadata.entities.recipe.words import SERVED
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import tag_mask
from pagesight.extract.page.spans import TextSpans

_PIECES = (
    r"pezzi|pieces|pièces|piezas|stuks|stück|stk|szt|ks|cookies|muffins|cupcakes|slices|cups|bars"
)
_LABELS = (
    r"yields?|makes|servings?(?: size)?|serves|portion(?:en|s|er)|porties|porsjoner|portionen|parts"
    r"|nombre de personnes|broj porcija|dosi per|raci[oó]n(?:es)?(?: para)?|recept voor|rendimento"
    r"|porc(?:iones|e)|personen|personas|personnes|pour|für|reicht für|ergibt|rende|rinde(?: para)?"
    r"|suffit pour|genoeg voor|wystarczy (?:na|dla)"
)
_LISTED = (
    r"(?:ingr[eé]di[eë]n\w*|zutaten|benodigdheden|ingrediënten|材料|składniki|suroviny)\W{0,3}"
    r"(?:for|für|pour|para|per|voor|til|na|pro)?\W{0,3}"
)
_NUMBER = r"\d{1,3}(?:\s?[-–]\s?\d{1,3}| (?:to|bis|à|a|or) \d{1,3})?"
_find_yield = re.compile(
    rf"(?:^|[\n/|•·]\W?)(?:(?:{_LABELS})\W{{0,4}}){{1,2}}(?:(?:about|approx\.?|ca\.?|makes|serves"
    rf"|for)\W+)?(?P<after>\d{{1,3}}\b[^\n/|•·,.]{{0,20}})"
    rf"|{_LISTED}(?P<listed>{_NUMBER}\W{{0,2}}(?:{SERVED}|[^\W\d]{{3,}}$))"
    rf"|^(?:(?:for|per|para|voor|dla|na|til|för) )?(?P<before>{_NUMBER}[ \n]{{0,3}}{SERVED})"
    rf"|^(?P<pieces>{_NUMBER} (?:{_PIECES}))(?:$| [—–-] )",
    re.I,
).search
_DAYS = r"(?:(\d{1,2}) ?(?:days?|tage?n?|jours?|d[ií]as?|giorn[io]|dagen|dager|dní)\b[^\d]{0,12})?"
_HOURS = (
    r"(?:(\d{1,2}) ?(?:hours?|hrs?|stunden?|std\.?|heures?|horas?|or[ae]|uur|u|h|tim(?:mar|er|e)?"
    r"|godz\w*|hod\w*|час\w*|óra|saat|時間|小時|小时|год\w*|ώρ\w+|시간|שע\w*|ساعة|giờ"
    r"|jam)(?![a-z])[^\d]{0,12})?"
)
_MINUTES = (
    r"(?:(?:\d{1,3} ?(?:-|–|to|bis|à|a|tot) ?)?(\d{1,3}) ?(?:min(?:[uú]t\w*|s)?\b|'|′|m\b|perc"
    r"|мин\w*|分(?:[钟鐘間](?:以内|左右)?)?|dk\b|dakika|λεπτ\w*|хв\w*|분|דק\w*|دقيقة|دقائق|phút"
    r"|menit))?"
)
_ABOUT = r"(?:(?:about|around|ca\.?|env\.?|circa|rund|etwa|ongeveer|około|約|约)\W{0,2})?"
_DURATION = rf"{_ABOUT}{_DAYS}{_HOURS}{_MINUTES}"
_parts = re.compile(r"\s*[·•|]\s*").split
_CLOCK = r"\d{1,2}:[0-5]\d(?!\d)"  # "0:40"
_clock_in = re.compile(rf"\W{{0,4}}({_CLOCK})", re.I).match
_duration_in = re.compile(rf"\W{{0,4}}{_DURATION}", re.I).match
# "4 servings - 20 minutes"
_is_bare_time = re.compile(rf"(?:{_NUMBER} \w+ [—–-] )?(?P<time>{_DURATION})\.?", re.I).fullmatch
# Minutes without a unit: "Prep time: 25", and those after hours, "1 h 55".
_bare_minutes = re.compile(r"\s*[:：]\s*(\d{1,3})(?![\d.,:%/]|\s?(?:g|ml|kcal|cups?)\b)").match
_after_hours = re.compile(r"\W{0,4}\d{1,2} ?h ?(\d\d)(?!\d)", re.I).match
_TIMES: Mapping[str, str] = {
    "prepTime": r"(?:active |hands.on )?(?<!meal )prep(?:aration|\.)?(?: time| in)?\b|active time"
    r"|vorbereitung\w*|arbeitszeit|zubereit(?:en|ung(?:szeit)?)|(?:temps de )?pr[eé]paration"
    r"|(?:tiempo de )?preparaci[oó]n|haz[ıi]rlama(?: s[üu]res[iİ])?|preparazione|voorbereiding\w*"
    r"|tempo de preparo|vrijeme pripreme|förberedelsetid|előkészítési idő|forberedelse\w*"
    r"|(?:doba |čas )?p[rř][íi]prav[ay]|przygotowani[ea]|arbejdstid|timp de preparare"
    r"|προετοιμασία\w*|время подготовки|підготовк\w+|準備時間|准备时间|준비 ?시간|وقت التحضير"
    r"|זמן הכנה|to prepare",
    "cookTime": r"(?<!total )(?:cook(?:ing|s)?|bak(?:e|ing))(?: time| in)?\b|koch(?:zeit|-)\S*"
    r"|backzeit"
    r"|(?:temps de )?cuisson|(?:tiempo de )?cocci[oó]n|cottura|kooktijd|bereidingstijd|oventijd"
    r"|bereiden|tillredningstid|p[iİ]ş[iİ]rme(?: s[üu]res[iİ])?"
    r"|vrijeme kuhanja|(?:doba |čas )?vařen[íi]"
    r"|tempo de (?:cozimento|forno)|調理時間|elkészítési idő"
    r"|tilberedning\w*|tillagningstid|koketid|bagetid|kypsennysaika|paistoaika|timp de g[aă]tire"
    r"|czas (?:gotowania|pieczenia)|sütési idő|főzési idő|pečení|μαγείρεμα\w*|время приготовления"
    r"|час приготування|烹飪時間|烹饪时间|조리 ?시간|وقت الطهي|זמן בישול"
    r"|tempo de coc[çc]ão|to cook",
    "totalTime": r"(?:total|ready in|gesamt|insgesamt|fertig in)(?:zeit| ?(?:cook )?time| ?tijd)?\b"
    r"|zeit gesamt|(?:temps|tiempo|tempo) total\w?|totale tijd|durée(?: totale)?|ukupno vrijeme"
    r"|totaltid|kokonaisaika|tid i alt|samlet tid|toplam süre|teljes idő|łączny czas"
    r"|συνολικός χρόνος|общее время|загальний час|總時間|总时间|총 ?시간|الوقت الكلي|זמן כולל"
    r"|dauert|fica pronto em|pronto in|listo en|prêt en|klaar in|gotowe w|time required"
    r"|całkowity czas|celkov[ýá] (?:čas|doba)|\A(?:time|tempo|zeit|tiempo|temps|tijd"
    r"|tid|čas|czas)(?=\W*(?:\d|\Z))",
}
_find_label: Mapping[str, Callable[[str], Iterator["re.Match[str]"]]] = {
    name: re.compile(rf"(?<![^\W\d_])(?:{labels})", re.I).finditer
    for name, labels in _TIMES.items()
}
_find_before: Mapping[str, Callable[[str], "re.Match[str] | None"]] = {
    name: re.compile(
        rf"(?:{_CLOCK}|{_DURATION})(?: (?:mins?|hrs?)\b)?\W{{0,3}}(?:{labels})\W*(?:$|and\b|\d)",
        re.I,
    ).search
    for name, labels in _TIMES.items()
}

_in_menu = tag_mask("nav", "footer")
_PARTS = ("prepTime", "cookTime")  # of the total time
_is_duration = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:[\d.]+S)?)?").fullmatch
# What elements are called that hold a time or the yield, as the plugins for recipes name theirs.
_CALLED: Mapping[str, Callable[[str], object]] = {
    name: re.compile(rf"(?<![a-z])(?:{names})(?![a-z]|[-_]size)").search
    for name, names in {
        "prepTime": "prep[-_]?time",
        "cookTime": "cook[-_]?time",
        "totalTime": "total[-_]?time",
        "recipeYield": "servings?|yields?|portions?|persons?",
    }.items()
}
_find_number = re.compile(r"\d{1,3}(?!\d|x\b)[^\n/|•]{0,20}").search
_labels_in = re.compile(r"(?<!\w)[^\W\d_]{2,}(?: [^\W\d_]{2,})?:").finditer
# Set by hand.
_MOST_CHARS = 2_000  # characters of a text that are read
_MOST_WORDS = 40  # after a label, in which its colon stands
_MOST_LABEL = 80  # characters of a line with a label
_MOST_BEFORE = 8  # before a label that leads its line: a sign, an article
_MOST_CALLED = 200  # elements that are called a time or the yield: recipes have ten
_MOST_BARE = 40  # characters of a time without a label
_MOST_AFTER = 12  # characters after a label with its time below it: it may be there twice
_UNIT = 8  # texts after a number: its unit, spaces, the minutes after hours
_BELOW_LABEL = 5  # texts: number and unit may be in one each


def yield_and_times(document: Document, row: int) -> dict[str, str]:
    """Return a recipe's yield and times, by their labels, else a bare time above the element `row`.

    Times are ISO 8601 durations in minutes.
    """
    labelled = _labelled(document)
    return (
        labelled
        if any(name in labelled for name in _TIMES)
        else labelled | _bare_time(document, row)
    )


def _labelled(document: Document) -> dict[str, str]:
    """Return yield and times, by their labels."""
    elements, cuts = document.elements, document.cuts
    outside = elements.inside(_in_menu(elements.tag))[cuts.element].tolist()
    outside_menus = (text for text, is_menu in zip(cuts.texts, outside, strict=True) if not is_menu)
    lines = (line for text in outside_menus for line in _lines(text))
    texts = [text for text in lines if 0 < len(text) <= _MOST_LABEL]
    labelled = _called(document, said_too=True)
    within: dict[str, str] = {}  # what is said in the middle of a line: it may be of others
    for at, text in enumerate(texts):
        for read in (text, f"{text} {' '.join(texts[at + 1 : at + 2])}"):
            if "recipeYield" not in labelled and (serves := _find_yield(read)):
                labelled["recipeYield"] = " ".join(next(filter(None, serves.groups())).split())
        for name in [each for each in _TIMES if each not in labelled]:
            if duration := _time(name, text, " ".join(texts[at + 1 : at + _BELOW_LABEL])):
                (labelled if _leads(name, text) else within).setdefault(name, duration)
    labelled = within | _called(document) | labelled
    return labelled | total_of(labelled)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text; a time with the line below it, a long one by its labels.

    >>> list(_lines("90 min\\npreparation"))
    ['90 min preparation']
    """
    first, *rest = text[:_MOST_CHARS].split("\n")
    if len(rest) == 1 and first and _is_bare_time(first):
        yield f"{first} {rest[0]}"
        return
    for line in (first, *rest):
        labels = [match.start() for match in _labels_in(line)] if len(line) > _MOST_LABEL else []
        yield from (line[start:end] for start, end in pairwise([*labels, len(line)]))
        yield from () if labels else (line,)


def _leads(name: str, text: str) -> bool:
    """Return whether a line begins with a time or its label."""
    first = next(_find_label[name](text), None)
    return text[0].isdigit() or (first is not None and first.start() <= _MOST_BEFORE)


def _bare_time(document: Document, row: int) -> dict[str, str]:
    """Return the first time above an element that no label stands with, as the total time."""
    start, _ = document.text_bounds
    above = document.cuts.first.searchsorted(start[row])
    last = int(document.cuts.start[above]) if above < len(document.cuts.texts) else None
    texts = (*document.cuts.texts[:above], *document.cuts.strings[:last])
    short = (text for text in texts if len(text) <= _MOST_LABEL)
    for part in (part for text in short for part in _parts(text) if len(part) <= _MOST_BARE):
        bare = _is_bare_time(part)
        if bare and (minutes := _minutes_in(bare["time"])):
            return {"totalTime": f"PT{minutes}M"}
    return {}


def _called(document: Document, *, said_too: bool = False) -> dict[str, str]:
    """Return yield and times that stand in elements which are called so.

    `said_too` leaves the times out whose texts do not say it too: parts, and those of others.
    """
    spans, values = TextSpans(document), dict[str, str]()
    for name, is_called in _CALLED.items():
        rows = np.flatnonzero(document.elements.called(is_called))[:_MOST_CALLED].tolist()
        texts = (spans.said(spans.start[row], spans.end[row], _MOST_LABEL) for row in rows)
        if said_too and name in _TIMES:
            texts = (text for text in texts if any(_find_label[name](text)))
        value = next(filter(None, (_value(name, text) for text in texts)), "")
        if not value and name in _TIMES and not said_too:
            value = _in_parts(spans, rows)
        if value:
            values[name] = value
    return values


def _in_parts(spans: TextSpans, rows: Sequence[int]) -> str:
    """Return the time whose number is all that one of the elements says, its unit next to it."""
    bare = (row for row in rows if spans.said(spans.start[row], spans.end[row], 4).isdecimal())
    row = next(bare, None)
    minutes = 0
    if row is not None:
        minutes = _minutes_in(spans.said(spans.start[row], spans.end[row] + _UNIT, _MOST_LABEL))
    return f"PT{minutes}M" if minutes else ""


def _value(name: str, text: str) -> str:
    """Return the yield or the time in an element's text; "" for that of another time."""
    number = _find_number(text)
    if number is None or name == "recipeYield":
        return number[0].strip() if number else ""
    is_other = any(any(find(text)) for each, find in _find_label.items() if each != name)
    minutes = 0 if is_other else _minutes_in(text[number.start() :])
    return f"PT{minutes}M" if minutes else ""


def total_of(times: Mapping[str, object]) -> dict[str, str]:
    """Return the total time that is in words, or the sum of the others where there is none.

    >>> total_of({"prepTime": "PT10M", "cookTime": "PT1H5M", "totalTime": "PT0M"})
    {'totalTime': 'PT75M'}
    >>> total_of({"totalTime": "35 minuti"})
    {'totalTime': 'PT35M'}
    """
    stated = {name: str(times.get(name, "")) for name in _TIMES}
    total, *parts = (_minutes(stated[name]) for name in ("totalTime", *_PARTS))
    if not total and (minutes := _minutes_in(stated["totalTime"]) or sum(parts)):
        return {"totalTime": f"PT{minutes}M"}
    return {}


def _minutes(duration: str) -> int:
    """Return the minutes of an ISO 8601 duration; 0 for what is none."""
    match = _is_duration(duration.upper())
    days, hours, minutes = (int(each or 0) for each in match.groups()) if match else (0, 0, 0)
    return 1440 * days + 60 * hours + minutes


def _time(name: str, text: str, below: str) -> str:
    """Return the time after its label, or before it, as schema.org has it; "" for none."""
    before = _find_before[name](text)
    minutes = _minutes_in(before[0]) if before else 0
    if minutes and text[0].isdigit():
        return f"PT{minutes}M"
    for label in _find_label[name](text):
        after = text[label.end() :]
        own = _minutes_in(after) or _minutes_in(after[:_MOST_WORDS].partition(":")[2])
        if not own and len(after.strip()) <= _MOST_AFTER:
            own = _minutes_in(below)
        if own:
            return f"PT{own}M"
    return f"PT{minutes}M" if minutes else ""


def _minutes_in(text: str) -> int:
    """Return the minutes of the duration that a text begins with; 0 if it begins with none."""
    if clock := _clock_in(text):
        hours, minutes = map(int, clock[1].split(":"))
        return 60 * hours + minutes
    duration, bare, rest = _duration_in(text), _bare_minutes(text), _after_hours(text)
    days, hours, minutes = (int(each or 0) for each in duration.groups()) if duration else (0, 0, 0)
    if hours and not minutes and rest:
        minutes = int(rest[1])
    return 1440 * days + 60 * hours + minutes or (int(bare[1]) if bare else 0)
