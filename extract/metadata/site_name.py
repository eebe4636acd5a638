"""The names by which a page's site goes: declared, in its address, or only shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.metadata.sources import clean, inner_text
from pagesight.extract.page.document import Document

_find_host = re.compile(r"[a-z]+://([^/:?#]*)", re.I).match
is_home = re.compile(r"(?:https?:)?//[^/?#]*/?|/|\./?|(?:\./)?index\.\w{3,5}", re.I).fullmatch
_claims_rights = re.compile(r"(?:©|\(c\)|copyright)[\s\d–-]*(?:by\s+)?([^.,|]{2,60})", re.I).search
_words = re.compile(r"\w+").findall
_MOST_LINKS = 40  # to the front page, looked at
_MOST_CHARS = 80  # of a name
_LEAST_IN_HOST = 4  # letters of a name that an address may hold by chance
_FOOT = 5  # last blocks, one of which may claim the rights


@dataclass(frozen=True, slots=True)
class SiteNames:
    """The names of a site, letters and digits alone; `shown` are those that nothing declares."""

    declared: str
    host: str
    shown: frozenset[str] = frozenset()

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

    Shown are those of links to its front page, and of who claims the rights at its end.
    """
    links = (link for link in document.tree.iter("a") if is_home(link.get("href") or ""))
    named = [name for link in islice(links, _MOST_LINKS) for name in _names_of(link)]
    found = map(_claims_rights, document.cuts.texts[-_FOOT:])
    claimed = [claim[1] for claim in found if claim]
    shown = frozenset(map(squeezed, (*named, *claimed))) - {""}
    return SiteNames(squeezed(declared), host_of(document.page.url), shown)


def host_of(url: str) -> str:
    """Return the letters and digits of the address's host name."""
    found = _find_host(url)
    return squeezed(found[1]) if found else ""


def squeezed(text: str) -> str:
    """Return the letters and digits of a text, in small letters."""
    return "".join(_words(text.lower()))


def _names_of(link: HtmlElement) -> Iterator[str]:
    yield clean(inner_text(link, _MOST_CHARS))
    yield from (clean(image.get("alt") or "") for image in link.iter("img"))
