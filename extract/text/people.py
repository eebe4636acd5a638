"""Whose name a text is, by the text and by what the elements around it are called."""

import re

_MAX_NAME_CHARS = 40  # by hand
_names_person = re.compile(
    r"user|author|poster|nick|member|by-?line|screen-?name|display-?name|creator|profile|person"
    r"|commenter|vcard|\bfn\b|owner"
).search
_names_no_person = re.compile(
    r"title|rank|count|stat|avatar|badge|group|join|role|info|detail|extra|location|reputation"
    r"|signature|number|level|online|status|date|time|blurb|banner|content|body|field"
).search
_names_rank = re.compile(r"title|rank|badge|banner|role").search
_leads_to_person = re.compile(
    r"[/?&=._-](?:members?|users?|profil[es]*|viewprofile|author|people|account|u|memberlist"
    r"|user_?info|member\d+|membre\d*|mitglied\w*|person|auteur|usuario\w*|uid)(?:$|[/?&=._\d-])"
).search
_is_no_name = re.compile(
    r"[\W\d_]*$|\(.*\)$|[\d.,]+k?\s+[a-z ]+$|(?:re|by|von|par|por|quote|reply|replied|report|share"
    r"|likes?|edit|top|post(?:s|ed)?|permalink|messages|find|printer.*|advertisement|joined"
    r"|link|member|guest|author|message|date|joined|location|online|offline|antworten|zitieren"
    r"|wrote|says|said|schrieb|profile|profil|pm|www|email|website|moderator|administrator"
    r"|senior member|junior member|new member|admin|op|topic author|thread starter|user|e-mail"
    r"|private message|answers?|comments?|reply to|unread post|member since|original poster"
    r"|log ?in|sign (?:in|up)|register|read more|lire la suite|weiterlesen|leer más|leia mais"
    r"|continua a leggere|lees (?:meer|verder)|beitrag|re\b.*)\s*:?$"
).match
_prefix = re.compile(
    r"^(?:(?:posted|written|asked|answered|started|created|geschrieben|message|submitted)\s+)?"
    r"(?:by|von|par|por|di|door|av|da|from)\b\s*:?\s*|^@(?=\w)",
    re.I,
).sub


def name_in(said: str) -> str:
    """Return the name in a text that may be one; "" if it is none.

    >>> name_in("by Ann Lee:"), name_in("Reply"), name_in("12 posts")
    ('Ann Lee', '', '')
    """
    name = _prefix("", said).strip(" ,:;|»·•-–—")
    return name if 1 < len(name) <= _MAX_NAME_CHARS and not _is_no_name(name.lower()) else ""


def names_rank(called: str) -> bool:
    """Return whether an element called so holds the rank of a person."""
    return _names_rank(called.lower()) is not None


def names_person(called: str) -> bool:
    """Return whether an element called so holds a person's name, and not what goes with it."""
    small = called.lower()
    return _names_person(small) is not None and _names_no_person(small) is None


def leads_to_person(href: str) -> bool:
    """Return whether an address looks like that of somebody's page."""
    return len(href) < 500 and _leads_to_person(f"/{href.lower()}") is not None
