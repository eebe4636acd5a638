"""Read a page's metadata: JSON-LD first, then meta elements, microdata, and what it shows."""

from dataclasses import dataclass

from lxml.html import HtmlElement

from pagesight.extract.metadata.author import author
from pagesight.extract.metadata.date import date
from pagesight.extract.metadata.sources import Sources, language, sources
from pagesight.extract.metadata.title import title
from pagesight.extract.page.addresses import Addresses
from pagesight.extract.page.document import Document
from pagesight.extract.page.head import texts, types
from pagesight.extract.text.tokens import clean


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says of itself; empty where it says nothing. `date` is ISO 8601."""

    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    site_name: str = ""
    description: str = ""
    canonical_url: str = ""
    image: str = ""


def metadata(document: Document) -> Metadata:
    """Return the page's metadata; what it does not say stays empty."""
    tree = document.tree
    page_sources = document.once(sources)
    addresses = document.origin.addresses
    site_name = _site_name(page_sources)
    return Metadata(
        title=document.once(page_title),
        author=document.once(page_author),
        date=date(document, page_sources, document.once(page_title)),
        language=language(tree, page_sources),
        site_name=site_name,
        description=_first(
            page_sources.of_meta("og:description", "description", "twitter:description"),
            *page_sources.of_items("description"),
            page_sources.of_microdata("description"),
        ),
        canonical_url=_absolute(
            addresses, _linked(tree, "canonical"), page_sources.of_meta("og:url")
        ),
        image=_absolute(
            addresses,
            page_sources.of_meta("og:image", "og:image:url", "twitter:image"),
            *page_sources.of_items("image", "url", "contentUrl"),
            page_sources.of_microdata("image"),
            _linked(tree, "image_src"),
        ),
    )


def page_title(document: Document) -> str:
    """Return the page's title, "" if it has none."""
    page_sources = document.once(sources)
    return title(document, page_sources, _site_name(page_sources))


def page_author(document: Document) -> str:
    """Return the names of the page's authors, joined by commas; "" if it has none."""
    page_sources = document.once(sources)
    return author(document, page_sources, _site_name(page_sources))


def _site_name(sources: Sources) -> str:
    websites = (item for item in sources.items if "WebSite" in types(item))
    names = (clean(name) for item in websites for name in texts(item.get("name")))
    return _first(
        sources.of_meta("og:site_name"),
        *names,
        sources.of_meta("application-name", "apple-mobile-web-app-title"),
        *sources.of_items("publisher", "name"),
    )


def _linked(tree: HtmlElement, relation: str) -> str:
    links = (link.get("href") for link in tree.iter("link") if link.get("rel") == relation)
    return next(filter(None, links), "")


def _absolute(addresses: Addresses, *references: str) -> str:
    """Return the first reference that is not empty as an absolute address, or ""."""
    reference = _first(*references)
    return addresses.absolute(reference) if reference else ""


def _first(*values: str) -> str:
    """Return the first value that is not empty, or ""."""
    return next(filter(None, values), "")
