"""Vary the evidence that systems are given: all of a page, less of it, or a false address."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from html import unescape

from pagesight.app.errors import EvaluationError
from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of

GIVEN, ARTICLE_ADDRESS = "given", "article-address"
_MOST_WORDS = 7  # of an address's last step
_FEWEST_WORDS = 3
_find_words = re.compile(r"[a-z]+").findall
_find_title = re.compile(r"<title[^>]*>(.*?)</title>", re.S | re.I).search
_find_names = re.compile(r"\s(class|id)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.I)


def evidence_changes(names: Sequence[str]) -> Mapping[str, "Change"]:
    """Return what to do to the pages for each kind of evidence. Raises EvaluationError."""
    unknown = [name for name in names if name not in EVIDENCE]
    if unknown:
        raise EvaluationError(
            f"no evidence named {', '.join(unknown)}; there are {', '.join(EVIDENCE)}"
        )
    return {name: EVIDENCE[name] for name in names}


def with_evidence(system: str, evidence: str) -> str:
    """Return what the figures of a system stand under that is given that evidence.

    >>> with_evidence("html", "given"), with_evidence("html", "no-address")
    ('html', 'html, no-address')
    """
    return system if evidence == GIVEN else f"{system}, {evidence}"


def article_addresses(pages: Sequence[LabelledPage]) -> list[str]:
    """Return for each page an article's address, made of the title of another site's article.

    Which one is drawn by a hash of the page's id. Raises EvaluationError if there is none.
    """
    groups = groups_of(pages)
    slugs = sorted(
        (_slug(page), group)
        for page, group in zip(pages, groups, strict=True)
        if page.genre == Genre.ARTICLE
    )
    return [
        _article_address(page, [slug for slug, of in slugs if slug and of != group])
        for page, group in zip(pages, groups, strict=True)
    ]


def _article_address(page: LabelledPage, slugs: Sequence[str]) -> str:
    if not slugs:
        raise EvaluationError(
            "an article's address is made of titles, and the corpus has no article of another "
            f"site than that of page {page.id} with {_FEWEST_WORDS} Latin words in its title"
        )
    drawn = int(sha256(page.id.encode()).hexdigest()[:12], 16)
    year, month, day = 2005 + drawn % 19, 1 + drawn % 12, 1 + drawn % 28
    slug = slugs[drawn % len(slugs)]
    return f"https://www.example-news.com/{year}/{month:02}/{day:02}/{slug}"


def _slug(page: LabelledPage) -> str:
    title = _find_title(page.page.html)
    words = _find_words(unescape(title[1]).lower()) if title else []
    return "-".join(words[:_MOST_WORDS]) if len(words) >= _FEWEST_WORDS else ""


def _without_address(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    return [replace(page, page=replace(page.page, url="")) for page in pages]


def _at_article_addresses(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    return [
        replace(page, page=replace(page.page, url=url))
        for page, url in zip(pages, article_addresses(pages), strict=True)
    ]


def without_names(html: str) -> str:
    """Return the HTML without class names and ids.

    >>> without_names("<p class=lead id='top'>text</p>")
    '<p>text</p>'
    """
    return _find_names.sub("", html)


def _without_names(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    return [
        replace(page, page=replace(page.page, html=without_names(page.page.html))) for page in pages
    ]


Change = Callable[[Sequence[LabelledPage]], list[LabelledPage]]
EVIDENCE: Mapping[str, Change] = {
    GIVEN: list,
    "no-address": _without_address,
    ARTICLE_ADDRESS: _at_article_addresses,
    "no-names": _without_names,  # neither class names nor ids
}
