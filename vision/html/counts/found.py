"""Numbers of what the extractors find: the text that they keep, its list, its posts, its author."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.extraction import Extraction
from pagesight.extract.features.text import TextCounts, text_counts
from pagesight.extract.labelers.extractor import keep
from pagesight.extract.labelers.sight import Sight
from pagesight.extract.metadata.read import page_author
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, within
from pagesight.extract.records.groups.evidence import list_evidence
from pagesight.extract.records.groups.groups import Repeat
from pagesight.extract.records.items import find_groups
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.records.record import NO_RECORDS

Array = NDArray[np.float64]

_LEVELS = (0.1, 0.3, 0.5, 0.7, 0.9)  # of probability
_RESERVE = 0.5  # of the time to read a page: to extract it takes as long as to predict its genre
_LIKELY = 0.5  # share of the threshold from which a block may be of a list
_TAGS = (
    "p", "li", "td", "pre", "dd", "dt", "blockquote", "h1", "h2", "h3", "h4", "img", "div",
)  # fmt: skip
_HEADINGS = ("h1", "h2", "h3", "h4")
_PLACES = (
    "article", "main", "nav", "aside", "footer", "form", "table", "ul", "figure", "section",
)  # fmt: skip
_SIGNS = ("digits", "capitals", "ends", "commas", "marks")


@dataclass(frozen=True, slots=True)
class _KeptPage:
    """A page and what is kept of it; arrays are (blocks,)."""

    document: Document
    counts: TextCounts
    tags: NDArray[np.str_]
    probabilities: Array
    kept: Flags
    threshold: float  # the least probability that is kept; 0 if nothing is

    @property
    def words(self) -> Array:
        return np.asarray(self.counts.words, dtype=np.float64)

    def share(self, blocks: Flags) -> float:
        """Return the share of the page's words in some blocks."""
        return float(self.words[blocks].sum() / max(1.0, self.words.sum()))

    def share_of_kept(self, blocks: Flags) -> float:
        """Return the share of the kept words that are in some blocks."""
        return float(self.words[blocks & self.kept].sum() / max(1.0, self.words[self.kept].sum()))


def found_numbers(document: Document, sight: Sight) -> Mapping[str, float]:
    """Return the numbers by name; none of a page without blocks, and few past the deadline.

    `sight` does not look at the address: that is evidence of its own.
    """
    if not document.blocks or not _has_time(document):
        return {}
    labels = sight.label_without_address(document)
    extraction = keep(document, sight.name, labels, 0.0, records=NO_RECORDS)
    page = _kept(document, extraction, np.asarray(labels.probabilities, np.float64))
    quality = {} if labels.forecast is None else {"kept:quality": labels.forecast.expected_quality}
    numbers = {"found:author": float(bool(document.once(page_author))), **quality}
    for part in (
        _sure_numbers, _run_numbers, _text_numbers, _place_numbers, _list_numbers, _post_numbers,
    ):  # fmt: skip
        if not _has_time(document):
            break
        numbers |= part(page)
    return numbers


def _has_time(document: Document) -> bool:
    return document.budget.has_time_for("some evidence of the genre", _RESERVE)


def _kept(document: Document, extraction: Extraction, probabilities: Array) -> _KeptPage:
    kept = np.zeros(len(document.blocks), np.bool_)
    kept[[block.order for block in extraction.blocks]] = True
    tags = np.array([block.tag for block in document.blocks])
    threshold = extraction.threshold or 0.0
    return _KeptPage(document, document.once(text_counts), tags, probabilities, kept, threshold)


def _sure_numbers(page: _KeptPage) -> Mapping[str, float]:
    """Return how much is kept, and how sure that is."""
    likely = page.probabilities.clip(1e-6, 1 - 1e-6)
    entropy = -(likely * np.log(likely) + (1 - likely) * np.log(1 - likely))
    words, most = page.words, max(1.0, float(page.words.sum()))
    return {
        "kept:share": page.share(page.kept),
        "kept:words": math.log1p(words[page.kept].sum()),
        "kept:blocks": math.log1p(int(page.kept.sum())),
        "kept:block_share": float(page.kept.mean()),
        "kept:threshold": page.threshold,
        "kept:probability": float((page.probabilities * words).sum() / most),
        "kept:entropy": float((entropy * words).sum() / most),
    } | {f"kept:over{level}": page.share(page.probabilities > level) for level in _LEVELS}


def _run_numbers(page: _KeptPage) -> Mapping[str, float]:
    """Return how long the runs of kept blocks are, and the blocks themselves."""
    run = np.cumsum(~page.kept)
    words, blocks = np.bincount(run, page.words * page.kept), np.bincount(run, page.kept)
    sizes = page.words[page.kept] if page.kept.any() else np.zeros(1)
    return {
        "kept:run_words": math.log1p(words.max()),
        "kept:run_share": float(words.max() / max(1.0, words.sum())),
        "kept:run_blocks": math.log1p(blocks.max()),
        "kept:runs": math.log1p(int((blocks > 0).sum())),
        "kept:mean": math.log1p(sizes.mean()),
        "kept:median": math.log1p(float(np.median(sizes))),
        "kept:longest": math.log1p(sizes.max()),
    }


def _text_numbers(page: _KeptPage) -> Mapping[str, float]:
    kept, counts = page.kept, page.counts
    chars = np.fromiter(map(len, page.document.cuts.texts), np.float64, len(kept))
    linked, most = page.document.cuts.link_chars, max(1.0, float(chars[kept].sum()))
    headings = int((np.isin(page.tags, _HEADINGS) & kept).sum())
    signs = {f"kept:{name}": float(getattr(counts, name)[kept].sum()) / most for name in _SIGNS}
    tags = {tag: page.tags == tag for tag in _TAGS}
    return {
        "kept:heading_words": math.log1p(page.words[kept].sum() / max(1, headings)),
        "kept:linked": float(linked[kept].sum()) / most,
        "kept:link_blocks": float((counts.links > 0.8)[kept].sum()) / max(1, int(kept.sum())),
        "dropped:linked": float(linked[~kept].sum() / max(1.0, chars[~kept].sum())),
        "kept:ended": float(counts.ended[kept].sum()) / max(1, int(kept.sum())),
        "kept:prose": float(counts.prose[kept].sum()) / most,
        "kept:prose_words": math.log1p(page.words[kept & (counts.prose > 0)].sum()),
        **signs,
        **{f"kept:>{tag}": math.log1p(int((own & kept).sum())) for tag, own in tags.items()},
        **{f"kept:in>{tag}": page.share_of_kept(own) for tag, own in tags.items()},
    }


def _place_numbers(page: _KeptPage) -> Mapping[str, float]:
    """Return where on the page the kept blocks are."""
    elements, at = page.document.elements, page.document.cuts.element
    places = {
        f"kept:in_{name}": page.share_of_kept(elements.around(elements.tag == CODE[name])[at] > 0)
        for name in _PLACES
    }
    rows = np.flatnonzero(page.kept)
    if not len(rows):
        return places
    order = np.arange(len(page.kept))
    before, after = page.share(order < rows[0]), page.share(order > rows[-1])
    return places | {
        "kept:first": int(rows[0]) / len(order),
        "kept:last": int(rows[-1]) / len(order),
        "kept:before": before,
        "kept:after": after,
        "kept:gaps": 1 - before - after - page.share(page.kept),
    }


def _list_numbers(page: _KeptPage) -> Mapping[str, float]:
    """Return what speaks for a list, and how its best group is; of a page without one, little."""
    document = page.document
    likely = (page.probabilities >= _LIKELY * page.threshold) & ~document.cuts.unseen
    groups = find_groups(document, likely)
    if not groups:
        return {"list:groups": 0.0}
    evidence = list_evidence(document, groups, likely)
    numbers = {f"list:{name}": float(value) for name, value in evidence.items()}
    return {"list:groups": float(len(groups)), **numbers, **_best_numbers(page, groups[0])}


def _best_numbers(page: _KeptPage, best: Repeat) -> Mapping[str, float]:
    inside, words = within(best.spans(), len(page.kept)), page.words
    pictures = page.tags == "img"
    pictured = [bool(pictures[start:end].any()) for start, end in best.spans()]
    in_best = float(words[inside].sum())
    return {
        "items:count": math.log1p(len(best)),
        "items:words": math.log1p(best.words),
        "items:item_words": math.log1p(in_best / len(best)),
        "items:score": math.log1p(best.score),
        "items:headed": best.headed,
        "items:dated": best.dated,
        "items:priced": best.priced,
        "items:distinct": best.distinct,
        "items:pictured": sum(pictured) / len(best),
        "items:with_heading": float(np.mean(best.has_heading)),
        "items:heads": float(best.under_heads),
        "items:navigation": float(best.in_navigation),
        "items:furniture": float(best.in_furniture),
        "items:share": page.share(inside),
        "items:share_of_kept": page.share_of_kept(inside),
        "items:first": int(best.start[0]) / len(inside),
        "items:probability": float((page.probabilities * words)[inside].sum() / max(1.0, in_best)),
    }


def _post_numbers(page: _KeptPage) -> Mapping[str, float]:
    """Return how many posts there are, by how many authors, and how much of the page they are."""
    thread = page.document.once(Thread)
    posts = thread.records if thread.has_posts else ()
    if not posts:
        return {"posts:count": 0.0}
    names = [post.author for post in posts if post.author]
    return {
        "posts:count": math.log1p(len(posts)),
        "posts:named": len(names) / len(posts),
        "posts:authors": len(set(names)) / len(posts),
        "posts:words": math.log1p(float(np.mean([len(post.text.split()) for post in posts]))),
        "posts:share": page.share(thread.in_posts),
        "posts:share_of_kept": page.share_of_kept(thread.in_posts),
        "posts:first": int(thread.starts[0]) / len(page.kept),
    }
