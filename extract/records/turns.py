"""Tell the links to more of a list from its items."""

import re

_PAGE_WORD = (
    r"(?:(?:load|show|view|see) (?:more|all)|more|next|nxt|nex|prev(?:ious)?|prv|older|newer|first"
    r"|last|loading|weiter|zurück|nächste|vorherige|mehr (?:laden|anzeigen)|suivant|précédent"
    r"|siguiente|anterior|primer[ao]|últim[ao]|primeira|próxim[ao]|successiv[ao]|precedente)"
)
_PAGE_MARK = r"\d\s.…«»‹›<>|→←-"
_turns_pages = re.compile(
    rf"[{_PAGE_MARK}]+|{_PAGE_WORD}(?: \w+)?[\s»›→←.…]*"
    rf"|(?:[{_PAGE_MARK}]|{_PAGE_WORD}(?![^\W\d]))+",
    re.I,
).fullmatch
_MOST_OF_PAGER = 50  # characters
# The archives of mailing lists name the messages around one.
_turns_messages = re.compile(
    r"(?:previous|next) (?:message|in thread|by (?:date|thread))\b|messages sorted by\b"
    r"|more info on this list",
    re.I,
).match


def turns_pages(text: str) -> bool:
    """Return whether a text is of links to more of a list, and no item of it.

    >>> turns_pages("1 2 3 … 9 »"), turns_pages("Load more"), turns_pages("More than words")
    (True, True, False)
    >>> turns_pages("Loading...")
    True
    >>> turns_pages("« Primera"), turns_pages("Next message: [builds] Computer marked offline")
    (True, True)
    """
    if _turns_messages(text):
        return True
    return len(text) <= _MOST_OF_PAGER and _turns_pages(" ".join(text.split())) is not None
