"""Make the addresses in a page absolute."""

from urllib.parse import urljoin

from lxml.html import HtmlElement

_MAX_BASE = 2000  # characters: each address on the page would hold a longer one too


class Addresses:
    """Resolves a page's references against its `base` element and its own address."""

    def __init__(self, tree: HtmlElement, page_url: str) -> None:
        base = next((b.get("href") for b in tree.iter("base") if b.get("href")), "")
        self._base = _join(page_url, base) if len(base) <= _MAX_BASE else page_url
        self._known: dict[str, str] = {}

    def absolute(self, reference: str) -> str:
        """Return `reference` as an absolute address; "" for scripts and embedded data."""
        known = self._known.get(reference)
        if known is None:
            known = self._known[reference] = self._resolve(_cleaned(reference))
        return known

    def _resolve(self, reference: str) -> str:
        scheme = reference[:11].lower()
        if scheme.startswith(("javascript:", "data:", "blob:")):
            return ""
        if scheme.startswith(("http://", "https://")):
            return reference
        return _join(self._base, reference)


def _cleaned(reference: str) -> str:
    """Return `reference` as browsers read it: no white space around or line breaks in it."""
    return "".join(reference.strip().splitlines()).replace(" ", "%20")


def _join(base: str, reference: str) -> str:
    """Return the joined address, or `reference` where it is malformed (`http://[`)."""
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference
