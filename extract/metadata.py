"""What a page says of itself: JSON-LD first, then meta elements, microdata, and what it shows."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from lxml.html import HtmlElement

from pagesight.extract.addresses import Addresses
from pagesight.extract.blocks import Block
from pagesight.extract.document import Document
from pagesight.extract.extraction import Metadata
from pagesight.extract.hints import bits_of, hint_bits
from pagesight.extract.json_ld import json_ld, main_thing, names_of, text_of, thing_of
from pagesight.extract.record_fields import date_in

_split_title = re.compile(r"\s+[|\-–—·•»:]+\s+|\s*[|»]\s*").split
_find_byline = re.compile(r"^(?:written |posted |story )?by:?\s+([^\d|•·,]{3,40})$", re.I).match
_is_address = re.compile(r"https?://|www\.|@").search
_url_date = re.compile(r"/(\d{4}/\d{1,2}/\d{1,2})(?:/|$)").search
_BYLINE = bits_of("byline")
_DATE_NAMES = ("article:published_time", "datepublished", "date", "dc.date", "dc.date.issued",
               "dcterms.created", "publishdate", "pubdate", "publish_date", "sailthru.date",
               "parsely-pub-date", "cxenseparse:recs:publishtime", "og:published_time",
               "citation_publication_date")  # fmt: skip


def metadata(document: Document) -> Metadata:
    """Return the page's metadata; what it does not say stays empty."""
    tree, page = document.tree, document.page
    things, meta = json_ld(tree), _meta(tree)
    thing = main_thing(things)
    addresses = Addresses(tree, page.url)
    site = meta.get("og:site_name") or text_of(thing_of(things, "WebSite").get("name"))
    site = site or text_of(thing.get("publisher")) or meta.get("application-name", "")
    image = thing.get("image") or thing.get("thumbnailUrl")
    image = image.get("url") if isinstance(image, dict) else image
    canonical = next((e.get("href") for e in tree.iter("link") if e.get("rel") == "canonical"), "")
    return Metadata(
        title=_title(document, thing, meta, site),
        author=_author(document, thing, meta),
        date=_date(document, thing, meta),
        language=_language(tree, meta),
        site_name=site,
        description=meta.get("og:description")
        or meta.get("description", "")
        or text_of(thing.get("description")),
        canonical_url=addresses.absolute(canonical or meta.get("og:url", "")),
        image=addresses.absolute(meta.get("og:image", "") or text_of(image)),
    )


def _meta(tree: HtmlElement) -> Mapping[str, str]:
    """Return the first content of each meta name, property and microdata property, lower-cased."""
    found: dict[str, str] = {}
    for element in tree.iter("meta"):
        content = " ".join((element.get("content") or "").split())
        for kind in ("property", "name", "itemprop", "http-equiv"):
            name = (element.get(kind) or "").strip().lower()
            if name and content:
                found.setdefault(name, content)
    return found


def _title(document: Document, thing: Mapping[str, Any], meta: Mapping[str, str], site: str) -> str:
    """Return the page's title without the site's name."""
    headings = [block.text for block in document.blocks if block.tag == "h1" and not block.hidden]
    whole = " ".join((document.tree.findtext(".//title") or "").split())
    stated = text_of(thing.get("headline")) or meta.get("og:title") or whole
    for heading in headings:
        if len(heading) > 3 and heading.casefold() in f"{stated} {whole}".casefold():
            return " ".join(heading.split())
    return _without_site(stated, site) or next(iter(headings), "")


def _without_site(title: str, site: str) -> str:
    parts = [part for part in _split_title(title) if part]
    if len(parts) > 1 and site and parts[-1].casefold() == site.casefold():
        return title[: title.rindex(parts[-1])].rstrip(" |-–—·•»:")
    return title


def _author(document: Document, thing: Mapping[str, Any], meta: Mapping[str, str]) -> str:
    candidates = [names_of(thing.get("author")), meta.get("author", ""), meta.get("byl", "")]
    candidates += [
        meta.get(name, "") for name in ("article:author", "dc.creator", "citation_author")
    ]
    candidates += [
        _text(e) for e in document.tree.xpath("//*[@rel='author' or @itemprop='author']")
    ]
    candidates += _bylines(document.blocks)
    for candidate in candidates:
        name = re.sub(r"^by:?\s+", "", candidate, flags=re.I)
        if 1 < len(name) < 100 and not _is_address(name):
            return name
    return ""


def _bylines(blocks: Iterable[Block]) -> Iterable[str]:
    """Return the names in short blocks that say "By ..." or are classed as bylines."""
    for block in blocks:
        found = _find_byline(block.text) if _may_be_byline(block) else None
        if found:
            yield found.group(1).strip()


def _text(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _date(document: Document, thing: Mapping[str, Any], meta: Mapping[str, str]) -> str:
    """Return the day of publication in ISO 8601."""
    stated = [text_of(thing.get(name)) for name in ("datePublished", "uploadDate", "dateCreated")]
    stated += [meta.get(name, "") for name in _DATE_NAMES]
    times = document.tree.xpath("//*[@itemprop='datePublished'] | //time")[:20]
    stated += [
        element.get("datetime") or element.get("content") or _text(element) for element in times
    ]
    found = _url_date(document.page.url)
    stated.append(found.group(1) if found else "")
    stated += [block.text for block in document.blocks if _may_be_byline(block)]
    return next(filter(None, map(date_in, stated)), "")


def _may_be_byline(block: Block) -> bool:
    return len(block.text) < 80 and any(
        hint_bits(element) & _BYLINE for element in block.ancestors[-3:]
    )


def _language(tree: HtmlElement, meta: Mapping[str, str]) -> str:
    """Return the ISO 639-1 code the page declares."""
    stated = tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    stated = stated or meta.get("content-language", "") or meta.get("og:locale", "")
    return re.split(r"[-_,;\s]", stated.strip().lower(), maxsplit=1)[0]
