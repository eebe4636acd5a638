"""Whether an address is that of another page of the same list."""

import re
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, urlsplit

from pagesight.extract.text.class_names import hyphenated

# What stands for the number of a page at the end of a path or of its last segment.
_drop_number = re.compile(
    r"(?:[-_/.,]?(?:page|pages|seite|pagina|página|pag|pg|p|start|offset|strana|strona|sida|side"
    r"|sivu|index|from|f))?[-_/.,=]?(?<!\d)\d{1,5}(?=/?(?:index)?(?:\.\w{2,5})?/?$)",
    re.I,
).sub
_numbers_pages = re.compile(r"p|.*(?:pag|start|offset|from|skip|seite|range).*|pg", re.I).fullmatch
_numbers_else = re.compile(
    r".*(?:limit|size|count|show|anzahl|year|month|day|date|mini).*|(?:items)?_?per_?page|m|y|d",
    re.I,
).fullmatch
_identifies = re.compile(r".*id|t|f|c|topic|thread|board|forum|cat\w*|tag", re.I).fullmatch
_is_number = re.compile(r"\d[\d.,-]{0,6}").fullmatch
_drop_index = re.compile(r"(?:index|default)\.\w{2,5}$", re.I).sub
_MAX_CHARS = 1000  # longer addresses are none of a list's pages
NEXT, PREVIOUS, FIRST, LAST, NUMBER = "next", "previous", "first", "last", "number"
_PAGE = (
    r"pages?|posts?|entries|articles?|results?|stories|seite|página|pagina|page|strona|strana"
    r"|страница|страницы|сторінка|σελίδα|sayfa|sida|side|sivu|oldal|halaman|ページ|記事|页|頁|一页|一頁"
    r"|페이지|پیج|صفحه|الصفحة|पेज|পাতা|trang|หน้า"
)
_WORDS = {
    NEXT: r"next|newer|forward|continued|weiter|nächste[rs]?|folgende|suivante?s?|siguientes?"
    r"|próxim[ao]s?|seguinte|successiv[ao]|avanti|prossim[ao]|volgende|verder|nästa|neste|næste"
    r"|seuraava|następn[ay]|dalej|další|nasledujúca|ďalšia|следующ(?:ая|ие)|вперед|вперёд|далее"
    r"|дальше|наступна|далі|επόμεν[ηο]|sonraki|ileri|következő|următoarea|înainte|следваща"
    r"|sljedeća|naslednja|次|次へ|次の|下|下一|下一页|下一頁|下页|다음|ถัดไป|tiếp|sau|berikutnya"
    r"|selanjutnya|بعدی|التالي|הבא|अगला|পরবর্তী|পরের",
    PREVIOUS: r"prev|previous|older|back|zurück|vorherige[rs]?|vorige|précédente?s?|anterior(?:es)?"
    r"|precedente|indietro|föregående|forrige|edellinen|poprzedni[a]?|wstecz|předchozí"
    r"|predchádzajúca|предыдущ(?:ая|ие)|назад|попередня|προηγούμεν[ηο]|önceki|geri|előző"
    r"|anterioară|предишна|prethodna|prejšnja|前|前へ|前の|上|上一|上一页|上一頁|上页|이전|ก่อนหน้า"
    r"|trước|sebelumnya|قبلی|السابق|הקודם|पिछला|পূর্ববর্তী|আগের",
    FIRST: r"first|erste|anfang|première?|primer[ao]?|primeir[ao]|inicio|início|prima|eerste|första"
    r"|første|pierwsza|první|первая|в начало|start|πρώτη|ilk|最初|最初へ|首页|首頁|처음|نخست"
    r"|প্রথম|pertama|đầu",
    LAST: r"last|end|letzte|ende|dernière?|últim[ao]|final|ultima|laatste|sista|siste|sidste"
    r"|ostatnia|poslední|последняя|в конец|τελευταία|son|最後|最後へ|末页|尾页|末頁|마지막|آخر"
    r"|শেষ|terakhir|cuối",
}
_roles = "|".join(f"(?P<{role}>{words})" for role, words in _WORDS.items())
_worded = re.compile(
    rf"(?:go to )?(?:the )?(?:(?:{_PAGE}) ?)?(?:{_roles})(?: ?(?:{_PAGE}))?", re.I
).fullmatch
_FORWARD, _BACK = "»›>→▶►≫⟩❯⇒＞▸", "«‹<←◀◄≪⟨❮⇐＜◂"
_arrows = re.compile(rf"[{_FORWARD}{_BACK}|⏭⏮]+")
_number = re.compile(
    r"[\[(]?(?:(?:page|seite|p\.)\s?)?\d{1,3}(?:[,.]?\d{3})?[\])]?", re.I
).fullmatch
_classed = {
    NEXT: re.compile(r"(?<![a-z])next|(?<![a-z])(?:pager|nav|page)?-?(?:right|forward)\b", re.I),
    PREVIOUS: re.compile(r"(?<![a-z])prev|(?<![a-z])(?:pager|nav|page)?-?(?:left|back)\b", re.I),
}
_may_be_classed = re.compile("next|prev|right|forward|left|back", re.I).search


def is_same_list(address: str, page: str) -> bool:
    """Return whether two addresses differ in no more than the number of a page.

    >>> is_same_list("https://a.example/blog/page/2/", "https://a.example/blog/")
    True
    >>> is_same_list("https://a.example/t?id=7&start=20", "https://www.a.example/t?id=7")
    True
    >>> is_same_list("https://a.example/about", "https://a.example/blog/")
    False
    """
    if max(len(address), len(page)) > _MAX_CHARS:
        return False
    there, here = _split(address), _split(page)
    if there is None or here is None or _host(there) != _host(here):
        return False
    return _is_same_query(there.query, here.query) and not _paths(there.path).isdisjoint(
        _paths(here.path)
    )


@lru_cache(maxsize=1024)
def _split(address: str) -> SplitResult | None:
    try:
        return urlsplit(address)
    except ValueError:
        return None


def _host(parts: SplitResult) -> str:
    return parts.netloc.lower().removeprefix("www.")


def _is_same_query(there: str, here: str) -> bool:
    """Return whether queries differ in numbers alone, and in parameters that one of them lacks.

    What the page's own has is missing only where it may be the number of a page.
    """
    others, own = dict(parse_qsl(there)), dict(parse_qsl(here))
    if any(name not in others and not _numbers_pages(name) for name in own):
        return False
    return all(
        own.get(name) == value or _may_change(name, own.get(name, ""), value)
        for name, value in others.items()
    )


def _may_change(name: str, old: str, new: str) -> bool:
    """Return whether a parameter may have another value on another page of the list."""
    if _numbers_pages(name):
        return True
    if _numbers_else(name):
        return False
    if old and _identifies(name):  # forums number "board=18.0", "board=18.20"
        return "." in new and old.split(".")[0] == new.split(".")[0]
    return not old or _is_number(new) is not None


@lru_cache(maxsize=1024)
def _paths(path: str) -> frozenset[str]:
    """Return the path, and what it is without numbers of pages, once and twice."""
    once = _drop_number("", path)
    paths = (path, once, _drop_number("", once))
    return frozenset(_drop_index("", each).rstrip("/") for each in paths)


@lru_cache(maxsize=4096)
def role_of(text: str) -> str:
    """Return what a link's text makes it: one of the roles above, or "".

    >>> [role_of(text) for text in ("Next ›", "« Vorherige Seite", "[12]", "下一页", "Nextcloud")]
    ['next', 'previous', 'number', 'next', '']
    """
    text = " ".join(text.split())
    if _number(text):
        return NUMBER
    words = _arrows.sub("", text).strip(" .…:")
    if not words:
        return _role_of_arrows(text)
    match = _worded(words)
    return (match.lastgroup or "") if match else ""


def _role_of_arrows(text: str) -> str:
    """Return the direction in which arrows point: to the end if a bar stops them."""
    forward, back = (any(mark in text for mark in marks) for marks in (_FORWARD, _BACK))
    if forward == back:
        return ""
    if "|" in text:
        return LAST if forward else FIRST
    return NEXT if forward else PREVIOUS


@lru_cache(maxsize=4096)
def role_of_classes(names: str) -> str:
    """Return the role that class names give a link.

    >>> role_of_classes("btn page-next"), role_of_classes("navPrev"), role_of_classes("context")
    ('next', 'previous', '')
    """
    if not _may_be_classed(names):
        return ""
    apart = hyphenated(names)
    roles = [role for role, classed in _classed.items() if classed.search(apart)]
    return roles[0] if len(roles) == 1 else ""
