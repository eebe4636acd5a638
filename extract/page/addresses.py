"""Make the addresses in a page absolute."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from urllib.parse import urljoin

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements
from pagesight.extract.text.safe import is_safe_address

_MAX_BASE = 2000  # characters: each address on the page would hold a longer one too

# References that `urljoin` only puts behind the host, in ten times as long.
_is_plain_path = re.compile(r"/(?!/)[^.;?#\s]*(?:\?[^#;\s]+)?").fullmatch
# Lazy images keep theirs apart, and a placeholder in `src`.
_LAZY = ("data-src", "data-lazy-src", "data-original")
_LAZY_SETS = ("data-srcset", "data-lazy-srcset")
_SETS = ("srcset", *_LAZY_SETS)
# Names of files that show nothing: what is shown is known to a script alone.
_is_placeholder = re.compile(
    r"(?:^|/)(?:lazy[-_]?|[\w-]{1,60}[-_](?=1x1|spacer))?(?:blank|empty|spacer|placeholder"
    r"|transparent|1x1|loading|loader|lazy|dummy)\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)|^holder\.js/|^#",
    re.I,
).search
_USUAL_WIDTH = "720"
_numbers = re.compile(r"\d{1,5}").findall
_candidates = re.compile(r"([^\s,]\S*)(?:\s+([\d.]+)[wx])?").findall
_ADDRESSES = ("src", *_LAZY, *_SETS)
_OF_DOT = ("0", "1")
_MOST_OF_SIGN = 32  # pixels: two lines of text; by hand
# The file of a sign, of which a page that shows it so often means no picture; by hand.
_is_file_of_sign = re.compile(
    r"icon|arrow|bullet|star|badge|avatar|logo|check|\.svg(?:[?#]|$)", re.I
).search
_SHOWN_AS_SIGN, _MOST_OF_FILE = 3, 100


class Addresses:
    """Resolves a page's references against its `base` element and its own address."""

    def __init__(self, tree: HtmlElement, page_url: str) -> None:
        base = next((b.get("href") for b in tree.iter("base") if b.get("href")), "")
        self._base = _join(page_url, base) if len(base) <= _MAX_BASE else page_url
        self._root = _join(self._base, "/").removesuffix("/")
        self._known: dict[str, str] = {}
        self._tree = tree

    def absolute(self, reference: str) -> str:
        """Return `reference` as an absolute address; "" for what could run or holds data."""
        known = self._known.get(reference)
        if known is None:
            known = self._known[reference] = self._resolve(_cleaned(reference))
        return known

    def is_repeated_sign(self, image: HtmlElement) -> bool:
        """Return whether an image is a sign by the name of its file and by how often it comes."""
        return image.get("src") in self._signs

    @cached_property
    def _signs(self) -> frozenset[str]:
        shown = Counter(image.get("src") or "" for image in self._tree.iter("img"))
        often = (address for address, times in shown.items() if times >= _SHOWN_AS_SIGN)
        return frozenset(each for each in often if _is_file_of_sign(each[-_MOST_OF_FILE:]))

    def _resolve(self, reference: str) -> str:
        if reference[:8].lower().startswith(("http://", "https://")):
            return reference
        is_plain = _is_plain_path(reference) is not None
        joined = self._root + reference if is_plain else _join(self._base, reference)
        return joined if is_safe_address(joined) else ""


def _cleaned(reference: str) -> str:
    """Return `reference` as browsers read it: no white space around or line breaks in it."""
    return "".join(reference.strip().splitlines()).replace(" ", "%20")


def _join(base: str, reference: str) -> str:
    """Return the joined address, or `reference` where it is malformed (`http://[`)."""
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def path_of(address: str) -> str:
    """Return what follows the host of an address, without its first slash.

    >>> path_of("https://a.example/b/c?d=1"), path_of("https://a.example")
    ('b/c?d=1', '')
    """
    return address.partition("//")[2].partition("/")[2]


def image_address(image: HtmlElement, addresses: Addresses) -> str | None:
    """Return the absolute address, None if there is none.

    It is "" for data embedded in the page, and for a file that is there until a script finds it.
    """
    references = list(filter(None, _references(image)))
    filled = (_with_width(reference, image) for reference in references)
    whole = (
        reference
        for reference in (*references, *filled)
        if "{" not in reference and not _is_placeholder(reference)  # the first is a template
    )
    return next(filter(None, map(addresses.absolute, whole)), "") if references else None


def _references(image: HtmlElement) -> Iterator[str | None]:
    """Yield what may be the address, the likeliest first."""
    yield from map(image.get, _LAZY)
    for name in _LAZY_SETS:
        yield _largest(image.get(name))
    yield image.get("src")
    yield _largest(image.get("srcset"))
    around = image.getparent()
    source = around.find("source") if around is not None and around.tag == "picture" else None
    if source is not None:
        yield from (_largest(source.get(name)) for name in _SETS)


def _with_width(reference: str, image: HtmlElement) -> str:
    """Return an address with the greatest width that the image states in place of "{width}"."""
    widths = map(int, _numbers(image.get("data-widths") or _USUAL_WIDTH))
    return reference.replace("{width}", str(max(widths, default="")))


def _largest(candidates: str | None) -> str | None:
    """Return the address of a `srcset` with the highest number, the first of equals.

    >>> _largest("a.jpg 1x, b.jpg 2x"), _largest("a,b.jpg, c.jpg 300w"), _largest("")
    ('b.jpg', 'c.jpg', None)
    """
    choices = [
        (_size(size), address.rstrip(",")) for address, size in _candidates(candidates or "")
    ]
    return max(choices, key=lambda sized: sized[0])[1] if choices else None


def _size(number: str) -> float:
    """Return the number of a candidate, 1 where it has none or one that is no number."""
    try:
        return float(number or 1)
    except ValueError:
        return 1.0


def is_dot(image: Mapping[str, str]) -> bool:
    """Return whether attributes of an image state the size of a dot: it counts visitors."""
    return image.get("width") in _OF_DOT or image.get("height") in _OF_DOT


def is_picture(elements: Elements, image: int) -> bool:
    """Return whether an image has an address, or the first `source` of a `picture` around it.

    Dots are none.
    """
    own = elements.own(image)
    if is_dot(own):
        return False
    if _addressed(own, _ADDRESSES):
        return True
    around = int(elements.parent[image])
    if elements.tag[around] != CODE["picture"]:
        return False
    inside = np.flatnonzero(elements.tag[around : elements.end[around]] == CODE["source"])
    if not len(inside):
        return False
    return _addressed(elements.own(around + int(inside[0])), _SETS)


def is_wordless_sign(image: Mapping[str, str]) -> bool:
    """Return whether attributes of an image have no words, and the size of a sign in a text."""
    if (image.get("alt") or "").strip():
        return False
    sizes = (image.get("width") or "", image.get("height") or "")
    return all(size.isdecimal() and int(size) <= _MOST_OF_SIGN for size in sizes)


def _addressed(own: Mapping[str, str], names: Sequence[str]) -> bool:
    return any(own.get(name, "").strip(" ,\n\t") for name in names)
