"""Tell the address of a place or of mail, and the name of a room or a house, from other texts."""

import re

_STREET = (
    r"\d{1,5}\s+(?:\w+\.?\s+){1,5}?(?:st(?:reet)?|ave(?:nue)?|blvd|boulevard|r(?:oa)?d|dr(?:ive)?"
    r"|way|lane|ln|plaza|parkway|pkwy|hwy|highway|square|place|pl|court|ct|terrace|broadway)\b"
    r"|[^\W\d]*(?:stra(?:ß|ss)e|str\.|gasse|weg|platz|allee|ufer|damm|chaussee)\s+\d{1,4}|\d{1,4},?\s+(?:rue|avenue|boulevard|place)\s"
    r"|(?:calle|avenida|plaza|via|piazza|rua)\s[^\n\d]{2,40}\d"
)
_VENUE = (
    r"room|rm|hall|auditorium|chambers?|library|cent(?:er|re)|building|bldg|school|church|theat(?:er|re)"
    r"|museum|stadium|hotel|headquarters|courthouse|offices?|pavilion|arena|floor|club|park|tower|temple"
    r"|campus|gymnasium|lodge|saal|halle|studio|ballroom|brewery|cinema|playhouse|gallery"
    r"|rathaus|bibliothek|salle|mairie|sala|via webinar|online|virtual(?:ly)?|zoom"
)
names_street = re.compile(rf"\b(?:{_STREET})", re.I).search
names_venue = re.compile(rf"\b(?:{_VENUE})\b", re.I).search
names_town = re.compile(
    r"[^\W\d][\w .'-]{1,40},\s*[A-Z][A-Za-z.]{1,12}\.?\s+\d{5}(?:-\d{4})?\b"
    r"|(?!(?:19|20)\d\d\b)(?:[A-Z]{1,2}-)?\d{4,5}(?: [A-Z]{2})?"
    r" (?![a-zà-ÿа-я])[^\W\d_][^\W\d_][^\d]{0,40}$"
).match
is_mail = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+").fullmatch


def is_address(line: str) -> bool:
    """Return whether a line has a street with its number, or a town with its code.

    >>> is_address("69 W. Washington St"), is_address("14057 Berlin"), is_address("Room 1006")
    (True, True, False)
    >>> is_address("2018 Meeting Schedule"), is_address("2561 results for you")
    (False, False)
    """
    return bool(names_street(line) or names_town(line))
