"""Define what an evaluation is asked for, and what that of each task gives back.

Systems are given all evidence of a page, less of it, or something false.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from json import dumps
from pathlib import Path
from typing import Protocol, TypeVar

from pagesight.app.config import FoldsBy, Task
from pagesight.app.errors import EvaluationError
from pagesight.datasets.load import groups_of
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.render.page import Page

GIVEN, ARTICLE_ADDRESS = "given", "article-address"
_MOST_WORDS = 7  # of an address's last step
_FEWEST_WORDS = 3  # of a title that can be swapped; by hand
_find_words = re.compile(r"[a-z]+").findall
_find_title = re.compile(r"<title[^>]*>(.*?)</title>", re.S | re.I).search
_find_structured = re.compile(
    r"<script\b[^>]*\bld\+json\b[^>]*>.*?</script\s*>|<meta\b[^>]*\bog:type\b[^>]*>", re.S | re.I
)
_find_microdata = re.compile(
    r"\s(?:itemscope|itemtype|itemprop|typeof)\b(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?", re.I
)
_find_head = re.compile(r"<head\b[^>]*>", re.I).search
_find_names = re.compile(r"\s(class|id)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.I)
Change = Callable[[Sequence[LabelledPage]], list[LabelledPage]]


def evidence_changes(names: Sequence[str]) -> Mapping[str, Change]:
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
    drawn = int(hashlib.sha256(page.id.encode()).hexdigest()[:12], 16)
    year, month, day = 2005 + drawn % 19, 1 + drawn % 12, 1 + drawn % 28
    slug = slugs[drawn % len(slugs)]
    return f"https://www.example-news.com/{year}/{month:02}/{day:02}/{slug}"


def _slug(page: LabelledPage) -> str:
    title = _find_title(page.page.html)
    words = _find_words(unescape(title[1]).lower()) if title else []
    return "-".join(words[:_MOST_WORDS]) if len(words) >= _FEWEST_WORDS else ""


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


def without_structured(html: str) -> str:
    """Return the HTML without JSON-LD, microdata, RDFa's types and the type of Open Graph.

    >>> without_structured('<meta property="og:type" content="article"><p itemprop=name>text</p>')
    '<p>text</p>'
    """
    return _find_microdata.sub("", _find_structured.sub("", html))


def as_article(html: str) -> str:
    """Return the HTML with the structured data of an article in place of its own.

    The graph is what publishing systems write for any page: site, page and article.
    """
    bare = without_structured(html)
    title = _find_title(bare)
    headline = unescape(title[1]).strip() if title else ""
    article = {
        "@type": "Article",
        "headline": headline,
        "datePublished": "2021-03-04T08:00:00+00:00",
        "author": {"@type": "Person", "name": "Staff"},
    }
    nodes = [{"@type": "WebSite", "name": headline}, {"@type": "WebPage", "name": headline}]
    graph = {"@context": "https://schema.org", "@graph": [*nodes, article]}
    script = dumps(graph).replace("<", "\\u003c")
    head = _find_head(bare)
    at = head.end() if head else 0
    added = (
        '<meta property="og:type" content="article">'
        f'<script type="application/ld+json">{script}</script>'
    )
    return bare[:at] + added + bare[at:]


def _each(change: Callable[[Page], Page]) -> Change:
    """Return the change of pages that changes each by itself."""
    return lambda pages: [replace(page, page=change(page.page)) for page in pages]


def _with_html(change: Callable[[str], str]) -> Change:
    return _each(lambda page: replace(page, html=change(page.html)))


EVIDENCE: Mapping[str, Change] = {
    GIVEN: list,
    "no-address": _each(lambda page: replace(page, url="")),
    ARTICLE_ADDRESS: _at_article_addresses,
    "no-names": _with_html(without_names),  # neither class names nor ids
    "no-structured": _with_html(without_structured),
    "article-structured": _with_html(as_article),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateOptions:
    """Pages, systems and how to measure them."""

    corpora: tuple[Path, ...]
    out: Path
    task: Task = "extract"
    systems: tuple[str, ...] = ("auto",)
    predictions: tuple[Path, ...] = ()  # of outside systems: {"id", "system", "text"} a line
    split: str = ""  # only the pages of this split; "" takes all
    limit: int = 0  # at most so many pages, drawn by a hash of their ids; 0 takes all
    folds: int = 0  # train the learned parts anew for each of so many folds by site; 0 does not
    folds_by: FoldsBy = "site"  # or "source": each collection left out in turn (for genres)
    evidence: tuple[str, ...] = (GIVEN,)  # that systems are asked with: see EVIDENCE
    training: tuple[Path, ...] = ()  # further corpora to train on in every fold, its sites left out
    seed: int = 0  # of the folds, the draw and the bootstrap
    processes: int = 2
    page_seconds: float = 120.0  # a system silent for so long on a page is stopped: an error

    @property
    def trains_anew(self) -> bool:
        """Whether learned parts are trained for this evaluation, without the pages of a fold."""
        return bool(self.folds) or self.folds_by == "source"


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Named = TypeVar("Named", bound=_Named)


def drawn(pages: Sequence[Named], options: EvaluateOptions) -> list[Named]:
    """Return the pages that the limit leaves, drawn by a hash of their ids, in their order."""
    if not options.limit:
        return list(pages)

    def draw(page: Named) -> str:
        return hashlib.sha256(f"{options.seed}:{page.id}".encode()).hexdigest()

    ids = {page.id for page in sorted(pages, key=draw)[: options.limit]}
    return [page for page in pages if page.id in ids]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What `results.json` holds of systems and of pairs, and the rows of `predictions.jsonl.gz`."""

    systems: Mapping[str, Mapping[str, object]]
    predictions: Iterable[Mapping[str, object]]
    pairs: Sequence[Mapping[str, object]]


class Watcher:
    """Follows the progress of an evaluation; this one ignores it, a progress bar shows it."""

    def start(self, system: str, pages: int) -> None:
        """`system` begins, on so many pages."""

    def advance(self, system: str) -> None:
        """`system` has finished one page."""

    def keep(self, pages: int) -> None:
        """The evaluation is stopped; the outputs of so many pages are kept."""
