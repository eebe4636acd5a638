"""Read the names of authors and of those who post, and recognise the elements that hold them."""

import re

from pagesight.extract.text.dates import WEEKDAYS
from pagesight.extract.text.tokens import clean, is_unspaced, said_once

BYLINE_VERBS = (
    r"(?:(?:an? )?guest (?:post|article|column|essay|blog)|gastbeitrag"
    r"|written|posted|submitted|published|created|authored|(?:medically )?reviewed|edited|story"
    r"|words|asked|answered|started|message|interview(?:ed)?"
    r"|geschrieben|verfasst|veröffentlicht|gepostet|écrit|rédigé|publié|proposé|escrito|publicado"
    r"|postado|propos recueillis|entretien (?:réalisé|mené)"
    r"|redactado|scritto|pubblicato|inviato|geschreven|gepubliceerd|geplaatst|skriven|skrevet"
    r"|publicerat|opublikowan[ey]|napisan[ey])"
)
_BY = (
    r"(?:by|von|par|por|di|door|deur|av|af|przez|oleh|bởi|โดย|napsala?|kirjoittanut|rozmawiała?|نوشته"
    r"|γράφει (?:ο|η)|بقلم|מאת)"
)
# Of a label, which a colon may follow; of the last ones nearly all are followed by one.
_LABEL = (
    r"(?:authors?|autore?n?|autorin|autora|autores|auteure?s?|autori|autorzy|författare|forfatter"
    r"|kirjoittaja|szerző|yaza[rn]|haber|muhabir|penulis|tác giả|thread starter|topic author"
    r"|redaktion|redacteur|te(?:ks|xt?|s)t[eio]?(?: (?:og|och|und|and|et|y|e|en|&) (?:fotos?"
    r"|photos?|bilder?))?|words|piše|napisao|razgovara(?:o|la)"
    r"|аутор|автор(?: (?:статьи|текста|материала))?|текст|подготовил[аи]?|беседовал[аи]?"
    r"|підготува(?:в|ла|ли)|συντάκτης|κείμενο|γράφει (?:ο|η)"
    r"|autorka|napisała?|opublikowała?|napsala?|szöveg|írta|scris de|المؤلف|الكاتب|كتبت?"
    r"|تحرير|إعداد|بقلم|نویسنده|خبرنگار|בקלם|מאת|(?:פורסם|נכתב) על ידי|लेखक|ผู้เขียน|เขียนโดย)"
)
_EASTERN = r"(?:作者|作家|记者|記者|撰文|文|取材・文|執筆|著者|ライター|글쓴이|작성자|저자|글)"
_PREFIX = re.compile(
    r"^(?:this\s+(?:post|article)\s+was\s+)?"
    r"(?:(?:view\s+|see\s+|all\s+|more\s+|guest\s+)*"
    r"(?:articles?|stor(?:y|ies)|posts?|blog|photos?|recipes?|artikel|beitrag|article|artículo|articolo)\s+)?"
    rf"(?:{BYLINE_VERBS}\s+)?(?:{WEEKDAYS})?\s*(?:(?:{_BY}|{_LABEL}|via|från)\b(?!\.\w)|(?:帖子\s*)?由(?=\s)|{_EASTERN}\s*[:：/／・])\s*[:：/／-]?\s*",
    re.I,
)
# A line that says whose the page is, from its beginning or after a sign.
_BYLINE = re.compile(
    r"(?:(?<=\s)(?=[记記]者|作者[:：])|(?:^|[|•·⋅\n\d–—-]\s*))"
    rf"(?:(?:{BYLINE_VERBS}\s+(?:(?:on|at|am|le|el)\s[^.!?:\n]{{3,40}}?\s)?)?{_BY}\b[:\s]+(?=\w)"
    r"|(?:本[报報]|新[华華]社)?[记記]者\s*(?=[\u3400-\u9fff]{2,4}(?:[\s／/）)]|$))"
    rf"|(?:{_LABEL}(?:/in)?|{_EASTERN})\s*[:：／/・]\s*(?=\w))",
    re.I,
)
# Others are named before who wrote it: "Reviewed by Jo Hale – Written by Ann Lee".
_before_writer = re.compile(
    rf"^(?:\w+ )?(?:reviewed|edited|updated|checked|geprüft|relu|vérifié) {_BY}\b.{{3,100}}\W"
    rf"(?=(?:originally )?(?:written|geschrieben|écrit|rédigé|escrito|scritto) {_BY}\b)",
    re.I,
).sub
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_WEEKDAY = rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day|s|rs|nes|ur)?|{WEEKDAYS})"
_EMPLOYER = (
    r"(?:univ(?:ersi\w+|\.)|institut\w*|departe?ment|faculty|fakultät|faculté|college|laborator\w+"
    r"|school of|academy of|ministry of|head of)"
)
_AGENCY = (
    r"(?:(?:associated|canadian) press|(?:news|media|magazine|newspapers?|agency|agence|agentur"
    r"|agencia|agenzia)\b)"
)
_OFFICE = (
    r"(?:(?:staff|senior|chief|contributing|political|deputy|executive|managing|associate|guest)\s+)*"
    r"(?:writer|editor|reporter|correspondent|journalist|columnist|redakteur\w*|redactora?|rédact\w+"
    r"|journaliste|envoyée?\sspéciale?|redattore|redattrice|inviat[oa]|corresponsal|korrespondent\w*"
    r"|founder|ceo|engineer|developer|director|professor|fellow|researcher|scientist|analyst"
    r"|lecturer|economist|historian|consultant|manager|specialist|strategist)s?"
)
# "our correspondent Ann Lee", "political reporter Ann Lee"
_without_office = re.compile(
    r"^(?:(?:our|unser(?:e[mnr])?|onze|notre|nuestr[ao]|nostr[ao]|vår)\s[^\W\d_]+"
    rf"|(?-i:(?:[a-z-]{{2,20}}\s){{0,2}}(?=[a-z])){_OFFICE})(?=(?:\s[^\W\d_]+){{2}})",
    re.I,
).sub
_UPDATED = (
    r"(?:updated|opdateret|oppdatert|uppdaterad|aktualisiert|actualizado|atualizado|aggiornato"
    r"|bijgewerkt|mis à jour|zaktualizowano|aktualizováno|päivitetty|frissítve|güncellen\w+"
    r"|обновлено|оновлено|diperbarui)"
)
_END = re.compile(
    # Runs are looked at from their first character only: they may be long.
    r"\s*(?:[|•⋅»\n(\[/／@]|(?<![\u3400-\u9fff])·)|\s+(?:[\u3400-\u9fff]{2,4}[:：／]|[^\W\d_]{3,14}:\s+\d).*$|,\s*[^\W\d_]{3,14}:\s.*$|\s*(?<![-–—])[-–—]++(?:\s|$)|(?<![\s,-])[\s,-]++\d"
    rf"|,?\s+(?:(?:on|in|at|for|{_UPDATED}|published|posted|wrote|last|view|follow|reviewed|edited|fact|is"
    rf"|às|(?:am|le|el|il|em|um|op|den)(?=\s+(?:\d|{_WEEKDAY}\b))|(?-i:am|em|um)|dnia|schrieb|veröffentlicht|publié|publicado)\b|{_MONTH}\.?\s+\d"
    rf"|{_WEEKDAY}\.?,?\s+(?:\d|{_MONTH}\b)).*$"
    r"|,?\s*(?:and\s+)?(?:photo(?:graph)?s?|pictures|illustrations?|fotos?|bilder"
    r"|translated|translation|illustrated|übersetzt|traduit|traducido|tradotto|vertaald)(?:\s(?:by|von|par|por|d[ai]|door)\b|\s?:).*$"
    r"|,\s(?:who|whose|qui)\s.*$"
    r"|\s(?:k?ein|no|leave\sa)\s(?:comment|kommentar).*$|,?\s+with\s(?:additional\s)?(?:reporting|files|contributions)\b.*$|\s?기자.*$|\s(?:조회|추천|댓글|阅读|浏览|閱讀|瀏覽)(?:\s?(?:수|数|數|量))?(?:[\s:：]|$).*$|\s+(?:报道|報道|報導|摄|文|en|(?:發表|发表)\S.*)$"
    rf"|,\s*(?:[\w&'’.-]+\s+){{0,3}}{_AGENCY}.*$"
    rf"|,\s*{_EMPLOYER}\b.*$|,\s*(?:[\w&'’-]+\s+){{0,3}}{_OFFICE}\b.*$",
    re.I | re.S,
)
# A town or an agency; behind a list of names it is one more name.
_without_place = re.compile(r"^([^\s,]+(?: [^\s,]+){1,3}), [^\s,]+$").sub
_ends_initial = re.compile(r"(?<![^\W\d_])[^\W\d_]\.\s*$").search
_without_towns = re.compile(r"^[\uac00-\ud7a3]+(?:, [\uac00-\ud7a3]+)+ ([\uac00-\ud7a3]{2,4})$").sub
_before_comma = re.compile(r"\s+(?=,)").sub
_korean = re.compile(r"(?:^|[|·ㅣ]\s*)(?P<name>[\uac00-\ud7a3]{2,4})(?=\s?기자(?:\s|$))").search
# "Ann Lee, Staff Writer" and no more
_with_office = re.compile(
    rf"(?-i:(?P<name>[A-ZÀ-Þ][^\s,|\d:]+(?: [A-ZÀ-Þ][^\s,|\d:]*){{1,3}})), {_OFFICE}", re.I
).fullmatch
_sent_from = re.compile(
    r"(?:from|von|de|от)\s*:\s*(?P<name>[^<>:@]{2,50})<[^<>\s]+(?:@| at )", re.I
).match  # of a letter in a list's archive
# Of names of nobility and descent, which begin with small letters.
_is_particle = re.compile(
    r"v[ao]n|d(?:e[rnl]?|ella|a|[oa]s|i|u)|l[ae]|te[rn]|zu|af|bin|ibn|[ae]l"
).fullmatch
# Where they write from, if more names follow: "Ann Lee (Paris) and Jo Hale (Rome)".
_without_places = re.compile(
    r"\s\([^()\d]{2,40}\)(?=(?:,| (?:and|et|und|y|e|en|och|i|og|&)) [^\W\d_])"
).sub
_without_note = re.compile(r"(?<=[^\W\d])\d[\d,]*$").sub  # the raised number of an employer
_without_mail = re.compile(r"^[^\s@]+@[^\s@]+ \(([^()]+)\)$").sub  # as feeds have authors
_is_no_name = re.compile(
    rf"https?\b|www\.|^(?:{_MONTH}|{_WEEKDAY})$|^(?:submit|contact|log ?in|sign|search|download)\s|"
    r"^(?:\[|发[表布]于|發[表佈]於|帖子)|\bminut|"
    r"^(?:admin|administrator|(?:editorial )?staff(?: (?:writer|reporter)s?)?|editor|unknown|"
    r"(?:de[nr]?|la|the) (?:redaktion|redactie|rédaction|redacción|redazione|editors)|redaktion|"
    r"anonymous|guest|members?|"
    r"none|null|(?:your|my) \w+|someone|about|more|all|less than|gender|company|team|the author|"
    r"about the author|"
    r"authors?|share|home|follow|updated|last|read|view|post(?:s|ed)?|menu|by|contributors?|"
    r"written|reviewed|published|veröffentlicht|publicado|autorenseite|фото|"
    r"redacci[oó]n|redazione|redação|rédaction|редакция|редакція|redakcja|redakce|newsroom|"
    r"event type|use case|von|par|por|autore?|e-?mail|today|"
    r"yesterday|originally)\b"
    r"(?:\s+(?:the|by|von|из|posts?|us|authors?|on|more).*)?$",
    re.I,
).search
MAX_CHARS = 80  # of a byline; by hand
has_digit = re.compile(r"\d").search
_has_speech = re.compile(r"[:?!\"„“”«»$€£¥]").search  # or a price
_is_company = re.compile(
    r"[^,;]+\s(?:corporation|corp|inc|ltd|llc|plc|gmbh|s\.?r\.?l|company|group|media|network|agency"
    r"|foundation|association|society|institute|university|magazine|newspapers?|broadcasting"
    r"|communications?|verlag)\.?",
    re.I,
).fullmatch
words = re.compile(r"\w+").findall
_CHARS_OF_WORD = 8  # a name of as many words as its longest may have characters is none
_MOST_WORDS = 8  # of a name with titles, by hand
_MAX_NAME_CHARS = 40  # by hand
_MAX_UNSPACED = 16  # of a script without spaces; by hand
_names_person = re.compile(
    r"user|author|poster|nick|member|by-?line|screen-?name|display-?name|creator|profile|person"
    r"|commenter|reviewer|vcard|\bfn\b|owner"
    r"|(?<![a-z])(?:autor(?:[ea]s?|en)?|auteurs?|verfasser|kirjoittaja|yazar)(?![a-z])"
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
    r"|/@[\w.-]+/?(?:$|[?#])"
).search
_without_host = re.compile(r"^\w*+:?//[^/?#]*+").sub
_leads_to_form = re.compile(
    r"[/?&=](?:log_?-?in|log_?-?out|sign_?-?(?:in|up)|register|password|sharer?|share-?article|intent)\b"
).search
_READ_ON = (
    r"read more|lees (?:meer|verder)|weiterlesen|lire la suite|leer más|leia mais"
    r"|continua a leggere"
)
# What blogs write under a post, before its date, as WordPress has it, and others under a page.
says_posted = re.compile(
    rf"\b(?:(?:this|the) (?:entry|post|article|page|story) was {BYLINE_VERBS}"
    r"|dieser (?:eintrag|beitrag|artikel) wurde|cet(?:te)? (?:entrée|article) a été publiée?"
    r"|est[ae] (?:entrada|artículo) (?:fue|ha sido) publicad[ao])\b"
    r"|^\W*(?:this )?(?:(?:page|site) )?(?:was )?last (?:updated|modified|revised|changed)\b"
    r"|^\W*zuletzt (?:geändert|aktualisiert)|^\W*dernière (?:mise à jour|modification)"
    r"|^\W*última (?:actualización|modificación|atualização)|^\W*ultimo aggiornamento",
    re.I,
).search
_is_no_poster = re.compile(
    r"[\W\d_]*$|\(.*\)$|\[.*\]$|[\d.,+]+k?\s+[a-z .]+$|\w{2,20} #\d+(?: \w+)?$"
    r"|(?:re|by|von|par|por|quote|reply|replied|report|share"
    r"|likes?|edit|top|post(?:s|ed)?|permalink|messages|find|printer.*|advertisement|joined"
    r"|link|member|guest|author|message|date|joined|location|online|offline|antworten|zitieren"
    r"|wrote|says|said|schrieb|profile|profil|pm|www|email|website|moderator|administrator"
    r"|senior member|junior member|new member|admin|op|topic author|thread starter|user|e-mail"
    r"|private (?:message|nachricht)|(?:view|send|visit|find) .*|beiträge anzeigen"
    r"|homepage besuchen|quick reply|answers?|comments?|reply to|unread post|member since"
    r"|original poster|(?:choose|select|add|buy|shop|compare) (?:\w+ )?(?:options?|cart|now|all)"
    rf"|log ?in|sign (?:in|up)|register|{_READ_ON}|beitrag|re\b.*)\s*:?$"
).match
_label = re.compile(r"^[^\W\d_]{2,20}:\s+(?=\w)").sub  # "Author: "
_without_more = re.compile(
    rf"\s+(?:{_READ_ON}|(?:czytaj|läs|les) (?:dalej|mer|mere)|читать далее)\W*$", re.I
).sub
_without_by = re.compile(rf"^(?:{BYLINE_VERBS}\s+)?(?:{_BY}|da|from)\b\s*:?\s*|^@(?=\w)", re.I).sub
_SHORT_BY = {"ro": "de", "ca": "per", "bg": "от"}  # a word of much else in other languages


def author_in(text: str, limit: int = MAX_CHARS) -> str:
    """Return the name in a byline; "" if there is none.

    >>> author_in("Written by: Ann Lee | May 3, 2020"), author_in("Von Ann Lee, Universität Bern")
    ('Ann Lee', 'Ann Lee')
    >>> author_in("by Ann Lee Tue 14th Oct"), author_in("Posted"), author_in("Autor: Ann Lee")
    ('Ann Lee', '', 'Ann Lee')
    >>> author_in("By Ines M. | May 3"), author_in("Door onze redacteur Ann Lee")
    ('Ines M.', 'Ann Lee')
    """
    byline = _without_mail(r"\1", _before_writer("", clean(text)))
    bare = _without_office("", _PREFIX.sub("", _PREFIX.sub("", byline)))
    if bare.startswith(("http:", "https:")):
        return ""
    before = _END.split(_without_places("", bare), maxsplit=1)[0]
    name = said_once(before.strip(" ,;:.-–—|*\"'ٔ"))
    name += "." if _ends_initial(before) and " " in name else ""
    name = _without_towns(r"\1", _before_comma("", name))
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


def with_known_by(line: str, language: str) -> str:
    """Return a line whose "by" is that of its language alone with one that all languages have.

    >>> with_known_by("7 febrer 2023 · Per Jordi Vila", "ca")
    '7 febrer 2023 · by Jordi Vila'
    """
    short = _SHORT_BY.get(language)
    if short is None or len(line) > 2 * MAX_CHARS:
        return line
    return re.sub(rf"(^|[|•·⋅\d]\s*){short}(?=\s+[^\W\d_])", r"\1by", line, count=1, flags=re.I)


def name_after_by(line: str) -> str:
    """Return the name in a line that says "by", in one of many languages; "" if none does.

    A single word may be a user, if a date or a label goes with it; else it is what a list is sorted
    by.

    >>> name_after_by("5 min · Par Ann Lee"), name_after_by("作者：王小明")
    ('Ann Lee', '王小明')
    >>> name_after_by("By price")
    ''
    """
    line = _before_writer("", line[: 2 * MAX_CHARS])
    byline = _BYLINE.search(line) if len(line) < 2 * MAX_CHARS else None
    if not byline:
        named = _korean(line) or _sent_from(line) or _with_office(line)
        return named["name"].strip() if named else ""
    name = _without_place(r"\1", author_in(line[byline.end() :]))
    is_labelled = byline[0].rstrip().endswith((":", "：", "/", "／", "者"))
    is_whole = len(words(name)) > 1 or is_labelled or has_digit(line)
    is_user = len(words(name)) == 1 and has_digit(line) and " " in byline[0].strip()
    return name if is_user or (is_cased(name) and is_whole) else ""


def is_cased(name: str) -> bool:
    """Return whether the words begin as names do: few in lower case."""
    parts = words(name)
    first = parts[0] if len(parts) > 1 else "The"
    if first[0].islower() and first != "the" and not _is_particle(first):
        return False
    lower = sum(word[0].islower() and not _is_particle(word) for word in parts)
    return 0 < len(parts) <= _MOST_WORDS and lower <= min(1, len(parts) // 3)


def names_company(name: str) -> bool:
    """Return whether a name is that of a company, and no person's.

    >>> names_company("Tidal Broadcasting Corporation"), names_company("Ann Press-Lee")
    (True, False)
    """
    return _is_company(name) is not None


def is_no_label(text: str) -> bool:
    """Return whether a text is more than what stands before a name: "Author", "Written by"."""
    return bool(_PREFIX.sub("", f"{text}:"))


def name_in(text: str) -> str:
    """Return the name in a text that may be one; "" if it is none.

    >>> name_in("by Ann Lee:"), name_in("Reply"), name_in("12 posts")
    ('Ann Lee', '', '')
    >>> name_in("Добавил: xbitnik"), name_in("Door: Jan Pol Lees verder")
    ('xbitnik', 'Jan Pol')
    """
    bare = _without_more("", _label("", text, count=1))
    name = _without_by("", bare).strip(" ,:;|»·•-–—")
    most = _MAX_UNSPACED if name and is_unspaced(name[0]) else _MAX_NAME_CHARS
    return name if 1 < len(name) <= most and not _is_no_poster(name.lower()) else ""


def names_rank(called: str) -> bool:
    """Return whether an element called so holds the rank of a person."""
    return _names_rank(called.lower()) is not None


def names_person(called: str) -> bool:
    """Return whether an element called so holds a person's name, and not what goes with it."""
    small = called.lower()
    return _names_person(small) is not None and _names_no_person(small) is None


def leads_to_person(href: str) -> bool:
    """Return whether an address looks like that of somebody's page, whatever its host is called.

    >>> leads_to_person("https://a.example/people/ann"), leads_to_person("https://people.example/a")
    (True, False)
    """
    address = f"/{_without_host('', href.lower(), 1)}"
    is_form = len(href) < 500 and _leads_to_form(address) is not None
    return len(href) < 500 and not is_form and _leads_to_person(address) is not None
