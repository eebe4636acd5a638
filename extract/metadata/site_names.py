"""Find the names by which a page's site goes, and titles without them.

They are declared, shown, or that of its address.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.metadata.sources import inner_text
from pagesight.extract.page.document import Document
from pagesight.extract.text.furniture import owner_of_rights
from pagesight.extract.text.tokens import clean

HAN = r"[\u3040-\u30ff\u3400-\u9fff]"  # with kana: no spaces stand between their words
SIGNS = r"[|\-–—·•»«:~/\\]+"
SEPARATOR = re.compile(rf"\s+{SIGNS}\s+|\s*[|»]\s*|(?<={HAN})(?:_+|--?)(?={HAN})")
MAX_SEPARATED = 1000  # characters of a title that may have its site's name at an end
_words = re.compile(r"\w+").findall
_find_host = re.compile(r"[a-z]+://([^/:?#]*)", re.I).match
_leads_home = re.compile(
    r"(?:https?:)?//[^/?#]*/?|/|\./?|(?:\.{1,2}/)*index(?:\.\w{3,5}){1,2}", re.I
).fullmatch
_names_logo = re.compile(r"logo|site-?(?:title|name)|navbar-?brand", re.I).search
_is_folder = re.compile(r"https?://[^/?#]*/[^?#]+/(?:index\.\w+)?(?:[?#].*)?", re.I).fullmatch
_LEAST_IN_HOST = 4  # letters of a name that an address may hold by chance
_LEAST_LABEL, _MOST_OF_NAME = 5, 0.5  # of a domain's name: letters, and of those of the site's
_FOOT = 5  # last blocks, one of which may claim the rights
_MOST_LINKS = 40  # to the front page, looked at
_MOST_CHARS = 80  # of a name


@dataclass(frozen=True, slots=True)
class SiteNames:
    """The names of a site, letters and digits alone; `shown` are those that nothing declares."""

    declared: str
    host: str
    shown: frozenset[str] = frozenset()
    domain: str = ""

    def end(self, text: str) -> bool:
        """Return whether a text that ends a title is a name; it may be the domain's and "Forum"."""
        name = squeezed(text)
        has_domain = len(self.domain) >= _LEAST_LABEL and self.domain in name
        return self.have(text) or (has_domain and len(self.domain) >= _MOST_OF_NAME * len(name))

    def have(self, text: str) -> bool:
        """Return whether a text is nothing but a name that the page or its address declares."""
        name = squeezed(text)
        in_host = len(name) >= _LEAST_IN_HOST and name in self.host
        return bool(name) and (name == self.declared or in_host)

    def show(self, text: str) -> bool:
        """Return whether a text is nothing but a name, one that is only shown among them."""
        return self.have(text) or squeezed(text) in self.shown


def site_names(document: Document, declared: str) -> SiteNames:
    """Return the names of a page's site.

    Shown are those of links to its front page, of what is called a logo, and of who claims the
    rights at its end.
    """
    links = (
        link
        for link in document.tree.iter("a")
        if is_home(link, document) or _names_logo(link.get("class") or "")
    )
    named = [name for link in islice(links, _MOST_LINKS) for name in _names_of(link)]
    claimed = map(owner_of_rights, document.cuts.texts[-_FOOT:])
    shown = frozenset(map(squeezed, (*named, *_logos(document), *claimed))) - {""}
    url = document.page.url
    return SiteNames(squeezed(declared), host_of(url), shown, squeezed(_domain_of(url)))


def without_site(text: str, names: SiteNames, *, shown: bool = False) -> str:
    """Return a title without the site's name at its end or its beginning.

    `shown` takes the names in that are not declared.

    >>> without_site("Tea | The Shop", SiteNames("theshop", ""))
    'Tea'
    >>> without_site("The Shop: Tea", SiteNames("", "theshoporg"))
    'The Shop: Tea'
    """
    if len(text) > MAX_SEPARATED:
        return text
    separators = list(SEPARATOR.finditer(text))
    for separator in separators:
        end = text[separator.end() :]
        if names.end(end) or (shown and names.show(end)):
            return text[: separator.start()]
    by_name = SiteNames(names.declared, "", names.shown if shown else frozenset())
    for separator in reversed(separators):
        if by_name.show(text[: separator.start()]):
            return text[separator.end() :]
    last = separators[-1] if separators else None
    if last and "|" in last[0] and last.start() >= len(text) - last.end():
        return text[: last.start()]
    return text


def _logos(document: Document) -> Iterator[str]:
    """Yield the texts of the first elements that are called a logo, if they are short."""
    elements = document.elements
    rows = elements.with_class(_names_logo, "logo", "title", "name", "brand")
    for row in sorted(rows)[:_MOST_LINKS]:
        yield clean(inner_text(elements.nodes[row], _MOST_CHARS))


def host_of(url: str) -> str:
    """Return the letters and digits of the address's host name."""
    match = _find_host(url)
    return squeezed(match[1]) if match else ""


def _domain_of(url: str) -> str:
    """Return the part of the host's name that says whose it is: "example" of www.example.co.uk."""
    match = _find_host(url)
    labels = match[1].split(".")[:-1] if match else []
    return max(labels[-2:], key=len, default="")


def squeezed(text: str) -> str:
    """Return the letters and digits of a text, in small letters."""
    return "".join(_words(text.lower()))


def _names_of(link: HtmlElement) -> Iterator[str]:
    yield clean(inner_text(link, _MOST_CHARS))
    yield from (clean(link.get(stated) or "") for stated in ("title", "aria-label"))
    yield from (clean(image.get("alt") or "") for image in link.iter("img"))


def is_home(link: HtmlElement, document: Document) -> bool:
    """Return whether a link leads to the front page; "./" in a folder's own page leads to that."""
    href = link.get("href") or ""
    is_near = "//" not in href and not href.startswith(("/", ".."))
    is_own = is_near and _is_folder(document.page.url) is not None
    return _leads_home(href) is not None and not is_own
